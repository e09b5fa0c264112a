// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stable merge of many sorted runs of one array, whose begins may be on the
// device. The passes are those of merge sort (algorithm/merge/merge_sort.hpp),
// but runs may have any lengths.
//
// Phase 1  CountTiles   one team per pass counts the tiles of each group of
// four
//                       runs, and sums these counts up
// Phase 2  SplitTiles   one thread per tile of the result finds its group, and
//                       which elements of the four runs the tile consists of
//          MergeTiles   one team per tile merges these elements in scratch, or
//                       where they are if elements are large
//          … phase 2 repeats for every fourfold growth of the runs
//
// The number of tiles depends on the offsets. It is at most n / tile + the
// number of groups, and the host launches that many teams. Teams without a tile
// return immediately.
//
// With R runs the work is O(n log R). There are 1 + 2 ceil(log4(R)) launches.
// Extra memory: n elements if there are more than four runs, 40 bytes per tile
// and 13 per run.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_MERGE_MANY_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_MERGE_MANY_HPP

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Up to four runs, anywhere in the array that is read. A run that is far to
/// read, as in the memory of another device, may have samples that are near.
template <class Key>
struct FewRuns {
  /// The last of every so many keys is a sample; a power of two, as the steps
  /// of the search for splits. A search through 2^27 keys then reads the run
  /// itself in six of 27 steps. Samples take 1/64 of the memory of the keys.
  static constexpr std::uint64_t sample_step = 64;

  std::uint64_t offsets[5];  // where the runs would begin if they were adjacent
  std::uint64_t begins[4];
  Key const* samples[4];  // length / sample_step of each run, or null

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t operator[](std::uint64_t r) const {
    return offsets[r];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin(std::uint64_t r) const {
    return begins[r];
  }
};

template <class Offsets>
inline constexpr bool is_few_runs_v = false;
template <class Key>
inline constexpr bool is_few_runs_v<FewRuns<Key>> = true;

/// Offsets: offsets[r] is where run r begins among all items, and with FewRuns
/// among adjacent ones.
template <class Exec, class Order, class Value, class Offsets>
struct MergeMany {
  using Key     = typename Order::key_type;
  using Item    = typename Order::item_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<Key, Value>;
  using Tuning  = MergeManyTuning<Exec, sizeof(Element)>;
  using Member  = TeamMember<Exec>;
  using TeamSort =
      TeamMergeSort<Element, Tuning::team_size, Tuning::items_per_thread>;

  static constexpr int team     = Tuning::team_size;
  static constexpr int log_ways = 2;
  static constexpr int ways     = 1 << log_ways;
  static constexpr int tile     = Tuning::is_staged
                                      ? TeamSort::template merge_capacity<ways>
                                      : Tuning::direct_tile;

  /// Elements, and where their runs begin: run r is [offsets[r], offsets[r +
  /// 1]).
  struct Runs {
    std::uint64_t n;
    Offsets offsets;
    std::uint64_t count;
  };

  static int passes_of(std::uint64_t runs) {
    int passes = 1;
    while (groups_of(runs, passes - 1) > 1) ++passes;
    return passes;
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t groups_of(std::uint64_t runs,
                                                             int pass) {
    // Without an overflow for any number of runs.
    return runs == 0 ? 0 : ((runs - 1) >> (log_ways * (pass + 1))) + 1;
  }
  /// Returns a bound of the tiles of a pass.
  static std::uint64_t max_tiles(Runs const& runs, int pass) {
    std::uint64_t const whole  = runs.n / static_cast<std::uint64_t>(tile);
    std::uint64_t const groups = groups_of(runs.count, pass);
    return whole + (groups < runs.n ? groups : runs.n);
  }

  /// Arrays of the workspace.
  struct Memory {
    std::uint64_t* tile_sums;  // [pass][group]: tiles before the group
    std::uint64_t* splits;     // [tile][run]: items of the run before the tile
    std::uint64_t* group;      // [tile]
    Data data;

    Memory(Arena& arena, Runs const& runs) {
      int const passes   = passes_of(runs.count);
      std::uint64_t sums = 0;
      for (int pass = 0; pass < passes; ++pass)
        sums += groups_of(runs.count, pass) + 1;
      std::uint64_t const tiles = max_tiles(runs, 0);
      tile_sums                 = arena.take<std::uint64_t>(sums);
      splits                    = arena.take<std::uint64_t>(tiles * ways);
      group                     = arena.take<std::uint64_t>(tiles);
      if (passes > 1) data = take_arrays<Key, Value>(arena, runs.n);
    }
  };

  static std::size_t workspace_bytes(Runs const& runs) {
    return measured_bytes(
        [&](Arena& arena) { Memory const memory(arena, runs); });
  }

  /// Merges the runs of `from`, which is only read, into `to`.
  static void run(Exec const& exec, Order const& order, Runs const& runs,
                  Data const& from, Data const& to, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::merge_runs"));
    Memory const memory(arena, runs);
    int const passes = passes_of(runs.count);
    launch_teams<team>("KokkosSort::merge_runs::count_tiles", exec,
                       static_cast<std::size_t>(passes),
                       CountTiles{runs, memory.tile_sums});
    State s{order, runs, memory, from, {}, memory.tile_sums, 0};
    for (; s.pass < passes; ++s.pass) {
      // The last pass ends in the array of the result.
      s.to                      = (passes - s.pass) % 2 == 1 ? to : memory.data;
      std::uint64_t const tiles = max_tiles(runs, s.pass);
      launch_teams<team>("KokkosSort::merge_runs::split_tiles", exec,
                         div_up(tiles, static_cast<std::uint64_t>(team)),
                         SplitTiles{s});
      launch_teams<team, Tuning::min_teams>(
          "KokkosSort::merge_runs::merge_tiles", exec, tiles, MergeTiles{s});
      s.from = s.to;
      s.tile_sums += groups_of(runs.count, s.pass) + 1;
    }
  }

  /// Four neighboring runs of a pass. If the offsets are not in order, all
  /// accesses stay in bounds.
  struct Group {
    std::uint64_t begin;
    std::uint64_t size = 0;
    std::uint64_t starts[ways];
    std::uint64_t sizes[ways];

    KOKKOS_FORCEINLINE_FUNCTION Group(Runs const& runs, int pass,
                                      std::uint64_t number) {
      std::uint64_t const first = number * ways;
      begin                     = bound(runs, first, pass);
      std::uint64_t at          = begin;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) {
        std::uint64_t const end =
            bound(runs, first + static_cast<std::uint64_t>(r) + 1, pass);
        std::uint64_t const room = runs.n - begin - size;
        std::uint64_t const own  = end > at ? end - at : 0;
        starts[r] =
            start_of(runs, first + static_cast<std::uint64_t>(r), pass, at);
        sizes[r] = own < room ? own : room;
        size += sizes[r];
        at = end;
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t start_of(
        [[maybe_unused]] Runs const& runs, [[maybe_unused]] std::uint64_t r,
        [[maybe_unused]] int pass, std::uint64_t at) {
      if constexpr (is_few_runs_v<Offsets>)
        if (pass == 0 && r < runs.count) return runs.offsets.begin(r);
      return at;
    }
    KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t bound(Runs const& runs,
                                                           std::uint64_t r,
                                                           int pass) {
      std::uint64_t const last = runs.count >> (log_ways * pass);
      std::uint64_t const i = r <= last ? r << (log_ways * pass) : runs.count;
      auto const offset     = static_cast<std::uint64_t>(runs.offsets[i]);
      return offset < runs.n ? offset : runs.n;
    }
  };

  /// Phase 1.
  struct CountTiles {
    using Scan = TeamScan<Exec, team, std::uint64_t>;

    Runs runs;
    std::uint64_t* tile_sums;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Scan::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = reinterpret_cast<std::uint64_t*>(
          team_scratch(member, scratch_bytes()));
      int const pass      = static_cast<int>(member.league_rank());
      std::uint64_t* sums = tile_sums;
      for (int p = 0; p < pass; ++p) sums += groups_of(runs.count, p) + 1;
      std::uint64_t const groups = groups_of(runs.count, pass);
      std::uint64_t before       = 0;
      for (std::uint64_t first = 0; first < groups; first += team) {
        std::uint64_t const g =
            first + static_cast<std::uint64_t>(member.team_rank());
        std::uint64_t const own = g < groups
                                      ? div_up(Group(runs, pass, g).size,
                                               static_cast<std::uint64_t>(tile))
                                      : 0;
        std::uint64_t total     = 0;
        std::uint64_t const at =
            before + Scan::exclusive(member, own, scratch, total);
        if (g < groups) sums[g] = at;
        before += total;
        member.team_barrier();
      }
      if (member.team_rank() == 0) sums[groups] = before;
    }
  };

  /// Arguments of phase 2.
  struct State {
    Order order;
    Runs runs;
    Memory memory;
    Data from;
    Data to;
    std::uint64_t const* tile_sums;  // of this pass
    int pass;

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t groups() const {
      return groups_of(runs.count, pass);
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return tile_sums[groups()];
    }
    /// Returns the group that contains tile t: the last one that begins at or
    /// before it.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t group_of(std::uint64_t t) const {
      std::uint64_t low  = 0;
      std::uint64_t high = groups();
      while (high - low > 1) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (tile_sums[middle] <= t) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
    /// Finds the items of each run among the first `diagonal` of the group.
    KOKKOS_FORCEINLINE_FUNCTION void split(Group const& group,
                                           std::uint64_t diagonal,
                                           std::uint64_t (&taken)[ways]) const {
      merge_path(
          [&](int r, std::uint64_t i) -> Item {
            return order.encode(key_of(group, r, i));
          },
          group.sizes, diagonal, taken,
          [&](Item const& a, Item const& b) { return order.less(a, b); });
    }

   private:
    /// Returns key i of run r of the group, from the nearest place that has it.
    KOKKOS_FORCEINLINE_FUNCTION Key key_of(Group const& group, int r,
                                           std::uint64_t i) const {
      if constexpr (is_few_runs_v<Offsets>) {
        Key const* const samples = runs.offsets.samples[r];
        if (samples != nullptr && (i + 1) % Offsets::sample_step == 0)
          return samples[i / Offsets::sample_step];
      }
      return from.keys[group.starts[r] + i];
    }
  };

  struct SplitTiles {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          static_cast<std::uint64_t>(member.team_rank());
      if (t >= s.tiles()) return;
      std::uint64_t const number = s.group_of(t);
      std::uint64_t taken[ways];
      s.split(Group(s.runs, s.pass, number),
              (t - s.tile_sums[number]) * static_cast<std::uint64_t>(tile),
              taken);
      s.memory.group[t] = number;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) s.memory.splits[t * ways + r] = taken[r];
    }
  };

  struct MergeTiles {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Tuning::is_staged ? TeamSort::scratch_bytes() : 0;
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      auto const t = static_cast<std::uint64_t>(member.league_rank());
      if (t >= s.tiles()) return;
      std::uint64_t const number = s.memory.group[t];
      Group const group(s.runs, s.pass, number);
      std::uint64_t const before =
          (t - s.tile_sums[number]) * static_cast<std::uint64_t>(tile);
      std::uint64_t const left = group.size - before;
      int const size           = static_cast<int>(
          left < tile ? left : static_cast<std::uint64_t>(tile));
      if constexpr (Tuning::is_staged) {
        merge_staged(member, t, number, group, group.begin + before, size);
      } else {
        merge_direct(member, group, before, size);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION void merge_staged(
        Member const& member, std::uint64_t t, std::uint64_t number,
        Group const& group, std::uint64_t begin, int size) const {
      bool const is_last         = t + 1 == s.tile_sums[number + 1];
      std::uint64_t const* split = s.memory.splits + t * ways;
      std::uint64_t starts[ways];
      int ends[ways];
      int end      = 0;
      bool is_copy = false;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < ways; ++r) {
        std::uint64_t const until = is_last ? group.sizes[r] : split[ways + r];
        starts[r]                 = group.starts[r] + split[r];
        // Splits run backward if a run is not sorted.
        std::uint64_t const own = until > split[r] ? until - split[r] : 0;
        auto const room         = static_cast<std::uint64_t>(size - end);
        is_copy |= own == static_cast<std::uint64_t>(size);
        end += static_cast<int>(own < room ? own : room);
        ends[r] = end;
      }
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      Traits::template load_tile<team, tile>(member, s.order, s.from, starts,
                                             ends, sort.elements());
      member.team_barrier();
      if (!is_copy) sort.merge(member, ends, Less{s.order});
      Traits::template store_tile<team, tile>(member, s.order, s.to, begin, end,
                                              sort.elements());
    }

    /// Each thread finds its elements by searches of their own.
    KOKKOS_FORCEINLINE_FUNCTION void merge_direct(Member const& member,
                                                  Group const& group,
                                                  std::uint64_t before,
                                                  int size) const {
      for (int i = member.team_rank(); i < size; i += team) {
        std::uint64_t const at = before + static_cast<std::uint64_t>(i);
        std::uint64_t taken[ways];
        s.split(group, at, taken);
        std::uint64_t first = 0;
        bool is_found       = false;
        KOKKOSSORT_UNROLL
        for (int r = 0; r < ways; ++r) {
          if (taken[r] >= group.sizes[r]) continue;
          std::uint64_t const next = group.starts[r] + taken[r];
          if (!is_found || s.order.less(s.order.encode(s.from.keys[next]),
                                        s.order.encode(s.from.keys[first])))
            first = next;
          is_found = true;
        }
        s.to.keys[group.begin + at] = s.from.keys[first];
        if constexpr (is_value_v<Value>)
          s.to.values[group.begin + at] = s.from.values[first];
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
