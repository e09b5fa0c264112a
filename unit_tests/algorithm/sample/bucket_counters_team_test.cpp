// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/algorithm/sample/bucket_counters_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::BucketCountersTest {
namespace {

constexpr int log_buckets = 5;
constexpr int buckets     = 1 << log_buckets;
constexpr int per_thread  = 7;

/// Counts a tile, and stores counts and ranks in the tile.
template <int TeamSize, int Arrays, bool InOrder>
struct CountTile {
  using Counters =
      Impl::TeamBucketCounters<Exec, TeamSize, log_buckets, Arrays, InOrder>;
  using Tile = Impl::TeamTile<Exec, TeamSize, per_thread>;

  std::uint32_t const* bucket_of;
  int size;
  std::uint32_t* totals;
  std::uint32_t* scanned;
  std::uint32_t* ranks;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Counters const counters(scratch);
    counters.clear(member);
    member.team_barrier();
    std::uint32_t found[per_thread];
    std::uint32_t rank[per_thread];
    auto const is_item = [&](int i) { return Tile::index(member, i) < size; };
    for (int i = 0; i < per_thread; ++i)
      found[i] = is_item(i) ? bucket_of[Tile::index(member, i)] : buckets;
    counters.count(member, found, rank, is_item);
    member.team_barrier();
    for (int b = member.team_rank(); b < buckets; b += TeamSize)
      totals[b] = counters.total(b);
    member.team_barrier();
    for (int b = member.team_rank(); b < buckets; b += TeamSize)
      scanned[b] = counters.scan(b);
    member.team_barrier();
    for (int i = 0; i < per_thread; ++i)
      if (is_item(i))
        ranks[Tile::index(member, i)] =
            counters.before(member, found[i]) + rank[i];
  }
};

template <int TeamSize, int Arrays, bool InOrder>
void check(int size, Distribution distribution) {
  SCOPED_TRACE("size " + std::to_string(size) + ", " + std::to_string(Arrays) +
               " arrays" + (InOrder ? ", in order" : ""));
  auto bucket_of = input_keys<std::uint32_t>(size, distribution);
  for (auto& bucket : bucket_of) bucket = bucket % buckets;
  std::vector<std::uint32_t> counts(buckets, 0);
  std::vector<std::uint32_t> expected;
  for (auto const bucket : bucket_of) expected.push_back(counts[bucket]++);

  Guarded<std::uint32_t> const given(bucket_of);
  Guarded<std::uint32_t> const totals(std::vector<std::uint32_t>(buckets, 99));
  Guarded<std::uint32_t> const scanned(std::vector<std::uint32_t>(buckets, 99));
  Guarded<std::uint32_t> const ranks(std::vector<std::uint32_t>(size, 9999));
  using Count = CountTile<TeamSize, Arrays, InOrder>;
  run_team<TeamSize>(
      Count::Counters::scratch_bytes(),
      Count{given.data(), size, totals.data(), scanned.data(), ranks.data()});
  EXPECT_TRUE(same_sequence(totals.values(), counts));
  EXPECT_TRUE(same_sequence(scanned.values(), counts));
  auto const found = ranks.values();
  if (InOrder) {
    EXPECT_TRUE(same_sequence(found, expected));
    return;
  }
  // Each rank of a bucket once.
  std::vector<std::vector<std::uint32_t>> of_bucket(buckets);
  for (int i = 0; i < size; ++i) of_bucket[bucket_of[i]].push_back(found[i]);
  for (auto& all : of_bucket) {
    std::sort(all.begin(), all.end());
    for (std::size_t r = 0; r < all.size(); ++r) ASSERT_EQ(all[r], r);
  }
}

template <int TeamSize>
void check_arrays(int size, Distribution distribution) {
  check<TeamSize, 1, false>(size, distribution);
  check<TeamSize, 2, false>(size, distribution);
  check<TeamSize, 3, false>(size, distribution);
  check<TeamSize, 8, false>(size, distribution);
  check<TeamSize, 8, true>(size, distribution);
}

TEST(TeamBucketCounters, CountsAndRanksForAnyNumberOfArrays) {
  for_team_sizes([](auto team) {
    constexpr int tile = team() * per_thread;
    for (int const size : {1, tile / 2 + 1, tile - 1, tile})
      for (Distribution const distribution :
           {Distribution::uniform, Distribution::zero, Distribution::sorted})
        check_arrays<team()>(size, distribution);
  });
}

TEST(TeamBucketCounters, ArraysAreAsManyAsThreadsAtMost) {
  using Impl::TeamBucketCounters;
  EXPECT_EQ((TeamBucketCounters<Exec, 4, 5, 8, false>::arrays), 4);
  EXPECT_EQ((TeamBucketCounters<Exec, 64, 5, 8, false>::arrays), 8);
  EXPECT_EQ((TeamBucketCounters<Exec, 64, 5, 1, false>::arrays), 1);
}

}  // namespace
}  // namespace KokkosSort::Test::BucketCountersTest
