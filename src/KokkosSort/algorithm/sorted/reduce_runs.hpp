// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums of the values of runs of equivalent neighbors, in one pass.
//
// A team takes a tile of keys and values. The keys stay in registers and give
// the begins of runs (run_rows_team.hpp). The values pass through scratch, so
// that each thread folds neighboring ones. A scan over the team gives the fold
// of the values before them. A second walk over the values ends the runs.
// Decoupled look-back over the tiles (tile_sums_team.hpp) gives the number of
// runs before the tile. The sum of a run that spans tiles
// is written by the tile that ends it (tile_carries_team.hpp).
//
// Values are combined from left to right by trees that depend on the shape of
// teams and tiles alone, never on the schedule. So the result is the same bit
// by bit in every run, for floating-point numbers too.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_REDUCE_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_REDUCE_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
#include <KokkosSort/algorithm/sorted/run_rows_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/algorithm/sorted/tile_carries_team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Arrays of a reduction by key.
template <class Key, class Value, class Sum, class Count>
struct RunSums {
  Strided<Key const> keys;
  Strided<Value const> values;
  std::uint64_t n;
  Strided<Key> out;
  Strided<Sum> sums;
  Count* count;
};

template <
    class Exec, class Order, class Value, class Sum, class Count, class Combine,
    class Tuning =
        ReduceTuning<Exec, sizeof(typename Order::item_type) + sizeof(Sum)>>
struct ReduceRuns {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Data   = RunSums<Key, Value, Sum, Count>;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;

  using Keys = TileKeys<Order>;
  using Rows =
      RunRows<Exec, Order, Tuning::team_size, Tuning::items_per_thread>;
  using Votes = typename Rows::Mask;
  // By look-back, since few of the long tiles are resident at once. With a team
  // that sums, an H200 takes up to 1.15 times as long (2^26 u64 keys with u32).
  using Sums    = TileSums<Exec, SharedWords, false>;
  using Carries = TileCarries<Exec, Tuning::team_size, Sum>;
  using Scan    = TeamRunFold<Exec, Tuning::team_size, Sum>;
  using Fold    = RunFold<Sum>;

  static constexpr int team  = Tuning::team_size;
  static constexpr int items = Tuning::items_per_thread;
  static constexpr int tile  = Tuning::tile;

  struct State {
    Order order;
    Combine combine;
    Data data;
    TileWords words;

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return tiles_of(data.n);
    }
  };

  /// Without keys there is one tile, which sets the count to 0.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(std::uint64_t n) {
    return n == 0 ? 1 : div_up(n, static_cast<std::uint64_t>(tile));
  }

  static TileWords take_words(Arena& arena, std::uint64_t n) {
    return TileWords::take(arena, tiles_of(n), Sums::words_per_tile,
                           Carries::words_per_tile);
  }
  static std::size_t workspace_bytes(std::uint64_t n) {
    return measured_bytes([&](Arena& arena) { take_words(arena, n); });
  }

  static void run(Exec const& exec, Order const& order, Combine const& combine,
                  Data const& data, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::reduce_by_key"));
    State const s{order, combine, data, take_words(arena, data.n)};
    clear_words("KokkosSort::reduce_by_key::clear", exec, s.words);
    launch_teams<team, Tuning::min_teams>("KokkosSort::reduce_by_key::reduce",
                                          exec, Sums::teams(s.tiles()),
                                          Reduce{s});
  }

  struct Reduce {
    State s;

    /// Scratch of a team.
    struct Shared {
      std::uint32_t ticket;
      std::uint64_t before;  // runs before the tile
    };
    static constexpr std::size_t lead_begin = 16;
    static constexpr std::size_t fold_begin =
        lead_begin + round_up(sizeof(Fold), 16);
    static constexpr std::size_t votes_begin =
        round_up(fold_begin + Scan::scratch_bytes(), 16);
    static constexpr std::size_t sums_begin =
        round_up(votes_begin + Rows::warps * items * sizeof(Votes), 16);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return is_host ? votes_begin : sums_begin + tile * sizeof(Sum);
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto& shared             = *reinterpret_cast<Shared*>(scratch);
      std::uint64_t const t =
          take_tile<Sums>(member, s.words, s.tiles(), &shared.ticket);
      if (t == s.tiles()) return;
      if constexpr (is_host) {
        by_thread(member, t,
                  Keys::of_tile(s.order, s.data.keys, s.data.n, t, tile),
                  scratch);
      } else {
        by_team(member, t, scratch, shared);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION bool is_last(std::uint64_t t) const {
      return t + 1 == s.tiles();
    }
    KOKKOS_FORCEINLINE_FUNCTION Sum value(std::uint64_t i) const {
      return static_cast<Sum>(s.data.values[i]);
    }

    /// Publishes the fold of the tile. Called by one thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t t,
                                             Fold const& fold) const {
      if (s.words.count == 0) return;
      Sums(s.words.sums, s.tiles()).publish(t, fold.begins);
      Carries(s.words.carries).publish(t, fold);
    }
    /// Returns the number of runs that begin before the tile. Called by the
    /// first warp, after publish().
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t runs_before(std::uint64_t t,
                                                          std::uint64_t runs,
                                                          int lane) const {
      return s.words.count == 0
                 ? 0
                 : Sums(s.words.sums, s.tiles()).sum_before(t, runs, lane);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        std::byte* scratch,
                                        Shared& shared) const {
      int const rank    = member.team_rank();
      auto* const sums  = reinterpret_cast<Sum*>(scratch + sums_begin);
      auto& lead        = *reinterpret_cast<Fold*>(scratch + lead_begin);
      auto* const folds = reinterpret_cast<Fold*>(scratch + fold_begin);
      auto* const votes = reinterpret_cast<Votes*>(scratch + votes_begin) +
                          rank / Rows::width * items;
      Rows rows;
      Value values[items];
      load(rows, values, t, rank);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        sums[rows.index(j)] = static_cast<Sum>(values[j]);
      std::uint32_t const begins = rows.begins(s.order, s.data.keys);
      std::uint32_t const count  = rows.list_votes(begins, votes);
      Warp<Exec>::sync();
      std::uint32_t runs_of_warps = 0;
      std::uint32_t const of_neighbors =
          Rows::neighbors_of(votes, rows.lane(), begins);
      Fold const total =
          rows.size() == tile
              ? end_runs<true>(member, t, tile, of_neighbors, sums, lead, folds,
                               runs_of_warps)
              : end_runs<false>(member, t, rows.size(), of_neighbors, sums,
                                lead, folds, runs_of_warps);
      if (rank < Rows::width) {
        std::uint64_t const before = runs_before(t, total.begins, rank);
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      rows.for_each_begin(
          s.data.keys, begins, before + runs_of_warps, count,
          [&](Key const& key, std::uint64_t run) { s.data.out[run] = key; });
      auto const runs = static_cast<int>(total.begins);
      for (int r = rank; r + 1 < runs; r += team)
        s.data.sums[before + static_cast<std::uint64_t>(r)] = sums[r];
      finish(member, t, before, lead, total, folds);
    }

    KOKKOS_FORCEINLINE_FUNCTION void load(Rows& rows, Value (&values)[items],
                                          std::uint64_t t, int rank) const {
      rows.load(s.data.keys, s.data.n, t * tile, rank);
      if (rows.size() > 0) rows.load_row_items(s.data.values, values);
    }

    /// Replaces the values by the sums of the runs that begin and end in the
    /// tile. `lead` becomes the fold in front of the first begin, and
    /// `runs_of_warps` the number of runs that begin in lower warps. Publishes
    /// and returns the fold of the tile. A barrier must follow.
    template <bool IsWhole>
    KOKKOS_FORCEINLINE_FUNCTION Fold
    end_runs(Member const& member, std::uint64_t t, int size,
             std::uint32_t begins, Sum* sums, Fold& lead, Fold* scratch,
             std::uint32_t& runs_of_warps) const {
      int const first = member.team_rank() * items;
      Sum values[items];
      Fold own;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (IsWhole || first + j < size) {
          values[j] = sums[first + j];
          own.append(values[j], (begins >> j & 1) != 0, s.combine);
        }
      Fold total;
      // Its barrier lets the sums take the place of the values.
      Fold before   = Scan::exclusive(member, own, scratch, total, s.combine);
      runs_of_warps = Warp<Exec>::shuffle(before.begins, 0);
      if (member.team_rank() == 0) publish(t, total);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (IsWhole || first + j < size) {
          bool const is_begin = (begins >> j & 1) != 0;
          if (is_begin) {
            if (before.begins == 0) {
              lead = before;
            } else {
              sums[before.begins - 1] = before.value;
            }
          }
          before.append(values[j], is_begin, s.combine);
        }
      return total;
    }

    /// Writes the sum of the run that ends at the first begin in the tile,
    /// behind `lead`. The last tile also writes the sum of the last run, and
    /// the count. Called by the whole team.
    KOKKOS_INLINE_FUNCTION void finish(Member const& member, std::uint64_t t,
                                       std::uint64_t before, Fold const& lead,
                                       Fold const& total, Fold* scratch) const {
      if (t > 0 && (total.begins > 0 || is_last(t))) {
        Carries const carries(s.words.carries);
        Fold open = carries.of_tile(t - 1);
        if (open.begins == 0)
          open = carries.template fold_before<Tuning::carries_per_thread>(
              member, t, scratch, s.combine);
        if (member.team_rank() == 0) {
          open.append(total.begins > 0 ? lead : total, s.combine);
          s.data.sums[before - 1] = open.value;
        }
      }
      if (!is_last(t) || member.team_rank() != 0) return;
      if (total.begins > 0)
        s.data.sums[before + total.begins - 1] = total.value;
      *s.data.count = static_cast<Count>(before + total.begins);
    }

    KOKKOS_INLINE_FUNCTION void by_thread(Member const& member, std::uint64_t t,
                                          Keys const& keys,
                                          std::byte* scratch) const {
      Fold total;
      for (int i = 0; i < keys.size; ++i)
        total.append(value(keys.begin + i), keys.begins_run(i), s.combine);
      publish(t, total);
      std::uint64_t const before = runs_before(t, total.begins, 0);
      Fold lead, open;
      for (int i = 0; i < keys.size; ++i) {
        bool const is_begin = keys.begins_run(i);
        if (is_begin) {
          s.data.out[before + open.begins] = keys.key(i);
          if (open.begins == 0) {
            lead = open;
          } else {
            s.data.sums[before + open.begins - 1] = open.value;
          }
        }
        open.append(value(keys.begin + i), is_begin, s.combine);
      }
      finish(member, t, before, lead, total,
             reinterpret_cast<Fold*>(scratch + fold_begin));
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
