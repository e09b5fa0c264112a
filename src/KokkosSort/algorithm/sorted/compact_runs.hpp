// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs of equivalent neighbors: their first keys, the values of these, where
// the runs begin, or their lengths, in one pass.
//
// A team takes a tile of keys into registers and finds where runs begin
// (run_rows_team.hpp). Decoupled look-back over the tiles (tile_sums_team.hpp)
// gives the number of runs before the tile, so that the team writes its own
// ones in order. The length of the run that is open at the beginning of the
// tile follows from the last begin before the tile (tile_carries_team.hpp).
//
// On a host a team is one thread, which reads its tile twice instead.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_rows_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/algorithm/sorted/tile_carries_team.hpp>
#include <KokkosSort/algorithm/sorted/tile_sums_team.hpp>
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

// The output of a run is its first key and a result. A type of result has three
// functions. begin(run, i): run number `run` begins at i. extent(run, begin,
// end), with has_extents: it ends at `end`. finish(runs, n): these are all
// runs.

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

template <class Exec, class Order, class Result, class Count,
          class Tuning = RunsTuning<Exec, sizeof(typename Order::item_type)>>
struct CompactRuns {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;
  using Keys                    = TileKeys<Order>;
  using Rows =
      RunRows<Exec, Order, Tuning::team_size, Tuning::items_per_thread>;
  using Carries = TileCarries<Exec, Tuning::team_size, std::uint64_t>;
  using Fold    = typename Carries::Fold;

  static constexpr int team = Tuning::team_size;
  static constexpr int tile = Tuning::tile;

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
    static constexpr std::size_t tallies_begin = 16;
    static constexpr std::size_t fold_begin =
        round_up(tallies_begin + Rows::warps * sizeof(RunTally), 16);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return fold_begin +
             (Result::has_extents ? Carries::Scan::scratch_bytes() : 0);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto& shared             = *reinterpret_cast<Shared*>(scratch);
      std::uint64_t const t =
          s.words.count == 0
              ? 0
              : next_work_item(member, s.words.ticket, &shared.ticket);
      if constexpr (is_host) {
        std::uint64_t const begin = t * tile;
        by_thread(
            member, t,
            Keys{s.order, s.keys, begin,
                 static_cast<int>(s.n - begin < tile ? s.n - begin
                                                     : std::uint64_t{tile})},
            scratch);
      } else {
        by_team(member, t, scratch, shared);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION bool is_last(std::uint64_t t) const {
      return t + 1 == s.tiles();
    }

    /// Publishes the runs of a tile that starts at `begin`. Called by one
    /// thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t t,
                                             RunTally const& runs,
                                             std::uint64_t begin) const {
      if (s.words.count == 0) return;
      TileSums<Exec>(s.words.sums).publish(t, runs.count);
      if constexpr (Result::has_extents)
        Carries(s.words.carries)
            .publish(t, Fold{begin + runs.last, runs.count, 1});
    }
    /// Returns the number of runs that begin before the tile. Called by the
    /// first warp, after publish().
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t runs_before(std::uint64_t t,
                                                          std::uint32_t runs,
                                                          int lane) const {
      return s.words.count == 0
                 ? 0
                 : TileSums<Exec>(s.words.sums).sum_before(t, runs, lane);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        std::byte* scratch,
                                        Shared& shared) const {
      int const rank = member.team_rank();
      auto* const tallies =
          reinterpret_cast<RunTally*>(scratch + tallies_begin);
      Rows rows;
      rows.load(s.keys, s.n, t * tile, rank);
      std::uint32_t const begins = rows.begins(s.order, s.keys);
      RunTally const own         = rows.tally(begins);
      if (rows.lane() == 0) tallies[rank / Rows::width] = own;
      member.team_barrier();
      TileTally const tally(tallies, Rows::warps, rank / Rows::width);
      if (rank == 0) publish(t, tally.all, t * tile);
      if (rank < Rows::width) {
        std::uint64_t const before = runs_before(t, tally.all.count, rank);
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      write_runs(rows, begins, own.count, tally, before);
      if constexpr (Result::has_extents)
        finish_open_runs(member, t, before, tally.all, rows.begin(),
                         rows.begin() + static_cast<std::uint64_t>(rows.size()),
                         scratch);
      if (is_last(t) && rank == 0) finish(before + tally.all.count);
    }

    /// Writes the results of the runs that begin in the rows of a warp.
    KOKKOS_FORCEINLINE_FUNCTION void write_runs(Rows const& rows,
                                                std::uint32_t begins,
                                                std::uint32_t count,
                                                TileTally const& tally,
                                                std::uint64_t before) const {
      rows.for_each_begin(
          s.keys, begins, before + tally.before, count, tally.next,
          [&](Key const& key, std::uint64_t run, int i, std::uint32_t end) {
            if (s.out.data != nullptr) s.out[run] = key;
            std::uint64_t const begin =
                rows.begin() + static_cast<std::uint64_t>(i);
            s.result.begin(run, begin);
            if constexpr (Result::has_extents)
              if (end != RunTally::none)
                s.result.extent(run, begin, rows.begin() + end);
          });
    }

    /// Writes the extent of the run that ends at the first begin in the tile,
    /// and of the run that ends with the keys. Called by the whole team.
    KOKKOS_INLINE_FUNCTION void finish_open_runs(
        Member const& member, std::uint64_t t, std::uint64_t before,
        RunTally const& runs, std::uint64_t begin, std::uint64_t end,
        std::byte* scratch) const {
      if (t > 0 && (runs.count > 0 || is_last(t))) {
        Carries const carries(s.words.carries);
        Fold open = carries.of_tile(t - 1);
        if (open.begins == 0)
          open = carries.template fold_before<Tuning::carries_per_thread>(
              member, t, reinterpret_cast<Fold*>(scratch + fold_begin),
              KeepBegin{});
        if (member.team_rank() == 0)
          s.result.extent(before - 1, open.value,
                          runs.count > 0 ? begin + runs.first : end);
      }
      if (runs.count > 0 && is_last(t) && member.team_rank() == 0)
        s.result.extent(before + runs.count - 1, begin + runs.last, end);
    }

    KOKKOS_FORCEINLINE_FUNCTION void finish(std::uint64_t runs) const {
      s.result.finish(runs, s.n);
      *s.count = static_cast<Count>(runs);
    }

    KOKKOS_INLINE_FUNCTION void by_thread(Member const& member, std::uint64_t t,
                                          Keys const& keys,
                                          std::byte* scratch) const {
      RunTally runs;
      for (int i = 0; i < keys.size; ++i) {
        if (!keys.begins_run(i)) continue;
        if (runs.count++ == 0) runs.first = static_cast<std::uint32_t>(i);
        runs.last = static_cast<std::uint32_t>(i);
      }
      publish(t, runs, keys.begin);
      std::uint64_t const before = runs_before(t, runs.count, 0);
      std::uint64_t run          = before;
      int const last             = static_cast<int>(runs.last);
      int start                  = static_cast<int>(runs.first);
      for (int i = start; runs.count > 0 && i <= last; ++i) {
        if (!keys.begins_run(i)) continue;
        if (s.out.data != nullptr) s.out[run] = keys.key(i);
        s.result.begin(run, keys.begin + i);
        if constexpr (Result::has_extents)
          if (run > before)
            s.result.extent(run - 1, keys.begin + start, keys.begin + i);
        start = i;
        ++run;
      }
      if constexpr (Result::has_extents)
        finish_open_runs(member, t, before, runs, keys.begin,
                         keys.begin + static_cast<std::uint64_t>(keys.size),
                         scratch);
      if (is_last(t)) finish(before + runs.count);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
