// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/keys.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/strided.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace KokkosSort::Test::OrderTest {
namespace {

template <class Key, bool Descending>
void check_bits_order() {
  auto const order = Impl::BitsOrder<Key>::directed(Descending);
  auto const keys  = input_keys<Key>(300, Distribution::specials);
  for (auto const& a : keys) {
    ASSERT_EQ(Workload::bits_of(order.decode(order.encode(a))),
              Workload::bits_of(a));
    for (auto const& b : keys) {
      bool const expected =
          Descending ? OracleLess<Key>{}(b, a) : OracleLess<Key>{}(a, b);
      ASSERT_EQ(order.less(order.encode(a), order.encode(b)), expected);
    }
  }
}

TEST(Order, BitsFollowTheOracleInBothDirections) {
  check_bits_order<float, false>();
  check_bits_order<float, true>();
  check_bits_order<std::int8_t, false>();
  check_bits_order<std::int8_t, true>();
  check_bits_order<double, true>();
  check_bits_order<Int128, true>();
}

template <class Key, class Sorted>
void check_sorted_as() {
  static_assert(std::is_same_v<Impl::sorted_as_t<Key>, Sorted>);
  auto const keys = input_keys<Key>(300, Distribution::specials);
  for (bool const descend : {false, true}) {
    auto const order  = Impl::BitsOrder<Key>::directed(descend);
    auto const shared = Impl::sorted_as(order);
    static_assert(std::is_same_v<typename decltype(shared)::key_type, Sorted>);
    for (Key const key : keys)
      ASSERT_EQ(shared.encode(Kokkos::bit_cast<Sorted>(key)),
                order.encode(key));
  }
}

TEST(Order, NumbersOfOneWidthAreSortedAsOneType) {
  check_sorted_as<bool, std::uint8_t>();
  check_sorted_as<char, std::uint8_t>();
  check_sorted_as<std::int8_t, std::uint8_t>();
  check_sorted_as<std::int16_t, std::uint16_t>();
  check_sorted_as<std::int32_t, std::uint32_t>();
  check_sorted_as<std::int64_t, std::uint64_t>();
  check_sorted_as<Int128, UInt128>();
  check_sorted_as<std::uint32_t, std::uint32_t>();
  check_sorted_as<float, float>();
  static_assert(
      std::is_same_v<Impl::sorted_as_t<long long>, unsigned long long>);
  static_assert(std::is_same_v<Impl::sorted_as_t<wchar_t>, wchar_t>);
  static_assert(std::is_same_v<Impl::sorted_as_t<Pair>, Pair>);
}

TEST(Order, NaturalLessOfNumbersAndClasses) {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(Impl::natural_less(1.0f, nan));
  EXPECT_FALSE(Impl::natural_less(nan, nan));
  EXPECT_TRUE(Impl::NaturalLess<true>{}(nan, 1.0f));
  EXPECT_TRUE(Impl::natural_less(Pair(1, 2), Pair(1, 3)));
  EXPECT_FALSE(Impl::NaturalLess<true>{}(Pair(1, 2), Pair(1, 3)));
}

TEST(Order, LessOrderUsesTheCallable) {
  Impl::LessOrder<int, Greater> const order{};
  EXPECT_TRUE(order.less(order.encode(2), order.encode(1)));
  EXPECT_FALSE(order.less(1, 1));
  EXPECT_EQ(order.decode(5), 5);
}

TEST(Order, ProjectedLess) {
  Impl::ProjectedLess<KeyOf, false> const rising{};
  Impl::ProjectedLess<KeyOf, true> const falling{};
  EXPECT_TRUE(rising(Record{1, 9}, Record{2, 0}));
  EXPECT_FALSE(rising(Record{1, 0}, Record{1, 9}));
  EXPECT_TRUE(falling(Record{2, 0}, Record{1, 9}));
  EXPECT_FALSE(falling(Record{1, 0}, Record{1, 9}));
}

TEST(Splitmix64, NumbersDifferAndSpread) {
  std::set<std::uint64_t> met;
  int ones = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    met.insert(Impl::splitmix64(i));
    ones += static_cast<int>(Impl::splitmix64(i) >> 17 & 1);
  }
  EXPECT_EQ(met.size(), 10000u);
  EXPECT_NEAR(ones, 5000, 300);
}

TEST(Strided, SkipsTheElementsBetween) {
  std::vector<int> const memory{0, 1, 2, 3, 4, 5, 6};
  Impl::Strided<int const> const every_third{memory.data(), 3};
  EXPECT_EQ(every_third[0], 0);
  EXPECT_EQ(every_third[2], 6);
  Kokkos::View<int[3], Kokkos::HostSpace> const view("view");
  EXPECT_EQ(Impl::strided(view).data, view.data());
  EXPECT_EQ(Impl::stride_of(view), 1);
  Kokkos::View<int**, Kokkos::LayoutRight, Kokkos::HostSpace> const matrix(
      "matrix", 4, 6);
  EXPECT_EQ(Impl::stride_of(Kokkos::subview(matrix, Kokkos::ALL, 1)), 6);
  EXPECT_EQ(Impl::stride_of(Kokkos::subview(matrix, Kokkos::pair(0, 1), 1)), 1);
}

}  // namespace
}  // namespace KokkosSort::Test::OrderTest
