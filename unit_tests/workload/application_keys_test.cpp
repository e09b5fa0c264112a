// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <workload/distribution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace KokkosSort::Workload::ApplicationKeysTest {
namespace {

constexpr std::uint64_t n = 1 << 16;

std::vector<std::uint64_t> keys_of(Distribution distribution) {
  return make_keys<std::uint64_t>(n, distribution);
}

std::set<std::uint64_t> set_of(std::vector<std::uint64_t> const& keys) {
  return {keys.begin(), keys.end()};
}

/// Every third bit of a Morton code.
std::uint64_t coordinate_of(std::uint64_t key, int axis) {
  std::uint64_t cell = 0;
  for (int bit = 0; bit < 21; ++bit)
    cell |= (key >> (3 * bit + 3 - axis) & 1) << bit;
  return cell;
}

TEST(ApplicationKeys, MortonCodesAreDenseInTheMiddle) {
  for (int axis = 0; axis < 3; ++axis) {
    int in_the_middle    = 0;
    std::uint64_t lowest = 1 << 21, highest = 0;
    for (std::uint64_t const key : keys_of(Distribution::morton)) {
      std::uint64_t const cell = coordinate_of(key, axis);
      lowest                   = std::min(lowest, cell);
      highest                  = std::max(highest, cell);
      // t^3 is in [-1/8, 1/8] for half of all t.
      if (cell >= 7 << 17 && cell < 9 << 17) ++in_the_middle;
    }
    EXPECT_NEAR(in_the_middle / static_cast<double>(n), 0.5, 0.02);
    EXPECT_LT(lowest, 1u << 12);
    EXPECT_GE(highest, (1u << 21) - (1u << 12));
  }
}

TEST(ApplicationKeys, ClustersAreNarrow) {
  auto keys = keys_of(Distribution::clusters);
  std::sort(keys.begin(), keys.end());
  int gaps = 0;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i] - keys[i - 1] > std::uint64_t{1} << 44) ++gaps;
  // Clusters overlap by chance.
  EXPECT_GT(gaps, 950);
  EXPECT_LT(gaps, 1000);
}

TEST(ApplicationKeys, TimestampsAreOfOneYear) {
  auto const keys          = keys_of(Distribution::timestamps);
  auto const [first, last] = std::minmax_element(keys.begin(), keys.end());
  EXPECT_GE(*first, 1735689600ull * 1000000000);
  EXPECT_LT(*last, 1767225600ull * 1000000000);
  EXPECT_GT(*last - *first, 364ull * 86400 * 1000000000);
}

TEST(ApplicationKeys, AddressesAreOfObjectsInHeaps) {
  std::set<std::uint64_t> heaps;
  for (std::uint64_t const key : keys_of(Distribution::addresses)) {
    EXPECT_EQ(key % 16, 0u);
    EXPECT_LT(key, std::uint64_t{1} << 47);
    heaps.insert(key >> 28);
  }
  // A heap that does not begin at a multiple of its size has two numbers.
  EXPECT_GE(heaps.size(), 64u);
  EXPECT_LE(heaps.size(), 128u);
}

TEST(ApplicationKeys, LogarithmsAreNormal) {
  double sum = 0, squares = 0;
  for (double const key : make_keys<double>(n, Distribution::lognormal)) {
    ASSERT_GT(key, 0);
    sum += std::log(key);
    squares += std::log(key) * std::log(key);
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.03);
  for (float const key : make_keys<float>(100, Distribution::lognormal)) {
    EXPECT_GT(key, 1e-3f);
    EXPECT_LT(key, 1e3f);
  }
}

TEST(ApplicationKeys, TextIsOfLettersAndFrequentWords) {
  std::map<std::uint64_t, int> counts;
  for (std::uint64_t const key : keys_of(Distribution::text)) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      auto const letter = static_cast<char>(key >> shift & 255);
      EXPECT_TRUE((letter >= 'a' && letter <= 'z') || letter == ' ' ||
                  (letter == 0 && shift < 24));
    }
    ++counts[key >> 48];
  }
  int most = 0;
  for (auto const& [letters, count] : counts) most = std::max(most, count);
  EXPECT_GT(most, static_cast<int>(n / 32));
  EXPECT_GT(counts.size(), 100u);
}

TEST(ApplicationKeys, BasesOverlap) {
  auto const keys = set_of(keys_of(Distribution::k_mers));
  EXPECT_LE(keys.size(), n / 8 + 1);
  EXPECT_GT(keys.size(), n / 8 / 100 * 99);
  // The neighbor of a window has its last 31 bases.
  int neighbors = 0;
  for (std::uint64_t const key : keys) {
    auto const next = keys.lower_bound(key << 2);
    if (next != keys.end() && (*next >> 2 << 2) == key << 2) ++neighbors;
  }
  EXPECT_GT(neighbors, static_cast<int>(keys.size() / 50 * 49));
}

TEST(ApplicationKeys, CoordinatesAreOfFiveColumnsPerRow) {
  std::map<std::uint64_t, std::set<std::uint64_t>> columns;
  for (std::uint64_t const key : keys_of(Distribution::coordinates))
    columns[key >> 32].insert(key & 0xffffffff);
  EXPECT_LE(columns.size(), n / 5 + 1);
  std::size_t most = 0;
  for (auto const& [row, of_row] : columns) {
    EXPECT_LT(*of_row.rbegin(), n / 5 + 1);
    most = std::max(most, of_row.size());
  }
  EXPECT_EQ(most, 5u);
}

TEST(ApplicationKeys, ShorterAndLongerKeysHaveTheLeadingBits) {
  for (auto const distribution : {Distribution::text, Distribution::morton}) {
    auto const keys    = keys_of(distribution);
    auto const shorter = make_keys<std::uint16_t>(n, distribution);
    auto const longer  = make_keys<UInt128>(n, distribution);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(shorter[i], keys[i] >> 48);
      ASSERT_EQ(static_cast<std::uint64_t>(longer[i] >> 64), keys[i]);
    }
  }
}

}  // namespace
}  // namespace KokkosSort::Workload::ApplicationKeysTest
