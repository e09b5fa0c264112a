// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merge sort along merge paths, after O. Green, R. McColl, D. Bader, "GPU Merge
// Path: a GPU merging algorithm" (2012).
//
// Phase 1  SortTiles    sorts one tile per team in scratch
// Phase 2  SplitTiles   finds the crossings of the merge path through each
//                       group of four runs with the ends of the tiles: one
//                       thread per crossing, or one small team if there are few
//                       (SplitFewTiles)
//          CheckSplits  (comparators only) checks that the crossings are in
//                       order; if there are few tiles, MergeTiles does
//          MergeTiles   merges one tile of the result per team in scratch
//          … phase 2 repeats for every fourfold growth of the runs
//
// As in the paper, the merge path divides every group of runs into tiles of
// equal size, one team each. All passes are equally parallel, for any length.
//
// Differences from the paper, and why:
// - Four runs are merged per pass, two by two in scratch. Merges of pairs would
//   have twice the traffic of device memory.
// - A comparator that contradicts itself can make crossings run backward.
//   CheckSplits finds that, and such a group is not merged: nothing is lost.
//
// The sort is stable, and its work is O(n log n). It has 1 + 2 ceil(log4(n /
// tile)) launches, and 3 per pass with a comparator and many tiles. Extra
// memory: n keys, n values and 36 bytes per tile.
#ifndef KOKKOSSORT_ALGORITHM_MERGE_MERGE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_MERGE_MERGE_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_path_team.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/algorithm/merge/merge_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct MergeSort {
  using Key      = typename Order::key_type;
  using Traits   = Elements<Order, Value>;
  using Less     = typename Traits::Less;
  using Data     = Arrays<Key, Value>;
  using Tuning   = MergeSortTuning<Exec, sizeof(typename Traits::type)>;
  using Member   = TeamMember<Exec>;
  using TeamSort = TeamMergeSort<typename Traits::type, Tuning::team_size,
                                 Tuning::items_per_thread>;
  using TeamSplit =
      TeamMergePath<Exec, typename Traits::type, Tuning::split_team_size>;

  static constexpr int team  = Tuning::team_size;
  static constexpr int items = Tuning::items_per_thread;
  static constexpr int ways  = 1 << Tuning::log_ways;
  // A multiple of 32 elements: tiles are whole lines of device memory.
  static constexpr std::uint64_t tile =
      team == 1 ? TeamSort::capacity
                : TeamSort::template merge_capacity<ways> / 32 * 32;
  static constexpr std::string_view name = "merge";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;
  // An order of integers cannot contradict itself.
  static constexpr bool checks_splits = !Order::equal_is_identical;

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint64_t n;
    Data data[2];              // the arrays of the caller and the workspace
    std::uint64_t* splits;     // [tile][run]: items of the run before the tile
    std::uint32_t* backwards;  // per group: whether splits run backward

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return div_up(n, tile);
    }
    /// Whether every team of MergeTiles checks the splits of its whole group.
    KOKKOS_FORCEINLINE_FUNCTION bool merge_checks() const {
      return n <= tile * team * Tuning::checks_a_thread;
    }
  };

  /// Group of runs that contains tile `t` of the result. Each run is ways^pass
  /// tiles long, unless the array ends before.
  struct Group {
    std::uint64_t number;
    std::uint64_t begin;
    std::uint64_t width;
    std::uint64_t size;

    KOKKOS_FORCEINLINE_FUNCTION Group(std::uint64_t t, int pass,
                                      std::uint64_t n)
        : number(t >> (Tuning::log_ways * (pass + 1))),
          width(tile << (Tuning::log_ways * pass)) {
      begin = number * ways * width;
      size  = n - begin < ways * width ? n - begin : ways * width;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t run_size(int r) const {
      std::uint64_t const before = r * width;
      return size <= before ? 0 : size - before < width ? size - before : width;
    }
  };

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) { plan(exec, order, n, arena); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::merge_sort"));
    State state         = plan(exec, order, n, arena);
    state.data[0]       = {keys, values};
    std::size_t const m = state.tiles();
    int passes          = 0;
    while ((tile << (Tuning::log_ways * passes)) < n) ++passes;
    // The tiles start in the array from which an even number of passes ends in
    // the array of the caller.
    int from = passes % 2;
    launch_teams<team, Tuning::sort_min_teams>(
        "KokkosSort::merge_sort::sort_tiles", exec, m, SortTiles{state, from});
    for (int pass = 0; pass < passes; ++pass, from = 1 - from) {
      split_tiles(exec, state, from, pass);
      if constexpr (checks_splits)
        if (!state.merge_checks())
          launch_teams<team>("KokkosSort::merge_sort::check_splits", exec,
                             m / team + 1, CheckSplits{state, pass});
      launch_teams<team, Tuning::merge_min_teams>(
          "KokkosSort::merge_sort::merge_tiles", exec, m,
          MergeTiles{state, from, pass});
    }
  }

  static void split_tiles(Exec const& exec, State const& state, int from,
                          int pass) {
    std::size_t const m         = state.tiles();
    constexpr char const* label = "KokkosSort::merge_sort::split_tiles";
    if constexpr (Warp<Exec>::size > 1) {
      // If all teams run at once, teams wait less than threads, but compute
      // more. On an H200 with u32 keys, teams take 0.73 ms and threads 0.81 ms
      // for 2^24 keys, whose teams run at once. For 2^25 keys teams take 1.56
      // ms and threads 1.46 ms.
      constexpr int split_team = Tuning::split_team_size;
      if (m <= resident_teams<split_team>(exec) &&
          state.n <= SplitFewTiles::max_items) {
        launch_teams<split_team>(label, exec, m,
                                 SplitFewTiles{state, from, pass});
        return;
      }
    }
    launch_teams<team>(label, exec, m / team + 1,
                       SplitTiles{state, from, pass});
  }

  static State plan(Exec const&, Order const& order, std::size_t n,
                    Arena& arena) {
    State state{order, n, {}, nullptr, nullptr};
    if (n <= tile) return state;
    state.splits = arena.take<std::uint64_t>(ways * state.tiles());
    if constexpr (checks_splits)
      state.backwards = arena.take<std::uint32_t>(state.tiles());
    state.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      state.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return state;
  }

  /// Phase 1: sorts the tiles.
  struct SortTiles {
    State s;
    int to;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      std::uint64_t const begin = member.league_rank() * tile;
      int const size =
          static_cast<int>(s.n - begin < tile ? s.n - begin : tile);
      Traits::template load_tile<team, tile>(member, s.order, s.data[0],
                                             {begin}, {size}, sort.elements());
      member.team_barrier();
      sort.sort(member, size, Less{s.order});
      Traits::template store_tile<team, tile>(member, s.order, s.data[to],
                                              begin, size, sort.elements());
    }
  };

  /// Returns the end of the part of run `r` in the tile: the beginning of that
  /// in the next tile.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t end_of_split(
      State const& s, Group const& group, std::uint64_t t, int r) {
    return (t + 1) * tile >= group.begin + group.size
               ? group.run_size(r)
               : s.splits[(t + 1) * ways + r];
  }

  /// Returns the tile of this thread, if there is one thread per tile.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tile_of_thread(
      Member const& member) {
    return static_cast<std::uint64_t>(member.league_rank()) * team +
           member.team_rank();
  }

  KOKKOS_FORCEINLINE_FUNCTION static void store_splits(
      State const& s, std::uint64_t t, auto const (&taken)[ways]) {
    KOKKOSSORT_UNROLL
    for (int r = 0; r < ways; ++r) s.splits[t * ways + r] = taken[r];
    if constexpr (checks_splits) s.backwards[t] = 0;
  }

  /// Returns a callable that reads item i of run r of a group.
  KOKKOS_FORCEINLINE_FUNCTION static auto reader(State const& s, int from,
                                                 Group const& group) {
    return [&s, &group, from](int r, std::uint64_t i) {
      return Traits::load(s.order, s.data[from],
                          group.begin + r * group.width + i);
    };
  }

  /// Phase 2 with one thread per tile.
  struct SplitTiles {
    State s;
    int from;
    int pass;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t = tile_of_thread(member);
      if (t >= s.tiles()) return;
      Group const group(t, pass, s.n);
      std::uint64_t sizes[ways];
      std::uint64_t taken[ways];
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) sizes[r] = group.run_size(r);
      merge_path(reader(s, from, group), sizes, t * tile - group.begin, taken,
                 Less{s.order});
      store_splits(s, t, taken);
    }
  };

  /// Phase 2 with one team per tile.
  struct SplitFewTiles {
    using Index = std::uint32_t;
    // Sums of two positions must not wrap.
    static constexpr Index max_items = std::numeric_limits<Index>::max() / 2;

    State s;
    int from;
    int pass;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSplit::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t = member.league_rank();
      Group const group(t, pass, s.n);
      Index sizes[ways];
      Index taken[ways];
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r)
        sizes[r] = static_cast<Index>(group.run_size(r));
      TeamSplit const split(team_scratch(member, scratch_bytes()));
      split.find(member, reader(s, from, group), sizes,
                 static_cast<Index>(t * tile - group.begin), taken,
                 Less{s.order});
      if (member.team_rank() == 0) store_splits(s, t, taken);
    }
  };

  /// Whether the tile ends before it begins in some run.
  KOKKOS_FORCEINLINE_FUNCTION static bool is_backwards(State const& s,
                                                       Group const& group,
                                                       std::uint64_t t) {
    bool found = false;
    KOKKOSSORT_UNROLL
    for (int r = 0; r < ways; ++r)
      found |= end_of_split(s, group, t, r) < s.splits[t * ways + r];
    return found;
  }

  /// Marks groups with splits that run backward. Every thread that finds one
  /// writes the same word.
  struct CheckSplits {
    State s;
    int pass;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t = tile_of_thread(member);
      if (t >= s.tiles()) return;
      Group const group(t, pass, s.n);
      if (is_backwards(s, group, t)) s.backwards[group.number] = 1;
    }
  };

  struct MergeTiles {
    State s;
    int from;
    int pass;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t     = member.league_rank();
      std::uint64_t const begin = t * tile;
      Group const group(t, pass, s.n);
      std::uint64_t const left = group.begin + group.size - begin;
      int const size           = static_cast<int>(left < tile ? left : tile);
      Data const& to           = s.data[1 - from];
      bool merged              = group.size > group.width;
      if constexpr (checks_splits)
        merged = merged && are_in_order(member, group);
      if (!merged) {
        copy_all(member, s.data[from], to, begin, size);
        return;
      }
      std::uint64_t starts[ways];
      int ends[ways];
      int end = 0;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) {
        std::uint64_t const split = s.splits[t * ways + r];
        starts[r]                 = group.begin + r * group.width + split;
        end += static_cast<int>(end_of_split(s, group, t, r) - split);
        ends[r] = end;
      }
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      Traits::template load_tile<team, tile>(member, s.order, s.data[from],
                                             starts, ends, sort.elements());
      member.team_barrier();
      sort.merge(member, ends, Less{s.order});
      Traits::template store_tile<team, tile>(member, s.order, to, begin, size,
                                              sort.elements());
    }

   private:
    /// Whether no split of the group contradicts another. Called by the whole
    /// team.
    KOKKOS_FORCEINLINE_FUNCTION bool are_in_order(Member const& member,
                                                  Group const& group) const {
      if (!s.merge_checks()) return s.backwards[group.number] == 0;
      std::uint64_t const first = group.begin / tile;
      std::uint64_t const tiles = div_up(group.size, tile);
      bool found                = false;
      for (std::uint64_t i = member.team_rank(); i < tiles; i += team)
        found |= is_backwards(s, group, first + i);
      return !Warp<Exec>::any_in_team(member, found);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
