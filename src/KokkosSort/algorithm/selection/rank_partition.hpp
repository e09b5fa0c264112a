// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_RANK_PARTITION_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_RANK_PARTITION_HPP

#include <KokkosSort/algorithm/selection/partition_by_rank.hpp>
#include <KokkosSort/algorithm/selection/rank_selection.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace KokkosSort::Impl {

/// Partitions keys or their indices by the element of one rank, or finds the
/// elements of several ranks.
template <class Exec, class Order, template <class, class, class> class Sorter>
struct RankPartition {
  using Selection = RankSelection<Exec, Order, Sorter>;
  using By        = typename Selection::By;
  using Key       = typename Selection::Key;
  using Found     = FoundRank<typename Selection::Entry>;

  static constexpr int team = Selection::team;
  static constexpr std::size_t tile =
      std::size_t{team} * Selection::Tuning::partition_rows;

  /// The memory that every partition takes in front of all else.
  struct Fixed {
    Found* found;
    TileWords words;

    Fixed(Arena& arena, std::size_t n)
        : found(arena.take<Found>(1)),
          words(TileWords::take(arena, div_up(n, tile),
                                TileSums<Exec>::words_per_tile, 0)) {}
  };

  static std::size_t nth_bytes(Exec const& exec, Order const& order,
                               std::size_t n, std::size_t nth) {
    Arena measure;
    Fixed(measure, n);
    Arena list = measure;
    if (has_short_indices(n)) {
      list.take<std::uint32_t>(list_room(n, nth));
    } else {
      list.take<std::uint64_t>(list_room(n, nth));
    }
    return std::max(list.used(),
                    measure.used() + Arena::alignment +
                        Selection::workspace_bytes(exec, order, n));
  }
  static std::size_t indices_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    Arena measure;
    Fixed(measure, n);
    return measure.used() + Arena::alignment +
           Selection::workspace_bytes(exec, order, n);
  }
  static std::size_t ranks_bytes(Exec const& exec, Order const& order,
                                 std::size_t n, std::size_t count) {
    Arena measure;
    measure.take<Found>(count);
    return measure.used() + Arena::alignment +
           Selection::workspace_bytes(exec, order, n);
  }

  /// Partitions keys in place.
  static void run_nth(Exec const& exec, Order const& order, Strided<Key> keys,
                      std::size_t n, std::size_t nth, Arena arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::nth_element"));
    if (has_short_indices(n)) {
      partition_keys<std::uint32_t>(exec, order, keys, n, nth, arena);
    } else {
      partition_keys<std::uint64_t>(exec, order, keys, n, nth, arena);
    }
  }

  /// Writes the indices of the keys, partitioned.
  template <class Index>
  static void run_indices(Exec const& exec, Order const& order,
                          Strided<Key const> keys, std::size_t n,
                          std::size_t nth, Strided<Index> positions,
                          Arena arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::argpartition"));
    Fixed const fixed(arena, n);
    partition(exec, By{order, keys}, n, nth, fixed, arena,
              PartitionIndices<Index>{positions, n});
    launch_teams<team, 1>(
        "KokkosSort::argpartition::put_rank", exec, 1,
        PutRank<Selection, Index>{positions, nth, fixed.found});
  }

  /// Writes the keys of `count` ranks; rank(i) returns one.
  template <class Rank>
  static void run_ranks(Exec const& exec, Order const& order,
                        Strided<Key const> keys, std::size_t n,
                        std::size_t count, Rank const& rank,
                        Strided<Key> result, Arena arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::quantiles"));
    Found* const found = arena.take<Found>(count);
    for (std::size_t i = 0; i < count; ++i)
      Selection::run(exec, order, keys, n, rank(i), arena, found + i);
    launch_teams<team>(
        "KokkosSort::quantiles::write", exec,
        std::min(resident_teams<team>(exec), div_up(count, std::size_t{team})),
        WriteFound<Selection>{By{order, keys}, found, {result}, count});
  }

 private:
  static bool has_short_indices(std::size_t n) {
    return n - 1 <= std::numeric_limits<std::uint32_t>::max();
  }
  /// As many keys lie on the wrong side in front of a position as behind it.
  static std::size_t list_room(std::size_t n, std::size_t nth) {
    return 2 * std::min(nth, n - nth);
  }

  template <class Output>
  static void partition(Exec const& exec, By const& by, std::size_t n,
                        std::size_t nth, Fixed const& fixed, Arena const& arena,
                        Output const& output) {
    Selection::run(exec, by.m_order, by.m_keys, n, nth, arena, fixed.found);
    clear_words("KokkosSort::partition::clear", exec, fixed.words);
    using Kernel = PartitionByRank<Selection, Output>;
    launch_teams<team>(
        "KokkosSort::partition::list", exec,
        std::min<std::size_t>(resident_teams<team>(exec),
                              Kernel::Sums::teams(div_up(n, tile))),
        Kernel{by, n, fixed.found, fixed.words, output});
  }

  template <class Index>
  static void partition_keys(Exec const& exec, Order const& order,
                             Strided<Key> keys, std::size_t n, std::size_t nth,
                             Arena arena) {
    Fixed const fixed(arena, n);
    // The selection needs its memory no more when the list is written.
    Arena list_arena       = arena;
    std::size_t const room = list_room(n, nth);
    Index* const list      = list_arena.take<Index>(room);
    partition(exec, By{order, {keys.data, keys.stride}}, n, nth, fixed, arena,
              ListMisplaced<Index>{list, room, nth});
    launch_teams<team>(
        "KokkosSort::nth_element::swap", exec,
        std::min(resident_teams<team>(exec),
                 div_up(room, std::size_t{2 * team})),
        SwapMisplaced<Selection, Index>{keys, list, fixed.found});
    launch_teams<team, 1>("KokkosSort::nth_element::put_rank", exec, 1,
                          PutRank<Selection, Key>{keys, nth, fixed.found});
  }
};

}  // namespace KokkosSort::Impl

#endif
