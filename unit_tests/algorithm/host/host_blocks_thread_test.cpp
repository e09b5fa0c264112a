// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/host/host_blocks_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/arena.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace KokkosSort::Test::HostBlocksTest {
namespace {

/// 12 bytes, so that no number of them fills a line of cache.
struct Odd {
  std::array<std::uint32_t, 3> words;
};

std::uint64_t number_of(std::uint64_t key) { return key; }
std::uint64_t number_of(Odd const& value) { return value.words[1]; }

/// Two workers append chunks in turn; chunk c of every bucket must hold what
/// was appended, in that order.
template <class Value>
class Chains {
  static constexpr bool has_values         = Impl::is_value_v<Value>;
  static constexpr std::uint64_t n         = 10007;
  static constexpr std::uint64_t workers   = 2;
  static constexpr std::size_t buckets     = 5;
  static constexpr std::uint64_t chunk     = 501;
  static constexpr std::size_t batch       = 64;
  static constexpr std::size_t block_bytes = 256;

  using Blocks = Impl::HostBlocks<std::uint64_t, Value>;
  using Writer = typename Blocks::Writer;
  struct Part {
    std::uint64_t begin;
    std::uint64_t size;
  };

 public:
  void check() {
    Blocks blocks;
    Impl::Arena counting;
    take(blocks, counting);
    std::vector<std::byte> memory(counting.used() + Impl::Arena::alignment);
    void* begin      = memory.data();
    std::size_t room = memory.size();
    std::align(Impl::Arena::alignment, counting.used(), begin, room);
    Impl::Arena arena(begin, counting.used());
    take(blocks, arena);
    blocks.clear();
    Writer writers[workers] = {{blocks, m_numbers[0]}, {blocks, m_numbers[1]}};
    for (std::uint64_t c = 0; c * chunk < n; ++c)
      append(writers[c % 3 % 2], c * chunk, std::min(n, (c + 1) * chunk));
    for (std::uint64_t c = 0; c * chunk < n; ++c)
      for (std::size_t b = 0; b < buckets; ++b) check_part(blocks, c, b);
  }

 private:
  void take(Blocks& blocks, Impl::Arena& arena) {
    blocks.take(arena, n, workers, buckets, block_bytes);
    for (auto& numbers : m_numbers)
      numbers = arena.template take<std::uint64_t>(buckets * Writer::numbers);
  }

  /// Bucket 0 gets nothing, bucket 1 half of everything.
  static Impl::HostBucketId bucket_of(std::uint64_t key) {
    std::uint64_t const random = Impl::splitmix64(key);
    return static_cast<Impl::HostBucketId>(
        random % 2 == 0 ? 1 : 1 + random / 2 % (buckets - 1));
  }

  void append(Writer& writer, std::uint64_t begin, std::uint64_t end) {
    std::vector<Part> parts(buckets);
    for (std::size_t b = 0; b < buckets; ++b)
      parts[b] = {writer.end(b), writer.size(b)};
    for (std::uint64_t at = begin; at < end; at += batch) {
      std::size_t const now = std::min<std::uint64_t>(batch, end - at);
      std::vector<std::uint64_t> keys(now);
      std::vector<Value> values(now);
      std::vector<Impl::HostBucketId> ids(now);
      for (std::size_t i = 0; i < now; ++i) {
        keys[i] = at + i;
        ids[i]  = bucket_of(at + i);
        if constexpr (has_values)
          values[i].words[1] = static_cast<std::uint32_t>(at + i);
      }
      writer.append({{keys.data()}, {values.data()}}, 0, now, ids.data(),
                    [](std::size_t) { return false; });
    }
    for (std::size_t b = 0; b < buckets; ++b)
      parts[b].size = writer.size(b) - parts[b].size;
    m_parts.push_back(parts);
  }

  void check_part(Blocks const& blocks, std::uint64_t c, std::size_t b) const {
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i)
      if (bucket_of(i) == b) expected.push_back(i);
    std::vector<std::uint64_t> keys, values;
    Part const part = m_parts[c][b];
    blocks.for_parts(part.begin, part.size,
                     [&](std::uint64_t at, std::uint64_t size) {
                       for (std::uint64_t i = at; i < at + size; ++i) {
                         keys.push_back(number_of(blocks.data().keys[i]));
                         if constexpr (has_values)
                           values.push_back(number_of(blocks.data().values[i]));
                       }
                     });
    ASSERT_EQ(keys, expected) << "chunk " << c << ", bucket " << b;
    if constexpr (has_values) {
      ASSERT_EQ(values, expected) << "chunk " << c << ", bucket " << b;
    }
  }

  std::uint64_t* m_numbers[workers] = {};
  std::vector<std::vector<Part>> m_parts;
};

TEST(HostBlocks, KeepTheOrderOfEachChunk) {
  Chains<Impl::NoValue>{}.check();
  Chains<Odd>{}.check();
}

/// Bucket 1 has 900 sevens, bucket 0 has every tenth key.
TEST(HostBlocks, KeepOneBlockOfIdenticalElements) {
  constexpr std::uint64_t n = 1000;
  using Blocks              = Impl::HostBlocks<std::uint64_t, Impl::NoValue>;
  Blocks blocks;
  auto const take = [&](Impl::Arena& arena) {
    blocks.take(arena, n, 1, 2, 256);
    return arena.take<std::uint64_t>(2 * Blocks::Writer::numbers);
  };
  std::size_t const bytes = Impl::measured_bytes(take);
  std::vector<std::byte> memory(bytes);
  Impl::Arena arena(memory.data(), bytes);
  std::uint64_t* const numbers = take(arena);
  blocks.clear();
  Blocks::Writer writer(blocks, numbers);
  std::uint64_t const first = writer.end(0);
  std::uint64_t const seven = writer.end(1);
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint64_t key           = i % 10 == 0 ? i : 7;
    Impl::HostBucketId const id = i % 10 == 0 ? 0 : 1;
    writer.append({{&key}, {}}, 0, 1, &id,
                  [](std::size_t bucket) { return bucket == 1; });
  }
  EXPECT_EQ(writer.size(1), n / 10 * 9);
  EXPECT_EQ(blocks.data().keys[seven], 7u);
  // 256 bytes are 32 keys.
  EXPECT_LT(writer.end(1), seven + 32);
  std::uint64_t next = 0;
  blocks.for_parts(first, writer.size(0),
                   [&](std::uint64_t at, std::uint64_t size) {
                     for (std::uint64_t i = at; i < at + size; ++i, next += 10)
                       EXPECT_EQ(blocks.data().keys[i], next);
                   });
  EXPECT_EQ(next, n);
}

}  // namespace
}  // namespace KokkosSort::Test::HostBlocksTest
