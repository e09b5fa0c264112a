// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_MERGE_MERGE_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_MERGE_MERGE_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/warp.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Constants of merge sort, for elements of ElementBytes.
template <class Exec, std::size_t ElementBytes>
struct MergeSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Elements per thread, odd to avoid conflicts between the banks of scratch
  /// memory. Long stretches amortize the search that each begins with. The
  /// scratch of a team holds 37 KiB beside the splits.
  static constexpr int items_per_thread =
      Shape::is_host
          ? bounded(12 * 1024 / ElementBytes, 16, 1024)
          : (bounded(37 * 1024 / (team_size * ElementBytes), 1, 18) - 1) / 2 *
                    2 +
                1;

  /// log2 of the runs that a pass merges: device memory is read and written
  /// once per that many levels of merges.
  static constexpr int log_ways = 2;

  /// Team that searches one crossing: one warp per pair of runs, one block per
  /// lane. For 2^22 keys of 32 bits on an H200, two warps took 207 us and four
  /// warps, one per run, 229 us. One warp took 256 us, a single thread 308 us.
  static constexpr int split_team_size = 2 * Warp<Exec>::size;

  /// Splits of a group that each thread of every team checks before the merge.
  /// They are a few reads of the cache, while a launch for them takes 3 us of
  /// 10 us per pass.
  static constexpr int checks_a_thread = 4;

  /// Teams that should share a multiprocessor: as many as the registers for the
  /// elements of a thread allow.
  static constexpr int sort_min_teams  = ElementBytes <= 4   ? 4
                                         : ElementBytes <= 8 ? 3
                                                             : 2;
  static constexpr int merge_min_teams = ElementBytes <= 4 ? 6 : 4;
};

}  // namespace KokkosSort::Impl

#endif
