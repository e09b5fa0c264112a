// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/butterfly/extremes_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::TeamMinMaxTest {
namespace {

/// Each thread contributes one element.
template <int TeamSize>
struct Search {
  using Block = Impl::TeamMinMax<Record, TeamSize>;
  Record const* items;
  Record* result;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Record const own = items[member.team_rank()];
    auto const found = Block::search(member, {own, own}, scratch, KeyLess{});
    if (member.team_rank() != 0) return;
    result[0] = found.min;
    result[1] = found.max;
  }
};

template <int TeamSize>
void check(std::vector<Record> const& input) {
  auto const items = to_device(input);
  Guarded<Record> const result(std::vector<Record>(2));
  run_team<TeamSize>(Search<TeamSize>::Block::scratch_bytes(),
                     Search<TeamSize>{items.data(), result.data()});
  EXPECT_TRUE(result.guards_hold());
  auto const [min, max] =
      std::minmax_element(input.begin(), input.end(), KeyLess{});
  auto const found = result.values();
  ASSERT_EQ(found[0].key, min->key);
  ASSERT_EQ(found[1].key, max->key);
  // If keys are equal, the result is any one of their elements.
  ASSERT_EQ(input.at(found[0].tag).key, min->key);
  ASSERT_EQ(input.at(found[1].tag).key, max->key);
}

TEST(TeamMinMax, FindsBothExtremesAtEveryPosition) {
  for_team_sizes([](auto team) {
    for (int at = 0; at < team(); ++at) {
      auto input    = records(team(), 1000);
      input[at].key = 5000;
      input[(at + team() / 3) % team()].key += 2000;
      check<team()>(input);
      for (Record& record : input) record.key = 5000 - record.key;
      check<team()>(input);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(TeamMinMax, EqualKeys) {
  for_team_sizes([](auto team) {
    check<team()>(records(team(), 1));
    check<team()>(records(team(), 2));
  });
}

}  // namespace
}  // namespace KokkosSort::Test::TeamMinMaxTest
