// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs of equivalent neighbors: their first keys, the values of these, where
// the runs begin, or their lengths, in one pass.
//
// A team takes a tile of keys, finds where runs begin, and lists these indices.
// Decoupled look-back over the tiles (tile_sums_team.hpp) gives the number of
// runs before the tile, so that the team writes its own ones in order. The
// length of the run that is open at the beginning of the tile follows from the
// last begin before the tile (tile_carries_team.hpp).
//
// On a host a team is one thread, which reads its tile twice instead.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/algorithm/sorted/tile_carries_team.hpp>
#include <KokkosSort/algorithm/sorted/tile_sums_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// A result per run beside its first key has three functions. begin(run, i): run
// number `run` begins at i. extent(run, begin, end), with has_extents: it ends
// at `end`. finish(runs, n): these are all runs.

/// The keys alone.
struct NoRunResult {
  static constexpr bool has_extents = false;
  KOKKOS_FORCEINLINE_FUNCTION void begin(std::uint64_t, std::uint64_t) const {}
  KOKKOS_FORCEINLINE_FUNCTION void extent(std::uint64_t, std::uint64_t,
                                          std::uint64_t) const {}
  KOKKOS_FORCEINLINE_FUNCTION void finish(std::uint64_t, std::uint64_t) const {}
};

/// The value of the first key.
template <class Value>
struct FirstValues : NoRunResult {
  Strided<Value const> from;
  Strided<Value> to;

  FirstValues(Strided<Value const> const& from_, Strided<Value> const& to_)
      : from(from_), to(to_) {}
  KOKKOS_FORCEINLINE_FUNCTION void begin(std::uint64_t run,
                                         std::uint64_t i) const {
    to[run] = from[i];
  }
};

/// The index of the first key, and n behind the last run.
template <class Index>
struct RunOffsets : NoRunResult {
  Strided<Index> to;

  explicit RunOffsets(Strided<Index> const& to_) : to(to_) {}
  KOKKOS_FORCEINLINE_FUNCTION void begin(std::uint64_t run,
                                         std::uint64_t i) const {
    to[run] = static_cast<Index>(i);
  }
  KOKKOS_FORCEINLINE_FUNCTION void finish(std::uint64_t runs,
                                          std::uint64_t n) const {
    to[runs] = static_cast<Index>(n);
  }
};

/// The number of keys.
template <class Length>
struct RunLengths : NoRunResult {
  static constexpr bool has_extents = true;
  Strided<Length> to;

  explicit RunLengths(Strided<Length> const& to_) : to(to_) {}
  KOKKOS_FORCEINLINE_FUNCTION void extent(std::uint64_t run,
                                          std::uint64_t begin,
                                          std::uint64_t end) const {
    to[run] = static_cast<Length>(end - begin);
  }
};

/// A tile in which no run begins keeps the last begin before it.
struct KeepBegin {
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t operator()(std::uint64_t a,
                                                       std::uint64_t) const {
    return a;
  }
};

template <class Exec, class Order, class Result, class Count>
struct CompactRuns {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;
  static constexpr bool is_staged =
      !is_host && sizeof(Item) <= RunsTuning<Exec, 0>::max_staged;

  using Tuning  = RunsTuning<Exec, is_staged ? sizeof(Item) : 0>;
  using Keys    = TileKeys<Exec, Order, is_staged>;
  using Scan    = TeamScan<Exec, Tuning::team_size, std::uint32_t>;
  using Carries = TileCarries<Exec, Tuning::team_size, std::uint64_t>;
  using Fold    = typename Carries::Fold;

  static constexpr int team  = Tuning::team_size;
  static constexpr int items = Tuning::items_per_thread;
  static constexpr int tile  = Tuning::tile;

  struct State {
    Order order;
    Strided<Key const> keys;
    std::uint64_t n;
    Strided<Key> out;  // null: the first keys are not wanted
    Result result;
    Count* count;
    TileWords words;

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return tiles_of(n);
    }
  };

  /// Without keys there is one tile, which sets the count to 0.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(std::uint64_t n) {
    return n == 0 ? 1 : div_up(n, static_cast<std::uint64_t>(tile));
  }

  static TileWords take_words(Arena& arena, std::uint64_t n) {
    return TileWords::take(arena, tiles_of(n),
                           Result::has_extents ? Carries::words_per_tile : 0);
  }
  static std::size_t workspace_bytes(std::uint64_t n) {
    return measured_bytes([&](Arena& arena) { take_words(arena, n); });
  }

  static void run(Exec const& exec, Order const& order,
                  Strided<Key const> const& keys, std::uint64_t n,
                  Strided<Key> const& out, Result const& result, Count* count,
                  Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::find_runs"));
    State const s{order, keys, n, out, result, count, take_words(arena, n)};
    clear_words("KokkosSort::find_runs::clear", exec, s.words);
    launch_teams<team, Tuning::min_teams>("KokkosSort::find_runs::compact",
                                          exec, s.tiles(), Compact{s});
  }

  struct Compact {
    State s;

    /// Scratch of a team.
    struct Shared {
      std::uint32_t ticket;
      std::uint64_t before;  // runs before the tile
    };
    static constexpr std::size_t fold_begin = 16;
    static constexpr std::size_t scan_begin =
        fold_begin + (Result::has_extents ? Carries::Scan::scratch_bytes() : 0);
    static constexpr std::size_t list_begin =
        round_up(scan_begin + Scan::scratch_bytes(), 16);
    static constexpr std::size_t keys_begin =
        round_up(list_begin + tile * sizeof(std::uint16_t), 16);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return is_host ? keys_begin - tile * sizeof(std::uint16_t)
                     : keys_begin + (is_staged ? tile * sizeof(Item) : 0);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto& shared             = *reinterpret_cast<Shared*>(scratch);
      std::uint64_t const t =
          s.words.count == 0
              ? 0
              : next_work_item(member, s.words.ticket, &shared.ticket);
      std::uint64_t const begin = t * tile;
      int const size            = static_cast<int>(
          s.n - begin < tile ? s.n - begin : std::uint64_t{tile});
      Keys const keys{s.order, s.keys, begin, size,
                      reinterpret_cast<Item*>(scratch + keys_begin)};
      if constexpr (is_host) {
        by_thread(member, t, keys, scratch);
      } else {
        by_team(member, t, keys, scratch, shared);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION bool is_last(std::uint64_t t) const {
      return t + 1 == s.tiles();
    }

    /// Publishes the number of runs that begin in the tile. Called by one
    /// thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish_runs(std::uint64_t t,
                                                  int runs) const {
      if (s.words.count > 0)
        TileSums<Exec>(s.words.sums)
            .publish(t, static_cast<std::uint64_t>(runs));
    }
    /// Publishes the last begin of a run in the tile, if there is one. Called
    /// by one thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish_last(std::uint64_t t, int runs,
                                                  std::uint64_t last) const {
      if constexpr (Result::has_extents)
        if (s.words.count > 0)
          Carries(s.words.carries)
              .publish(t, Fold{last, static_cast<std::uint32_t>(runs), 1});
    }
    /// Returns the number of runs that begin before the tile. Called by the
    /// first warp, after publish_runs().
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t runs_before(std::uint64_t t,
                                                          int runs,
                                                          int lane) const {
      return s.words.count == 0
                 ? 0
                 : TileSums<Exec>(s.words.sums)
                       .sum_before(t, static_cast<std::uint64_t>(runs), lane);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        Keys const& keys, std::byte* scratch,
                                        Shared& shared) const {
      int const rank   = member.team_rank();
      auto* const list = reinterpret_cast<std::uint16_t*>(scratch + list_begin);
      keys.template load<team, items>(rank);
      member.team_barrier();
      int const runs =
          list_begins(member, t, keys, list,
                      reinterpret_cast<std::uint32_t*>(scratch + scan_begin));
      if (rank < Warp<Exec>::size) {
        std::uint64_t const before = runs_before(t, runs, rank);
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      for (int r = rank; r < runs; r += team) {
        int const i = list[r];
        if (s.out.data != nullptr) s.out[before + r] = keys.key(i);
        s.result.begin(before + r, keys.begin + i);
        if constexpr (Result::has_extents)
          if (r + 1 < runs)
            s.result.extent(before + r, keys.begin + i,
                            keys.begin + list[r + 1]);
      }
      if constexpr (Result::has_extents)
        finish_open_runs(member, t, before, runs, runs == 0 ? 0 : list[0],
                         runs == 0 ? 0 : list[runs - 1], keys, scratch);
      if (is_last(t) && rank == 0)
        finish(before + static_cast<std::uint64_t>(runs));
    }

    /// Lists the items of the tile that begin a run, publishes and returns
    /// their number. A barrier must follow.
    KOKKOS_FORCEINLINE_FUNCTION int list_begins(Member const& member,
                                                std::uint64_t t,
                                                Keys const& keys,
                                                std::uint16_t* list,
                                                std::uint32_t* scratch) const {
      int const rank             = member.team_rank();
      std::uint32_t const begins = keys.template begins_of<items>(rank * items);
      auto const own             = static_cast<std::uint32_t>(
          Kokkos::Experimental::popcount_builtin(begins));
      std::uint32_t total;
      std::uint32_t at = Scan::exclusive(member, own, scratch, total);
      int const runs   = static_cast<int>(total);
      if (rank == 0) publish_runs(t, runs);
      if constexpr (Result::has_extents) {
        if (own > 0 && at + own == total)
          publish_last(t, runs,
                       keys.begin + rank * items +
                           Kokkos::Experimental::bit_width_builtin(begins) - 1);
        if (total == 0 && rank == 0) publish_last(t, 0, 0);
      }
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if ((begins >> j & 1) != 0)
          list[at++] = static_cast<std::uint16_t>(rank * items + j);
      return runs;
    }

    /// Writes the extent of the run that ends at the first begin in the tile,
    /// and of the run that ends with the keys. Called by the whole team.
    KOKKOS_INLINE_FUNCTION void finish_open_runs(
        Member const& member, std::uint64_t t, std::uint64_t before, int runs,
        int first, int last, Keys const& keys, std::byte* scratch) const {
      std::uint64_t const end =
          keys.begin + static_cast<std::uint64_t>(keys.size);
      if (t > 0 && (runs > 0 || is_last(t))) {
        Carries const carries(s.words.carries);
        Fold open = carries.of_tile(t - 1);
        if (open.begins == 0)
          open = carries.template fold_before<Tuning::carries_per_thread>(
              member, t, reinterpret_cast<Fold*>(scratch + fold_begin),
              KeepBegin{});
        if (member.team_rank() == 0)
          s.result.extent(before - 1, open.value,
                          runs > 0 ? keys.begin + first : end);
      }
      if (runs > 0 && is_last(t) && member.team_rank() == 0)
        s.result.extent(before + runs - 1, keys.begin + last, end);
    }

    KOKKOS_FORCEINLINE_FUNCTION void finish(std::uint64_t runs) const {
      s.result.finish(runs, s.n);
      *s.count = static_cast<Count>(runs);
    }

    KOKKOS_INLINE_FUNCTION void by_thread(Member const& member, std::uint64_t t,
                                          Keys const& keys,
                                          std::byte* scratch) const {
      int runs = 0, first = 0, last = 0;
      for (int i = 0; i < keys.size; ++i) {
        if (!keys.begins_run(i)) continue;
        if (runs++ == 0) first = i;
        last = i;
      }
      publish_runs(t, runs);
      publish_last(t, runs, keys.begin + last);
      std::uint64_t const before = runs_before(t, runs, 0);
      std::uint64_t run          = before;
      int start                  = first;
      for (int i = first; runs > 0 && i <= last; ++i) {
        if (!keys.begins_run(i)) continue;
        if (s.out.data != nullptr) s.out[run] = keys.key(i);
        s.result.begin(run, keys.begin + i);
        if constexpr (Result::has_extents)
          if (i > first)
            s.result.extent(run - 1, keys.begin + start, keys.begin + i);
        start = i;
        ++run;
      }
      if constexpr (Result::has_extents)
        finish_open_runs(member, t, before, runs, first, last, keys, scratch);
      if (is_last(t)) finish(before + static_cast<std::uint64_t>(runs));
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
