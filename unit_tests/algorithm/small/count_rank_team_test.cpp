// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/small/count_rank_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::CountRankTest {
namespace {

using Order = Impl::LessOrder<Record, KeyLess>;

/// Ranks all items in stretches of `share`.
template <int TeamSize>
struct RankAll {
  Record const* input;
  int* ranks;
  int size;
  int share;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    auto* const items = reinterpret_cast<Record*>(scratch);
    for (int i = member.team_rank(); i < size; i += TeamSize)
      items[i] = input[i];
    member.team_barrier();
    for (int first = 0; first < size; first += share) {
      Impl::TeamCountRank<Exec, TeamSize, Order>::rank(
          member, items, size, first, share,
          reinterpret_cast<std::uint32_t*>(items + size), Order{},
          [&](int number, int rank) { ranks[number] = rank; });
      member.team_barrier();
    }
  }
};

TEST(TeamCountRank, RanksEqualItemsByTheirNumbers) {
  for_team_sizes([](auto team) {
    for (int const size : {1, 7, 64, 100, 256, 509, 512}) {
      for (std::uint32_t const values : {1u, 7u, 1u << 30}) {
        auto const sample               = records(size, values);
        std::vector<int> const expected = stable_ranks(sample);
        for (int const share : {32, 512}) {
          Guarded<Record> const items(sample);
          Guarded<int> const ranks(std::vector<int>(sample.size(), -1));
          run_team<team()>(
              sample.size() * sizeof(Record) + share * sizeof(std::uint32_t),
              RankAll<team()>{items.data(), ranks.data(), size, share});
          EXPECT_EQ(ranks.values(), expected)
              << size << " items, " << values << " values, shares of " << share;
        }
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::CountRankTest
