// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <KokkosSort/algorithm/host/host_in_place_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace KokkosSort::Test::HostInPlaceTest {
namespace {

// The tests do not depend on the vectors of the processor: callers decide
// whether these are fast.

template <class Key>
class HostInPlaceSort : public testing::Test {
 protected:
  using Order  = Impl::BitsOrder<Key>;
  using Item   = typename Order::item_type;
  using Sorter = Impl::HostInPlaceSort<Order>;
  static_assert(Sorter::exists);

  static Key of_bits(std::uint64_t bits) {
    return Kokkos::bit_cast<Key>(static_cast<Item>(bits));
  }

  /// Sorts the keys between two that must not be written, in both directions.
  static void check(std::vector<Key> const& input) {
    for (bool const is_descending : {false, true}) {
      Order const order         = Order::directed(is_descending);
      std::vector<Key> expected = input;
      std::sort(expected.begin(), expected.end(),
                [&](Key const& a, Key const& b) {
                  return order.encode(a) < order.encode(b);
                });
      std::vector<Key> keys = input;
      for (auto* all : {&keys, &expected}) {
        all->insert(all->begin(), of_bits(42));
        all->push_back(of_bits(43));
      }
      Sorter::sort(order, keys.data() + 1, keys.size() - 2);
      ASSERT_TRUE(same_sequence(keys, expected));
    }
  }

  static std::vector<Key> random_bits(std::size_t n) {
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i)
      keys[i] = of_bits(Impl::splitmix64(i + n));
    return keys;
  }
};
using Keys = testing::Types<std::uint32_t, std::int32_t, float, std::uint64_t,
                            std::int64_t, double>;
TYPED_TEST_SUITE(HostInPlaceSort, Keys);

TYPED_TEST(HostInPlaceSort, AnyBitsOfEverySize) {
  for (std::size_t n = 0; n < 300; ++n) this->check(this->random_bits(n));
  for (std::size_t const n : {1000, 4096, 70001})
    this->check(this->random_bits(n));
}

TYPED_TEST(HostInPlaceSort, OneSignOnly) {
  for (std::size_t const n : {1, 64, 1000}) {
    auto keys           = this->random_bits(n);
    auto const sign_bit = Impl::KeyBits<TypeParam>::sign_bit;
    for (TypeParam& key : keys)
      key = this->of_bits(Kokkos::bit_cast<typename TestFixture::Item>(key) &
                          ~sign_bit);
    this->check(keys);
    for (TypeParam& key : keys)
      key = this->of_bits(Kokkos::bit_cast<typename TestFixture::Item>(key) |
                          sign_bit);
    this->check(keys);
  }
}

/// Keys of floating type. The sorter has no branch for most of them, but a sort
/// by number would fail on each.
template <class Key>
class HostInPlaceSortOfFloating : public HostInPlaceSort<Key> {
 protected:
  using Limits = std::numeric_limits<Key>;
  using typename HostInPlaceSort<Key>::Item;

  static std::vector<Key> specials() {
    constexpr Item sign     = Impl::KeyBits<Key>::sign_bit;
    constexpr Item unit     = Item{1} << Impl::mantissa_bits<Key>();
    constexpr Item infinity = sign - unit;
    std::vector<Key> keys;
    // Zero, subnormal and extreme normal numbers, infinity and NaNs.
    for (Item const item :
         {Item{0}, Item{1}, Item{unit - 1}, unit, Item{infinity - 1}, infinity,
          Item{infinity + 1}, Item{infinity + unit / 2}, Item{sign - 1}}) {
      keys.push_back(Kokkos::bit_cast<Key>(item));
      keys.push_back(Kokkos::bit_cast<Key>(Item{item | sign}));
    }
    return keys;
  }

  /// Numbers of both signs, one of `rare` of which is from `others`.
  static std::vector<Key> mixed(std::size_t n, std::vector<Key> const& others,
                                std::size_t rare) {
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto const draw = Impl::splitmix64(i + n);
      keys[i]         = static_cast<Key>(draw >> 40) / 1000 - 7000;
      if (draw % rare == 0) keys[i] = others[(draw >> 32) % others.size()];
    }
    return keys;
  }
};
using FloatingKeys = testing::Types<float, double>;
TYPED_TEST_SUITE(HostInPlaceSortOfFloating, FloatingKeys);

TYPED_TEST(HostInPlaceSortOfFloating, Specials) {
  for (std::size_t const n : {64, 65, 1000, 5000})
    for (std::size_t const rare : {1, 2, 10, 1000})
      this->check(this->mixed(n, this->specials(), rare));
}

TYPED_TEST(HostInPlaceSortOfFloating, OneSpecialAnywhere) {
  for (TypeParam const special : this->specials())
    for (std::size_t const n : {1, 64, 65, 200})
      for (std::size_t at = 0; at < n; at += 31) {
        auto keys = this->mixed(n, {TypeParam{1}}, n + 1);
        keys[at]  = special;
        this->check(keys);
      }
}

TYPED_TEST(HostInPlaceSortOfFloating, ZerosOfBothSigns) {
  std::vector<TypeParam> const zeros{TypeParam{0}, -TypeParam{0}};
  for (std::size_t const n : {2, 64, 1000, 20000})
    for (std::size_t const rare : {1, 2, 100})
      this->check(this->mixed(n, zeros, rare));
}

// Highway 1.0.3 leaves some of these unsorted if it sorts them as numbers.
TYPED_TEST(HostInPlaceSortOfFloating, TinyNumbersAmongManyZeros) {
  auto const tiny = TestFixture::Limits::min();
  std::vector<TypeParam> const others{tiny,
                                      -tiny,
                                      TypeParam{0},
                                      TypeParam{0},
                                      TypeParam{0},
                                      TypeParam{0},
                                      TestFixture::Limits::max(),
                                      TestFixture::Limits::lowest()};
  for (std::size_t n = 1000; n < 1040; ++n)
    for (std::size_t const rare : {1, 2})
      this->check(this->mixed(n, others, rare));
}

#if defined(__SSE2__)
// A program linked with -ffast-math begins in this state. Subnormal numbers
// equal zero in comparisons then.
TYPED_TEST(HostInPlaceSortOfFloating, SubnormalsInAThreadThatFlushesThem) {
  constexpr unsigned flush = 0x8040;
  auto keys                = this->specials();
  for (std::size_t i = 0; i < 1000; ++i)
    keys.push_back(this->of_bits(Impl::splitmix64(i) % 10000));
  unsigned const state = _mm_getcsr();
  _mm_setcsr(state | flush);
  this->check(keys);
  _mm_setcsr(state);
}
#endif

}  // namespace
}  // namespace KokkosSort::Test::HostInPlaceTest
