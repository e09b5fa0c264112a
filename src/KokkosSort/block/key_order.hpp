// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_KEY_ORDER_HPP
#define KOKKOSSORT_BLOCK_KEY_ORDER_HPP

#include <KokkosSort/block/key_bits.hpp>

namespace KokkosSort::Impl {

// An order provides three functions to the kernels. encode() turns a key of the
// view into the item that is held in registers, decode() turns it back, and
// less() compares two items. equal_is_identical states that equivalent keys are
// bitwise identical, so that reordering them is unobservable.

/// Order of numeric keys, compared as unsigned integers. The direction is known
/// at run time only, so that both directions share every kernel.
template <NumericKey Key>
struct BitsOrder {
  using key_type  = Key;
  using item_type = typename KeyBits<Key>::type;

  static constexpr bool equal_is_identical = true;

  item_type m_flipped = 0;  // bits in which an item differs from KeyBits

  KOKKOS_INLINE_FUNCTION static BitsOrder directed(bool is_descending) {
    return {is_descending ? static_cast<item_type>(~item_type{0})
                          : item_type{0}};
  }

  KOKKOS_FORCEINLINE_FUNCTION item_type encode(Key const& key) const {
    return static_cast<item_type>(KeyBits<Key>::encode(key) ^ m_flipped);
  }
  KOKKOS_FORCEINLINE_FUNCTION Key decode(item_type item) const {
    return KeyBits<Key>::decode(static_cast<item_type>(item ^ m_flipped));
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(item_type a, item_type b) const {
    return a < b;
  }
  /// Returns an item that no item follows, whether a key has it or not.
  KOKKOS_FORCEINLINE_FUNCTION static item_type last_item() {
    return static_cast<item_type>(~item_type{0});
  }
  /// Returns the integer that digits are read from.
  KOKKOS_FORCEINLINE_FUNCTION item_type ordinal(item_type item) const {
    return item;
  }
};

/// Order of integers that are compared by some of their bits.
template <NumericKey Key>
struct BitRangeOrder {
  using key_type  = Key;
  using item_type = typename KeyBits<Key>::type;

  static constexpr bool equal_is_identical = false;

  BitsOrder<Key> m_all;
  int m_begin      = 0;
  item_type m_mask = 0;  // one set bit per bit that is compared

  KOKKOS_FORCEINLINE_FUNCTION item_type encode(Key const& key) const {
    return m_all.encode(key);
  }
  KOKKOS_FORCEINLINE_FUNCTION Key decode(item_type item) const {
    return m_all.decode(item);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(item_type a, item_type b) const {
    return ordinal(a) < ordinal(b);
  }
  KOKKOS_FORCEINLINE_FUNCTION item_type ordinal(item_type item) const {
    return static_cast<item_type>((item >> m_begin) & m_mask);
  }
};

/// Order of any key by a callable that is a strict weak order.
template <class Key, class Less>
struct LessOrder {
  using key_type  = Key;
  using item_type = Key;

  static constexpr bool equal_is_identical = false;

  Less m_less;

  KOKKOS_FORCEINLINE_FUNCTION Key const& encode(Key const& key) const {
    return key;
  }
  KOKKOS_FORCEINLINE_FUNCTION Key const& decode(Key const& item) const {
    return item;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(Key const& a, Key const& b) const {
    return m_less(a, b);
  }
};

/// Compares two values of one type by their natural order: the order of the
/// library for numeric keys, operator< for everything else.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION bool natural_less(T const& a, T const& b) {
  if constexpr (NumericKey<T>) {
    return KeyBits<T>::encode(a) < KeyBits<T>::encode(b);
  } else {
    return a < b;
  }
}

template <bool Descending>
struct NaturalLess {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(T const& a, T const& b) const {
    return Descending ? natural_less(b, a) : natural_less(a, b);
  }
};

template <class Projection, bool Descending>
struct ProjectedLess {
  Projection m_projection;

  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(T const& a, T const& b) const {
    return NaturalLess<Descending>{}(m_projection(a), m_projection(b));
  }
};

}  // namespace KokkosSort::Impl

#endif
