// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phase of radix sort that draws a sample: see radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_PROBE_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_PROBE_HPP

#include <KokkosSort/algorithm/butterfly/extremes_team.hpp>
#include <KokkosSort/algorithm/radix/radix_histogram.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/multiply_high.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// One team draws a sample of the keys. The others clear the state meanwhile.
///
/// Their range, a little wider than that of the sample, is divided into MSD
/// bins. The passes check that it holds all keys: see CountRadixDigits.
///
/// The sample also predicts whether MSD passes would be wasted:
/// - Leaves do not fit if many samples fall into few cells and differ there, or
///   if many keys repeat in a cell beside others.
/// - A leaf does not fit if it holds other keys and one that repeats often.
/// - Keys lie outside the range if few samples fall near one of its ends.
/// A wrong prediction costs time only. ScanRadixCounts finds most frequent keys
/// that the sample missed.
template <class Sort>
struct ProbeKeys {
  using Exec   = typename Sort::Execution;
  using Item   = typename Sort::Item;
  using Tuning = typename Sort::Tuning;
  using Member = TeamMember<Exec>;

  static constexpr int team  = Tuning::probe_team_size;
  static constexpr int cells = Tuning::sample_cells;
  /// Samples that a thread holds at once, and the rounds that it needs for its
  /// share.
  static constexpr int own =
      Tuning::samples / team < 16 ? Tuning::samples / team : 16;
  static constexpr int rounds = Tuning::samples / (own * team);

  using MinMax = TeamMinMax<Item, team>;

  typename Sort::State s;

  // The cells are counted once the range is known.
  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    constexpr std::size_t counting =
        cells * (sizeof(Item) + 2 * sizeof(std::uint32_t)) +
        3 * sizeof(std::uint32_t);
    return counting > MinMax::scratch_bytes() ? counting
                                              : MinMax::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    ClearRadixState<Sort> const state{s};
    bool const is_alone = member.league_size() == 1;
    if (member.league_rank() > 0 || is_alone)
      state.clear(member, is_alone ? 0 : member.league_rank() - 1,
                  is_alone ? 1 : member.league_size() - 1);
    if (member.league_rank() > 0) return;
    state.clear_flags(member);
    member.team_barrier();
    probe(member);
  }

 private:
  KOKKOS_INLINE_FUNCTION void probe(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    Item items[own];
    if constexpr (rounds == 1) read(member, 0, items);
    find_range(member, items, scratch);
    member.team_barrier();
    if (s.n >= Tuning::min_for_probe && !s.bins_are_values())
      guess_way(member, items, scratch);
  }

  struct Less {
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Item a, Item b) const {
      return a < b;
    }
  };

  KOKKOS_INLINE_FUNCTION void find_range(Member const& member,
                                         Item (&items)[own],
                                         std::byte* scratch) const {
    Extremes<Item> of_thread{static_cast<Item>(~Item{0}), Item{0}};
    for_samples(member, items, [&](Item item) {
      if (item < of_thread.min) of_thread.min = item;
      if (item > of_thread.max) of_thread.max = item;
    });
    Extremes<Item> const seen =
        MinMax::search(member, of_thread, scratch, Less{});
    if (member.team_rank() != 0) return;
    auto const whole  = s.whole_range();
    Item const margin = draws_all()
                            ? Item{0}
                            : static_cast<Item>((seen.max - seen.min) >>
                                                Tuning::log_range_per_margin);
    s.sampled[0]      = static_cast<Item>(seen.min - whole.low) > margin
                            ? static_cast<Item>(seen.min - margin)
                            : whole.low;
    s.sampled[1]      = static_cast<Item>(whole.high - seen.max) > margin
                            ? static_cast<Item>(seen.max + margin)
                            : whole.high;
  }

  /// Decides by the sample whether MSD passes are skipped.
  KOKKOS_INLINE_FUNCTION void guess_way(Member const& member,
                                        Item (&items)[own],
                                        std::byte* scratch) const {
    auto* const seen       = reinterpret_cast<Item*>(scratch);
    auto* const counts     = reinterpret_cast<std::uint32_t*>(seen + cells);
    auto* const mismatches = counts + cells;
    auto* const repeats    = mismatches + cells;
    auto* const at_ends    = repeats + 1;
    if (member.team_rank() == 0) *repeats = at_ends[0] = at_ends[1] = 0;
    for (int c = member.team_rank(); c < cells; c += team)
      counts[c] = mismatches[c] = 0;
    Digit<Item> const cell_of = s.range().strip_of(cells);
    member.team_barrier();
    // Any key of a cell represents it.
    for_samples(member, items, [&](Item item) {
      Warp<Exec>::shared_atomic_add(&counts[cell_of(item)], std::uint32_t{1});
    });
    for_samples(member, items, [&](Item item) {
      if (Warp<Exec>::shared_atomic_add(&mismatches[cell_of(item)],
                                        std::uint32_t{1}) == 0)
        seen[cell_of(item)] = item;
    });
    member.team_barrier();
    for (int c = member.team_rank(); c < cells; c += team) mismatches[c] = 0;
    member.team_barrier();
    for_samples(member, items, [&](Item item) {
      if (seen[cell_of(item)] != item)
        Warp<Exec>::shared_atomic_add(&mismatches[cell_of(item)],
                                      std::uint32_t{1});
    });
    member.team_barrier();
    // All threads that find a full cell write the same word.
    for (int c = member.team_rank(); c < cells; c += team) {
      if (c < Tuning::end_cells || c >= cells - Tuning::end_cells)
        Warp<Exec>::shared_atomic_add(&at_ends[c < cells / 2 ? 0 : 1],
                                      counts[c]);
      std::uint32_t const alike = counts[c] - mismatches[c];
      if (mismatches[c] > 0 && is_oversize(alike)) s.flags->needs_lsd = 1;
      if (mismatches[c] <= counts[c] / 4) continue;
      if (counts[c] >= Tuning::full_cell) s.flags->needs_lsd = 1;
      Warp<Exec>::shared_atomic_add(repeats, alike - 1);
    }
    member.team_barrier();
    if (member.team_rank() == 0 &&
        (*repeats >= Tuning::many_repeats || at_ends[0] < Tuning::few_at_end ||
         at_ends[1] < Tuning::few_at_end))
      s.flags->needs_lsd = 1;
  }

  /// Whether so many samples of one value stand for more keys than a leaf may
  /// have. Two can be one key that was drawn twice.
  KOKKOS_FORCEINLINE_FUNCTION bool is_oversize(std::uint32_t alike) const {
    return alike > 2 &&
           (alike - 1) * (s.n / Tuning::samples) > s.longest_leaf();
  }

  // The position is at the fraction bits / 2^32 of the array. A 64-bit quotient
  // per sample would take longer than the read.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t position_of(int sample) const {
    if (draws_all()) {
      auto const position = static_cast<std::uint64_t>(sample);
      return position < s.n ? position : s.n - 1;
    }
    auto const bits = static_cast<std::uint32_t>(
        splitmix64(static_cast<std::uint64_t>(sample)) >> 32);
    return std::uint64_t{bits} * (s.n >> 32) +
           multiply_high(bits, static_cast<std::uint32_t>(s.n));
  }

  /// Whether the sample is all keys, of which there are few.
  KOKKOS_FORCEINLINE_FUNCTION bool draws_all() const {
    return s.n <= static_cast<std::uint64_t>(Tuning::samples);
  }

  KOKKOS_FORCEINLINE_FUNCTION void read(Member const& member, int round,
                                        Item (&items)[own]) const {
    KOKKOSSORT_UNROLL
    for (int j = 0; j < own; ++j)
      items[j] = s.ordinal(s.data[0].keys[position_of((round * own + j) * team +
                                                      member.team_rank())]);
  }
  /// With a single round, the samples stay in registers.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_samples(Member const& member,
                                               Item (&items)[own],
                                               Body const& body) const {
    for (int round = 0; round < rounds; ++round) {
      if constexpr (rounds > 1) read(member, round, items);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < own; ++j) body(items[j]);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
