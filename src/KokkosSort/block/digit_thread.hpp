// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_DIGIT_THREAD_HPP
#define KOKKOSSORT_BLOCK_DIGIT_THREAD_HPP

#include <KokkosSort/core/multiply_high.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Returns the number of bits up to the highest that is set.
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

/// Maps an unsigned integer to the number of its MSD bin, or to a digit of that
/// number. The distance from the lowest integer is shifted left until 32 bits
/// hold its leading bits, scaled, shifted right and masked. The scaling takes
/// few instructions, since it is the upper half of a product of 32 bits.
/// bit_digit_thread.hpp has digits that are bits.
template <class Item>
struct Digit {
  using Word = std::conditional_t<(sizeof(Item) < 4), std::uint32_t, Item>;

  static constexpr int width = 8 * static_cast<int>(sizeof(Word));

  Item low;
  int up;
  std::uint32_t scale;
  int down;
  std::uint32_t mask;

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t window(Item distance,
                                                          int up) {
    return static_cast<std::uint32_t>(
        static_cast<Word>(static_cast<Word>(distance) << up) >> (width - 32));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(Item item) const {
    return (multiply_high(window(static_cast<Item>(item - low), up), scale) >>
            down) &
           mask;
  }
};

/// Range of integers from `low` to `high`, both included, and the digits that a
/// radix sort reads from it.
template <class Item>
struct DigitRange {
  Item low;
  Item high;

  KOKKOS_FORCEINLINE_FUNCTION int bits() const {
    return significant_bits(static_cast<Item>(high - low));
  }
  /// Returns the number of digits of `log_digits` bits that distinguish the
  /// values.
  KOKKOS_FORCEINLINE_FUNCTION int digits(int log_digits) const {
    return div_up(bits(), log_digits);
  }

  // MSD passes: the range is divided into `strips` MSD bins of equal width, and
  // the number of the bin has digits. The number of bins can be chosen to give
  // leaves of the wanted size. A range that is no power of two wastes no bins.

  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> strip_digit(std::uint32_t strips,
                                                      int shift,
                                                      int log_digits) const {
    Digit<Item> strip = strip_of(strips);
    strip.down        = shift;
    strip.mask        = (1u << log_digits) - 1;
    return strip;
  }
  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> strip_of(std::uint32_t strips) const {
    return {low, up(), scale(strips), 0, ~std::uint32_t{0}};
  }
  /// Maps an item to one of at most 2^log_cells cells of equal width, for a
  /// range of more than one value. A team builds this digit for few items, so
  /// it takes few instructions. The quotient of 32 bits is 2^(32 + log_cells)
  /// over the window of the range, or little less.
  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> cell_of(int log_cells) const {
    int const shift = up();
    std::uint32_t const most =
        Digit<Item>::window(static_cast<Item>(high - low), shift);
    return {low, shift,
            (std::uint32_t{1} << 31) / ((most >> (log_cells + 1)) + 1), 0,
            ~std::uint32_t{0}};
  }
  /// Whether every MSD bin holds one value only.
  KOKKOS_FORCEINLINE_FUNCTION bool strips_are_values(
      std::uint32_t strips) const {
    return bits() <= 32 &&
           static_cast<std::uint64_t>(static_cast<Item>(high - low)) < strips;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int up() const {
    int const all = bits();
    return Digit<Item>::width - (all > 0 ? all : 1);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t scale(std::uint32_t strips) const {
    if (high == low) return 0;
    // The highest bit of `most` is set, so that the quotient fits in 32 bits.
    std::uint64_t const most =
        Digit<Item>::window(static_cast<Item>(high - low), up());
    return static_cast<std::uint32_t>(
        (static_cast<std::uint64_t>(strips) << 32) / (most + 1));
  }
};

}  // namespace KokkosSort::Impl

#endif
