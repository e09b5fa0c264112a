// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs of equivalent neighbors: their first keys, the values of these, where
// the runs begin, or their lengths, in one pass.
//
// A team takes a tile of keys into registers and finds where runs begin
// (run_list_team.hpp). It lists the runs in scratch meanwhile one team sums the
// runs of all tiles (tile_sums_team.hpp). Then it writes its own ones in order,
// so that all accesses to memory are contiguous. The length of the run that is
// open at the beginning of the tile follows from the last begin before the tile
// (tile_carries_team.hpp).
//
// On a host a team is one thread, which reads its tile twice instead.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_COMPACT_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_list_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/algorithm/sorted/tile_carries_team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

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
          class Tuning = RunsTuning<Exec, sizeof(typename Order::key_type)>>
struct CompactRuns {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;
  using Keys                    = TileKeys<Order>;
  using List                    = RunList<Exec, Order, Tuning>;
  using Sums                    = TileSums<Exec>;
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
    return TileWords::take(arena, tiles_of(n), Sums::words_per_tile,
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
                                          exec, Sums::teams(s.tiles()),
                                          Compact{s});
  }

  struct Compact {
    State s;

    // The keys of runs are listed if nothing else is written, else where runs
    // begin in the tile.
    static constexpr bool lists_keys =
        List::is_held && std::is_same_v<Result, NoRunResult>;
    using Listed = std::conditional_t<lists_keys, Key, std::uint16_t>;
    static_assert(lists_keys || tile <= 1 << 16);

    /// Scratch of a team.
    struct Shared {
      std::uint64_t before;  // runs before the tile
      std::uint32_t ticket;
      std::uint32_t runs_of_warp[List::warps];
    };
    static constexpr std::size_t fold_begin = round_up(sizeof(Shared), 16);
    static constexpr std::size_t list_begin =
        fold_begin + (Result::has_extents
                          ? round_up(Carries::Scan::scratch_bytes(), 16)
                          : 0);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return list_begin + (is_host ? 0 : tile * sizeof(Listed));
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto& shared             = *reinterpret_cast<Shared*>(scratch);
      std::uint64_t const t =
          take_tile<Sums>(member, s.words, s.tiles(), &shared.ticket);
      if (t == s.tiles()) return;
      if constexpr (is_host) {
        by_thread(member, t, Keys::of_tile(s.order, s.keys, s.n, t, tile),
                  scratch);
      } else {
        by_team(member, t, scratch, shared);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION bool is_last(std::uint64_t t) const {
      return t + 1 == s.tiles();
    }

    KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t t,
                                             std::uint32_t runs) const {
      if (s.words.count > 0) Sums(s.words.sums, s.tiles()).publish(t, runs);
    }
    /// Publishes the last begin in a tile that starts at `begin`.
    KOKKOS_FORCEINLINE_FUNCTION void publish_last(std::uint64_t t,
                                                  RunTally const& runs,
                                                  std::uint64_t begin) const {
      if constexpr (Result::has_extents)
        if (s.words.count > 0)
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
                 : Sums(s.words.sums, s.tiles()).sum_before(t, runs, lane);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        std::byte* scratch,
                                        Shared& shared) const {
      int const rank     = member.team_rank();
      auto* const listed = reinterpret_cast<Listed*>(scratch + list_begin);
      List list;
      list.load(s.keys, s.n, t * tile, rank);
      std::uint32_t const own = list.find(s.order, s.keys);
      if (rank % List::width == 0)
        shared.runs_of_warp[rank / List::width] = own;
      member.team_barrier();
      RunTally runs;
      std::uint32_t of_warps = 0;
      KOKKOSSORT_UNROLL
      for (int w = 0; w < List::warps; ++w) {
        if (w == rank / List::width) of_warps = runs.count;
        runs.count += shared.runs_of_warp[w];
      }
      if (rank == 0) publish(t, runs.count);
      list.for_each_begin(of_warps, [&](std::uint32_t run, int k) {
        if constexpr (lists_keys) {
          listed[run] = list.key(k);
        } else {
          listed[run] = static_cast<std::uint16_t>(list.index(k));
        }
      });
      member.team_barrier();
      if constexpr (Result::has_extents)
        if (runs.count > 0) {
          runs.first = listed[0];
          runs.last  = listed[runs.count - 1];
        }
      if (rank == 0) publish_last(t, runs, list.begin());
      if (rank < List::width) {
        std::uint64_t const before = runs_before(t, runs.count, rank);
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      write_runs(rank, listed, runs.count, list.begin(), before);
      if constexpr (Result::has_extents)
        finish_open_runs(member, t, before, runs, list.begin(),
                         list.begin() + static_cast<std::uint64_t>(list.size()),
                         scratch);
      if (is_last(t) && rank == 0) finish(before + runs.count);
    }

    /// Writes the results of the listed runs of a tile that starts at `begin`.
    KOKKOS_FORCEINLINE_FUNCTION void write_runs(int rank, Listed const* listed,
                                                std::uint32_t runs,
                                                std::uint64_t begin,
                                                std::uint64_t before) const {
      for (auto r = static_cast<std::uint32_t>(rank); r < runs; r += team) {
        if constexpr (lists_keys) {
          if (s.out.data != nullptr) s.out[before + r] = listed[r];
        } else {
          std::uint64_t const i = begin + listed[r];
          if (s.out.data != nullptr) s.out[before + r] = s.keys[i];
          s.result.begin(before + r, i);
          if constexpr (Result::has_extents)
            if (r + 1 < runs)
              s.result.extent(before + r, i, begin + listed[r + 1]);
        }
      }
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
      publish(t, runs.count);
      publish_last(t, runs, keys.begin);
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
