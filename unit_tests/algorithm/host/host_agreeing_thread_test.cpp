// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/keys.hpp>
#include <KokkosSort/algorithm/host/host_agreeing_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace KokkosSort::Test {
namespace {

/// A comparator that counts its calls.
template <class Key>
struct Counted {
  std::function<bool(Key, Key)> less;
  std::size_t* calls;
  bool operator()(Key a, Key b) const {
    ++*calls;
    return less(a, b);
  }
};

template <class Key>
using Sorter = Impl::HostAgreeingSort<Impl::LessOrder<Key, Counted<Key>>>;

constexpr std::size_t n = 5000;

// The tests do not depend on the vectors of the processor: callers decide
// whether these are fast.

/// Whether the sorter took the keys, which then are as std::stable_sort leaves
/// them, bit by bit. They do not change in either case.
template <class Key, class Less>
bool takes(std::vector<Key> const& keys, Less const& less) {
  static_assert(Sorter<Key>::exists);
  std::size_t calls            = 0;
  std::vector<Key> const given = keys;
  std::vector<Key> buffer(keys.size());
  Key const* const sorted = Sorter<Key>::sort({{less, &calls}}, given.data(),
                                              buffer.data(), keys.size());
  EXPECT_EQ(std::memcmp(given.data(), keys.data(), keys.size() * sizeof(Key)),
            0);
  EXPECT_LE(calls, keys.size() + 16);
  if (sorted == nullptr) return false;
  EXPECT_EQ(sorted, buffer.data());
  std::vector<Key> expected = keys;
  std::stable_sort(expected.begin(), expected.end(), less);
  EXPECT_EQ(std::memcmp(expected.data(), sorted, keys.size() * sizeof(Key)), 0);
  return true;
}

template <class Key>
class HostAgreeingSort : public testing::Test {};
using Keys = testing::Types<std::uint32_t, std::int32_t, float, std::uint64_t,
                            std::int64_t, double>;
TYPED_TEST_SUITE(HostAgreeingSort, Keys);

TYPED_TEST(HostAgreeingSort, TakesNaturalOrdersOfBothDirections) {
  for (auto const distribution :
       {Distribution::uniform, Distribution::zipf, Distribution::zero,
        Distribution::two_values, Distribution::sorted,
        Distribution::reversed}) {
    auto const keys = input_keys<TypeParam>(n, distribution);
    EXPECT_TRUE(takes(keys, std::less<TypeParam>{}));
    EXPECT_TRUE(takes(keys, std::greater<TypeParam>{}));
  }
}

TYPED_TEST(HostAgreeingSort, RefusesOtherOrders) {
  using Key       = TypeParam;
  auto const keys = input_keys<Key>(n, Distribution::uniform);
  auto const bits = [](Key key) { return Impl::BitsOrder<Key>{}.encode(key); };
  EXPECT_FALSE(takes(keys, [&](Key a, Key b) {
    return Impl::splitmix64(bits(a)) < Impl::splitmix64(bits(b));
  }));
  // The probe cannot find these.
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  Key const low = sorted[n / 3], high = sorted[n / 3 + 1];
  ASSERT_LT(low, high);
  auto const swapped = [=](Key key) {
    return key == low ? high : key == high ? low : key;
  };
  EXPECT_FALSE(
      takes(keys, [&](Key a, Key b) { return swapped(a) < swapped(b); }));
  auto const equal = [=](Key key) { return key == high ? low : key; };
  EXPECT_FALSE(takes(keys, [&](Key a, Key b) { return equal(a) < equal(b); }));
}

TEST(HostAgreeingSortOfFloats, RefusesZerosOfBothSignsAndNaN) {
  auto const keys = input_keys<double>(n, Distribution::uniform);
  auto zeros      = keys;
  zeros[n / 2]    = -0.0;
  zeros[n / 4]    = 0.0;
  EXPECT_FALSE(takes(zeros, std::less<double>{}));
  auto with_nan   = keys;
  with_nan[n / 3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(takes(with_nan, std::less<double>{}));
}

TEST(HostAgreeingSortOfWideKeys, DoesNotExist) {
  static_assert(!Sorter<std::uint8_t>::exists);
  static_assert(!Sorter<long double>::exists);
}

}  // namespace
}  // namespace KokkosSort::Test
