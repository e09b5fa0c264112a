// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/chunks/run_borders_thread.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace KokkosSort::Test::RunBordersTest {
namespace {

using Order = Impl::BitsOrder<std::uint32_t>;

/// Cuts sorted runs at every `step` keys and merges what lies between.
void check(std::size_t n, std::size_t length, std::uint32_t values,
           std::size_t step) {
  SCOPED_TRACE(std::to_string(n) + " keys of " + std::to_string(values) +
               " values in runs of " + std::to_string(length));
  std::mt19937 random(7);
  std::vector<std::uint32_t> keys(n);
  for (auto& key : keys) key = static_cast<std::uint32_t>(random()) % values;
  auto const at = [&](std::size_t i) {
    return keys.begin() + static_cast<std::ptrdiff_t>(i);
  };
  for (std::size_t begin = 0; begin < n; begin += length)
    std::sort(at(begin), at(std::min(n, begin + length)));
  // A key with its run, whose order is that of a stable merge.
  std::vector<std::pair<std::uint32_t, std::size_t>> expected, found;
  for (std::size_t i = 0; i < n; ++i) expected.emplace_back(keys[i], i);
  std::sort(expected.begin(), expected.end());

  Impl::RunBorders<Order> borders(Order::directed(false), keys.data(), n,
                                  length);
  for (std::size_t done = 0; done < n; done += step) {
    auto const from = borders.places();
    borders.advance(std::min(step, n - done));
    auto const first = found.size();
    for (std::size_t run = 0; run < from.size(); ++run)
      for (std::size_t i = from[run]; i < borders.places()[run]; ++i)
        found.emplace_back(keys[i], i);
    ASSERT_EQ(found.size(), std::min(n, done + step));
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
  }
  EXPECT_EQ(found, expected);
}

TEST(RunBorders, CutAStableMergeAnywhere) {
  for (std::uint32_t const values : {1u, 3u, 1000u, 0xffffffffu})
    for (std::size_t const length : {1u, 7u, 64u, 500u})
      for (std::size_t const step : {1u, 13u, 64u, 500u})
        check(500, length, values, step);
}

struct NoOrder {
  using key_type = std::uint32_t;
  std::uint32_t encode(std::uint32_t key) const { return key; }
  bool less(std::uint32_t a, std::uint32_t b) const {
    return (a * 2654435761u ^ b) % 3 != 0;
  }
};

TEST(RunBorders, NeverGoBackWithoutAnOrder) {
  std::vector<std::uint32_t> keys(1000);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = static_cast<std::uint32_t>(i * i);
  Impl::RunBorders<NoOrder> borders(NoOrder{}, keys.data(), keys.size(), 90);
  for (std::size_t done = 0; done < keys.size(); done += 50) {
    auto const from = borders.places();
    borders.advance(50);
    std::size_t moved = 0;
    for (std::size_t run = 0; run < from.size(); ++run) {
      ASSERT_LE(from[run], borders.places()[run]);
      moved += borders.places()[run] - from[run];
    }
    EXPECT_EQ(moved, 50u);
  }
}

}  // namespace
}  // namespace KokkosSort::Test::RunBordersTest
