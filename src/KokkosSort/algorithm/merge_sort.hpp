// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merge sort: D. Dewan, I. Simidjiyski, "Parallel sorting: heap, quick, radix
// and merge sort on a GPU" (2010), section on merge sort.
//
// Phase 1  SortTiles    each team sorts one tile in scratch
// Phase 2  SplitTiles   where the merge path crosses the tiles' ends
//          CheckSplits  (comparators only) whether the crossings are in order;
//                       up to a team's worth of them are checked at once
//          MergeTiles   each team merges one tile of the result
//          … once for every doubling of the runs' length
//
// What differs from the paper, and why:
// - The paper gives a pair of runs to one thread or team, so that the last
//   merges run alone. Here the merge path cuts every pair into tiles of equal
//   size, one team each: all passes are equally parallel, for any length.
// - Runs are merged in scratch and leave it in order, so that device memory is
//   read and written in runs.
// - A comparator that contradicts itself can make crossings run backwards.
//   CheckSplits finds that, and such a pair is left unmerged: nothing is lost.
//
// Stable. Work O(n log n); 1 + 2 ceil(log2(n / tile)) launches, 3 a pass with a
// comparator. Extra memory: n keys, n values and 8 bytes a tile.
#ifndef KOKKOSSORT_ALGORITHM_MERGE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_MERGE_SORT_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/team/merge_sort.hpp>
#include <KokkosSort/thread/merge.hpp>
#include <KokkosSort/tuning/merge_sort.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

  static constexpr int team           = Tuning::team_size;
  static constexpr int items          = Tuning::items_per_thread;
  static constexpr std::uint64_t tile = TeamSort::capacity;
  static constexpr bool is_stable     = true;
  // Integers are always in order: nothing to check.
  static constexpr bool checks_splits = !Order::equal_is_identical;

  /// What every phase knows.
  struct State {
    Order order;
    std::uint64_t n;
    Data data[2];              // the caller's arrays and the scratch
    std::uint64_t* splits;     // by tile: how much of its pair's first run
                               // lies before it
    std::uint32_t* backwards;  // by pair: whether splits contradict each other

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return (n + tile - 1) / tile;
    }
  };

  /// The two runs that tile `t` of the result lies in, each 2^log_tiles tiles
  /// long where the array does not end before.
  struct Pair {
    std::uint64_t number;
    std::uint64_t begin;
    std::uint64_t a_size;
    std::uint64_t b_size;

    KOKKOS_FORCEINLINE_FUNCTION Pair(std::uint64_t t, int log_tiles,
                                     std::uint64_t n)
        : number(t >> (log_tiles + 1)) {
      std::uint64_t const width = tile << log_tiles;
      begin                     = number * 2 * width;
      a_size                    = n - begin < width ? n - begin : width;
      b_size = n - begin - a_size < width ? n - begin - a_size : width;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const {
      return a_size + b_size;
    }
  };

  static std::size_t scratch_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    Arena measure;
    plan(exec, order, n, measure);
    return measure.used();
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region("KokkosSort::merge_sort");
    State state         = plan(exec, order, n, arena);
    state.data[0]       = {keys, values};
    std::size_t const m = state.tiles();
    int passes          = 0;
    while ((tile << passes) < n) ++passes;
    // The tiles start in the array from which an even number of passes leads
    // back to the caller's.
    int from = passes % 2;
    launch_teams<team, Tuning::sort_min_teams>(
        "KokkosSort::merge_sort::sort_tiles", exec, m, SortTiles{state, from});
    for (int pass = 0; pass < passes; ++pass, from = 1 - from) {
      std::size_t const teams = m / team + 1;
      launch_teams<team>("KokkosSort::merge_sort::split_tiles", exec, teams,
                         SplitTiles{state, from, pass});
      if constexpr (checks_splits) {
        // A team on its own has checked its splits itself.
        if (teams > 1)
          launch_teams<team>("KokkosSort::merge_sort::check_splits", exec,
                             teams, CheckSplits{state, pass});
      }
      launch_teams<team, Tuning::merge_min_teams>(
          "KokkosSort::merge_sort::merge_tiles", exec, m,
          MergeTiles{state, from, pass});
    }
  }

  static State plan(Exec const&, Order const& order, std::size_t n,
                    Arena& arena) {
    State state{order, n, {}, nullptr, nullptr};
    if (n <= tile) return state;
    state.splits = arena.take<std::uint64_t>(state.tiles());
    if constexpr (checks_splits)
      state.backwards = arena.take<std::uint32_t>(state.tiles());
    state.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      state.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return state;
  }

  /// Phase 1.
  struct SortTiles {
    State s;
    int to;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      std::uint64_t const begin = member.league_rank() * tile;
      int const size =
          static_cast<int>(s.n - begin < tile ? s.n - begin : tile);
      Traits::template load_tile<team, items>(member, s.order, s.data[0], begin,
                                              size, begin, size,
                                              sort.elements());
      member.team_barrier();
      sort.sort(member, size, Less{s.order});
      Traits::template store_tile<team, items>(member, s.order, s.data[to],
                                               begin, size, sort.elements());
    }
  };

  /// Where the tile's part of the first run ends: where the next tile's begins.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t end_of_split(
      State const& s, Pair const& pair, std::uint64_t t) {
    return (t + 1) * tile >= pair.begin + pair.size() ? pair.a_size
                                                      : s.splits[t + 1];
  }

  /// Every thread that finds a fault writes the same word.
  KOKKOS_FORCEINLINE_FUNCTION static void check_split(State const& s,
                                                      int log_tiles,
                                                      std::uint64_t t) {
    Pair const pair(t, log_tiles, s.n);
    std::uint64_t const next = end_of_split(s, pair, t);
    std::uint64_t const left = pair.begin + pair.size() - t * tile;
    if (next < s.splits[t] || next - s.splits[t] > (left < tile ? left : tile))
      s.backwards[pair.number] = 1;
  }

  /// Phase 2: a thread a tile.
  struct SplitTiles {
    State s;
    int from;
    int log_tiles;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() { return 0; }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          member.team_rank();
      if (t < s.tiles()) {
        Pair const pair(t, log_tiles, s.n);
        s.splits[t] = merge_path(run(pair.begin), pair.a_size,
                                 run(pair.begin + pair.a_size), pair.b_size,
                                 t * tile - pair.begin, Less{s.order});
        if constexpr (checks_splits) s.backwards[t] = 0;
      }
      if constexpr (checks_splits) {
        if (member.league_size() > 1) return;
        member.team_barrier();
        if (t < s.tiles()) check_split(s, log_tiles, t);
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION auto run(std::uint64_t begin) const {
      return [this, begin](std::uint64_t i) {
        return Traits::load(s.order, s.data[from], begin + i);
      };
    }
  };

  struct CheckSplits {
    State s;
    int log_tiles;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() { return 0; }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          member.team_rank();
      if (t < s.tiles()) check_split(s, log_tiles, t);
    }
  };

  struct MergeTiles {
    State s;
    int from;
    int log_tiles;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t     = member.league_rank();
      std::uint64_t const begin = t * tile;
      Pair const pair(t, log_tiles, s.n);
      std::uint64_t const left = pair.begin + pair.size() - begin;
      std::uint64_t const size = left < tile ? left : tile;
      Data const& to           = s.data[1 - from];
      bool merged              = pair.b_size > 0;
      if constexpr (checks_splits)
        merged = merged && s.backwards[pair.number] == 0;
      if (!merged) {
        copy_all(member, s.data[from], to, begin, size);
        return;
      }
      std::uint64_t const split = s.splits[t];
      int const a_length = static_cast<int>(end_of_split(s, pair, t) - split);
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      Traits::template load_tile<team, items>(
          member, s.order, s.data[from], pair.begin + split, a_length,
          begin + pair.a_size - split, static_cast<int>(size), sort.elements());
      member.team_barrier();
      sort.merge(member, a_length, static_cast<int>(size), Less{s.order});
      Traits::template store_tile<team, items>(
          member, s.order, to, begin, static_cast<int>(size), sort.elements());
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
