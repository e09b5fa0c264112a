// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_SELECTION_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_SELECTION_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Constants of a selection. EntryBytes is the size of a sampled element.
template <class Exec, std::size_t EntryBytes>
struct SelectionTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Elements of a sample per thread. One team sorts the sample while all
  /// others wait. It has 2,048 elements of up to 16 bytes, and then 1 of 500
  /// keys remains if few are selected.
  static constexpr std::size_t sample_bytes = 32 * 1024;
  static constexpr int sample_items_per_thread =
      bounded(sample_bytes / (team_size * EntryBytes), 1,
              Shape::is_host ? 512 : 2048 / team_size);
  static constexpr int sample_size = team_size * sample_items_per_thread;

  /// Candidates of a run that one team sorts, per thread.
  static constexpr int alone_items_per_thread = sample_items_per_thread;

  /// Keys that a thread reads at once, by so many teams per multiprocessor. An
  /// H200 selects 10 of 2^28 u32 keys in 0.37 ms. With 16 keys, of which 4
  /// teams are resident, it takes 0.38 ms, and the median 0.1 ms longer. A
  /// host's thread has its offsets in the first cache.
  static constexpr int batch_items = Shape::is_host ? 1024 : 8;
  static constexpr int batch_teams = 8;

  /// Elements that a team holds back, to add many to the total at once. There
  /// is room for one batch, and for what a selection by rank keeps of 8
  /// batches. If each has 8 bytes, those of 8 teams fit in the scratch of a
  /// multiprocessor.
  static constexpr int staged =
      team_size * batch_items + team_size * batch_items / 4;

  /// Candidates up to which a sort takes less time than one more round.
  static constexpr std::size_t direct =
      Shape::is_host ? 2048 : std::size_t{1} << 16;

  /// Rounds at most. Each keeps 2 % at most of few keys' candidates, so that
  /// three suffice for any array that fits in memory.
  static constexpr int max_rounds = 3;

  /// Sample of a selection by rank. All of a round's bracket remains: 3 % of
  /// the elements on a device. A sort of the sample takes about as long as a
  /// read of 2^25 keys.
  static constexpr std::uint64_t rank_sample = std::uint64_t{1}
                                               << (Shape::is_host ? 13 : 16);

  /// Elements up to which a sort takes less time than one more round.
  static constexpr std::uint64_t rank_direct = 4 * rank_sample;

  /// Rows of keys per tile of a partition of indices. With 16 rows of 256 keys,
  /// look-back takes a small part of a tile's time.
  static constexpr int partition_rows = Shape::is_host ? 1024 : 16;

  /// Passes of a team that selects alone, at most. About 2 log(n) suffice, 40
  /// for 2^28 keys. Only a comparator that contradicts itself takes this many.
  static constexpr int alone_passes = 150;

  /// Candidates per thread that a kernel copies. It amortizes the start of a
  /// team.
  static constexpr int copied_items = Shape::is_host ? 16384 : 8;
};

}  // namespace KokkosSort::Impl

#endif
