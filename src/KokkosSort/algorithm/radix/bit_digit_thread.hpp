// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_RADIX_BIT_DIGIT_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_BIT_DIGIT_THREAD_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Distance from the lowest item, whose bits are the digits.
template <class Item>
struct DistanceFrom {
  Item low;

  KOKKOS_FORCEINLINE_FUNCTION Item operator()(Item item) const {
    return static_cast<Item>(item - low);
  }
};

/// Digit of `log_digits` bits from bit `shift` on, of an unsigned integer's
/// distance from the lowest. It takes fewer instructions than the Digit of an
/// MSD bin.
template <class Item>
struct BitDigit {
  Item low;
  int shift;
  int log_digits;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
    return static_cast<std::uint32_t>(DistanceFrom<Item>{low}(item) >> shift) &
           ((std::uint32_t{1} << log_digits) - 1);
  }
};

}  // namespace KokkosSort::Impl

#endif
