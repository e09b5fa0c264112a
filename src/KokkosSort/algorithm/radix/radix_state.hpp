// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// State that the kernels of radix sort share: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP

#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>
#include <KokkosSort/block/digit_thread.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Results that the device writes during the sort; all are 0 at first.
struct RadixFlags {
  std::uint32_t msd_ran;            // the MSD passes were not skipped
  std::uint32_t has_oversize_leaf;  // some leaf exceeds one team
  std::uint32_t needs_lsd;          // all bits must be sorted by LSD passes
};

/// One MSD or LSD pass.
template <class Sort, bool Msd>
struct RadixPass {
  using Item  = typename Sort::Item;
  using State = typename Sort::State;

  bool free;  // equal keys may be reordered, which is unobservable
  int number;
  int shift;
  int msd_log_digits;

  /// LSD passes have a constant digit width.
  KOKKOS_FORCEINLINE_FUNCTION int log_digits() const {
    return Msd ? msd_log_digits : Sort::Tuning::log_digits;
  }
  KOKKOS_FORCEINLINE_FUNCTION int digits() const { return 1 << log_digits(); }
  KOKKOS_FORCEINLINE_FUNCTION bool is_enabled(State const& s) const {
    bool const needs_lsd = s.flags->needs_lsd != 0;
    return Msd ? !needs_lsd
               : needs_lsd && number < s.range().digits(log_digits());
  }
  /// Returns the functor that maps an ordinal to its digit.
  KOKKOS_FORCEINLINE_FUNCTION auto digit(State const& s) const {
    if constexpr (Msd) {
      return s.range().strip_digit(s.distinct_bins(), shift, log_digits());
    } else {
      return BitDigit<Item>{s.range().low, shift, log_digits()};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int from(State const& s) const {
    return Msd || s.flags->msd_ran == 0 ? number % 2 : slot(s) % 2;
  }
  KOKKOS_FORCEINLINE_FUNCTION int slot(State const& s) const {
    return Msd ? number : s.msd_passes + number;
  }
  /// Returns whether each tile holds items of a single bin of the pass before.
  KOKKOS_FORCEINLINE_FUNCTION bool is_aligned() const {
    return free && number == 1;
  }
};

/// State of all phases.
template <class Sort, class Order>
struct RadixState {
  using Key    = typename Sort::Key;
  using Item   = typename Sort::Item;
  using Data   = typename Sort::Data;
  using Range  = typename Sort::Range;
  using Tuning = typename Sort::Tuning;

  Order order;
  std::uint64_t n;
  Data data[2];              // the caller's arrays and the scratch
  Key* extremes;             // the least and the greatest key
  std::uint32_t msd_bins;    // of the range, one per leaf
  int msd_passes;            // 0 if only LSD passes run
  int bin_bits;              // bits of an MSD bin index
  int widest_log_digits;     // maximum over all passes
  std::uint64_t* look_back;  // published counts and sums
  std::size_t look_back_words;
  std::uint64_t* bin_offsets;   // [pass][digit]
  std::uint32_t* bin_tiles;     // [pass][digit]: first tile of a bin
  std::uint64_t* bin_cursors;   // [MSD, LSD][digit], for unordered passes
  std::uint32_t* tickets;       // per pass, then one for the extremes
  std::uint64_t* leaf_offsets;  // per MSD bin, then n
  RadixFlags* flags;

  KOKKOS_FORCEINLINE_FUNCTION bool uses_msd() const { return msd_passes > 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool has_short_tiles() const {
    return !uses_msd() && n < Tuning::min_for_long_tiles;
  }
  /// Returns the range of all keys. If only LSD passes run, it is the whole
  /// type: the search for the extremes would cost more than it saves.
  KOKKOS_FORCEINLINE_FUNCTION Range range() const {
    if (!uses_msd())
      return {order.ordinal(Item{0}),
              order.ordinal(static_cast<Item>(~Item{0}))};
    return {ordinal(extremes[0]), ordinal(extremes[1])};
  }
  KOKKOS_FORCEINLINE_FUNCTION Item ordinal(Key const& key) const {
    return order.ordinal(order.encode(key));
  }
  /// Returns the number of bins that MSD digits distinguish. If they have
  /// enough bits, there is one bin per value, so that leaves need no sort.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t distinct_bins() const {
    return range().bits() <= bin_bits ? std::uint32_t{1} << bin_bits : msd_bins;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool bins_are_values() const {
    return range().strips_are_values(distinct_bins());
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_oversize(std::uint32_t bin) const {
    return leaf_offsets[bin + 1] - leaf_offsets[bin] > Sort::leaf_capacity;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t slots() const {
    return msd_passes + Sort::lsd_passes;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t row_stride() const {
    return (std::size_t{1} << widest_log_digits) + 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& bin_offset(int slot, int d) const {
    return bin_offsets[slot * row_stride() + d];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t& bin_tile(int slot, int d) const {
    return bin_tiles[slot * row_stride() + d];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t most_tiles() const {
    constexpr int msd = Tuning::msd_shape.tile();
    constexpr int lsd = Tuning::lsd_shape.tile();
    if (uses_msd()) return n / (msd < lsd ? msd : lsd) + row_stride();
    return n / (has_short_tiles() ? Tuning::few_keys_shape.tile() : lsd) + 1;
  }
  /// Returns the functor that maps an ordinal to the number that contains the
  /// digits of all passes.
  template <bool Msd>
  KOKKOS_FORCEINLINE_FUNCTION auto digits_of() const {
    if constexpr (Msd) {
      return range().strip_of(distinct_bins());
    } else {
      return DistanceFrom<Item>{range().low};
    }
  }
  template <bool Msd>
  KOKKOS_FORCEINLINE_FUNCTION RadixPass<Sort, Msd> pass(int number) const {
    bool const free = Sort::ties_are_invisible && number < (uses_msd() ? 2 : 1);
    if constexpr (Msd) {
      int const shift = bin_bits * number / msd_passes;
      return {free, number, shift,
              bin_bits * (number + 1) / msd_passes - shift};
    } else {
      return {free, number, number * Tuning::log_digits, 0};
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
