// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Odd-even merge sort: K. Batcher, "Sorting networks and their applications"
// (1968). The sample sort of N. Leischner, V. Osipov, P. Sanders (2009) has
// this network below its threshold; here it is a sort of its own.
//
// Phase q merges sorted blocks of 2^(q-1) keys pairwise. Its first step
// compares keys k = 2^(q-1) apart. The further steps, for k = 2^(q-2), … 1,
// compare key i with key i + k, for the i of the block with an odd i / k.
//
// SortTiles  executes phases 1 … t of each tile of 2^t keys: the first in
//            registers, the others in scratch
// then for each phase q > t
// Whole      executes its first steps. Up to k = s they compare only keys that
//            are the same modulo s: s columns, each merged as a block of its
//            own. A team loads a few neighboring columns into scratch
// Inside,    execute the steps below, which compare across every border of a
// Between    tile. At each step a tile alone can do only what does not depend
//            on its neighbors. It leaves 2K - k keys at each border alone,
//            where K is the k of the first step. Tiles shifted by one half then
//            do exactly what was left. These launches come first for columns,
//            and in the end (s = 1) for neighboring keys
//
// Any length is sorted. The smaller key always goes to the lower index, so that
// keys greater than all after the n-th would never move: they need not exist.
//
// The sort is in place and needs no extra memory. It is not stable, has the
// same result in every run, and takes any order. Its work is O(n log^2 n), a
// little less than that of the bitonic network. It has 1 launch for n <= 2^t,
// and 3 to 5 per further phase up to 2^27 keys.
#ifndef KOKKOSSORT_ALGORITHM_ODD_EVEN_ODD_EVEN_MERGE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_ODD_EVEN_ODD_EVEN_MERGE_SORT_HPP

#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct OddEvenMergeSort
    : InPlaceSort<OddEvenMergeSort<Exec, Order, Value>, Exec, Order, Value> {
  using Steps   = Network<Exec, Order, Value>;
  using Key     = typename Steps::Key;
  using Element = typename Steps::Element;
  using Traits  = typename Steps::Traits;
  using Less    = typename Steps::Less;
  using State   = typename Steps::State;
  using Member  = typename Steps::Member;
  using Tile    = typename Steps::Tile;

  static constexpr int team     = Steps::team;
  static constexpr int log_tile = Steps::log_tile;
  // log2 of the neighboring columns that a team loads together: a line of
  // device memory.
  static constexpr int log_columns = Steps::log_items;
  static constexpr int log_rows    = log_tile - log_columns;

  static constexpr std::string_view name = "odd_even_merge";
  static constexpr bool is_stable        = false;
  static constexpr char const* region    = "KokkosSort::odd_even_merge_sort";

  static void sort(Exec const& exec, State const& s) {
    launch_teams<team, Steps::Tuning::tile_min_teams>(
        "KokkosSort::odd_even_merge_sort::sort_tiles", exec, s.tiles(),
        SortTiles{s, s.phases()});
    for (int phase = log_tile + 1; phase <= s.phases(); ++phase)
      merge(exec, s, phase);
  }

  /// Executes one phase. `left` is the number of steps still to be done; the
  /// next step has k = 2^(left-1).
  static void merge(Exec const& exec, State const& s, int phase) {
    int left = phase - log_rows;
    launch(exec, s, "KokkosSort::odd_even_merge_sort::whole",
           {phase, left, log_columns, log_rows, Part::whole});
    while (left > 0) {
      bool const last   = left < log_tile;
      int const columns = last ? 0 : log_columns;
      int const steps =
          last ? left : std::min(log_rows - 1, left - log_tile + 1);
      int const log_stride = left - steps;
      launch(exec, s, "KokkosSort::odd_even_merge_sort::inside",
             {phase, log_stride, columns, steps, Part::inside});
      launch(exec, s, "KokkosSort::odd_even_merge_sort::between",
             {phase, log_stride, columns, steps, Part::between});
      left -= steps;
    }
  }

  enum class Part { whole, inside, between };

  /// Steps of a phase, and the layout of a tile in the array: 2^log_columns
  /// neighboring columns of 2^(log_tile - log_columns) rows, rows 2^log_stride
  /// apart.
  struct Plan {
    int phase;
    int log_stride;
    int log_columns;
    int steps;
    Part part;
  };

  /// Launches a part of a phase, with one team per tile or, between tiles, per
  /// upper border of a tile. This includes the border of the last tile, below
  /// which keys may lie that the tile left alone.
  static void launch(Exec const& exec, State const& s, char const* label,
                     Plan const& plan) {
    int const log_window = log_tile - plan.log_columns + plan.log_stride;
    std::int64_t const windows =
        (s.n + (std::int64_t{1} << log_window) - 1) >> log_window;
    std::int64_t const groups = std::int64_t{1}
                                << (plan.log_stride - plan.log_columns);
    launch_teams<team>(label, exec, static_cast<std::size_t>(windows * groups),
                       MergeSteps{s, plan});
  }

  /// Executes the steps of a plan on one tile, one after another in scratch.
  /// Rows are counted within the tile.
  struct MergeSteps {
    State s;
    Plan plan;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Tile::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      int const log_height      = log_tile - plan.log_columns;
      std::int64_t const height = std::int64_t{1} << log_height;
      int const log_groups      = plan.log_stride - plan.log_columns;
      std::int64_t const window = member.league_rank() >> log_groups;
      std::int64_t const group =
          member.league_rank() & ((std::int64_t{1} << log_groups) - 1);
      std::int64_t const row =
          window * height + (plan.part == Part::between ? height / 2 : 0);
      // Borders of the blocks of the phase: nothing is compared across them.
      std::int64_t const block = std::int64_t{1}
                                 << (plan.phase - plan.log_stride);
      bool const first = row % block == 0;
      bool const last  = (row + height) % block == 0;
      if (plan.part == Part::between && (row + height / 2) % block == 0) return;
      std::int64_t const origin =
          (row << plan.log_stride) + (group << plan.log_columns);
      Tile const elements(team_scratch(member, Tile::scratch_bytes()));
      load(member, elements, origin);
      for (int log_k = plan.steps - 1; log_k >= 0; --log_k)
        step(member, elements, origin, log_k, first, last);
      store(member, elements, origin);
    }

    /// Returns the index in the array of element i of the tile.
    KOKKOS_FORCEINLINE_FUNCTION std::int64_t index(std::int64_t origin,
                                                   int i) const {
      int const columns = 1 << plan.log_columns;
      return origin +
             (static_cast<std::int64_t>(i >> plan.log_columns)
              << plan.log_stride) +
             (i & (columns - 1));
    }

    KOKKOS_INLINE_FUNCTION void load(Member const& member, Tile const& elements,
                                     std::int64_t origin) const {
      for (int i = member.team_rank(); i < Tile::tile; i += team) {
        std::int64_t const at = index(origin, i);
        if (at < s.n) elements[i] = Traits::load(s.order, s.data, at);
      }
      member.team_barrier();
    }
    KOKKOS_INLINE_FUNCTION void store(Member const& member,
                                      Tile const& elements,
                                      std::int64_t origin) const {
      for (int i = member.team_rank(); i < Tile::tile; i += team) {
        std::int64_t const at = index(origin, i);
        if (at < s.n) Traits::store(s.order, s.data, at, elements[i]);
      }
    }

    /// Compares rows k = 2^log_k apart, from the first row to the last of the
    /// zone of this part. The zone grows or shrinks from step to step.
    KOKKOS_INLINE_FUNCTION void step(Member const& member, Tile const& elements,
                                     std::int64_t origin, int log_k, bool first,
                                     bool last) const {
      int const height = 1 << (log_tile - plan.log_columns);
      int const k      = 1 << log_k;
      int const margin = (2 << (plan.steps - 1)) - k;  // 2K - k
      int from         = first ? k : margin;
      int to           = height - (last ? k : margin);
      if (plan.part == Part::between) {
        from = height / 2 - margin;
        to   = height / 2 + margin;
      }
      if (plan.part == Part::whole && log_k == plan.steps - 1) {
        from = 0;
        to   = height;
      }
      int const columns     = 1 << plan.log_columns;
      int const comparators = (to - from) / 2 << plan.log_columns;
      for (int c = member.team_rank(); c < comparators; c += team) {
        int const pair = c >> plan.log_columns;
        int const low =
            from + ((pair >> log_k) << (log_k + 1)) + (pair & (k - 1));
        int const i = (low << plan.log_columns) + (c & (columns - 1));
        int const j = i + (k << plan.log_columns);
        if (index(origin, j) < s.n)
          compare_exchange(elements[i], elements[j], Less{s.order});
      }
      member.team_barrier();
    }
  };

  /// Executes phases 1 … log_tile.
  struct SortTiles {
    State s;
    int phases;  // of the whole sort: a short array needs fewer

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Tile::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Steps::template with_tile<Tile, false>(
          s, member, typename Steps::AllAscending{}, log_tile,
          [&](Tile const& elements, int size, auto is_full) {
            sort_tile<decltype(is_full)::value>(member, elements, size, phases,
                                                Less{s.order});
          });
    }
  };

  /// Executes phases 1 … min(phases, log_tile) of a tile in scratch.
  template <bool Full, class AnyMember>
  KOKKOS_INLINE_FUNCTION static void sort_tile(AnyMember const& member,
                                               Tile const& elements, int size,
                                               int phases, Less const& less) {
    elements.template sort_items<Full>(
        member, size, [&](Element(&held)[Tile::items], int count) {
          odd_even_merge_sort<Full, Tile::items>(held, count, less);
        });
    for (int phase = Steps::log_items + 1; phase <= log_tile && phase <= phases;
         ++phase)
      for (int log_k = phase - 1; log_k >= 0; --log_k)
        step_in_tile(member, elements, size, phase, log_k, less);
  }

  /// Executes one step of one phase in all blocks of the tile that have keys.
  template <class AnyMember>
  KOKKOS_INLINE_FUNCTION static void step_in_tile(AnyMember const& member,
                                                  Tile const& elements,
                                                  int size, int phase,
                                                  int log_k, Less const& less) {
    int const half = 1 << (phase - 1);
    int const k    = 1 << log_k;
    for (int c = member.team_rank(); c < Tile::tile / 2; c += team) {
      int const pair = c & (half - 1);
      int const odd  = k == half ? 0 : k;
      if (odd + pair >= half) continue;
      int const low = ((c >> (phase - 1)) << phase) + odd +
                      ((pair >> log_k) << (log_k + 1)) + (pair & (k - 1));
      if (low + k < size)
        compare_exchange(elements[low], elements[low + k], less);
    }
    member.team_barrier();
  }

  /// Sorts `size` keys from `begin` on, at most a tile, by one team of another
  /// algorithm.
  template <class AnyMember>
  KOKKOS_INLINE_FUNCTION static void sort_leaf(AnyMember const& member,
                                               std::byte* scratch,
                                               Order const& order,
                                               Arrays<Key, Value> const& from,
                                               Arrays<Key, Value> const& to,
                                               std::uint64_t begin, int size) {
    Tile const elements(scratch);
    for (int i = member.team_rank(); i < size; i += team)
      elements[i] = Traits::load(order, from, begin + i);
    member.team_barrier();
    int phases = 0;
    while (1 << phases < size) ++phases;
    sort_tile<false>(member, elements, size, phases, Less{order});
    for (int i = member.team_rank(); i < size; i += team)
      Traits::store(order, to, begin + i, elements[i]);
    member.team_barrier();
  }
};

}  // namespace KokkosSort::Impl

#endif
