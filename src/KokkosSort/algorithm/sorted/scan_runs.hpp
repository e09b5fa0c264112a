// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prefix sums of the values of runs of equivalent neighbors, in one pass.
//
// A tile is taken and folded as by reduce_runs.hpp. It publishes its fold, and
// then forms the fold of the elements before it. That one has two parts: the
// folds of earlier tiles of its group, and the fold of all groups before it.
// The first tile of the group publishes the latter
// (TileCarries::fold_of_groups). The chain from group to group is short, and
// each link has the same tree of combinations in every run. So the result is
// the same bit by bit in every run, for floating-point numbers too. Usual
// look-back combines what it happens to find.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_SCAN_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_SCAN_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
#include <KokkosSort/algorithm/sorted/run_rows_team.hpp>
#include <KokkosSort/algorithm/sorted/run_tiles_team.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/algorithm/sorted/tile_carries_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
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

/// A sum includes the value of its own key.
template <class Sum>
struct InclusiveScan {
  /// Appends a value to the open run, and returns the sum of its key.
  template <class Combine>
  KOKKOS_FORCEINLINE_FUNCTION Sum append(RunFold<Sum>& open, Sum const& value,
                                         bool is_begin,
                                         Combine const& combine) const {
    open.append(value, is_begin, combine);
    return open.value;
  }
};

/// A sum begins with an initial value and ends before its own key.
template <class Sum>
struct ExclusiveScan {
  Sum initial;

  template <class Combine>
  KOKKOS_FORCEINLINE_FUNCTION Sum append(RunFold<Sum>& open, Sum const& value,
                                         bool is_begin,
                                         Combine const& combine) const {
    Sum const sum = is_begin ? initial : combine(initial, open.value);
    open.append(value, is_begin, combine);
    return sum;
  }
};

/// Arrays of a scan by key.
template <class Key, class Value, class Sum>
struct RunScan {
  Strided<Key const> keys;
  Strided<Value const> values;
  std::uint64_t n;
  Strided<Sum> sums;
};

template <class Exec, class Order, class Value, class Sum, class Scanned,
          class Combine,
          class Tuning = ReduceTuning<Exec, sizeof(typename Order::item_type) +
                                                sizeof(Sum)>>
struct ScanRuns {
  using Key    = typename Order::key_type;
  using Data   = RunScan<Key, Value, Sum>;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;

  using Keys = TileKeys<Order>;
  using Rows =
      RunRows<Exec, Order, Tuning::team_size, Tuning::items_per_thread>;
  using Votes   = typename Rows::Mask;
  using Carries = TileCarries<Exec, Tuning::team_size, Sum>;
  using Scan    = TeamRunFold<Exec, Tuning::team_size, Sum>;
  using Fold    = RunFold<Sum>;

  static constexpr int team  = Tuning::team_size;
  static constexpr int items = Tuning::items_per_thread;
  static constexpr int tile  = Tuning::tile;

  struct State {
    Order order;
    Combine combine;
    Scanned scanned;
    Data data;
    TileWords words;
  };

  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(std::uint64_t n) {
    return div_up(n, static_cast<std::uint64_t>(tile));
  }

  /// The folds of the groups stand behind those of the tiles.
  static TileWords take_words(Arena& arena, std::uint64_t n) {
    return TileWords::take(arena, tiles_of(n), 0, 2 * Carries::words_per_tile);
  }
  static std::size_t workspace_bytes(std::uint64_t n) {
    return measured_bytes([&](Arena& arena) { take_words(arena, n); });
  }

  static void run(Exec const& exec, Order const& order, Combine const& combine,
                  Scanned const& scanned, Data const& data, Arena& arena) {
    if (data.n == 0) return;
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::scan_by_key"));
    State const s{order, combine, scanned, data, take_words(arena, data.n)};
    clear_words("KokkosSort::scan_by_key::clear", exec, s.words);
    launch_teams<team, Tuning::min_teams>("KokkosSort::scan_by_key::scan", exec,
                                          tiles_of(data.n), ScanTiles{s});
  }

  struct ScanTiles {
    State s;

    /// Scratch of a team.
    struct Shared {
      std::uint32_t ticket;
      std::uint32_t begins_run;  // whether the first item of the tile does
    };
    static constexpr std::size_t fold_begin = 16;
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
          s.words.count == 0
              ? 0
              : next_work_item(member, s.words.ticket, &shared.ticket);
      auto* const folds = reinterpret_cast<Fold*>(scratch + fold_begin);
      if constexpr (is_host) {
        by_thread(member, t,
                  Keys::of_tile(s.order, s.data.keys, s.data.n, t, tile),
                  folds);
      } else {
        by_team(member, t, scratch, shared, folds);
      }
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION Sum value(std::uint64_t i) const {
      return static_cast<Sum>(s.data.values[i]);
    }

    /// Publishes the fold of the tile. Called by one thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t t,
                                             Fold const& fold) const {
      if (s.words.count > 0) Carries(s.words.carries).publish(t, fold);
    }

    /// Returns the fold of all elements before the tile, after publish(). A
    /// tile that begins a run needs none. Called by the whole team.
    KOKKOS_INLINE_FUNCTION Fold fold_before(Member const& member,
                                            std::uint64_t t, bool is_begin,
                                            Fold* folds) const {
      constexpr int per_thread = Tuning::carries_per_thread;
      bool const leads_group =
          t % Carries::template tiles_of_group<per_thread> == 0;
      if (t == 0 || (is_begin && !leads_group)) return Fold{};
      return Carries(s.words.carries)
          .template fold_of_groups<per_thread>(
              member, t,
              Carries(s.words.carries +
                      tiles_of(s.data.n) * Carries::words_per_tile),
              folds, s.combine);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        std::byte* scratch, Shared& shared,
                                        Fold* folds) const {
      int const rank    = member.team_rank();
      auto* const sums  = reinterpret_cast<Sum*>(scratch + sums_begin);
      auto* const votes = reinterpret_cast<Votes*>(scratch + votes_begin) +
                          rank / Rows::width * items;
      Rows rows;
      rows.load(s.data.keys, s.data.n, t * tile, rank);
      Value values[items];
      rows.load_row_items(s.data.values, values);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (rows.index(j) < rows.size())
          sums[rows.index(j)] = static_cast<Sum>(values[j]);
      std::uint32_t const begins = rows.begins(s.order, s.data.keys);
      rows.list_votes(begins, votes);
      if (rank == 0) shared.begins_run = begins & 1;
      // Each warp has its own rows in scratch.
      Warp<Exec>::sync();
      scan_neighbors(member, t, rows.size(),
                     Rows::neighbors_of(votes, rows.lane(), begins), sums,
                     shared, folds);
      Warp<Exec>::sync();
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (rows.index(j) < rows.size())
          s.data.sums[t * tile + static_cast<std::uint64_t>(rows.index(j))] =
              sums[rows.index(j)];
    }

    /// Replaces the values of the thread's neighboring items by their sums.
    KOKKOS_FORCEINLINE_FUNCTION void scan_neighbors(
        Member const& member, std::uint64_t t, int size, std::uint32_t begins,
        Sum* sums, Shared const& shared, Fold* folds) const {
      int const first = member.team_rank() * items;
      Sum values[items];
      Fold own;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (first + j < size) {
          values[j] = sums[first + j];
          own.append(values[j], (begins >> j & 1) != 0, s.combine);
        }
      Fold total;
      // Its barrier also lets all threads read `shared`.
      Fold const before = Scan::exclusive(member, own, folds, total, s.combine);
      if (member.team_rank() == 0) publish(t, total);
      Fold open = fold_before(member, t, shared.begins_run != 0, folds);
      open.append(before, s.combine);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (first + j < size)
          sums[first + j] = s.scanned.append(open, values[j],
                                             (begins >> j & 1) != 0, s.combine);
    }

    KOKKOS_INLINE_FUNCTION void by_thread(Member const& member, std::uint64_t t,
                                          Keys const& keys, Fold* folds) const {
      Fold total;
      for (int i = 0; i < keys.size; ++i)
        total.append(value(keys.begin + static_cast<std::uint64_t>(i)),
                     keys.begins_run(i), s.combine);
      publish(t, total);
      Fold open = fold_before(member, t, keys.begins_run(0), folds);
      for (int i = 0; i < keys.size; ++i) {
        std::uint64_t const at = keys.begin + static_cast<std::uint64_t>(i);
        s.data.sums[at] =
            s.scanned.append(open, value(at), keys.begins_run(i), s.combine);
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
