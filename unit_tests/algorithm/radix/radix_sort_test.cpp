// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/radix/bit_ranges.hpp>
#include <support/call.hpp>
#include <support/events.hpp>
#include <support/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Tests of radix beyond the matrix.

TEST(RadixSortBits, RangesOfKeysOfSeveralWidths) {
  for (std::size_t const n : {1, 2, 100, 60001}) {
    check_ranges<std::int8_t>(n, Distribution::uniform);
    check_ranges<std::int32_t>(n, Distribution::uniform);
    check_ranges<std::uint64_t>(n, Distribution::uniform);
    check_ranges<Int128>(n, Distribution::uniform);
  }
}

/// Checks ranges that end at the key's width and begin above its lowest bit:
/// at, below and above the boundaries of digits.
template <class Key, class Tag = Algorithm::Radix>
void check_ranges_to_the_top(std::size_t n, Tag algorithm = {}) {
  int const width  = 8 * static_cast<int>(sizeof(Key));
  auto const input = input_keys<Key>(n, Distribution::uniform);
  for (int const begin : {1, 2, 5, 7, 8, 9, width / 2 - 1, width / 2 + 1,
                          width - 9, width - 8, width - 7, width - 1}) {
    if (begin < 1 || begin >= width) continue;
    SCOPED_TRACE(std::to_string(n) + " keys of " + std::to_string(width) +
                 " bits from bit " + std::to_string(begin));
    check_bits<Key>(input, bits(begin, width), false, algorithm);
    check_bits<Key>(input, bits(begin, width, descending), true, algorithm);
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class... Key>
void check_widths(std::size_t n) {
  (check_ranges_to_the_top<Key>(n), ...);
  (check_ranges_to_the_top<Key>(n, Algorithm::automatic), ...);
}

TEST(RadixSortBits, RangesThatEndAtTheWidth) {
  using Limits = Boundaries<Algorithm::Radix, std::uint64_t, Impl::NoValue>;
  for (std::size_t const n : {std::size_t{37}, 3 * Limits::leaf + 1}) {
    check_widths<std::uint8_t, std::int16_t, std::uint32_t, std::int64_t,
                 UInt128>(n);
    check_ranges_to_the_top<std::uint32_t>(n, RadixOtherStart{});
    check_ranges_to_the_top<std::int64_t>(n, RadixOtherStart{});
  }
}

// MSD passes, LSD passes, and oversize leaves of a single value.
TEST(RadixSortBits, MsdAndLsdPasses) {
  using Limits = Boundaries<Algorithm::Radix, std::uint32_t, Impl::NoValue>;
  for (auto const distribution :
       {Distribution::uniform, Distribution::zipf, Distribution::two_values,
        Distribution::sorted, Distribution::gaussian})
    for (std::size_t const n :
         {Limits::leaf, Limits::leaf + 1, 20 * Limits::leaf}) {
      check_ranges<std::uint32_t>(n, distribution);
      check_ranges<std::uint32_t>(n, distribution, RadixOtherStart{});
    }
}

// Checks the sizes at which tiles become longer and MSD passes begin.
template <class Key, class Value>
void check_boundaries_of_few_keys() {
  using Tuning =
      typename Boundaries<Algorithm::Radix, Key, Value>::Sort::Tuning;
  for (std::uint64_t const end :
       {Tuning::min_for_long_tiles, Tuning::min_for_one_tile,
        Tuning::min_past_one_tile, Tuning::min_for_longest_tiles,
        Tuning::min_for_msd})
    for (std::uint64_t const n : {end - 1, end}) {
      auto const input = input_keys<Key>(n, Distribution::gaussian);
      if constexpr (Impl::is_value_v<Value>) {
        auto const result = sort_tagged<Key>(input, Algorithm::radix);
        EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                                     OracleLess<Key>{}, true))
            << n;
      } else {
        EXPECT_TRUE(sorted(sort_guarded<Key>(input, Algorithm::radix), input,
                           OracleLess<Key>{}))
            << n;
      }
    }
}

TEST(RadixSort, BoundariesOfFewKeys) {
  check_boundaries_of_few_keys<std::uint32_t, Impl::NoValue>();
  check_boundaries_of_few_keys<std::uint32_t, std::uint32_t>();
  check_boundaries_of_few_keys<std::uint64_t, Impl::NoValue>();
  check_boundaries_of_few_keys<std::uint64_t, std::uint32_t>();
}

/// Sorts keys from `low` on, of which `cluster(random)` is added to each. Some
/// keys at one place may lie far outside.
template <class Key, class Cluster>
void check_outliers(std::size_t n, Key low, Cluster const& cluster) {
  auto const random = input_keys<std::uint32_t>(n, Distribution::uniform);
  Key const far     = static_cast<Key>(low / 2);
  // Several places, since the sample may contain some of them.
  for (std::size_t const place : {0, 1, 2, 3, 5, 8})
    for (auto const& outliers : std::vector<std::vector<Key>>{
             {},
             {static_cast<Key>(low - far)},
             {static_cast<Key>(low + far)},
             {static_cast<Key>(low - far), static_cast<Key>(low + far)}}) {
      std::vector<Key> input(n);
      for (std::size_t i = 0; i < n; ++i)
        input[i] = static_cast<Key>(low + cluster(random[i]));
      for (std::size_t i = 0; i < outliers.size(); ++i)
        input[n / 9 * place + i] = outliers[i];
      SCOPED_TRACE(std::to_string(outliers.size()) + " keys outside, from " +
                   std::to_string(n / 9 * place) + " on");
      EXPECT_TRUE(sorted(sort_guarded<Key>(input, Algorithm::radix), input,
                         OracleLess<Key>{}));
      if (testing::Test::HasFailure()) return;
    }
}

// The range of the keys is that of a sample. Keys outside it require LSD
// passes, and keys below it a second count.
TEST(RadixSort, KeysOutsideTheSample) {
  auto const spread  = [](std::uint32_t r) { return r % 1000000; };
  auto const crowded = [](std::uint32_t r) {
    return r % 8 == 0 ? r % 1000000 : r % 5000;
  };
  using Tuning        = typename Boundaries<Algorithm::Radix, std::uint64_t,
                                            Impl::NoValue>::Sort::Tuning;
  std::size_t const n = std::max<std::size_t>(70001, Tuning::min_for_msd + 1);
  check_outliers<std::uint64_t>(n, std::uint64_t{1} << 40, spread);
  check_outliers<std::uint64_t>(n, std::uint64_t{1} << 40, crowded);
  check_outliers<std::int64_t>(n, std::int64_t{-123456789012}, crowded);
}

// LSD passes over a digit that is the same in all keys are skipped, whether an
// even or an odd number of passes is left.
TEST(RadixSort, DigitsThatAllKeysShare) {
  using Tuning        = typename Boundaries<Algorithm::Radix, std::uint64_t,
                                            Impl::NoValue>::Sort::Tuning;
  std::size_t const n = std::max<std::size_t>(70001, Tuning::min_for_msd + 1);
  for (int const middle : {0, 1})
    for (std::uint64_t const low : {std::uint64_t{0}, std::uint64_t{77}}) {
      auto const random = input_keys<std::uint64_t>(n, Distribution::uniform);
      std::vector<std::uint64_t> input(n);
      for (std::size_t i = 0; i < n; ++i)
        input[i] = low + ((random[i] & 0xff) | (random[i] >> 8 & 3) << 40 |
                          (random[i] >> 10 & 1) * middle << 20);
      EXPECT_TRUE(sorted(sort_guarded<std::uint64_t>(input, Algorithm::radix),
                         input, OracleLess<std::uint64_t>{}))
          << middle << ' ' << low;
    }
}

/// Returns the launches of a sort by LSD passes alone of `more` keys than one
/// team sorts.
template <class Key, std::size_t more = 1, class... Option>
std::size_t launches_by_lsd(Option const&... option) {
  using Tag    = std::conditional_t<Impl::TeamShape<Exec>::is_host,
                                    RadixOtherStart, Algorithm::Radix>;
  using Limits = Boundaries<Algorithm::Radix, Key, Impl::NoValue>;
  Guarded<Key> const keys(
      input_keys<Key>(Limits::leaf + more, Distribution::uniform));
  Events const events;
  sort(Exec{}, keys.view(), option..., Tag{});
  return events.kernels().size();
}

// One launch each to clear, to count, to scan, per digit, and to copy back the
// result of an odd number of digits.
TEST(RadixSort, FewKeysTakeThreeLaunchesAndOnePerDigit) {
  EXPECT_EQ(launches_by_lsd<std::uint8_t>(), 3u + 1u + 1u);
  EXPECT_EQ(launches_by_lsd<std::int16_t>(), 3u + 2u);
  EXPECT_EQ(launches_by_lsd<float>(), 3u + 4u);
  EXPECT_EQ(launches_by_lsd<std::uint64_t>(descending), 3u + 8u);
  EXPECT_EQ(launches_by_lsd<std::uint32_t>(bits(3, 15)), 3u + 2u);
  EXPECT_EQ(launches_by_lsd<std::uint32_t>(bits(3, 20)), 3u + 3u + 1u);
}

TEST(RadixSort, AnArrayThatIsOneLeafTakesOneLaunch) {
  EXPECT_EQ((launches_by_lsd<std::uint32_t, 0>()), 1u);
  EXPECT_EQ((launches_by_lsd<double, 0>()), 1u);
}

TEST(Bits, SortByEveryComparisonAlgorithm) {
  auto const input = input_keys<std::int32_t>(60001, Distribution::uniform);
  check_bits<std::int32_t>(input, bits(8, 24), false, Algorithm::automatic);
  check_bits<std::int32_t>(input, bits(8, 32, descending), true,
                           Algorithm::sample);
  check_bits<std::int32_t>(input, bits(20, 32), false, Algorithm::merge);
  check_bits<std::int32_t>(input, bits(0, 5), false, Algorithm::quick);
}

TEST(Bits, KeysOfBool) {
  auto const input = input_keys<bool>(100, Distribution::uniform);
  EXPECT_TRUE(
      same_sequence(sort_guarded<bool>(input, bits(0, 1), Algorithm::radix),
                    stable_reference(input, std::less<bool>{})));
}

TEST(Bits, RefuseInvalidRanges) {
  auto const input = input_keys<std::int32_t>(100, Distribution::uniform);
  Guarded<std::int32_t> const keys(input);
  for (auto const& [begin, end] : std::vector<std::pair<int, int>>{
           {-1, 3},
           {4, 4},
           {9, 8},
           {0, 33},
           {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}})
    EXPECT_TRUE(refuses(
        [&, first = begin, last = end] {
          sort(keys.view(), bits(first, last), Algorithm::radix);
        },
        {"bits(" + std::to_string(begin) + ", " + std::to_string(end) + ")",
         "begin < end <= 32"}));
  EXPECT_TRUE(keys.untouched());
}

}  // namespace
}  // namespace KokkosSort::Test
