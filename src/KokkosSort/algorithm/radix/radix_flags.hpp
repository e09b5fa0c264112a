// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phases of radix sort that sort leaves, or choose between MSD and LSD passes:
// see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_FLAGS_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_FLAGS_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/flag_team.hpp>
#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Finds where the leaf of each MSD bin begins, with one thread per bin, and
/// which of them exceed one team.
template <class Sort>
struct FindRadixLeaves {
  using Key   = typename Sort::Key;
  using Item  = typename Sort::Item;
  using Range = typename Sort::Range;

  static constexpr int team = Sort::team;

  using Member = TeamMember<typename Sort::Execution>;

  typename Sort::State s;

  // Adjacent teams both search for the bin at their boundary.
  static constexpr std::uint32_t bins_per_team = team > 1 ? team - 1 : 63;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return (bins_per_team + 1) * sizeof(std::uint64_t);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    Range const range = s.range();
    if (s.flags->needs_lsd != 0 || s.has_order() || s.bins_are_values()) return;
    auto* const bin_offsets =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    std::uint32_t const first = member.league_rank() * bins_per_team;
    for (std::uint32_t j = member.team_rank(); j <= bins_per_team; j += team) {
      std::uint32_t const bin = first + j;
      if (bin > s.msd_bins) continue;
      std::uint64_t const begin = begin_of(range.strip_of(s.msd_bins), bin);
      bin_offsets[j]            = begin;
      s.leaf_offsets[bin]       = begin;
    }
    member.team_barrier();
    for (std::uint32_t j = member.team_rank(); j < bins_per_team; j += team)
      if (first + j < s.msd_bins)
        list(first + j, bin_offsets[j + 1] - bin_offsets[j]);
  }

 private:
  /// Returns the position of a bin's first key. The last pass has counted the
  /// keys of each of its digits, the leading one of bins; the search is among
  /// those. A step reads three keys at once, as reads take nearly all the time.
  /// For 2^24 keys both changes to a binary search over all keys take 10 us
  /// instead of 14 on an H200.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin_of(Digit<Item> const& bin_of,
                                                     std::uint32_t bin) const {
    if (bin == 0) return 0;
    if (bin == s.msd_bins) return s.n;
    Strided<Key> const keys = s.data[s.msd_passes % 2].keys;
    auto const last         = s.template pass<true>(s.msd_passes - 1);
    int const digit         = static_cast<int>(bin >> last.shift);
    std::uint64_t low       = s.bin_offset(last.number, digit);
    std::uint64_t high      = s.bin_offset(last.number, digit + 1);
    while (low < high) {
      constexpr int parts      = 4;
      std::uint64_t const step = (high - low) / parts;
      Key read[parts - 1];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < parts - 1; ++i) read[i] = keys[low + (i + 1) * step];
      int before = 0;
      KOKKOSSORT_UNROLL
      for (Key const& key : read)
        if (bin_of(s.ordinal(key)) < bin) ++before;
      if (before < parts - 1) high = low + (before + 1) * step;
      if (before > 0) low += before * step + 1;
    }
    return low;
  }

  KOKKOS_FORCEINLINE_FUNCTION void list(std::uint32_t bin,
                                        std::uint64_t size) const {
    if (size <= Sort::leaf_capacity) return;
    if (size > s.longest_leaf()) {
      // All threads that find an oversize leaf write the same word.
      s.flags->has_oversize_leaf = 1;
    } else {
      s.long_leaf_bins[Kokkos::atomic_fetch_add(&s.flags->long_leaves,
                                                std::uint32_t{1})] = bin;
    }
  }
};

/// Checks oversize leaves. A leaf of a single value is sorted; if any holds
/// several values, LSD passes are needed.
template <class Sort>
struct CompareRadixNeighbors {
  using Item   = typename Sort::Item;
  using Member = TeamMember<typename Sort::Execution>;

  static constexpr int team = Sort::team;

  typename Sort::State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.flags->has_oversize_leaf == 0) return;
    Digit<Item> const bin_of = s.range().strip_of(s.msd_bins);
    auto const keys          = s.data[s.msd_passes % 2].keys;
    std::uint64_t const step =
        static_cast<std::uint64_t>(member.league_size()) * team;
    bool is_mixed = false;
    for (std::uint64_t i =
             static_cast<std::uint64_t>(member.league_rank()) * team +
             member.team_rank() + 1;
         i < s.n && !is_mixed; i += step) {
      Item const before = s.ordinal(keys[i - 1]);
      Item const item   = s.ordinal(keys[i]);
      if (before == item) continue;
      std::uint32_t const bin = bin_of(item);
      is_mixed                = bin == bin_of(before) && s.is_oversize(bin);
    }
    raise_flag(member, is_mixed, &s.flags->needs_lsd);
  }
};

/// Sorts the leaves that fit a team's scratch, with one team per leaf.
template <class Sort>
struct SortRadixLeaves {
  using Leaves = typename Sort::Leaves;
  using Member = TeamMember<typename Sort::Execution>;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return Leaves::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.flags->needs_lsd != 0 || s.has_order() || s.bins_are_values() ||
        s.leaf_size(member.league_rank()) > Sort::leaf_capacity)
      return;
    std::uint64_t const begin = s.leaf_offsets[member.league_rank()];
    std::uint64_t const end   = s.leaf_offsets[member.league_rank() + 1];
    if (begin < end)
      Leaves::sort(member, team_scratch(member, scratch_bytes()), s.order,
                   s.data[s.msd_passes % 2], s.data[0], begin,
                   static_cast<int>(end - begin));
  }
};

/// Sorts the whole array with one team.
template <class Sort>
struct SortRadixAlone {
  using Leaf   = typename Sort::Alone;
  using Member = TeamMember<typename Sort::Execution>;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return Leaf::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.gate.is_closed()) return;
    Leaf::sort(member, team_scratch(member, scratch_bytes()), s.order,
               s.data[0], s.data[0], 0, static_cast<int>(s.n));
  }
};

/// Copies items in the scratch array back to the caller's. It copies all of
/// them, or those of leaves with a single value, which no team has moved. Keys
/// in reverse order are in the caller's array, and are reversed there.
template <class Sort>
struct CopyRadixBack {
  using Item   = typename Sort::Item;
  using Member = TeamMember<typename Sort::Execution>;

  static constexpr int team = Sort::team;
  static constexpr int tile = Sort::tile;

  /// Member of a team of one thread, the caller.
  struct Alone {
    KOKKOS_FORCEINLINE_FUNCTION static int team_rank() { return 0; }
    KOKKOS_FORCEINLINE_FUNCTION static int team_size() { return 1; }
  };

  typename Sort::State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.is_reversed()) reverse_all(member, s.data[0], s.n);
    if (s.has_order()) return;
    bool const needs_lsd = s.flags->needs_lsd != 0;
    bool const all       = needs_lsd || s.bins_are_values();
    int done             = s.flags->msd_ran != 0 ? s.msd_passes : 0;
    if (needs_lsd) done += s.lsd_passes_before(s.lsd_digits());
    if (done % 2 == 0 || !(all || s.flags->has_oversize_leaf != 0)) return;
    std::uint64_t const step =
        static_cast<std::uint64_t>(member.league_size()) * tile;
    for (std::uint64_t begin =
             static_cast<std::uint64_t>(member.league_rank()) * tile;
         begin < s.n; begin += step) {
      std::uint64_t const size = s.n - begin < tile ? s.n - begin : tile;
      if (all) {
        copy_all(member, s.data[1], s.data[0], begin, size);
      } else {
        copy_oversize(member, begin, begin + size);
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void copy_oversize(Member const& member,
                                                 std::uint64_t begin,
                                                 std::uint64_t end) const {
    Digit<Item> const bin_of = s.range().strip_of(s.msd_bins);
    for (std::uint64_t i = begin + member.team_rank(); i < end; i += team)
      if (s.is_oversize(bin_of(s.ordinal(s.data[1].keys[i]))))
        copy_all(Alone{}, s.data[1], s.data[0], i, 1);
  }
};

}  // namespace KokkosSort::Impl

#endif
