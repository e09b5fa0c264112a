// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merge sort: D. Dewan, I. Simidjiyski, "Parallel sorting: heap, quick, radix
// and merge sort on a GPU" (2010), section on merge sort.
//
// Phase 1  SortTiles    each team sorts one tile in scratch
// Phase 2  SplitTiles   where the merge path through each group of four runs
//                       crosses the tiles' ends; a warp looks for each crossing
//                       where they are few, otherwise a thread
//          CheckSplits  (comparators only) whether the crossings are in order;
//                       up to a team's worth of them are checked at once
//          MergeTiles   each team merges one tile of the result in scratch
//          … once for every time the runs grow to four times their length
//
// What differs from the paper, and why:
// - The paper gives a pair of runs to one thread or team, so that the last
//   merges run alone. Here the merge path cuts every group into tiles of equal
//   size, one team each: all passes are equally parallel, for any length.
// - Four runs are merged in a pass, two by two in scratch: half the traffic of
//   device memory that merges of pairs have.
// - A comparator that contradicts itself can make crossings run backwards.
//   CheckSplits finds that, and such a group is left unmerged: nothing is lost.
//
// Stable. Work O(n log n); 1 + 2 ceil(log4(n / tile)) launches, 3 a pass with a
// comparator. Extra memory: n keys, n values and 36 bytes a tile.
#ifndef KOKKOSSORT_ALGORITHM_MERGE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_MERGE_SORT_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/team/merge_path.hpp>
#include <KokkosSort/team/merge_sort.hpp>
#include <KokkosSort/thread/merge.hpp>
#include <KokkosSort/tuning/merge_sort.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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
  using Search =
      WarpMergePath<Exec, typename Traits::type, 1 << Tuning::log_ways>;

  static constexpr int team  = Tuning::team_size;
  static constexpr int items = Tuning::items_per_thread;
  static constexpr int ways  = 1 << Tuning::log_ways;
  // Whole lines of device memory.
  static constexpr std::uint64_t tile =
      team == 1 ? TeamSort::capacity
                : TeamSort::template merge_capacity<ways> / 32 * 32;
  static constexpr bool is_stable = true;
  // Integers are always in order: nothing to check.
  static constexpr bool checks_splits = !Order::equal_is_identical;

  /// What every phase knows.
  struct State {
    Order order;
    std::uint64_t n;
    Data data[2];              // the caller's arrays and the scratch
    std::uint64_t* splits;     // by tile and run: how much of its group's runs
                               // lies before it
    std::uint32_t* backwards;  // by group: whether splits contradict each other

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return (n + tile - 1) / tile;
    }
  };

  /// The runs that tile `t` of the result lies in, each ways^pass tiles long
  /// where the array does not end before.
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
    while ((tile << (Tuning::log_ways * passes)) < n) ++passes;
    // The tiles start in the array from which an even number of passes leads
    // back to the caller's.
    int from = passes % 2;
    launch_teams<team, Tuning::sort_min_teams>(
        "KokkosSort::merge_sort::sort_tiles", exec, m, SortTiles{state, from});
    for (int pass = 0; pass < passes; ++pass, from = 1 - from) {
      split_tiles(exec, state, from, pass);
      launch_teams<team, Tuning::merge_min_teams>(
          "KokkosSort::merge_sort::merge_tiles", exec, m,
          MergeTiles{state, from, pass});
    }
  }

  static void split_tiles(Exec const& exec, State const& state, int from,
                          int pass) {
    std::size_t const m   = state.tiles();
    auto const split_with = [&](auto const& kernel) {
      using Kernel            = std::remove_cvref_t<decltype(kernel)>;
      std::size_t const teams = m / Kernel::splits_a_team + 1;
      launch_teams<team>("KokkosSort::merge_sort::split_tiles", exec, teams,
                         kernel);
      if constexpr (checks_splits) {
        // A team on its own has checked its splits itself.
        if (teams > 1)
          launch_teams<team>("KokkosSort::merge_sort::check_splits", exec,
                             m / team + 1, CheckSplits{state, pass});
      }
    };
    if constexpr (Search::lanes > 1) {
      std::size_t const threads = resident_teams<team>(exec) * team;
      if (m * Search::lanes <= threads / Tuning::split_parts)
        return split_with(SplitTiles<true>{state, from, pass});
    }
    split_with(SplitTiles<false>{state, from, pass});
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
      Traits::template load_tile<team, tile>(member, s.order, s.data[0],
                                             {begin}, {size}, sort.elements());
      member.team_barrier();
      sort.sort(member, size, Less{s.order});
      Traits::template store_tile<team, tile>(member, s.order, s.data[to],
                                              begin, size, sort.elements());
    }
  };

  /// Where the tile's part of run `r` ends: where the next tile's begins.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t end_of_split(
      State const& s, Group const& group, std::uint64_t t, int r) {
    return (t + 1) * tile >= group.begin + group.size
               ? group.run_size(r)
               : s.splits[(t + 1) * ways + r];
  }

  /// Every thread that finds a fault writes the same word.
  KOKKOS_FORCEINLINE_FUNCTION static void check_split(State const& s, int pass,
                                                      std::uint64_t t) {
    Group const group(t, pass, s.n);
    for (int r = 0; r < ways; ++r)
      if (end_of_split(s, group, t, r) < s.splits[t * ways + r])
        s.backwards[group.number] = 1;
  }

  /// Phase 2: a warp a tile, or a thread.
  template <bool ByWarp>
  struct SplitTiles {
    static constexpr int lanes         = ByWarp ? Search::lanes : 1;
    static constexpr int splits_a_team = team / lanes;

    State s;
    int from;
    int pass;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return ByWarp ? Search::scratch_bytes(team) : 0;
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      int const rank = member.team_rank();
      std::uint64_t const first =
          static_cast<std::uint64_t>(member.league_rank()) * splits_a_team;
      std::uint64_t const t = first + rank / lanes;
      if (t < s.tiles()) {
        std::uint64_t taken[ways];
        split(member, t, taken);
        if (rank % lanes == 0) {
          KOKKOSSORT_UNROLL
          for (int r = 0; r < ways; ++r) s.splits[t * ways + r] = taken[r];
          if constexpr (checks_splits) s.backwards[t] = 0;
        }
      }
      if constexpr (checks_splits) {
        if (member.league_size() > 1) return;
        member.team_barrier();
        if (rank < splits_a_team && first + rank < s.tiles())
          check_split(s, pass, first + rank);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION void split(Member const& member,
                                           std::uint64_t t,
                                           std::uint64_t (&taken)[ways]) const {
      Group const group(t, pass, s.n);
      std::uint64_t sizes[ways];
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) sizes[r] = group.run_size(r);
      auto const at = [&](int r, std::uint64_t i) {
        return Traits::load(s.order, s.data[from],
                            group.begin + r * group.width + i);
      };
      std::uint64_t const diagonal = t * tile - group.begin;
      if constexpr (ByWarp) {
        Search const search(team_scratch(member, scratch_bytes()));
        search.find(member.team_rank(), at, sizes, diagonal, taken,
                    Less{s.order});
      } else {
        merge_path(at, sizes, diagonal, taken, Less{s.order});
      }
    }
  };

  struct CheckSplits {
    State s;
    int pass;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() { return 0; }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          member.team_rank();
      if (t < s.tiles()) check_split(s, pass, t);
    }
  };

  struct MergeTiles {
    State s;
    int from;
    int pass;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t     = member.league_rank();
      std::uint64_t const begin = t * tile;
      Group const group(t, pass, s.n);
      std::uint64_t const left = group.begin + group.size - begin;
      int const size           = static_cast<int>(left < tile ? left : tile);
      Data const& to           = s.data[1 - from];
      bool merged              = group.size > group.width;
      if constexpr (checks_splits)
        merged = merged && s.backwards[group.number] == 0;
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
  };
};

}  // namespace KokkosSort::Impl

#endif
