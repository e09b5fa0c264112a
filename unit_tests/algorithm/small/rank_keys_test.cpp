// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/space.hpp>

#include <KokkosSort/algorithm/small/rank_keys.hpp>
#include <KokkosSort/algorithm/small/small_sort.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::RankKeysTest {
namespace {

using Small =
    Impl::SmallSort<Exec, Impl::LessOrder<Record, KeyLess>, std::uint32_t>;
using Rank   = Impl::RankKeys<Small>;
using Place  = Impl::PlaceRanked<Small>;
using Tuning = Small::Tuning;

/// Arrays of n records of the caller and of a call, with guards behind them.
/// `word` is the word of the turns before the launch.
struct Ranked {
  explicit Ranked(std::vector<Record> const& input, std::uint32_t word = 0)
      : keys(input),
        values(index_tags<std::uint32_t>(input.size())),
        key_copies(input),
        value_copies(index_tags<std::uint32_t>(input.size())),
        ranks(std::vector<std::uint16_t>(input.size(), 0xffff)),
        numbers(std::vector<std::uint16_t>(input.size(), 0xffff)),
        turn(std::vector<std::uint32_t>(1, word)) {}

  Small::State state() const {
    Impl::Arena none;
    auto s    = Small::plan(keys.size(), {}, none);
    s.ranks   = ranks.data();
    s.numbers = numbers.data();
    s.data[0] = {{keys.data(), 1}, {values.data(), 1}};
    s.data[1] = {{key_copies.data(), 1}, {value_copies.data(), 1}};
    return s;
  }
  bool guards_hold() const {
    return keys.guards_hold() && values.guards_hold() &&
           key_copies.guards_hold() && value_copies.guards_hold() &&
           ranks.guards_hold() && numbers.guards_hold() && turn.guards_hold();
  }

  Guarded<Record> keys;
  Guarded<std::uint32_t> values;
  Guarded<Record> key_copies;
  Guarded<std::uint32_t> value_copies;
  Guarded<std::uint16_t> ranks;
  Guarded<std::uint16_t> numbers;
  Guarded<std::uint32_t> turn;
};

void rank(Small::State const& state) {
  Impl::launch_teams<Rank::team, 1>("rank", Exec{}, Rank::teams(state.n),
                                    Rank{state});
}

/// Lengths with one team, a share of the last team, and all teams.
std::vector<std::size_t> lengths() {
  return {1, std::size_t(Tuning::ranked_share(1)) + 1, 333,
          std::size_t(Tuning::max_ranked_keys) - 1,
          std::size_t(Tuning::max_ranked_keys)};
}

TEST(RankKeys, RanksEqualKeysByTheirNumbers) {
  for (std::size_t const n : lengths()) {
    for (std::uint32_t const values : {1u, 5u, 1u << 30}) {
      SCOPED_TRACE(std::to_string(n) + " keys, " + std::to_string(values) +
                   " values");
      auto const input    = records(n, values);
      auto const expected = sorted_numbers(input);
      Ranked const ranked(input);
      rank(ranked.state());
      auto const ranks   = ranked.ranks.values();
      auto const numbers = ranked.numbers.values();
      for (std::size_t r = 0; r < n; ++r) {
        ASSERT_EQ(numbers[r], expected[r]);
        ASSERT_EQ(ranks[expected[r]], r);
      }
      EXPECT_TRUE(ranked.guards_hold());
    }
  }
}

/// Expects that the only launch has sorted keys and values.
void expect_written(std::vector<Record> const& input, std::uint32_t word) {
  Ranked const ranked(input, word);
  auto state = ranked.state();
  state.turn = ranked.turn.data();
  rank(state);
  auto const expected = sorted_numbers(input);
  EXPECT_EQ(ranked.values.values(), expected);
  auto const keys = ranked.keys.values();
  for (std::size_t r = 0; r < keys.size(); ++r)
    ASSERT_EQ(keys[r].key, input[expected[r]].key);
  EXPECT_EQ(ranked.turn.values()[0], 0u);
  EXPECT_TRUE(ranked.guards_hold());
}

TEST(RankKeys, SanitizeTeamsTakeTurnsToWrite) {
  for (std::size_t const n : lengths())
    for (std::uint32_t const values : {1u, 5u, 1u << 30})
      expect_written(records(n, values), 0);
}

// The word counts too many teams. So no team finds that all have read, and each
// leaves its part to the last.
TEST(RankKeys, SanitizeTheLastTeamWritesWhatOthersHaveLeft) {
  for (std::size_t const n : lengths())
    expect_written(records(n, 1u << 30), Rank::Turn::max_teams / 2);
}

/// Values after keys with the given ranks are placed.
std::vector<std::uint32_t> placed(std::vector<std::uint16_t> const& ranks,
                                  std::vector<std::uint16_t> const& numbers) {
  std::size_t const n = ranks.size();
  auto const input    = records(n, 1u << 30);
  Ranked const ranked(input);
  Kokkos::deep_copy(ranked.ranks.view(), to_device(ranks));
  Kokkos::deep_copy(ranked.numbers.view(), to_device(numbers));
  Impl::launch_teams<Place::team, 2>("place", Exec{}, Place::teams(n),
                                     Place{ranked.state()});
  Exec{}.fence();
  EXPECT_TRUE(ranked.guards_hold());
  auto const values = ranked.values.values();
  auto const keys   = ranked.keys.values();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(keys[i].key, input[values[i]].key);
  return values;
}

TEST(PlaceRanked, MovesKeysAndValuesToTheirRanks) {
  EXPECT_EQ(placed({2, 0, 1}, {1, 2, 0}),
            (std::vector<std::uint32_t>{1, 2, 0}));
}

// Ranks 1, 3 and 4 have no key. Their words are a key with another rank, a key
// that shares its rank, and no key at all.
TEST(PlaceRanked, SanitizeKeysThatShareARankTakeOthers) {
  EXPECT_EQ(placed({2, 2, 0, 2, 5, 0}, {5, 0, 1, 3, 0xffff, 4}),
            (std::vector<std::uint32_t>{5, 0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace KokkosSort::Test::RankKeysTest
