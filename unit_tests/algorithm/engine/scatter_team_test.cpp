// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Test::DigitScatterTest {
namespace {

constexpr int items_per_thread = 4;
constexpr int max_log_digits   = 9;

struct LeadingDigit {
  int down;
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint64_t item) const {
    return static_cast<std::uint32_t>(item >> down);
  }
};

/// The digits of a tile as they are stored, by position. They cannot be found
/// again from an item alone.
struct StoredDigits {
  std::uint16_t const* stored;
  std::uint16_t const* table;  // at the beginning of the scratch, or null
  int down;
  int* wrong;
  bool occupies_scratch;

  template <int N, class Position>
  KOKKOS_FUNCTION void find(std::uint64_t const (&items)[N],
                            std::uint32_t (&digits)[N],
                            Position const& position) const {
    for (int i = 0; i < N; ++i) {
      digits[i] = stored[position(i)];
      // Items and positions belong together, also where a thread has no item.
      if (digits[i] != items[i] >> down) Kokkos::atomic_add(wrong, 1);
      if (occupies_scratch) digits[i] = table[digits[i]];
    }
  }
};

/// Offsets of the tile's digits, for tiles that are moved one after another.
/// Also checks that counts are announced before offsets are requested.
struct NextOffsets {
  std::uint64_t* next;
  std::uint32_t* counted;
  int* wrong;

  KOKKOS_FUNCTION void count(int d, std::uint32_t count) const {
    counted[d] = count;
  }
  KOKKOS_FUNCTION std::uint64_t begin(int d, std::uint32_t count) const {
    if (counted[d] != count) Kokkos::atomic_add(wrong, 1);
    std::uint64_t const place = next[d];
    next[d] += count;
    return place;
  }
};

/// Moves an array tile by tile to the given offsets of its digits.
template <class Value, int TeamSize, bool Stable, bool Staged, int Rounds = 1>
struct ScatterTiles {
  using Order = Impl::BitsOrder<std::uint64_t>;
  using Scatter =
      Impl::TeamScatter<Exec, Order, Value, TeamSize, items_per_thread * Rounds,
                        max_log_digits, Stable, Staged, Rounds>;
  using Data = Impl::Arrays<std::uint64_t, Value>;
  Data from;
  Data to;
  NextOffsets offsets;
  std::uint16_t const* stored;
  bool occupies_scratch;
  int log_digits;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Scatter const scatter(scratch, log_digits);
    for (int begin = 0; begin < size; begin += Scatter::tile) {
      int const left = size - begin;
      int const held = left < Scatter::tile ? left : Scatter::tile;
      if constexpr (Staged) {
        auto* const table = reinterpret_cast<std::uint16_t*>(scratch);
        if (occupies_scratch) fill(member, table);
        StoredDigits const digits{stored + begin, table, 64 - log_digits,
                                  offsets.wrong, occupies_scratch};
        scatter.move(member, Order{}, digits, from, to, begin, held, offsets);
      } else {
        scatter.move(member, Order{}, LeadingDigit{64 - log_digits}, from, to,
                     begin, held, offsets);
      }
    }
  }

  /// The items of the tile before have overwritten the table.
  KOKKOS_FUNCTION void fill(Member const& member, std::uint16_t* table) const {
    for (int d = member.team_rank(); d < 1 << log_digits; d += TeamSize)
      table[d] = static_cast<std::uint16_t>(d);
    member.team_barrier();
  }
};

template <class Value, int TeamSize, bool Stable, bool Staged, int Rounds>
void check(std::vector<std::uint64_t> const& input, int log_digits,
           bool occupies_scratch) {
  int const size = static_cast<int>(input.size());
  SCOPED_TRACE("log_digits " + std::to_string(log_digits) + ", size " +
               std::to_string(size) +
               (occupies_scratch ? ", digits from scratch" : ""));
  using Kernel = ScatterTiles<Value, TeamSize, Stable, Staged, Rounds>;
  std::vector<std::uint64_t> begin((1 << log_digits) + 1);
  std::vector<std::uint16_t> digits;
  for (auto const key : input) {
    digits.push_back(static_cast<std::uint16_t>(key >> (64 - log_digits)));
    ++begin[digits.back() + 1];
  }
  for (int d = 0; d < 1 << log_digits; ++d) begin[d + 1] += begin[d];

  Guarded<std::uint64_t> const from_keys(input);
  Guarded<std::uint32_t> const from_values(index_tags<std::uint32_t>(size));
  Guarded<std::uint16_t> const stored(digits);
  Guarded<std::uint64_t> const to_keys(std::vector<std::uint64_t>(size, 1));
  Guarded<std::uint32_t> const to_values(std::vector<std::uint32_t>(size, 1));
  Guarded<std::uint64_t> const next(begin);
  Guarded<std::uint32_t> const counted(
      std::vector<std::uint32_t>(1 << log_digits));
  Guarded<int> const wrong(std::vector<int>(1, 0));
  typename Kernel::Data from{strided(from_keys), {}};
  typename Kernel::Data to{strided(to_keys), {}};
  if constexpr (Impl::is_value_v<Value>) {
    from.values = strided(from_values);
    to.values   = strided(to_values);
  }
  run_team<TeamSize>(Kernel::Scatter::scratch_bytes(log_digits),
                     Kernel{from,
                            to,
                            {next.data(), counted.data(), wrong.data()},
                            stored.data(),
                            occupies_scratch,
                            log_digits,
                            size});
  EXPECT_EQ(wrong.values()[0], 0)
      << "counts differ from those announced, or items from their positions";
  auto const by_digit = [&](std::uint64_t a, std::uint64_t b) {
    return a >> (64 - log_digits) < b >> (64 - log_digits);
  };
  auto const expected = stable_reference(input, by_digit);
  auto const moved    = to_keys.values();
  if constexpr (Impl::is_value_v<Value>) {
    EXPECT_TRUE(
        sorted_with_tags(moved, to_values.values(), input, by_digit, Stable));
  } else if constexpr (Stable) {
    EXPECT_TRUE(same_sequence(moved, expected));
  } else {
    EXPECT_TRUE(same_multiset(moved, input));
    for (int i = 0; i < size; ++i)
      ASSERT_EQ(moved[i] >> (64 - log_digits),
                expected[i] >> (64 - log_digits));
  }
  EXPECT_TRUE(to_keys.guards_hold());
  EXPECT_TRUE(next.guards_hold());
  EXPECT_TRUE(to_values.guards_hold());
  EXPECT_TRUE(from_keys.untouched());
  EXPECT_TRUE(from_values.untouched());
}

template <class Value, bool Stable, bool Staged, int Rounds = 1>
void check_all(Distribution distribution = Distribution::zipf) {
  for_team_sizes([distribution](auto team) {
    constexpr int tile = team() * items_per_thread * Rounds;
    for (int const log_digits : {1, 2, 5, 8, 9})
      for (int const size : {1, 2, tile - 1, tile, tile + 1, 5 * tile + 3})
        for (int occupies = 0; occupies < (Staged ? 2 : 1); ++occupies)
          check<Value, team(), Stable, Staged, Rounds>(
              input_keys<std::uint64_t>(size, distribution), log_digits,
              occupies != 0);
  });
}

TEST(TeamScatter, MovesKeysStably) { check_all<Impl::NoValue, true, false>(); }

TEST(TeamScatter, MovesValuesStably) {
  check_all<std::uint32_t, true, false>();
}

TEST(TeamScatter, MovesSpreadDigitsStably) {
  check_all<Impl::NoValue, true, false>(Distribution::uniform);
  check_all<std::uint32_t, true, false>(Distribution::uniform);
}

TEST(TeamScatter, MovesKeysToTheirDigits) {
  check_all<Impl::NoValue, false, false>();
}

TEST(TeamScatter, MovesValuesToTheirDigits) {
  check_all<std::uint32_t, false, false>();
}

TEST(TeamScatter, MovesKeysByStoredDigitsStably) {
  check_all<Impl::NoValue, true, true>();
}

TEST(TeamScatter, MovesValuesByStoredDigitsStably) {
  check_all<std::uint32_t, true, true>();
}

TEST(TeamScatter, MovesKeysByStoredDigits) {
  check_all<Impl::NoValue, false, true>();
}

TEST(TeamScatter, StagesATileInTwoRounds) {
  check_all<Impl::NoValue, false, true, 2>();
  check_all<Impl::NoValue, true, true, 2>();
}

TEST(TeamScatter, MovesValuesByStoredDigits) {
  check_all<std::uint32_t, false, true>();
}

}  // namespace
}  // namespace KokkosSort::Test::DigitScatterTest
