// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/events.hpp>
#include <support/guarded.hpp>
#include <support/oracle.hpp>
#include <KokkosSort/algorithm/butterfly/min_max_network.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/order.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Test::MinMaxNetworkTest {
namespace {

using Key  = std::uint32_t;
using Keys = std::vector<Key>;
using Tag  = std::uint32_t;

template <class... Options>
Keys after_network(Keys const& input, Options const&... options) {
  auto const order = Impl::pick_order<Key>(options...);
  using Order      = std::remove_cv_t<decltype(order)>;
  Guarded<Key> const keys(input);
  Impl::MinMaxNetwork<Exec, Order>::run(Exec{}, order, {keys.data(), 1}, {},
                                        input.size());
  Exec{}.fence();
  EXPECT_TRUE(keys.guards_hold());
  return keys.values();
}

/// Algorithm 1 of the paper, line by line. The length is a power of two.
Keys algorithm_1(Keys data) {
  int const stages = std::countr_zero(data.size());
  for (int x_out = 1; x_out <= stages; ++x_out) {
    std::size_t const power_x = std::size_t{1} << x_out;
    for (std::size_t t = 0; t < data.size() / 2; ++t) {
      std::size_t const y_index = t / (power_x / 2);
      std::size_t const k_index = t % (power_x / 2);
      std::size_t const start   = k_index + y_index * power_x;
      std::size_t const end     = start + power_x / 2;
      if (data[start] > data[end]) std::swap(data[start], data[end]);
    }
  }
  return data;
}

void check_extremes(Keys const& input, Keys const& output) {
  ASSERT_TRUE(same_multiset(output, input)) << input.size() << " keys";
  auto const ends = std::minmax_element(input.begin(), input.end());
  ASSERT_EQ(output.front(), *ends.first) << input.size() << " keys";
  ASSERT_EQ(output.back(), *ends.second) << input.size() << " keys";
}

std::vector<std::size_t> sizes() {
  std::vector<std::size_t> result;
  for (std::size_t n = 1; n <= 66; ++n) result.push_back(n);
  for (std::size_t const n :
       {255, 256, 257, 1000, 4095, 4096, 4097, 5000, 65537})
    result.push_back(n);
  return result;
}

TEST(MinMaxNetwork, ExtremesReachTheEndsForEveryLength) {
  for (std::size_t const n : sizes()) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::sorted, Distribution::reversed,
          Distribution::two_values}) {
      auto const input = input_keys<Key>(n, distribution, n);
      check_extremes(input, after_network(input));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// A network that does so for every sequence of zeros and ones does it for every
// sequence.
TEST(MinMaxNetwork, EverySequenceOfZerosAndOnes) {
  for (std::size_t n = 1; n <= 9; ++n) {
    for (std::uint32_t bits = 0; bits >> n == 0; ++bits) {
      Keys input(n);
      for (std::size_t i = 0; i < n; ++i) input[i] = (bits >> i) & 1;
      check_extremes(input, after_network(input));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(MinMaxNetwork, PowersOfTwoAreAlgorithm1) {
  for (int log_n = 0; log_n <= 14; ++log_n) {
    auto const input =
        input_keys<Key>(std::size_t{1} << log_n, Distribution::uniform);
    EXPECT_TRUE(same_sequence(after_network(input), algorithm_1(input)));
  }
}

/// Keys in descending order, each `repeats` times.
Keys falling(std::size_t n, std::size_t repeats) {
  Keys keys(n);
  for (std::size_t i = 0; i < n; ++i)
    keys[i] = static_cast<Key>((n - 1 - i) / repeats);
  return keys;
}

// The paper's claim: keys in descending order end sorted, and vice versa.
TEST(MinMaxNetwork, FallingKeysEndSortedIfTheirNumberIsAPowerOfTwo) {
  for (int log_n = 0; log_n <= 14; ++log_n) {
    std::size_t const n = std::size_t{1} << log_n;
    for (std::size_t const repeats : {1, 3, 16}) {
      auto const keys   = falling(n, repeats);
      Keys const rising = {keys.rbegin(), keys.rend()};
      EXPECT_TRUE(same_sequence(after_network(keys), rising)) << n;
      EXPECT_TRUE(same_sequence(after_network(rising, descending), keys)) << n;
      EXPECT_TRUE(same_sequence(after_network(rising), rising)) << n;
    }
  }
}

TEST(MinMaxNetwork, FallingKeysOfOtherNumbersDoNotEndSorted) {
  for (std::size_t n = 1; n <= 300; ++n) {
    auto const output = after_network(falling(n, 1));
    EXPECT_EQ(std::is_sorted(output.begin(), output.end()),
              std::has_single_bit(n) || n == 3)
        << n << " keys";
  }
}

TEST(MinMaxNetwork, ValuesAndStridesByAComparator) {
  std::size_t const n = 3001;
  auto const input    = input_keys<Key>(n, Distribution::uniform);
  std::vector<Tag> tags(n);
  for (std::size_t i = 0; i < n; ++i) tags[i] = static_cast<Tag>(i);
  auto const order = Impl::order_for<Key>(Greater{});
  using Order      = std::remove_cv_t<decltype(order)>;
  Guarded<Key> const keys(input, {3, 5});
  Guarded<Tag> const values(tags);
  Impl::MinMaxNetwork<Exec, Order, Tag>::run(Exec{}, order, {keys.data(), 5},
                                             {values.data(), 1}, n);
  Exec{}.fence();
  EXPECT_TRUE(keys.guards_hold() && values.guards_hold());
  auto const output = keys.values();
  auto const moved  = values.values();
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(output[i], input[moved[i]]);
  auto const ends = std::minmax_element(input.begin(), input.end());
  EXPECT_EQ(output.front(), *ends.second);
  EXPECT_EQ(output.back(), *ends.first);
}

TEST(MinMaxNetwork, OneLaunchPerStageAndNoMemory) {
  auto const order = Impl::order_for<Key>(ascending);
  using Order      = std::remove_cv_t<decltype(order)>;
  for (auto const& [n, stages] : {std::pair<std::size_t, std::size_t>{1, 0},
                                  {2, 1},
                                  {1000, 10},
                                  {1024, 10},
                                  {1025, 11}}) {
    DeviceView<Key> const keys("keys", n);
    Events const events;
    Impl::MinMaxNetwork<Exec, Order>::run(Exec{}, order, {keys.data(), 1}, {},
                                          n);
    EXPECT_EQ(events.kernels().size(), stages);
    EXPECT_EQ(events.allocations(), Events::Labels{});
    EXPECT_EQ(events.fences(), Events::Labels{});
  }
}

}  // namespace
}  // namespace KokkosSort::Test::MinMaxNetworkTest
