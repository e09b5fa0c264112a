// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_MERGE_MERGE_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_MERGE_MERGE_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/warp.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// The parameters of merge sort, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct MergeSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Elements a thread, odd to keep the stride between threads off the scratch
  /// memory's banks. Long stretches pay for the search that each begins with;
  /// 37 KiB is what a team's scratch holds beside the splits.
  static constexpr int items_per_thread =
      Shape::is_host
          ? bounded(12 * 1024 / ElementBytes, 16, 1024)
          : (bounded(37 * 1024 / (team_size * ElementBytes), 1, 18) - 1) / 2 *
                    2 +
                1;

  /// Runs that a pass merges, as a power of two: device memory is read and
  /// written once for so many levels of merges.
  static constexpr int log_ways = 2;

  /// A team that looks for one crossing: a warp for each pair of runs, of which
  /// every lane looks at a block. Four warps for one run each took 229 us for
  /// 2^22 keys of 32 bits on an H200, two for the pairs 207, one for all 256, a
  /// thread 308.
  static constexpr int split_team_size = 2 * Warp<Exec>::size;

  /// Splits of a group that each thread of every team checks before it merges:
  /// a few reads of the cache, where a launch for them takes 3 us of 10 a pass.
  static constexpr int checks_a_thread = 4;

  /// Teams that are to share a multiprocessor: as many as the registers of the
  /// elements held by a thread leave room for.
  static constexpr int sort_min_teams  = ElementBytes <= 4   ? 4
                                         : ElementBytes <= 8 ? 3
                                                             : 2;
  static constexpr int merge_min_teams = ElementBytes <= 4 ? 6 : 4;
};

}  // namespace KokkosSort::Impl

#endif
