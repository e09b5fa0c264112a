// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_SORTED_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_SORTED_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the greatest odd number up to `count`. Threads that step through an
/// odd number of items each read from different banks of scratch.
constexpr int odd_items(int count) { return (count - 1) / 2 * 2 + 1; }

/// Constants of a merge of two arrays, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct MergeTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Larger elements are merged where they are: tiles in scratch would be too
  /// short to pay for their search.
  static constexpr bool is_staged = !Shape::is_host && ElementBytes <= 32;

  /// Elements per thread. Long stretches amortize the search that each begins
  /// with. The scratch of a team holds 37 KiB, so that a
  /// multiprocessor has six of them.
  static constexpr int items_per_thread =
      odd_items(bounded(37 * 1024 / (team_size * ElementBytes), 1, 17));

  /// Elements per team if they are not staged. A host amortizes the search of a
  /// tile by its length, a device needs many teams.
  static constexpr int direct_tile = Shape::is_host ? 16384 : 8 * team_size;

  /// Teams that should share a multiprocessor: as many as the registers for the
  /// elements of a thread allow.
  static constexpr int min_teams = ElementBytes <= 4   ? 6
                                   : ElementBytes <= 8 ? 4
                                                       : 3;
};

/// Constants of a merge of many runs, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct MergeManyTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Larger elements are merged where they are, as by MergeTuning. A host
  /// merges all in scratch, which is its cache.
  static constexpr bool is_staged = Shape::is_host || ElementBytes <= 32;

  /// Elements per thread, as for a merge of two. A host's tile fits the first
  /// level of cache.
  static constexpr int items_per_thread =
      Shape::is_host
          ? bounded(12 * 1024 / ElementBytes, 16, 1024)
          : odd_items(bounded(37 * 1024 / (team_size * ElementBytes), 1, 17));

  static constexpr int direct_tile = 8 * team_size;

  /// Teams that should share a multiprocessor: as many as the registers for the
  /// elements of a thread allow.
  static constexpr int min_teams = ElementBytes <= 4 ? 6 : 4;
};

/// Constants of the functions that find runs of equivalent keys, for ItemBytes
/// of registers per element.
template <class Exec, std::size_t ItemBytes>
struct RunsTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Larger keys are compared where they are.
  static constexpr std::size_t max_held = 16;

  /// Elements per thread, at most a bit of a word each.
  static constexpr int items_per_thread =
      odd_items(bounded(64 / (ItemBytes > 0 ? ItemBytes : 8), 1, 17));

  /// Elements of a tile. On a host the second read of a tile hits the cache.
  static constexpr int tile =
      Shape::is_host ? 8192 : team_size * items_per_thread;

  /// Teams that should share a multiprocessor, as registers allow.
  static constexpr int min_teams = 4;

  /// Whether a team reads its next tile while it waits for the tiles before its
  /// present one.
  static constexpr bool is_ahead = true;

  /// Tiles whose carries a thread reads at once if a run is longer than a tile.
  static constexpr int carries_per_thread = 4;
};

/// Constants of sums over runs, for ElementBytes per key with its sum.
template <class Exec, std::size_t ElementBytes>
struct ReduceTuning : RunsTuning<Exec, ElementBytes> {
  using Runs = RunsTuning<Exec, ElementBytes>;

  /// Elements per thread. More of them share the scan of the team, as far as
  /// the registers of a thread hold them and those of its next tile.
  static constexpr int items_per_thread =
      odd_items(bounded(120 / ElementBytes, 1, 15));
  static constexpr int tile =
      Runs::Shape::is_host ? Runs::tile : Runs::team_size * items_per_thread;
  static constexpr int min_teams = 3;
};

/// Constants of searches in sorted keys.
template <class Exec>
struct SearchTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Queries that a thread searches at once. The last steps of a search read
  /// one line of the cache, which the lines of further searches evict. On an
  /// H100, 2^26 random queries in as many u32 keys took 19.2 ms four at once,
  /// and 13.0 ms one by one.
  static constexpr int queries_per_thread = 1;

  /// Queries per team. A host's team is a single thread.
  static constexpr int queries_per_team =
      Shape::is_host ? 4096 : team_size * queries_per_thread;
};

/// Words that a thread sets to 0. On a host a team is a single thread.
template <class Exec>
inline constexpr int cleared_per_thread = TeamShape<Exec>::is_host ? 4096 : 4;

}  // namespace KokkosSort::Impl

#endif
