// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ORDER_HPP
#define KOKKOSSORT_ORDER_HPP

#include <KokkosSort/front/order_options.hpp>

#include <utility>

namespace KokkosSort {

/// The option itself.
inline constexpr Ascending ascending{};
/// The option itself.
inline constexpr Descending descending{};

/// Option: orders keys by projection(key), ascending in the natural order of
/// the projection's result. The projection is called on the device, as often as
/// keys are compared; keys with equal projections keep their order.
template <class Projection>
By<Projection, false> by(Projection projection, Ascending = {}) {
  return {std::move(projection)};
}

/// Option: as by(projection), descending.
template <class Projection>
By<Projection, true> by(Projection projection, Descending) {
  return {std::move(projection)};
}

/// Option: orders integers by their bits from `begin` to in front of `end`
/// alone, counted from the lowest; keys that agree there keep their order. The
/// highest bit of a signed key tells its sign and is read so. With
/// Algorithm::radix the fewer bits, the fewer passes. Every other algorithm
/// that takes a comparator takes this, too.
///
/// @throws std::invalid_argument, from the function that it is given to, unless
/// 0 <= begin < end <= width of the key
inline Bits<false> bits(int begin, int end, Ascending = {}) {
  return {begin, end};
}

/// Option: as bits(begin, end), descending.
inline Bits<true> bits(int begin, int end, Descending) { return {begin, end}; }

}  // namespace KokkosSort

#endif
