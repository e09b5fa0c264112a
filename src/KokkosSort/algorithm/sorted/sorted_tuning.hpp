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
  /// with, whose reads conflict in the banks of scratch. The scratch of a team
  /// holds up to 37 KiB. The figures are of an H200 and 2^28 keys, uniform and
  /// of a Zipf distribution. By 33 items u32 keys took 650 and 647 us, by 23
  /// and five teams 705 and 661 us. u64 keys took 1,157 and 1,163 us by 17
  /// items. By 25 and six teams of 128 they took 1,196 and 1,218 us.
  static constexpr int items_per_thread = odd_items(bounded(
      37 * 1024 / (team_size * ElementBytes), 1, ElementBytes <= 4 ? 33 : 17));

  /// Elements per team if they are not staged. A host amortizes the search of a
  /// tile by its length, a device needs many teams.
  static constexpr int direct_tile = Shape::is_host ? 16384 : 8 * team_size;

  /// Teams that should share a multiprocessor: as many as the registers for the
  /// elements of a thread allow.
  static constexpr int min_teams = ElementBytes <= 8 ? 4 : 3;
};

/// Constants of a merge of many runs, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct MergeManyTuning {
  using Shape = TeamShape<Exec>;

  /// Elements of up to 8 bytes are merged by half as many threads, which hold
  /// more of them.
  static constexpr bool is_narrow = !Shape::is_host && ElementBytes <= 8;
  static constexpr int team_size  = is_narrow ? Shape::size / 2 : Shape::size;

  /// Larger elements are merged where they are, as by MergeTuning. A host
  /// merges all in scratch, which is its cache.
  static constexpr bool is_staged = Shape::is_host || ElementBytes <= 32;

  /// Elements per thread. The figures are of an H200, 2^28 keys in 64 runs,
  /// uniform and of a Zipf distribution, in one run. With 41 u32 keys they took
  /// 2.90 and 2.58 ms, with 33 2.98 and 2.59. 256 threads with 23 took 3.03 and
  /// 2.72. With 23 u64 keys they took 5.10 and 4.52 ms, with 17 5.27 and 4.54,
  /// with 27 5.27 and 4.60. A host's tile fits the first level of cache.
  static constexpr int most_items = !is_narrow          ? 17
                                    : ElementBytes <= 4 ? 41
                                                        : 23;
  static constexpr int items_per_thread =
      Shape::is_host ? bounded(12 * 1024 / ElementBytes, 16, 1024)
                     : odd_items(bounded(37 * 1024 / (team_size * ElementBytes),
                                         1, most_items));

  static constexpr int direct_tile = 8 * team_size;

  /// Teams that should share a multiprocessor: as many as the registers for the
  /// elements of a thread allow.
  static constexpr int min_teams = !is_narrow ? 4 : ElementBytes <= 4 ? 7 : 6;
};

/// Constants of the functions that find runs of equivalent keys.
template <class Exec, std::size_t KeyBytes>
struct RunsTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Larger keys are compared where they are.
  static constexpr std::size_t max_held = 16;

  /// Neighbors that a thread loads at once: 16 bytes, which is the widest load.
  /// Fewer small keys, since a thread has a bit per key in one word.
  static constexpr int per_lane = KeyBytes > max_held ||
                                          (KeyBytes & (KeyBytes - 1)) != 0
                                      ? 1
                                      : bounded(static_cast<int>(16 / KeyBytes),
                                                1, 8);

  /// Such loads per thread, and teams that should share a multiprocessor.
  /// Teams wait for the sums of tiles, so there should be as many as fit. The
  /// figures are of `unique` of 2^26 keys on an H200 that all differ. By 4
  /// loads and 8 teams, u32 keys take 177 us and u64 keys 325 us. By 6 and 6,
  /// they take 183 and 336 us.
  static constexpr int rows      = 4;
  static constexpr int min_teams = 8;

  /// Elements of a tile. On a host the second read of a tile hits the cache.
  static constexpr int tile =
      Shape::is_host ? 8192 : team_size * rows * per_lane;

  /// Tiles whose carries a thread reads at once if a run is longer than a tile.
  static constexpr int carries_per_thread = 4;
};

/// Constants of sums over runs, for ElementBytes per key with its sum.
template <class Exec, std::size_t ElementBytes>
struct ReduceTuning : RunsTuning<Exec, ElementBytes> {
  using Runs = RunsTuning<Exec, ElementBytes>;

  /// Elements per thread. More of them share the scan of the team, as far as
  /// registers hold them. The figures are of an H200 and 2^28 u64 keys in runs
  /// of 10,000 with f64 values. They took 2.3 ms by 11 items and three teams,
  /// 2.6 ms by 9 and four. They took 5.6 ms or more if a team read its next
  /// tile early. Runs of one key took 0.85 of the time that way.
  static constexpr int items_per_thread =
      odd_items(bounded(184 / ElementBytes, 1, 23));
  static constexpr int tile =
      Runs::Shape::is_host ? Runs::tile : Runs::team_size * items_per_thread;
  static constexpr int min_teams = 3;
};

/// Constants of searches in sorted keys.
template <class Exec>
struct SearchTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Queries that a thread searches at once. An H100 took 19.2 ms for 2^26
  /// random queries in as many u32 keys, four at once. A kernel of one query
  /// per thread took 13.0 ms. On an H200, 2^26 random u64 queries one by one
  /// take 15.4 ms, and 15.3 ms by that kernel.
  static constexpr int queries_per_thread = 1;

  /// Queries per team. A host's team is a single thread.
  static constexpr int queries_per_team =
      Shape::is_host ? 4096 : team_size * queries_per_thread;
};

/// Constants of a histogram.
template <class Exec>
struct HistogramTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Bins that a team counts in its scratch, 16 KiB. More bins are counted in
  /// memory, where few keys meet.
  static constexpr std::uint64_t held_bins = 4096;

  /// Keys per team, at least. They pay for the counters of the team.
  static constexpr std::uint64_t least_share = 16384;

  /// Teams, at most. Each adds its counters to those in memory.
  static constexpr std::uint64_t most_teams = 2048;
};

}  // namespace KokkosSort::Impl

#endif
