// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENTED_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENTED_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Parameters of the team that sorts many short segments of keys with values,
/// or of a comparator. ItemBytes is the size of an item in scratch.
template <class Exec, std::size_t ItemBytes, bool is_counted>
struct SegmentedTuning {
  using Shape = TeamShape<Exec>;

  /// Twice as many threads as elsewhere: a thread that holds 16 items with
  /// their cells would spill registers.
  static constexpr int team_size =
      Shape::size >= 256 ? 2 * Shape::size : Shape::size;

  /// Items of a segment or of a cell that are ranked by comparisons with all of
  /// them. A further distribution takes about as long as this many comparisons.
  static constexpr int crowd = 16;

  /// Distributions of crowded cells, at most. Each divides a cell of m items
  /// into m. Cells that crowd after so many are ranked by comparisons.
  static constexpr int max_rounds = 5;

  /// Scratch of a team: with 36 KiB six of them share a multiprocessor, and
  /// less than 40 KiB is there in any version of Kokkos.
  static constexpr std::size_t bytes = 36 * 1024;

  /// Bytes per item: the item and two bits. Counted items add a counter, a
  /// share of the ranges of crowded cells, and the index of a value.
  static constexpr std::size_t item_bytes =
      ItemBytes + 1 + (is_counted ? 4 + 2 * ItemBytes / crowd + 2 : 0);

  /// Items per thread. On hosts, where these teams only run in tests, the
  /// items of a thread are on its stack.
  static constexpr int items_per_thread =
      Shape::is_host ? 256 : bounded(bytes / (team_size * item_bytes), 2, 8);

  /// Positions that a team holds. A team sorts the short segments that begin in
  /// its stretch of the keys, and these may end behind it.
  static constexpr int capacity = team_size * items_per_thread;

  /// Maximum length of a short segment. Counted ones take a quarter of the
  /// positions, so that three quarters are in use on average. Compared ones are
  /// ranked by comparisons with all items.
  static constexpr int compared = 64;
  static constexpr int most =
      is_counted || capacity < 4 * compared ? capacity / 4 : compared;

  /// Length of a stretch: the positions of a team, less a segment.
  static constexpr int stretch = (capacity - most) / 32 * 32;

  /// Teams that should share a multiprocessor: they leave a thread 40
  /// registers.
  static constexpr int min_teams = 3;
};

/// Parameters of the team that sorts many short segments of numbers without
/// values. The figures are of 2^26 keys on an H100, with lengths from 0 to
/// twice the mean. Wide keys have more than 32 bits.
template <class Exec, class Order>
struct PackedKeysTuning {
  using Shape = TeamShape<Exec>;

  static constexpr bool is_wide = sizeof(typename Order::item_type) > 4;

  static constexpr int team_size = Shape::size;

  /// Items of a run, which a thread holds in registers. For a mean of 256 keys
  /// of 32 bits, runs of 16 take 9 % more time than runs of 32. For a mean of
  /// 64 wide keys, runs of 32 take 29 % more time than runs of 16.
  static constexpr int run = is_wide ? 16 : 32;

  /// Maximum length of a short segment. Longer ones are leaves of the engine.
  /// For a mean of 1,000 keys of 32 bits, 1,024 takes 9 % more time than 2,048.
  /// For as many wide keys, 1,024 takes 18 % more time than 512.
  static constexpr int most = is_wide ? 512 : 2048;

  /// Length of a stretch. A power of two, so that it divides by shifts. Bounds
  /// in a tile have 12 bits. A team takes 26 or 33 KiB of scratch, as much as
  /// those of the leaves.
  static constexpr int stretch = is_wide ? 2048 : 4096;

  /// Positions that a team holds. A team sorts the short segments that begin in
  /// its stretch of the keys, and these may end behind it.
  static constexpr int capacity = stretch + most;

  /// Teams that should share a multiprocessor: they leave a thread 64
  /// registers. Kokkos refuses a kernel if so many teams take more scratch than
  /// a multiprocessor has, which is 164 KiB on an A100.
  static constexpr int min_teams = 4;
};

/// Teams that select the first keys of segments and should share a
/// multiprocessor. They leave a thread 128 registers for the merges of the sort
/// within a team.
inline constexpr int selecting_teams = 2;

/// Scratch of such a team, at most. CUDA grants 48 KiB without a request.
inline constexpr std::size_t select_scratch_bytes = 40 * 1024;

}  // namespace KokkosSort::Impl

#endif
