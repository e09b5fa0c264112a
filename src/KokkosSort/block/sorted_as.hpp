// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SORTED_AS_HPP
#define KOKKOSSORT_BLOCK_SORTED_AS_HPP

#include <KokkosSort/block/key_order.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

/// Type by which a number is sorted: for integers the unsigned one, so that all
/// integers of one width share every kernel. Limited to types whose objects may
/// be accessed through the other type.
template <class T>
struct SortedAs {
  using type = T;
};
template <class T>
  requires std::is_same_v<T, bool> || std::is_same_v<T, char> ||
           std::is_same_v<T, signed char>
struct SortedAs<T> {
  using type = unsigned char;
};
template <class T>
  requires std::is_same_v<T, short> || std::is_same_v<T, int> ||
           std::is_same_v<T, long> || std::is_same_v<T, long long>
struct SortedAs<T> {
  using type = std::make_unsigned_t<T>;
};
#if defined(__SIZEOF_INT128__)
template <>
struct SortedAs<Int128> {
  using type = UInt128;
};
#endif
template <class T>
using sorted_as_t = typename SortedAs<T>::type;

/// Returns the same order of the same bits for the type by which they are
/// sorted.
template <class Order>
Order sorted_as(Order const& order) {
  return order;
}
template <class Key>
  requires(!std::is_same_v<Key, sorted_as_t<Key>>)
BitsOrder<sorted_as_t<Key>> sorted_as(BitsOrder<Key> const& order) {
  using Bits = KeyBits<Key>;
  return {static_cast<typename Bits::type>(
      order.m_flipped ^ (Bits::is_signed_integer ? Bits::sign_bit : 0))};
}

template <class Key>
  requires(!std::is_same_v<Key, sorted_as_t<Key>>)
BitRangeOrder<sorted_as_t<Key>> sorted_as(BitRangeOrder<Key> const& order) {
  return {sorted_as(order.m_all), order.m_begin, order.m_mask};
}

}  // namespace KokkosSort::Impl

#endif
