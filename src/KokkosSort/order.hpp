// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ORDER_HPP
#define KOKKOSSORT_ORDER_HPP

#include <KokkosSort/core/kernel_object.hpp>
#include <KokkosSort/front/order_options.hpp>

#include <Kokkos_Core.hpp>

#include <utility>

namespace KokkosSort {

/// The option itself.
KOKKOSSORT_KERNEL_OBJECT Ascending ascending{};
/// The option itself.
KOKKOSSORT_KERNEL_OBJECT Descending descending{};

/// Option: orders keys by projection(key), ascending in the natural order of
/// the projection's result. The projection is called on the device in every
/// comparison of two keys. Stable sorts keep keys of equal projections in their
/// order.
template <class Projection>
KOKKOS_INLINE_FUNCTION By<Projection, false> by(Projection projection,
                                                Ascending = {}) {
  return {std::move(projection)};
}

/// Option: as by(projection), descending.
template <class Projection>
KOKKOS_INLINE_FUNCTION By<Projection, true> by(Projection projection,
                                               Descending) {
  return {std::move(projection)};
}

/// Option: orders integers by their bits from `begin` to in front of `end`
/// alone, counted from the lowest. Stable sorts keep keys that agree there in
/// their order. The highest bit of a signed key is read as its sign.
/// Algorithm::radix and every algorithm that takes a comparator take it;
/// Algorithm::radix makes fewer passes over fewer bits.
///
/// @throws std::invalid_argument, from the function that takes the option,
/// unless 0 <= begin < end <= width of the key in bits
inline Bits<false> bits(int begin, int end, Ascending = {}) {
  return {begin, end};
}

/// Option: as bits(begin, end), descending.
inline Bits<true> bits(int begin, int end, Descending) { return {begin, end}; }

}  // namespace KokkosSort

#endif
