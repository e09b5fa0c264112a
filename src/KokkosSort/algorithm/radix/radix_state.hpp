// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// State that the kernels of radix sort share: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_STATE_HPP

#include <KokkosSort/algorithm/radix/bit_digit_thread.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/block/seen_order.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Results that the device writes during the sort; all are 0 at first.
struct RadixFlags {
  std::uint32_t msd_ran;            // the MSD passes were not skipped
  std::uint32_t long_leaves;        // leaves that one team sorts in runs
  std::uint32_t has_oversize_leaf;  // some leaf exceeds the longest of those
  std::uint32_t needs_lsd;          // all bits must be sorted by LSD passes
  std::uint32_t is_below;           // some key is below the range of the sample
  std::uint32_t idle_passes;  // LSD passes whose digit is the same in all keys
  SeenOrder seen;             // of the caller's keys
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
    if (s.has_order()) return false;
    bool const needs_lsd = s.flags->needs_lsd != 0;
    return Msd ? !needs_lsd
               : needs_lsd && number < s.lsd_digits() &&
                     (s.flags->idle_passes >> number & 1) == 0;
  }
  /// Returns the functor that maps an ordinal to its digit.
  KOKKOS_FORCEINLINE_FUNCTION auto digit(State const& s) const {
    if constexpr (Msd) {
      return s.range().strip_digit(s.distinct_bins(), shift, log_digits());
    } else {
      return BitDigit<Item>{s.lsd_base(), shift, log_digits()};
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int from(State const& s) const {
    if constexpr (Msd) return number % 2;
    return ((s.flags->msd_ran == 0 ? 0 : s.msd_passes) +
            s.lsd_passes_before(number)) %
           2;
  }
  KOKKOS_FORCEINLINE_FUNCTION int slot(State const& s) const {
    return Msd ? number : s.lsd_slot(number, s.is_recounted());
  }
  /// Returns whether each tile holds items of a single bin of the pass before.
  KOKKOS_FORCEINLINE_FUNCTION bool is_aligned() const {
    return Msd && free && number == 1;
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
  Item* sampled;             // range of the sample, widened a little
  std::uint32_t msd_bins;    // of the range, one per leaf
  int msd_passes;            // 0 if only LSD passes run
  int bin_bits;              // bits of an MSD bin index
  int widest_log_digits;     // maximum over all passes
  std::uint64_t* look_back;  // published counts and sums
  std::size_t look_back_words;
  std::uint64_t* bin_offsets;     // [pass][digit]
  std::uint32_t* bin_tiles;       // [pass][digit]: first tile of a bin
  std::uint64_t* bin_cursors;     // [MSD, LSD][digit], for unordered passes
  std::uint32_t* tickets;         // per pass
  std::uint64_t* leaf_offsets;    // per MSD bin, then n
  std::uint32_t* long_leaf_bins;  // in any order
  RadixFlags* flags;
  Gate gate;

  KOKKOS_FORCEINLINE_FUNCTION bool uses_msd() const { return msd_passes > 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool has_short_tiles() const {
    return !uses_msd() && n < Tuning::min_for_long_tiles;
  }
  /// Whether the keys need no passes, once the first kernel has read them, or
  /// may have none. The keys are reversed where they would be copied back, if
  /// that is launched on every input.
  KOKKOS_FORCEINLINE_FUNCTION bool has_order() const {
    return gate.is_closed() || flags->seen.is_sorted() || is_reversed();
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_reversed() const {
    return uses_msd() && flags->seen.is_reversed();
  }
  /// Returns the range that the MSD bins divide, once keys are probed.
  KOKKOS_FORCEINLINE_FUNCTION Range range() const {
    return {sampled[0], sampled[1]};
  }
  /// Returns the range of the type.
  KOKKOS_FORCEINLINE_FUNCTION Range whole_range() const {
    return {order.ordinal(Item{0}), order.ordinal(static_cast<Item>(~Item{0}))};
  }
  /// Returns the least key of an LSD pass, from which its digits are counted:
  /// as far as possible the leading ones are the same in all keys, and their
  /// passes skipped. A range that needs every digit is no use, and keys below
  /// it would have to be counted again.
  KOKKOS_FORCEINLINE_FUNCTION Item lsd_base() const {
    return uses_msd() && !is_recounted() &&
                   range().digits(Tuning::log_digits) < lsd_digits()
               ? range().low
               : whole_range().low;
  }
  /// Whether keys below the sample's range required a second count for the LSD
  /// passes.
  KOKKOS_FORCEINLINE_FUNCTION bool is_recounted() const {
    return uses_msd() && flags->is_below != 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION int lsd_digits() const {
    return whole_range().digits(Tuning::log_digits);
  }
  KOKKOS_FORCEINLINE_FUNCTION int lsd_slot(int number, bool recounted) const {
    return msd_passes + number + (recounted ? Sort::lsd_passes : 0);
  }
  /// Returns how many of the first `number` LSD passes run.
  KOKKOS_FORCEINLINE_FUNCTION int lsd_passes_before(int number) const {
    int passes = 0;
    for (int p = 0; p < number; ++p)
      passes += (flags->idle_passes >> p & 1) == 0 ? 1 : 0;
    return passes;
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
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t leaf_size(std::uint32_t bin) const {
    return leaf_offsets[bin + 1] - leaf_offsets[bin];
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_oversize(std::uint32_t bin) const {
    return leaf_size(bin) > longest_leaf();
  }
  /// Returns the size up to which one team sorts a leaf, by merging runs.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t longest_leaf() const {
    return Tuning::longest_leaf(n, Sort::leaf_capacity);
  }
  /// Returns the maximum number of long leaves.
  KOKKOS_FORCEINLINE_FUNCTION std::size_t most_long_leaves() const {
    return n / Sort::leaf_capacity;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t slots() const {
    return msd_passes + (uses_msd() ? 2 : 1) * Sort::lsd_passes;
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
  KOKKOS_FORCEINLINE_FUNCTION bool has_one_tile() const {
    return !uses_msd() && n >= Tuning::min_for_one_tile &&
           n < Tuning::min_past_one_tile;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool has_medium_tiles() const {
    return n < Tuning::min_for_longest_tiles;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t most_tiles() const {
    constexpr int msd = Tuning::msd_shape.tile();
    int const lsd     = has_short_tiles()    ? Tuning::few_keys_shape.tile()
                        : has_one_tile()     ? Tuning::one_tile_shape.tile()
                        : has_medium_tiles() ? Tuning::medium_shape.tile()
                                             : Tuning::lsd_shape.tile();
    if (uses_msd()) return n / (msd < lsd ? msd : lsd) + row_stride();
    return n / lsd + 1;
  }
  /// Returns the functor that maps an ordinal to the number that contains the
  /// digits of all passes.
  template <bool Msd>
  KOKKOS_FORCEINLINE_FUNCTION auto digits_of() const {
    if constexpr (Msd) {
      return range().strip_of(distinct_bins());
    } else {
      return DistanceFrom<Item>{lsd_base()};
    }
  }
  template <bool Msd>
  KOKKOS_FORCEINLINE_FUNCTION RadixPass<Sort, Msd> pass(int number) const {
    bool const free = Sort::ties_are_invisible && number < (Msd ? 2 : 1);
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
