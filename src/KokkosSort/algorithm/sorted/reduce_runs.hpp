// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums of the values of runs of equivalent neighbors, in one pass.
//
// A team takes a tile of keys and values. Each thread folds the values of its
// own elements. A scan over the team gives the fold of the elements before
// them. A second walk over the elements ends the runs. Decoupled look-back
// over the tiles (tile_sums_team.hpp) gives the number of runs before the tile.
// The sum of a run that spans tiles is written by the tile that ends it
// (tile_carries_team.hpp).
//
// Values are combined from left to right by trees that depend on the shape of
// teams and tiles alone, never on the schedule. So the result is the same bit
// by bit in every run, for floating-point numbers too.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_REDUCE_RUNS_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_REDUCE_RUNS_HPP

#include <KokkosSort/algorithm/sorted/run_fold_team.hpp>
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

template <class Exec, class Order, class Value, class Sum, class Count,
          class Combine>
struct ReduceRuns {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Data   = RunSums<Key, Value, Sum, Count>;
  using Member = TeamMember<Exec>;

  static constexpr bool is_host           = TeamShape<Exec>::is_host;
  static constexpr std::size_t max_staged = RunsTuning<Exec, 0>::max_staged;
  static constexpr bool is_staged = !is_host && sizeof(Item) <= max_staged;

  // Scratch per element: its key, and its value or the sum of a run.
  using Tuning = RunsTuning<Exec, (is_staged ? sizeof(Item) : 0) + sizeof(Sum)>;
  using Keys   = TileKeys<Exec, Order, is_staged>;
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
    return TileWords::take(arena, tiles_of(n), Carries::words_per_tile);
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
                                          exec, s.tiles(), Reduce{s});
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
    static constexpr std::size_t list_begin =
        round_up(fold_begin + Scan::scratch_bytes(), 16);
    static constexpr std::size_t sums_begin =
        round_up(list_begin + tile * sizeof(std::uint16_t), 16);
    static constexpr std::size_t keys_begin =
        round_up(sums_begin + tile * sizeof(Sum), 16);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return is_host ? list_begin
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
      std::uint64_t const left  = s.data.n - begin;
      int const size            = static_cast<int>(left < tile ? left : tile);
      Keys const keys{s.order, s.data.keys, begin, size,
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
    KOKKOS_FORCEINLINE_FUNCTION Sum value(std::uint64_t i) const {
      return static_cast<Sum>(s.data.values[i]);
    }

    /// Publishes the fold of the tile. Called by one thread.
    KOKKOS_FORCEINLINE_FUNCTION void publish(std::uint64_t t,
                                             Fold const& fold) const {
      if (s.words.count == 0) return;
      TileSums<Exec>(s.words.sums).publish(t, fold.begins);
      Carries(s.words.carries).publish(t, fold);
    }
    /// Returns the number of runs that begin before the tile. Called by the
    /// first warp, after publish().
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t runs_before(std::uint64_t t,
                                                          std::uint64_t runs,
                                                          int lane) const {
      return s.words.count == 0
                 ? 0
                 : TileSums<Exec>(s.words.sums).sum_before(t, runs, lane);
    }

    KOKKOS_INLINE_FUNCTION void by_team(Member const& member, std::uint64_t t,
                                        Keys const& keys, std::byte* scratch,
                                        Shared& shared) const {
      int const rank   = member.team_rank();
      auto* const list = reinterpret_cast<std::uint16_t*>(scratch + list_begin);
      auto* const sums = reinterpret_cast<Sum*>(scratch + sums_begin);
      auto& lead       = *reinterpret_cast<Fold*>(scratch + lead_begin);
      keys.template load<team, items>(rank);
      read_tile<team, items>(rank, s.data.values, keys.begin, keys.size,
                             [&](int i, Value const& value) {
                               sums[i] = static_cast<Sum>(value);
                             });
      member.team_barrier();
      Fold const total =
          end_runs(member, t, keys, list, sums, lead,
                   reinterpret_cast<Fold*>(scratch + fold_begin));
      if (rank < Warp<Exec>::size) {
        std::uint64_t const before = runs_before(t, total.begins, rank);
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      auto const runs            = static_cast<int>(total.begins);
      for (int r = rank; r < runs; r += team) {
        s.data.out[before + r] = keys.key(list[r]);
        if (r + 1 < runs) s.data.sums[before + r] = sums[r];
      }
      finish(member, t, before, lead, total,
             reinterpret_cast<Fold*>(scratch + fold_begin));
    }

    /// Lists the items of the tile that begin a run. Replaces the values by the
    /// sums of the runs that begin and end in the tile. `lead` becomes the fold
    /// in front of the first begin. Publishes and returns the fold of the tile.
    /// A barrier must follow.
    KOKKOS_FORCEINLINE_FUNCTION Fold end_runs(Member const& member,
                                              std::uint64_t t, Keys const& keys,
                                              std::uint16_t* list, Sum* sums,
                                              Fold& lead, Fold* scratch) const {
      int const first            = member.team_rank() * items;
      std::uint32_t const begins = keys.template begins_of<items>(first);
      Sum values[items];
      Fold own;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (first + j < keys.size) {
          values[j] = sums[first + j];
          own.append(values[j], (begins >> j & 1) != 0, s.combine);
        }
      Fold total;
      // Its barrier lets the sums take the place of the values.
      Fold before = Scan::exclusive(member, own, scratch, total, s.combine);
      if (member.team_rank() == 0) publish(t, total);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (first + j < keys.size) {
          bool const is_begin = (begins >> j & 1) != 0;
          if (is_begin) {
            list[before.begins] = static_cast<std::uint16_t>(first + j);
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
