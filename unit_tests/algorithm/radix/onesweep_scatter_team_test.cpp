// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/radix/onesweep_scatter_team.hpp>
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
template <class Value, int TeamSize, bool Stable>
struct ScatterTiles {
  using Order = Impl::BitsOrder<std::uint64_t>;
  using Scatter =
      Impl::TeamOnesweepScatter<Exec, Order, Value, TeamSize, items_per_thread,
                                max_log_digits, Stable>;
  using Data = Impl::Arrays<std::uint64_t, Value>;
  Data from;
  Data to;
  NextOffsets offsets;
  int log_digits;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Scatter const scatter(scratch, log_digits);
    for (int begin = 0; begin < size; begin += Scatter::tile)
      scatter.move(
          member, Order{}, LeadingDigit{64 - log_digits}, from, to, begin,
          size - begin < Scatter::tile ? size - begin : Scatter::tile, offsets);
  }
};

template <class Value, int TeamSize, bool Stable>
void check(int log_digits, int size) {
  SCOPED_TRACE("log_digits " + std::to_string(log_digits) + ", size " +
               std::to_string(size));
  using Kernel     = ScatterTiles<Value, TeamSize, Stable>;
  auto const input = input_keys<std::uint64_t>(size, Distribution::zipf);
  std::vector<std::uint64_t> begin((1 << log_digits) + 1);
  for (auto const key : input) ++begin[(key >> (64 - log_digits)) + 1];
  for (int d = 0; d < 1 << log_digits; ++d) begin[d + 1] += begin[d];

  Guarded<std::uint64_t> const from_keys(input);
  Guarded<std::uint32_t> const from_values(index_tags<std::uint32_t>(size));
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
                            log_digits,
                            size});
  EXPECT_EQ(wrong.values()[0], 0) << "counts differ from those announced";
  auto const by_digit = [&](std::uint64_t a, std::uint64_t b) {
    return a >> (64 - log_digits) < b >> (64 - log_digits);
  };
  auto const expected = stable_reference(input, by_digit);
  if constexpr (Impl::is_value_v<Value>) {
    EXPECT_TRUE(sorted_with_tags(to_keys.values(), to_values.values(), input,
                                 by_digit, Stable));
  } else if constexpr (Stable) {
    EXPECT_TRUE(same_sequence(to_keys.values(), expected));
  } else {
    EXPECT_TRUE(same_multiset(to_keys.values(), input));
    for (int i = 0; i < size; ++i)
      ASSERT_EQ(to_keys.values()[i] >> (64 - log_digits),
                expected[i] >> (64 - log_digits));
  }
  EXPECT_TRUE(to_keys.guards_hold());
  EXPECT_TRUE(next.guards_hold());
  EXPECT_TRUE(to_values.guards_hold());
  EXPECT_TRUE(from_keys.untouched());
  EXPECT_TRUE(from_values.untouched());
}

template <class Value, bool Stable>
void check_all() {
  for_team_sizes([](auto team) {
    constexpr int tile = team() * items_per_thread;
    for (int const log_digits : {1, 2, 5, 8, 9})
      for (int const size : {1, 2, tile - 1, tile, tile + 1, 5 * tile + 3})
        check<Value, team(), Stable>(log_digits, size);
  });
}

TEST(TeamOnesweepScatter, MovesKeysStably) { check_all<Impl::NoValue, true>(); }

TEST(TeamOnesweepScatter, MovesValuesStably) {
  check_all<std::uint32_t, true>();
}

TEST(TeamOnesweepScatter, MovesKeysToTheirDigits) {
  check_all<Impl::NoValue, false>();
}

TEST(TeamOnesweepScatter, MovesValuesToTheirDigits) {
  check_all<std::uint32_t, false>();
}

}  // namespace
}  // namespace KokkosSort::Test::DigitScatterTest
