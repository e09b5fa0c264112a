// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <workload/distribution.hpp>
#include <workload/order.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace {

using namespace KokkosSort::Workload;

template <class Key>
class KeyMapping : public testing::Test {};
using KeyTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                   float, double, Int128, UInt128>;
TYPED_TEST_SUITE(KeyMapping, KeyTypes);

TYPED_TEST(KeyMapping, OrdinalsKeepTheirOrder) {
  using Key       = TypeParam;
  const auto keys = make_keys<Key>(5000, Distribution::sorted);
  EXPECT_TRUE(
      check_order(keys, 0, keys.size(), ReferenceLess<Key>{}).is_ordered());
  const UInt128 last = key_width<Key> == 128
                           ? ~UInt128(0)
                           : (UInt128(1) << (key_width<Key> % 128)) - 1;
  EXPECT_TRUE(
      ReferenceLess<Key>{}(key_of_ordinal<Key>(0), key_of_ordinal<Key>(last)));
}

TYPED_TEST(KeyMapping, UniformReachesBothHalvesOfTheRange) {
  using Key         = TypeParam;
  const Key middle  = key_of_ordinal<Key>(UInt128(1) << (key_width<Key> - 1));
  const auto keys   = make_keys<Key>(1000, Distribution::uniform);
  const auto is_low = [&](const Key& key) {
    return ReferenceLess<Key>{}(key, middle);
  };
  EXPECT_NEAR(
      static_cast<double>(std::count_if(keys.begin(), keys.end(), is_low)), 500,
      100);
}

TYPED_TEST(KeyMapping, PaperDistributionsStayBelowHalfTheRange) {
  using Key = TypeParam;
  for (const auto distribution :
       {Distribution::bucket, Distribution::staggered}) {
    for (const auto& key : make_keys<Key>(5000, distribution)) {
      ASSERT_TRUE(key >= Key(0));
      if constexpr (is_floating_key<Key>) {
        ASSERT_LE(key, Key(1));
      } else {
        ASSERT_TRUE((bits_of(key) >> (key_width<Key> - 1)) == 0);
      }
    }
  }
}

TYPED_TEST(KeyMapping, OnlySpecialsHoldNaN) {
  using Key = TypeParam;
  if constexpr (is_floating_key<Key>) {
    for (const auto& entry : distributions) {
      const auto keys = make_keys<Key>(5000, entry.distribution);
      const bool nan  = std::any_of(keys.begin(), keys.end(),
                                    [](Key key) { return std::isnan(key); });
      EXPECT_EQ(nan, entry.distribution == Distribution::specials)
          << entry.name;
    }
  } else {
    std::set<Key> keys;
    for (const auto& key : make_keys<Key>(5000, Distribution::specials))
      keys.insert(key);
    for (const UInt128 edge : {UInt128(0), UInt128(1), ~UInt128(0)})
      EXPECT_TRUE(keys.count(static_cast<Key>(edge)));
    const auto top =
        static_cast<KeyBits<Key>>(KeyBits<Key>(1) << (key_width<Key> - 1));
    EXPECT_TRUE(keys.count(key_of_bits<Key>(top)));
    EXPECT_TRUE(
        keys.count(key_of_bits<Key>(static_cast<KeyBits<Key>>(top - 1))));
  }
}

template <class Key>
void expect_every_special() {
  std::set<KeyBits<Key>> nan_bits;
  int zeros[2] = {}, infinities[2] = {}, nans[2] = {}, denormals = 0, quiet = 0,
      signalling = 0, smallest = 0, ordinary = 0;
  for (const Key key : make_keys<Key>(5000, Distribution::specials)) {
    const auto bits     = bits_of(key);
    const bool negative = (bits >> (key_width<Key> - 1)) != 0;
    switch (std::fpclassify(key)) {
      case FP_NAN:
        ++nans[negative];
        nan_bits.insert(bits);
        ++(((bits >> (std::numeric_limits<Key>::digits - 2)) & 1) != 0
               ? quiet
               : signalling);
        break;
      case FP_INFINITE: ++infinities[negative]; break;
      case FP_ZERO: ++zeros[negative]; break;
      case FP_SUBNORMAL:
        ++denormals;
        smallest += std::abs(key) == std::numeric_limits<Key>::denorm_min();
        break;
      default: ++ordinary;
    }
  }
  for (const int count :
       {zeros[0], zeros[1], infinities[0], infinities[1], nans[0], nans[1],
        denormals, quiet, signalling, smallest, ordinary}) {
    EXPECT_GT(count, 50);
  }
  EXPECT_GT(nan_bits.size(), 100u);
}

TEST(Specials, FloatingTypesMeetEverySpecial) {
  expect_every_special<float>();
  expect_every_special<double>();
}

TEST(ReferenceOrder, NaNLastAndNegativeZeroFirst) {
  const double nan      = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> order{-infinity, -1.0,     -0.0, 0.0,
                                  1.0,       infinity, nan};
  const ReferenceLess<double> less;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j)
      EXPECT_EQ(less(order[i], order[j]), i < j) << i << ' ' << j;
  }
  EXPECT_FALSE(less(-nan, nan));
  EXPECT_FALSE(less(nan, -nan));
  EXPECT_TRUE(ReferenceGreater<double>{}(nan, infinity));
}

TEST(OrderReport, CountsFaultsAndDuplicatesAndAddsUpOverParts) {
  const std::vector<int> values{1, 2, 2, 5, 4, 4, 9, 8};
  const auto whole =
      check_order(values, 0, values.size(), ReferenceLess<int>{});
  EXPECT_EQ(whole.out_of_order, 2u);
  EXPECT_EQ(whole.duplicates, 2u);
  EXPECT_EQ(whole.first_fault, 4u);
  for (std::size_t cut = 0; cut <= values.size(); ++cut) {
    auto parts = check_order(values, 0, cut, ReferenceLess<int>{});
    parts += check_order(values, cut, values.size(), ReferenceLess<int>{});
    EXPECT_EQ(parts.out_of_order, whole.out_of_order);
    EXPECT_EQ(parts.duplicates, whole.duplicates);
    EXPECT_EQ(parts.first_fault, whole.first_fault);
  }
}

}  // namespace
