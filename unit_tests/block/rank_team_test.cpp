// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/rank_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::RankTest {
namespace {

constexpr int items_per_thread = 5;

template <int TeamSize, bool Stable>
struct FindPlaces {
  using Rank = Impl::TeamRank<Exec, TeamSize, items_per_thread>;
  int log_buckets;
  int const* buckets;
  int size;
  int* places;
  std::uint32_t* starts;
  std::uint32_t* scan;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    int mine[items_per_thread];
    int found[items_per_thread];
    for (int i = 0; i < items_per_thread; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      mine[i]      = at < size ? buckets[at] : 1 << log_buckets;
    }
    if constexpr (Stable) {
      Rank::stable_ranks(member, log_buckets, mine, found,
                         reinterpret_cast<typename Rank::Counter*>(scratch),
                         starts, scan);
    } else {
      Rank::ranks(member, log_buckets, mine, found, starts, scan);
    }
    for (int i = 0; i < items_per_thread; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      if (at < size) places[at] = found[i];
    }
  }
};

template <int TeamSize, bool Stable>
void check_places(int log_buckets, int size, Distribution distribution) {
  using Kernel = FindPlaces<TeamSize, Stable>;
  SCOPED_TRACE("log_buckets " + std::to_string(log_buckets) + ", size " +
               std::to_string(size));
  int const k      = 1 << log_buckets;
  auto const draws = input_keys<std::uint32_t>(size, distribution);
  std::vector<int> bucket_ids(size);
  for (int i = 0; i < size; ++i)
    bucket_ids[i] = static_cast<int>(draws[i] >> (32 - log_buckets));
  Guarded<int> const buckets(bucket_ids);
  Guarded<int> const places(std::vector<int>(size, -1));
  Guarded<std::uint32_t> const starts(std::vector<std::uint32_t>(k, 77));
  Guarded<std::uint32_t> const scan(
      std::vector<std::uint32_t>(Kernel::Rank::warps + 1, 77));
  run_team<TeamSize>(Stable ? Kernel::Rank::scratch_bytes(k) : 0,
                     Kernel{log_buckets, buckets.data(), size, places.data(),
                            starts.data(), scan.data()});
  // Items in the order of their buckets, and the rank that each of them has
  // got.
  auto const order = stable_reference(index_tags<int>(size), [&](int a, int b) {
    return bucket_ids[a] < bucket_ids[b];
  });
  auto const found = places.values();
  std::vector<int> at_rank(size, -1);
  for (int i = 0; i < size; ++i) {
    ASSERT_GE(found[i], 0);
    ASSERT_LT(found[i], size);
    ASSERT_EQ(at_rank[found[i]], -1) << "two items share a rank";
    at_rank[found[i]] = i;
  }
  for (int rank = 0; rank < size; ++rank) {
    ASSERT_EQ(bucket_ids[at_rank[rank]], bucket_ids[order[rank]]);
    if (Stable) {
      ASSERT_EQ(at_rank[rank], order[rank]);
    }
  }
  auto const first = starts.values();
  std::vector<int> sorted_ids(bucket_ids);
  std::sort(sorted_ids.begin(), sorted_ids.end());
  for (int b = 0; b < k; ++b)
    ASSERT_EQ(first[b],
              static_cast<std::uint32_t>(
                  std::lower_bound(sorted_ids.begin(), sorted_ids.end(), b) -
                  sorted_ids.begin()));
  EXPECT_TRUE(starts.guards_hold());
  EXPECT_TRUE(scan.guards_hold());
}

template <int TeamSize, bool Stable>
void check_all() {
  constexpr int tile = TeamSize * items_per_thread;
  for (int log_buckets = 1; log_buckets <= 9; ++log_buckets) {
    for (int const size : {1, 2, tile / 2, tile - 1, tile}) {
      for (auto const distribution :
           {Distribution::uniform, Distribution::zero,
            Distribution::sixteen_values, Distribution::reversed}) {
        check_places<TeamSize, Stable>(log_buckets, size, distribution);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(TeamRank, StableRanksKeepTheOrderOfArrival) {
  for_team_sizes([](auto team) { check_all<team(), true>(); });
}

TEST(TeamRank, RanksAreOrderedByBucket) {
  for_team_sizes([](auto team) { check_all<team(), false>(); });
}

TEST(TeamRank, IndexCoversTheTileOnce) {
  for_team_sizes([](auto team) {
    using Rank = Impl::TeamRank<Exec, team(), items_per_thread>;
    std::vector<int> met(team() * items_per_thread);
    for (int thread = 0; thread < team(); ++thread)
      for (int i = 0; i < items_per_thread; ++i)
        ++met.at(Rank::index(thread, i));
    EXPECT_EQ(met, std::vector<int>(met.size(), 1));
  });
}

}  // namespace
}  // namespace KokkosSort::Test::RankTest
