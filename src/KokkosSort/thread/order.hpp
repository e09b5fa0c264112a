// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_THREAD_ORDER_HPP
#define KOKKOSSORT_THREAD_ORDER_HPP

#include <KokkosSort/thread/key_bits.hpp>

namespace KokkosSort::Impl {

// An order tells the kernels three things: what a key of the view becomes in
// registers (encode), how it goes back (decode), and which of two comes first
// (less). equal_is_identical says that keys neither of which comes first are
// the same bit by bit, so that nobody can see them change places.

/// Numeric keys: compared as unsigned integers.
template <NumericKey Key, bool Descending>
struct BitsOrder {
  using key_type  = Key;
  using item_type = typename KeyBits<Key>::type;

  static constexpr bool equal_is_identical = true;
  static constexpr bool is_descending      = Descending;

  KOKKOS_FORCEINLINE_FUNCTION item_type encode(Key const& key) const {
    item_type const bits = KeyBits<Key>::encode(key);
    return Descending ? static_cast<item_type>(~bits) : bits;
  }
  KOKKOS_FORCEINLINE_FUNCTION Key decode(item_type item) const {
    return KeyBits<Key>::decode(Descending ? static_cast<item_type>(~item)
                                           : item);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(item_type a, item_type b) const {
    return a < b;
  }
};

/// Any key with a strict weak order given by a callable.
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

/// The natural order of two values of one type: the library's order for
/// numeric keys, operator< for everything else.
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
