// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/sample/paper_bucket_list.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::PaperBucketListTest {
namespace {

using Impl::PaperBucketList;
using Impl::SizeClass;

TEST(SizeClass, LargerSizesComeFirst) {
  std::uint32_t last = SizeClass::of(1);
  EXPECT_LT(last, static_cast<std::uint32_t>(SizeClass::count));
  for (std::uint64_t size = 2; size < 100'000; ++size) {
    std::uint32_t const here = SizeClass::of(size);
    ASSERT_LE(here, last) << size;
    last = here;
  }
  EXPECT_EQ(SizeClass::of(~std::uint64_t{0}), 0u);
}

TEST(SizeClass, SizesOfAClassDifferByAQuarterAtMost) {
  for (std::uint64_t size = 4; size < 100'000; ++size)
    if (SizeClass::of(size) == SizeClass::of(size + size / 4 + 1))
      FAIL() << size;
}

// With M = 2^17 and k = 128, 2^23 keys need one level, and 2^30 need two.
TEST(PaperBucketList, LevelsFollowFromTheNumberOfKeys) {
  constexpr int spare = PaperBucketList::spare_levels;
  auto const levels   = [](std::uint64_t n) {
    return PaperBucketList::levels_for(n, 1u << 17, 7);
  };
  EXPECT_EQ(levels(0), 0);
  EXPECT_EQ(levels(1u << 17), 0);
  EXPECT_EQ(levels((1u << 17) + 1), 1 + spare);
  EXPECT_EQ(levels(1u << 23), 1 + spare);
  EXPECT_EQ(levels((1u << 23) + 1), 2 + spare);
  EXPECT_EQ(levels(1u << 30), 2 + spare);
  EXPECT_EQ(levels((1u << 30) + 1), 3 + spare);
}

/// Memory for the lists in this process.
struct Lists {
  PaperBucketList list{};
  std::vector<std::byte> memory;

  Lists(std::size_t n, std::uint64_t largest, int log_buckets) {
    list.largest     = largest;
    list.log_buckets = log_buckets;
    list.tile        = 16;
    list.levels      = PaperBucketList::levels_for(n, largest, log_buckets);
    memory.resize(
        Impl::measured_bytes([&](Impl::Arena& arena) { list.take(arena, n); }) +
        Impl::Arena::alignment);
    auto const address = reinterpret_cast<std::uintptr_t>(memory.data());
    std::size_t const skipped =
        Impl::round_up(address, Impl::Arena::alignment) - address;
    Impl::Arena arena(memory.data() + skipped, memory.size() - skipped);
    list.take(arena, n);
  }
};

struct OneThread {
  int team_rank() const { return 0; }
  int team_size() const { return 1; }
  void team_barrier() const {}
};

TEST(PaperBucketList, BucketsAboveMGoOnAndOthersAreDone) {
  Lists const lists(10'000, 100, 2);
  PaperBucketList const& list = lists.list;
  list.clear(OneThread{});
  list.add(1, 0, 101, 1);
  list.add(1, 101, 100, 1);
  list.add(1, 201, 0, 1);
  list.add(1, 201, 40, 1);
  list.add(list.levels, 300, 5'000, 0);
  EXPECT_EQ(*list.word(1, PaperBucketList::buckets_listed), 1u);
  EXPECT_EQ(*list.word(1, PaperBucketList::tiles_listed), 7u);
  EXPECT_EQ(list.bucket(1, 0).size, 101u);
  ASSERT_EQ(*list.done_listed(), 3u);
  EXPECT_EQ(list.done[0].size, 100u);
  EXPECT_EQ(list.done[1].size, 40u);
  EXPECT_EQ(list.done[2].size, 5'000u);
  EXPECT_EQ(list.done[2].array, 0u);
  EXPECT_EQ(list.class_sizes()[SizeClass::of(5'000)], 1u);
}

TEST(PaperBucketList, EqualKeysAreDoneInPieces) {
  Lists const lists(10'000, 100, 2);
  PaperBucketList const& list = lists.list;
  list.clear(OneThread{});
  std::uint32_t shared = 0;
  list.add_equal(OneThread{}, 50, 3 * list.piece_keys() + 1, 1, &shared);
  list.add_equal(OneThread{}, 0, 0, 1, &shared);
  ASSERT_EQ(*list.done_listed(), 4u);
  std::uint64_t begin = 50;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(list.done[i].begin, begin);
    EXPECT_EQ(list.done[i].size, i < 3 ? list.piece_keys() : 1u);
    EXPECT_EQ(list.done[i].is_equal, 1u);
    begin += list.done[i].size;
  }
  EXPECT_EQ(list.class_sizes()[SizeClass::of(list.piece_keys())], 3u);
  EXPECT_EQ(list.class_sizes()[SizeClass::of(1)], 1u);
}

TEST(PaperBucketList, BoundsHoldForTheMostBuckets) {
  Lists const lists(100'000, 100, 3);
  PaperBucketList const& list = lists.list;
  EXPECT_EQ(list.max_buckets(0, 100'000), 1u);
  EXPECT_EQ(list.max_buckets(1, 100'000), 8u);
  // Disjoint buckets of 101 keys or more.
  EXPECT_EQ(list.max_buckets(9, 100'000), 990u);
  EXPECT_GE(list.max_tiles(100'000), 990u * 7);
  EXPECT_GE(list.max_done(100'000), 990u * 8);
  EXPECT_LE(list.max_done(100'000), 100'000u);
}

}  // namespace
}  // namespace KokkosSort::Test::PaperBucketListTest
