// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/rank_merge_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::RankMergeTest {
namespace {

/// Sorts items[0, size) in scratch, with a buffer that begins as garbage.
template <int TeamSize, class Element, class Less>
struct SortInScratch {
  Element* items;
  int size;
  Less less;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    auto* const elements = reinterpret_cast<Element*>(scratch);
    for (int i = member.team_rank(); i < size; i += member.team_size())
      elements[i] = items[i];
    member.team_barrier();
    Impl::TeamRankMerge<Element, TeamSize>::sort(member, elements,
                                                 elements + size, size, less);
    for (int i = member.team_rank(); i < size; i += member.team_size())
      items[i] = elements[i];
  }
};

template <int TeamSize, class Element, class Less>
std::vector<Element> run(std::vector<Element> const& input, Less const& less) {
  Guarded<Element> const items(input);
  run_team<TeamSize>(2 * input.size() * sizeof(Element),
                     SortInScratch<TeamSize, Element, Less>{
                         items.data(), static_cast<int>(input.size()), less});
  EXPECT_TRUE(items.guards_hold());
  return items.values();
}

/// Calls check(team) for the sizes of teams that the sort takes.
template <class Check>
void for_possible_teams(Check const& check) {
  int checked = 0;
  for_team_sizes([&](auto team) {
    if constexpr (Impl::TeamRankMerge<Record, team()>::is_possible) {
      check(team);
      ++checked;
    }
  });
  EXPECT_EQ(checked > 0, other_team_size > 1);
}

TEST(TeamRankMerge, SortsAnySizeStably) {
  for_possible_teams([](auto team) {
    for (int size = 0; size <= team(); ++size) {
      for (std::uint32_t const values : {1u, 4u, 1u << 30}) {
        auto const input = records(size, values);
        ASSERT_TRUE(same_sequence(run<team()>(input, KeyLess{}),
                                  stable_reference(input, KeyLess{})))
            << "size " << size << ", " << values << " values";
      }
    }
  });
}

// The check of the positions has two bytes per element.
TEST(TeamRankMerge, SortsElementsOfTwoBytes) {
  for_possible_teams([](auto team) {
    std::vector<std::uint16_t> input(team());
    for (int i = 0; i < team(); ++i)
      input[i] = static_cast<std::uint16_t>(Impl::splitmix64(i));
    auto expected = input;
    std::sort(expected.begin(), expected.end(), Greater{});
    EXPECT_EQ(run<team()>(input, Greater{}), expected);
  });
}

TEST(TeamRankMerge, FaultyComparatorsKeepTheMultiset) {
  Kokkos::View<std::uint64_t, Memory> const calls("calls");
  for_possible_teams([&](auto team) {
    for (Fault const fault : faults) {
      for (int size = 0; size <= team(); size += 1 + size / 8) {
        auto const input = records(size, 1u << 30);
        FaultyKeyLess const less{{fault, calls.data()}};
        ASSERT_TRUE(same_multiset(run<team()>(input, less), input))
            << "size " << size;
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::RankMergeTest
