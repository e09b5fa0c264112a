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
#include <numeric>
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

template <class Key, class Value = Impl::NoValue>
using Sorter =
    Impl::HostAgreeingSort<Impl::LessOrder<Key, Counted<Key>>, Value>;

constexpr std::size_t n = 5000;

/// Stable sort of the bits of keys, or of pairs.
struct SortBits {
  template <class BitsElement>
  BitsElement* operator()(BitsElement* elements, BitsElement*) const {
    std::stable_sort(elements, elements + n,
                     [](BitsElement const& a, BitsElement const& b) {
                       if constexpr (requires { a.item; }) {
                         return a.item < b.item;
                       } else {
                         return a < b;
                       }
                     });
    return elements;
  }
};

/// Whether the sorter takes the keys. They are then as std::stable_sort leaves
/// them, bit by bit, and otherwise in any order.
template <class Key, class Less>
bool takes_keys(std::vector<Key> const& keys, Less const& less) {
  std::size_t calls         = 0;
  std::vector<Key> elements = keys;
  std::vector<Key> buffer(n);
  Key const* const sorted = Sorter<Key>::sort({{less, &calls}}, elements.data(),
                                              buffer.data(), n, SortBits{});
  EXPECT_LE(calls, n + Sorter<Key>::pairs);
  auto const bits_less = [](Key a, Key b) {
    return Impl::BitsOrder<Key>{}.encode(a) < Impl::BitsOrder<Key>{}.encode(b);
  };
  std::vector<Key> expected = keys;
  if (sorted != nullptr) {
    std::stable_sort(expected.begin(), expected.end(), less);
    EXPECT_EQ(std::memcmp(expected.data(), sorted, n * sizeof(Key)), 0);
  } else {
    std::sort(expected.begin(), expected.end(), bits_less);
    std::sort(elements.begin(), elements.end(), bits_less);
    EXPECT_EQ(std::memcmp(expected.data(), elements.data(), n * sizeof(Key)),
              0);
  }
  return sorted != nullptr;
}

/// The same with values, which stay with their keys and keep the order of equal
/// ones.
template <class Key, class Less>
bool takes_pairs(std::vector<Key> const& keys, Less const& less) {
  using OfPairs     = Sorter<Key, std::uint32_t>;
  using Element     = typename OfPairs::Element;
  std::size_t calls = 0;
  std::vector<Element> elements(n), buffer(n);
  for (std::uint32_t i = 0; i < n; ++i) elements[i] = {keys[i], i};
  Element const* const sorted = OfPairs::sort({{less, &calls}}, elements.data(),
                                              buffer.data(), n, SortBits{});
  std::vector<std::uint32_t> expected(n);
  std::iota(expected.begin(), expected.end(), 0u);
  if (sorted == nullptr) {
    std::sort(
        elements.begin(), elements.end(),
        [](Element const& a, Element const& b) { return a.value < b.value; });
  } else {
    std::stable_sort(
        expected.begin(), expected.end(),
        [&](std::size_t a, std::size_t b) { return less(keys[a], keys[b]); });
  }
  for (std::size_t i = 0; i < n; ++i) {
    Element const& element = sorted == nullptr ? elements[i] : sorted[i];
    EXPECT_EQ(element.value, expected[i]);
    EXPECT_EQ(std::memcmp(&element.item, &keys[element.value], sizeof(Key)), 0);
  }
  return sorted != nullptr;
}

template <class Key, class Less>
bool takes(std::vector<Key> const& keys, Less const& less) {
  static_assert(Sorter<Key>::exists);
  bool const result = takes_keys(keys, less);
  EXPECT_EQ(takes_pairs(keys, less), result);
  return result;
}

template <class Key>
class HostAgreeingSort : public testing::Test {};
using Keys =
    testing::Types<std::int16_t, std::uint32_t, float, std::int64_t, double>;
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

TEST(HostAgreeingSortOfOtherKeys, DoesNotExist) {
  static_assert(!Sorter<long double>::exists);
}

}  // namespace
}  // namespace KokkosSort::Test
