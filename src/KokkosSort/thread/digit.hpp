// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_THREAD_DIGIT_HPP
#define KOKKOSSORT_THREAD_DIGIT_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Bits from the lowest to the highest that is set.
template <class Item>
KOKKOS_FORCEINLINE_FUNCTION int significant_bits(Item item) {
  int bits = 0;
  for (int step = static_cast<int>(sizeof(Item)) * 4; step > 0; step /= 2) {
    if ((item >> step) != 0) {
      bits += step;
      item = static_cast<Item>(item >> step);
    }
  }
  return bits + (item != 0 ? 1 : 0);
}

/// A digit of an unsigned integer: 32 bits of its distance from the lowest,
/// scaled, shifted and masked. One form for both kinds of digits, so that both
/// share their kernels.
template <class Item>
struct Digit {
  Item low;
  int shift;
  std::uint64_t scale;
  int down;
  std::uint32_t mask;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
    auto const window =
        static_cast<std::uint32_t>(static_cast<Item>(item - low) >> shift);
    return static_cast<std::uint32_t>((window * scale) >> down) & mask;
  }
};

/// Integers between `low` and `high`, both included, and what a radix sort
/// reads from them.
template <class Item>
struct DigitRange {
  Item low;
  Item high;

  KOKKOS_FORCEINLINE_FUNCTION int bits() const {
    return significant_bits(static_cast<Item>(high - low));
  }

  /// The digit of `log_digits` bits from bit `shift` on.
  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> digit(int shift,
                                                int log_digits) const {
    return {low, shift, std::uint64_t{1} << 32, 32, (1u << log_digits) - 1};
  }
  KOKKOS_FORCEINLINE_FUNCTION int digits(int log_digits) const {
    return (bits() + log_digits - 1) / log_digits;
  }

  // Leading digits: the range is cut into `strips` strips of equal width, and
  // the strip's number has digits. Any number of strips makes leaves of the
  // size that is wanted, and a range that is no power of two wastes none.

  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> strip_digit(std::uint32_t strips,
                                                      int shift,
                                                      int log_digits) const {
    Digit<Item> const strip = strip_of(strips);
    return {strip.low, strip.shift, strip.scale, strip.down + shift,
            (1u << log_digits) - 1};
  }
  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> strip_of(std::uint32_t strips) const {
    return {low, window_shift(),
            (static_cast<std::uint64_t>(strips) << 32) / (window() + 1), 32,
            ~std::uint32_t{0}};
  }
  /// Whether every strip holds one value only.
  KOKKOS_FORCEINLINE_FUNCTION bool strips_are_values(
      std::uint32_t strips) const {
    return window_shift() == 0 && window() < strips;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int window_shift() const {
    int const all = bits();
    return all > 32 ? all - 32 : 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t window() const {
    return static_cast<std::uint64_t>(static_cast<Item>(high - low) >>
                                      window_shift());
  }
};

}  // namespace KokkosSort::Impl

#endif
