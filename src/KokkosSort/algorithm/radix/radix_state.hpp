// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the kernels of radix sort share: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP

#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>
#include <KokkosSort/block/digit_thread.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// What the device finds out on the way, 0 at first.
struct RadixFlags {
  std::uint32_t led;            // the passes by leading digits are made
  std::uint32_t some_oversize;  // of the leaves
  std::uint32_t by_all_digits;
};

/// One pass, by leading digits or by all.
template <class Sort, bool Leading>
struct RadixPass {
  using Item  = typename Sort::Item;
  using State = typename Sort::State;

  bool free;  // equal keys may change places, which nobody sees
  int number;
  int shift;
  int leading_log_digits;

  /// A constant where all digits are passed through.
  KOKKOS_FORCEINLINE_FUNCTION int log_digits() const {
    return Leading ? leading_log_digits : Sort::Tuning::log_digits;
  }
  KOKKOS_FORCEINLINE_FUNCTION int digits() const { return 1 << log_digits(); }
  KOKKOS_FORCEINLINE_FUNCTION bool is_due(State const& s) const {
    bool const by_all_digits = s.ways->by_all_digits != 0;
    return Leading ? !by_all_digits
                   : by_all_digits && number < s.range().digits(log_digits());
  }
  /// Of an ordinal.
  KOKKOS_FORCEINLINE_FUNCTION auto digit(State const& s) const {
    if constexpr (Leading) {
      return s.range().strip_digit(s.strips_apart(), shift, log_digits());
    } else {
      return BitDigit<Item>{s.range().low, shift, log_digits()};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int from(State const& s) const {
    return Leading || s.ways->led == 0 ? number % 2 : slot(s) % 2;
  }
  KOKKOS_FORCEINLINE_FUNCTION int slot(State const& s) const {
    return Leading ? number : s.passes + number;
  }
  /// Whether each tile holds items of one digit of the pass before.
  KOKKOS_FORCEINLINE_FUNCTION bool is_aligned() const {
    return free && number == 1;
  }
};

/// What every phase knows.
template <class Sort, class Order>
struct RadixState {
  using Key    = typename Sort::Key;
  using Item   = typename Sort::Item;
  using Data   = typename Sort::Data;
  using Range  = typename Sort::Range;
  using Tuning = typename Sort::Tuning;

  Order order;
  std::uint64_t n;
  Data data[2];                // the caller's arrays and the scratch
  Key* extremes;               // the least and the greatest key
  std::uint32_t strips;        // of the range, one for each leaf
  int passes;                  // by leading digits; 0: all digits alone
  int strip_bits;              // that number the strips
  int most_log_digits;         // of any pass
  std::uint64_t* back;         // for the look-back
  std::size_t words;           // of it
  std::uint64_t* begins;       // of the digits, by pass
  std::uint32_t* tile_begins;  // the same in tiles
  std::uint64_t* given;        // of the digits, by the first pass of a way
  std::uint32_t* tickets;      // by pass, and those of the extremes' search
  std::uint64_t* leaves;       // by strip: where it begins; and the end
  RadixFlags* ways;

  KOKKOS_FORCEINLINE_FUNCTION bool is_led() const { return passes > 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool has_short_tiles() const {
    return !is_led() && n < Tuning::min_for_long_tiles;
  }
  /// What few keys have in common is not looked for.
  KOKKOS_FORCEINLINE_FUNCTION Range range() const {
    if (!is_led())
      return {order.ordinal(Item{0}),
              order.ordinal(static_cast<Item>(~Item{0}))};
    return {ordinal(extremes[0]), ordinal(extremes[1])};
  }
  KOKKOS_FORCEINLINE_FUNCTION Item ordinal(Key const& key) const {
    return order.ordinal(order.encode(key));
  }
  /// The strips that the leading digits tell apart: where they have room for
  /// that, one for each value, so that nothing is left to the leaves.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t strips_apart() const {
    return range().bits() <= strip_bits ? std::uint32_t{1} << strip_bits
                                        : strips;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool strips_are_values() const {
    return range().strips_are_values(strips_apart());
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_oversize(std::uint32_t strip) const {
    return leaves[strip + 1] - leaves[strip] > Sort::leaf_capacity;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t slots() const {
    return passes + Sort::all_passes;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t row() const {
    return (std::size_t{1} << most_log_digits) + 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& begin_of(int slot, int d) const {
    return begins[slot * row() + d];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t& tile_of(int slot, int d) const {
    return tile_begins[slot * row() + d];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t most_tiles() const {
    constexpr int leading = Tuning::leading_shape.tile();
    constexpr int all     = Tuning::all_digits_shape.tile();
    if (is_led()) return n / (leading < all ? leading : all) + row();
    return n / (has_short_tiles() ? Tuning::few_keys_shape.tile() : all) + 1;
  }
  /// From an ordinal to the number that all passes read their digits from.
  template <bool Leading>
  KOKKOS_FORCEINLINE_FUNCTION auto digits_of() const {
    if constexpr (Leading) {
      return range().strip_of(strips_apart());
    } else {
      return DistanceFrom<Item>{range().low};
    }
  }
  template <bool Leading>
  KOKKOS_FORCEINLINE_FUNCTION RadixPass<Sort, Leading> pass(int number) const {
    bool const free = Sort::ties_are_invisible && number < (is_led() ? 2 : 1);
    if constexpr (Leading) {
      int const shift = strip_bits * number / passes;
      return {free, number, shift, strip_bits * (number + 1) / passes - shift};
    } else {
      return {free, number, number * Tuning::log_digits, 0};
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
