// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/space.hpp>
#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

// The figures of docs/memory.md and what README promises of them. With
// KOKKOSSORT_WRITE_MEMORY_TABLE=1 the table is written instead of compared.

namespace KokkosSort::Test {
namespace {

constexpr int columns[] = {10, 12, 14, 16, 18, 20, 22, 24, 28};  // n = 2^column
constexpr int most_log_n = 28;

template <std::size_t Bytes>
struct Block {
  std::array<std::uint32_t, Bytes / 4> words;
};
struct ByFirstWord {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return a.words[0] < b.words[0];
  }
};

/// A view of n elements that are never read.
template <class T>
Kokkos::View<T*, Memory, Kokkos::MemoryUnmanaged> view_of(std::size_t n) {
  // As if allocated: aligned, not null.
  return {reinterpret_cast<T*>(std::uintptr_t{4096}), n};
}

struct Row {
  std::string call;
  std::function<std::size_t(std::size_t)> bytes;
  double promise;  // bytes per element of docs/memory.md; 0: none
};

/// Bytes per element of a host's sort. They are a second array of the elements
/// that its passes move, the ends of blocks, and bucket ids by a comparator.
constexpr double bits(int element) { return element * 17 / 16.0; }
constexpr double compared(int element) { return bits(element) + 2; }

template <class Key, class... Options>
Row sort_row(std::string const& call, double promise,
             Options const&... options) {
  return {call,
          [=](std::size_t n) {
            return sort_workspace_size(Exec{}, view_of<Key>(n), options...);
          },
          promise};
}
template <class Key, class Value, class... Options>
Row pairs_row(std::string const& call, double promise,
              Options const&... options) {
  return {call,
          [=](std::size_t n) {
            return sort_by_key_workspace_size(Exec{}, view_of<Key>(n),
                                              view_of<Value>(n), options...);
          },
          promise};
}
template <class Key, class Index>
Row argsort_row(std::string const& call) {
  return {call,
          [](std::size_t n) {
            return argsort_workspace_size(Exec{}, view_of<Index>(n),
                                          view_of<Key>(n));
          },
          sizeof(Key) + bits(sizeof(Key) + sizeof(Index))};
}

/// Rows of `columns` bytes. Rows of more than 8 bytes take two more indices.
template <class Index>
Row argsort_rows_row(std::string const& call, std::size_t columns) {
  return {call,
          [=](std::size_t n) {
            Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Memory,
                         Kokkos::MemoryUnmanaged> const
                words(view_of<std::uint8_t>(n).data(), n, columns);
            return argsort_rows_workspace_size(Exec{}, view_of<Index>(n),
                                               words);
          },
          8 + bits(8 + sizeof(Index)) + (columns > 8 ? 2 * sizeof(Index) : 0)};
}

std::vector<Row> rows() {
  std::vector<Row> all = {
      sort_row<std::uint8_t>("`sort`, u8", bits(1)),
      sort_row<std::uint16_t>("`sort`, u16", bits(2)),
      sort_row<std::uint32_t>("`sort`, u32", bits(4)),
      sort_row<float>("`sort`, f32", bits(4)),
      sort_row<std::uint64_t>("`sort`, u64", bits(8)),
      sort_row<double>("`sort`, f64", bits(8)),
      sort_row<Block<16>>("`sort`, 16 bytes by a comparator", compared(16),
                          ByFirstWord{}),
      sort_row<Block<64>>("`sort`, 64 bytes by a comparator", compared(64),
                          ByFirstWord{}),
      pairs_row<std::uint32_t, std::uint32_t>("`sort_by_key`, u32 and u32",
                                              bits(8)),
      pairs_row<std::uint64_t, std::uint64_t>("`sort_by_key`, u64 and u64",
                                              bits(16)),
      pairs_row<std::uint32_t, Block<48>>("`sort_by_key`, u32 and 48 bytes",
                                          bits(4 + 48)),
      argsort_row<std::uint32_t, std::uint32_t>("`argsort`, u32 by u32"),
      argsort_row<std::uint64_t, std::uint64_t>("`argsort`, u64 by u64"),
      argsort_rows_row<std::uint64_t>("`argsort_rows`, 8 bytes by u64", 8),
      argsort_rows_row<std::uint32_t>("`argsort_rows`, 10 bytes by u32", 10),
  };
  Impl::for_each_algorithm([&](auto const& entry) {
    all.push_back(sort_row<std::uint64_t>(
        "`sort`, u64, `" + std::string(entry.name) + "`", 0,
        typename std::remove_cvref_t<decltype(entry)>::tag{}));
  });
  return all;
}

std::string figure(std::size_t bytes, std::size_t n) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f",
                static_cast<double>(bytes) / static_cast<double>(n));
  return text;
}

std::string table() {
  std::string head = "| bytes per element, n = |", rule = "|---|", body;
  for (int const log_n : columns) {
    head += " 2^" + std::to_string(log_n) + " |";
    rule += "---:|";
  }
  for (Row const& row : rows()) {
    body += "| " + row.call + " |";
    for (int const log_n : columns) {
      std::size_t const n = std::size_t{1} << log_n;
      body += ' ' + figure(row.bytes(n), n) + " |";
    }
    body += '\n';
  }
  return head + '\n' + rule + '\n' + body;
}

std::string const document = KOKKOSSORT_SOURCE_DIR "/docs/memory.md";

std::string read_document() {
  std::ifstream file(document);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(MemoryTable, IsThatOfTheDocument) {
  std::string const begin = "<!-- table: OpenMP, 2 threads -->\n";
  std::string const end   = "<!-- end of table -->";
  std::string text        = read_document();
  std::size_t const from  = text.find(begin);
  std::size_t const to    = text.find(end);
  ASSERT_NE(from, std::string::npos) << document;
  ASSERT_NE(to, std::string::npos) << document;
  ASSERT_EQ(Exec{}.concurrency(), 2);
  std::size_t const first = from + begin.size();
  char const* const write = std::getenv("KOKKOSSORT_WRITE_MEMORY_TABLE");
  if (write != nullptr && std::string(write) == "1") {
    std::ofstream(document) << text.replace(first, to - first, table());
  }
  EXPECT_EQ(text.substr(first, text.find(end) - first), table())
      << "KOKKOSSORT_WRITE_MEMORY_TABLE=1 writes it";
}

/// Sizes at and about each power of two, and between them.
std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all = {0, 1};
  for (int log_n = 1; log_n <= most_log_n; ++log_n) {
    std::size_t const n = std::size_t{1} << log_n;
    for (std::size_t const more : {n - 1, n, n + 1, n + n / 2})
      all.push_back(more);
  }
  return all;
}

/// Bytes on top of those per element: 1.75 MiB for the buffers of each thread
/// of a host.
std::size_t promised_beside() {
  constexpr std::size_t of_a_thread = 7 << 18;
  return of_a_thread * static_cast<std::size_t>(Exec{}.concurrency());
}

TEST(MemoryTable, NoSizeTakesMoreThanPromised) {
  for (Row const& row : rows()) {
    if (row.promise == 0) continue;
    for (std::size_t const n : sizes()) {
      double const bytes  = static_cast<double>(row.bytes(n));
      double const beside = static_cast<double>(promised_beside());
      double const size   = static_cast<double>(n);
      EXPECT_LE(bytes, size * row.promise + beside)
          << row.call << ", n = " << n;
      // A promise of far too much would be none.
      if (size > beside) {
        EXPECT_GE(bytes, size * 0.9 * row.promise) << row.call;
      }
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Test
