// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/merge_path_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::TeamMergePathTest {
namespace {

constexpr int runs = 4;
using Sizes        = Kokkos::Array<std::uint64_t, runs>;

/// Computes taken[runs d + r] for diagonal d of `count`. The runs are
/// contiguous; a search that reads past the end of one increments `strays`.
template <int TeamSize, class Size, class Less>
struct FindAll {
  using Path = Impl::TeamMergePath<Exec, Record, TeamSize>;

  Record const* items;
  Sizes run_sizes;
  std::uint64_t const* diagonals;
  int count;
  std::uint64_t* found;
  int* strays;
  Less less;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Path const path(scratch);
    Size sizes[runs], begins[runs];
    Size begin = 0;
    for (int r = 0; r < runs; ++r) {
      sizes[r]  = static_cast<Size>(run_sizes[r]);
      begins[r] = begin;
      begin += sizes[r];
    }
    auto const at = [&](int r, Size i) {
      if (i < sizes[r]) return items[begins[r] + i];
      Kokkos::atomic_add(strays, 1);
      return Record{};
    };
    for (int d = 0; d < count; ++d) {
      Size taken[runs];
      path.find(member, at, sizes, static_cast<Size>(diagonals[d]), taken,
                less);
      // All threads have the same result.
      if (member.team_rank() == d % member.team_size())
        for (int r = 0; r < runs; ++r) found[runs * d + r] = taken[r];
    }
  }
};

template <int TeamSize, class Size, class Less>
std::vector<std::uint64_t> find_all(std::vector<Record> const& items,
                                    Sizes const& sizes,
                                    std::vector<std::uint64_t> const& diagonals,
                                    Less const& less) {
  using Kernel    = FindAll<TeamSize, Size, Less>;
  auto const from = to_device(items);
  auto const at   = to_device(diagonals);
  int const count = static_cast<int>(diagonals.size());
  DeviceView<std::uint64_t> const found("found", runs * diagonals.size());
  Kokkos::View<int, Memory> const strays("strays");
  run_team<TeamSize>(Kernel::Path::scratch_bytes(),
                     Kernel{from.data(), sizes, at.data(), count, found.data(),
                            strays.data(), less});
  int stray_count = 0;
  Kokkos::deep_copy(stray_count, strays);
  EXPECT_EQ(stray_count, 0);
  std::vector<std::uint64_t> result(found.extent(0));
  Kokkos::deep_copy(Kokkos::View<std::uint64_t*, Kokkos::HostSpace>(
                        result.data(), result.size()),
                    found);
  return result;
}

std::uint64_t total(Sizes const& sizes) {
  return sizes[0] + sizes[1] + sizes[2] + sizes[3];
}

/// Contiguous runs, each in order, tagged in this order.
std::vector<Record> runs_of(Sizes const& sizes, std::uint32_t values) {
  std::vector<Record> items;
  for (int r = 0; r < runs; ++r) {
    auto const begin = static_cast<std::ptrdiff_t>(items.size());
    for (std::uint64_t i = 0; i < sizes[r]; ++i)
      items.push_back(
          {static_cast<std::uint32_t>(Impl::splitmix64(items.size()) % values),
           0});
    std::sort(items.begin() + begin, items.end(), KeyLess{});
  }
  for (std::size_t i = 0; i < items.size(); ++i)
    items[i].tag = static_cast<std::uint32_t>(i);
  return items;
}

/// Returns all diagonals if they are few, otherwise those near the ends and
/// some between.
std::vector<std::uint64_t> diagonals_of(Sizes const& sizes) {
  std::uint64_t const end = total(sizes);
  std::vector<std::uint64_t> result;
  for (std::uint64_t d = 0; d <= end;
       d += end < 500 || d < 10 || d + 10 > end ? 1 : 1 + end / 61)
    result.push_back(d);
  if (result.back() != end) result.push_back(end);
  return result;
}

std::vector<Sizes> all_sizes() {
  return {{0, 0, 0, 0},
          {1, 0, 0, 0},
          {0, 0, 0, 3},
          {1, 1, 1, 1},
          {5, 5, 5, 5},
          {17, 0, 33, 2},
          {32, 32, 32, 32},
          {33, 31, 64, 65},
          {100, 100, 100, 99},
          {300, 1, 1, 300},
          {8192, 8192, 8192, 8192},
          {40000, 3, 30001, 77},
          {0, 100000, 0, 1}};
}

/// Returns the number of items of each run before each diagonal, by a merge.
std::vector<std::uint64_t> expected(
    std::vector<Record> const& items, Sizes const& sizes,
    std::vector<std::uint64_t> const& diagonals) {
  auto const merged = stable_reference(items, KeyLess{});
  std::vector<std::uint64_t> result;
  std::uint64_t taken[runs] = {};
  std::uint64_t at          = 0;
  for (std::uint64_t const d : diagonals) {
    for (; at < d; ++at) {
      int run           = 0;
      std::uint64_t end = sizes[0];
      while (merged[at].tag >= end) end += sizes[++run];
      ++taken[run];
    }
    result.insert(result.end(), taken, taken + runs);
  }
  return result;
}

TEST(TeamMergePath, CountsItemsOfEachRun) {
  for_team_sizes([](auto team) {
    for (Sizes const& sizes : all_sizes()) {
      auto const diagonals = diagonals_of(sizes);
      for (std::uint32_t const values : {1u, 3u, 50u, 1u << 30}) {
        auto const items = runs_of(sizes, values);
        auto const right = expected(items, sizes, diagonals);
        auto const by_32_bits =
            find_all<team(), std::uint32_t>(items, sizes, diagonals, KeyLess{});
        auto const by_64_bits =
            find_all<team(), std::uint64_t>(items, sizes, diagonals, KeyLess{});
        ASSERT_EQ(by_32_bits, right)
            << total(sizes) << " items of " << values << " values";
        ASSERT_EQ(by_64_bits, right)
            << total(sizes) << " items of " << values << " values";
      }
    }
  });
}

TEST(TeamMergePath, StaysInBoundsForEveryComparator) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for_team_sizes([&](auto team) {
    for (Fault const fault : faults) {
      FaultyKeyLess const less{{fault, calls.data()}};
      for (Sizes const& sizes : all_sizes()) {
        auto const items     = runs_of(sizes, 1u << 30);
        auto const diagonals = diagonals_of(sizes);
        auto const found =
            find_all<team(), std::uint32_t>(items, sizes, diagonals, less);
        for (std::size_t d = 0; d < diagonals.size(); ++d) {
          std::uint64_t sum = 0;
          for (std::size_t r = 0; r < runs; ++r) {
            ASSERT_LE(found[runs * d + r], sizes[r]);
            sum += found[runs * d + r];
          }
          ASSERT_EQ(sum, diagonals[d]);
        }
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::TeamMergePathTest
