// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_IN_PLACE_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_IN_PLACE_THREAD_HPP

#include <KokkosSort/algorithm/host/host_vector_thread.hpp>
#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Sort of numbers without values where they are, by one thread and by vector
/// instructions. No pass encodes the keys and none decodes them: their own bits
/// are sorted, as signed or unsigned integers, up or down.
///
/// The bits of floating-point keys are sorted as signed integers, which puts
/// all but the negative keys in order. Those come out reversed and are turned
/// round. Highway sorts floating-point numbers too, but it ignores signs of
/// zeros and merges NaNs. Version 1.0.3 also replaces infinities by the
/// greatest number, and leaves close numbers unsorted if many others are equal.
template <class Order>
class HostInPlaceSort {
 public:
  static constexpr bool exists = false;
};

#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
template <NumericKey Key>
  requires has_vector_sort_v<typename BitsOrder<Key>::item_type>
class HostInPlaceSort<BitsOrder<Key>> {
  using Order  = BitsOrder<Key>;
  using Item   = typename Order::item_type;
  using Bits   = KeyBits<Key>;
  using Signed = std::make_signed_t<Item>;
  static_assert(sizeof(Key) == sizeof(Item));

 public:
  static constexpr bool exists = true;

  // It is not inlined, so that GCC keeps the counting passes of the same leaves
  // in registers. 2^10 to 2^14 spread keys take 0.96 of the time.
  [[gnu::noinline]] static void sort(Order const& order, Key* keys,
                                     std::size_t n) {
    if constexpr (Bits::is_floating) {
      bool const is_descending = order.m_flipped != 0;
      sort_as<Signed>(keys, n, is_descending);
      arrange(keys, n, is_descending);
    } else {
      // The item of 0 is 0 or the sign bit, or all other bits if the order is
      // descending.
      Item const zero          = order.encode(Key{0});
      bool const is_descending = (zero & 1) != 0;
      if (has_sign(zero) != is_descending) {
        sort_as<Signed>(keys, n, is_descending);
      } else {
        sort_as<Item>(keys, n, is_descending);
      }
    }
  }

 private:
  static constexpr Item infinity =
      static_cast<Item>(Bits::sign_bit - (Item{1} << mantissa_bits<Key>()));

  template <class Integer>
  static void sort_as(Key* keys, std::size_t n, bool is_descending) {
    auto* const integers = reinterpret_cast<Integer*>(keys);
    if (is_descending) {
      sort_by_vectors(integers, n, hwy::SortDescending());
    } else {
      sort_by_vectors(integers, n, hwy::SortAscending());
    }
  }

  static bool has_sign(Item item) { return (item & Bits::sign_bit) != 0; }
  static bool is_negative(Key key) {
    return has_sign(Kokkos::bit_cast<Item>(key));
  }
  static bool is_negative_nan(Key key) {
    return Kokkos::bit_cast<Item>(key) > (infinity | Bits::sign_bit);
  }

  /// Puts floating-point keys that are sorted as signed integers in order.
  /// Negative keys are reversed, and NaNs of either sign are greatest.
  static void arrange(Key* keys, std::size_t n, bool is_descending) {
    Key* const end = keys + n;
    if (is_descending) {
      Key* const negative = std::partition_point(
          keys, end, [](Key key) { return !is_negative(key); });
      std::reverse(negative, end);
      Key* const nans = std::partition_point(
          negative, end, [](Key key) { return !is_negative_nan(key); });
      if (nans != end) std::rotate(keys, nans, end);
    } else {
      Key* const positive = std::partition_point(keys, end, is_negative);
      std::reverse(keys, positive);
      Key* const nans = std::partition_point(keys, positive, is_negative_nan);
      if (nans != keys) std::rotate(keys, nans, end);
    }
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
