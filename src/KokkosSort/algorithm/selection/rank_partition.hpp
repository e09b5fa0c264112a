// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_RANK_PARTITION_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_RANK_PARTITION_HPP

#include <KokkosSort/algorithm/selection/exchange_misplaced.hpp>
#include <KokkosSort/algorithm/selection/partition_indices.hpp>
#include <KokkosSort/algorithm/selection/place_ranks.hpp>
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
  // With 32-bit indices. Used if these make its candidates smaller.
  using Packed = RankSelection<Exec, Order, Sorter, true>;
  using By     = typename Selection::By;
  using Key    = typename Selection::Key;
  using Found  = FoundRank<typename Selection::Entry>;

  static constexpr int team = Selection::team;
  static constexpr std::size_t tile =
      std::size_t{team} * Selection::Tuning::partition_rows;

  template <class Index>
  using Exchange = ExchangeMisplaced<Selection, Index>;

  /// Memory of a partition in place, in front of that of the selection.
  struct InPlace {
    Found* found;
    TileWords words;

    InPlace(Arena& arena, Exec const& exec, std::size_t n)
        : found(arena.take<Found>(1)),
          words(Exchange<std::uint32_t>::take_words(
              arena, Exchange<std::uint32_t>::teams(exec, n))) {}
  };
  /// Memory of a partition of indices, in front of that of the selection.
  struct OfIndices {
    Found* found;
    TileWords words;

    OfIndices(Arena& arena, std::size_t n)
        : found(arena.take<Found>(1)),
          words(TileWords::take(arena, div_up(n, tile),
                                TileSums<Exec>::words_per_tile, 0)) {}
  };

  static std::size_t nth_bytes(Exec const& exec, Order const& order,
                               std::size_t n, std::size_t nth) {
    Arena measure;
    InPlace(measure, exec, n);
    Arena lists = measure;
    if (has_short_indices(n)) {
      take_lists<std::uint32_t>(lists, n, nth);
    } else {
      take_lists<std::uint64_t>(lists, n, nth);
    }
    return std::max(lists.used(), measure.used() + Arena::alignment +
                                      selection_bytes(exec, order, n));
  }
  static std::size_t indices_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    Arena measure;
    OfIndices(measure, n);
    return measure.used() + Arena::alignment + selection_bytes(exec, order, n);
  }
  static std::size_t ranks_bytes(Exec const& exec, Order const& order,
                                 std::size_t n, std::size_t count) {
    Arena measure;
    measure.take<Found>(count);
    return measure.used() + Arena::alignment + selection_bytes(exec, order, n);
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
    OfIndices const own(arena, n);
    select(exec, order, keys, n, nth, arena, own.found);
    clear_words("KokkosSort::argpartition::clear", exec, own.words);
    using Kernel = PartitionIndices<Selection, Index>;
    launch_teams<team>(
        "KokkosSort::argpartition::list", exec,
        std::min<std::size_t>(resident_teams<team>(exec),
                              Kernel::Sums::teams(div_up(n, tile))),
        Kernel{By{order, keys}, n, own.found, own.words, positions});
    launch_teams<team, 1>("KokkosSort::argpartition::put_rank", exec, 1,
                          PutRank<Selection, Index>{positions, nth, own.found});
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
      select(exec, order, keys, n, rank(i), arena, found + i);
    launch_teams<team>(
        "KokkosSort::quantiles::write", exec,
        std::min(resident_teams<team>(exec), div_up(count, std::size_t{team})),
        WriteFound<Selection>{By{order, keys}, found, {result}, count});
  }

 private:
  static bool has_short_indices(std::size_t n) {
    return n - 1 <= std::numeric_limits<std::uint32_t>::max();
  }
  /// Both selections find the same element.
  static std::size_t selection_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    if constexpr (Packed::By::is_packed) {
      if (has_short_indices(n)) return Packed::workspace_bytes(exec, order, n);
    }
    return Selection::workspace_bytes(exec, order, n);
  }
  static void select(Exec const& exec, Order const& order,
                     Strided<Key const> keys, std::size_t n, std::size_t rank,
                     Arena const& arena, Found* found) {
    if constexpr (Packed::By::is_packed) {
      if (has_short_indices(n))
        return Packed::run(exec, order, keys, n, rank, arena, found);
    }
    Selection::run(exec, order, keys, n, rank, arena, found);
  }
  /// As many keys are misplaced in front of a position as behind it.
  template <class Index>
  static MisplacedLists<Index> take_lists(Arena& arena, std::size_t n,
                                          std::size_t nth) {
    std::size_t const room = std::min(nth, n - nth);
    Index* const front     = arena.take<Index>(room);
    return {front, arena.take<Index>(room), room};
  }

  template <class Index>
  static void partition_keys(Exec const& exec, Order const& order,
                             Strided<Key> keys, std::size_t n, std::size_t nth,
                             Arena arena) {
    InPlace const own(arena, exec, n);
    // The selection needs its memory no more when the lists are written.
    Arena list_arena = arena;
    auto const lists = take_lists<Index>(list_arena, n, nth);
    select(exec, order, {keys.data, keys.stride}, n, nth, arena, own.found);
    launch_teams<team, 1>("KokkosSort::nth_element::put_rank", exec, 1,
                          PutRank<Selection, Key>{keys, nth, own.found});
    clear_words("KokkosSort::nth_element::clear", exec, own.words);
    using Kernel = Exchange<Index>;
    launch_teams<Kernel::team, Kernel::min_teams>(
        "KokkosSort::nth_element::exchange", exec, Kernel::teams(exec, n),
        Kernel{By{order, {keys.data, keys.stride}}, keys, n, nth, own.found,
               own.words, lists});
    launch_teams<team>(
        "KokkosSort::nth_element::swap", exec,
        std::min(resident_teams<team>(exec),
                 div_up(lists.room, std::size_t{team})),
        SwapMisplaced<Selection, Index>{keys, nth, lists, own.found});
  }
};

}  // namespace KokkosSort::Impl

#endif
