// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_MERGE_SORT_HPP
#define KOKKOSSORT_TUNING_MERGE_SORT_HPP

#include <KokkosSort/tuning/team.hpp>

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

  /// Tiles are split by a warp each where these warps fill no more than one
  /// part in split_parts of the device: a warp waits less than a thread, but
  /// computes more. On an H200, of u32, in ms by warps and by threads: 2^20
  /// 0.127, 0.173; 2^24, which fill 0.46 of it, 0.775, 0.805; 2^25 1.63, 1.47.
  static constexpr std::size_t split_parts = 2;

  /// Teams that are to share a multiprocessor: as many as the registers of the
  /// elements held by a thread leave room for.
  static constexpr int sort_min_teams  = ElementBytes <= 4   ? 4
                                         : ElementBytes <= 8 ? 3
                                                             : 2;
  static constexpr int merge_min_teams = ElementBytes <= 4 ? 6 : 4;
};

}  // namespace KokkosSort::Impl

#endif
