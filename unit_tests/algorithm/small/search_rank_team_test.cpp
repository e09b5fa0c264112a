// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/small/search_rank_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::SearchRankTest {
namespace {

using Order = Impl::LessOrder<Record, KeyLess>;

constexpr int max_share = 128;

template <int TeamSize>
using Search = Impl::TeamSearchRank<Exec, TeamSize, max_share, Order>;

/// Ranks all items in stretches of `share`.
template <int TeamSize>
struct RankAll {
  Record const* input;
  int* ranks;
  int size;
  int share;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Search<TeamSize> const search(scratch);
    for (int first = 0; first < size; first += share) {
      search.search(
          member, [&](int i) { return input[i]; }, size, first, share, Order{});
      int const own = size - first < share ? size - first : share;
      search.add_up(member, own);
      for (int i = member.team_rank(); i < own; i += TeamSize)
        ranks[first + i] =
            search.item(i).key == input[first + i].key ? search.rank(i) : -2;
      member.team_barrier();
    }
  }
};

TEST(TeamSearchRank, RanksEqualItemsByTheirNumbers) {
  for_team_sizes([](auto team) {
    for (int const size : {1, 7, 128, 129, 1000, 4099}) {
      for (std::uint32_t const values : {1u, 7u, 1u << 30}) {
        auto const input                = records(size, values);
        std::vector<int> const expected = stable_ranks(input);
        for (int const share : {1, 32, max_share}) {
          // As many searches as items take a second.
          if (share == 1 && size > 200) continue;
          Guarded<Record> const items(input);
          Guarded<int> const ranks(std::vector<int>(input.size(), -1));
          run_team<team()>(
              Search<team()>::scratch_bytes(),
              RankAll<team()>{items.data(), ranks.data(), size, share});
          EXPECT_EQ(ranks.values(), expected)
              << size << " items, " << values << " values, shares of " << share;
        }
      }
    }
  });
}

/// Number of a key. Only one that was read is below the number of keys.
struct Number {
  std::uint32_t of_key;

  KOKKOS_FUNCTION Number() : of_key(~std::uint32_t{0}) {}
  KOKKOS_FUNCTION explicit Number(int i)
      : of_key(static_cast<std::uint32_t>(i)) {}
};

/// Counts the comparisons with numbers that were not read.
struct FollowedLess {
  std::uint32_t size;
  int* unread;

  KOKKOS_FUNCTION bool operator()(Number const& a, Number const& b) const {
    if (a.of_key >= size || b.of_key >= size) Kokkos::atomic_add(unread, 1);
    return a.of_key > b.of_key;
  }
};

template <int TeamSize>
struct RankNumbers {
  using Order = Impl::LessOrder<Number, FollowedLess>;
  using Block = Impl::TeamSearchRank<Exec, TeamSize, max_share, Order>;

  int* ranks;
  int size;
  Order order;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Block const search(scratch);
    search.search(
        member, [](int i) { return Number(i); }, size, 0, max_share, order);
    int const own = size < max_share ? size : max_share;
    search.add_up(member, own);
    for (int i = member.team_rank(); i < own; i += TeamSize)
      ranks[i] = search.rank(i);
  }
};

TEST(TeamSearchRank, ComparesNoKeyThatItDidNotRead) {
  for_team_sizes([](auto team) {
    // A thread has up to 8 keys in flight: it reads each number of them.
    for (int keys = 1; keys <= 9; ++keys) {
      int const size = keys * team();
      int const own  = size < max_share ? size : max_share;
      std::vector<int> expected(own);
      for (int i = 0; i < own; ++i) expected[i] = size - 1 - i;
      Guarded<int> const ranks(std::vector<int>(own, -1));
      Guarded<int> const unread(std::vector<int>{0});
      run_team<team()>(RankNumbers<team()>::Block::scratch_bytes(),
                       RankNumbers<team()>{ranks.data(),
                                           size,
                                           {{static_cast<std::uint32_t>(size),
                                             unread.data()}}});
      EXPECT_EQ(ranks.values(), expected) << size << " keys";
      EXPECT_EQ(unread.values()[0], 0) << size << " keys";
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::SearchRankTest
