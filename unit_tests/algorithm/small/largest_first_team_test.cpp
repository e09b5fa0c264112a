// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/small/largest_first_team.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace KokkosSort::Test::LargestFirstTest {
namespace {

constexpr std::uint32_t mean = 64;

/// Every team adds a share of the sizes. Bucket b is small if b % 7 == 3.
template <int TeamSize>
struct ListBuckets {
  using List = Impl::TeamLargestFirst<Exec, TeamSize>;

  std::uint32_t const* sizes;
  std::uint32_t* words;
  std::uint16_t* bucket_of;
  int buckets;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    auto const teams = static_cast<std::uint32_t>(member.league_size());
    auto const team  = static_cast<std::uint32_t>(member.league_rank());
    for (int b = member.team_rank(); b < buckets; b += TeamSize) {
      std::uint32_t const from = sizes[b] * team / teams;
      std::uint32_t const to   = sizes[b] * (team + 1) / teams;
      List::add(words, b, static_cast<int>(to - from));
    }
    List::list(
        member, scratch, words, buckets, mean, [](int b) { return b % 7 == 3; },
        bucket_of);
  }
};

/// Words that RankSample clears, with the numbers of teams in between.
template <int TeamSize>
struct ClearWords {
  std::uint32_t* words;
  int buckets;

  KOKKOS_FUNCTION void operator()(Member const& member, std::byte*) const {
    Impl::TeamLargestFirst<Exec, TeamSize>::clear(
        words, buckets, member.league_rank() * TeamSize + member.team_rank(),
        member.league_size() * TeamSize);
  }
};

/// Class of a bucket by the text of the block: 14, 11, 8 and 5 eighths of the
/// mean are its bounds.
int class_of(std::uint32_t size, int bucket) {
  if (bucket % 7 == 3) return 0;
  int found = 0;
  for (std::uint32_t const eighths : {5u, 8u, 11u, 14u})
    if (size >= eighths * mean / 8) ++found;
  return found;
}

/// Buckets by class, the largest first, and by number within a class.
std::vector<std::uint16_t> expected_order(
    std::vector<std::uint32_t> const& sizes) {
  std::vector<std::uint16_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return class_of(sizes[a], a) > class_of(sizes[b], b);
  });
  return order;
}

template <int TeamSize>
std::vector<std::uint16_t> listed(std::vector<std::uint32_t> const& sizes,
                                  std::size_t teams) {
  using List        = Impl::TeamLargestFirst<Exec, TeamSize>;
  int const buckets = static_cast<int>(sizes.size());
  Guarded<std::uint32_t> const given(sizes);
  Guarded<std::uint32_t> const words(
      std::vector<std::uint32_t>(List::words(sizes.size()), 12345));
  Guarded<std::uint16_t> const bucket_of(
      std::vector<std::uint16_t>(sizes.size(), 9999));
  run_team<TeamSize>(0, ClearWords<TeamSize>{words.data(), buckets}, 2);
  run_team<TeamSize>(List::scratch_bytes(),
                     ListBuckets<TeamSize>{given.data(), words.data(),
                                           bucket_of.data(), buckets},
                     teams);
  return bucket_of.values();
}

TEST(TeamLargestFirst, ListsBucketsByClassAndNumber) {
  for_team_sizes([](auto team) {
    std::mt19937 random(7);
    for (std::size_t const buckets : {1, 2, 63, 64, 1000, 4095}) {
      std::vector<std::uint32_t> sizes(buckets);
      for (std::uint32_t& size : sizes) size = random() % (2 * mean + 9);
      for (std::size_t const teams : {1, 5})
        EXPECT_EQ(listed<team()>(sizes, teams), expected_order(sizes))
            << buckets << " buckets, " << teams << " teams";
    }
  });
}

TEST(TeamLargestFirst, HoldsAllBucketsOfOneClass) {
  for_team_sizes([](auto team) {
    constexpr std::size_t most =
        Impl::TeamLargestFirst<Exec, team()>::max_buckets;
    for (std::uint32_t const size : {0u, mean, 100 * mean}) {
      std::vector<std::uint32_t> const sizes(most, size);
      EXPECT_EQ(listed<team()>(sizes, 3), expected_order(sizes))
          << "sizes of " << size;
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::LargestFirstTest
