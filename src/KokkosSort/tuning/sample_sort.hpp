// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_SAMPLE_SORT_HPP
#define KOKKOSSORT_TUNING_SAMPLE_SORT_HPP

#include <KokkosSort/tuning/team.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// The parameters of sample sort. The paper's letters (Leischner, Osipov &
/// Sanders, sections 4 and 5) stand beside them. KeyBytes is the key's size,
/// ElementBytes that of key and value together.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct SampleSortTuning {
  using Shape = TeamShape<Exec>;

  /// t: threads a team.
  static constexpr int team_size = Shape::size;

  /// l: keys a thread holds while it partitions. Long tiles make long runs in
  /// the scatter; the bound is the scratch a team gets (40,936 bytes on CUDA
  /// before Kokkos 5.2), of which 24 KiB are the staged keys and bucket names.
  static constexpr int items_per_thread =
      Shape::is_host ? 512
                     : bounded(24 * 1024 / (team_size * (KeyBytes + 2)), 1, 16);

  /// log2 of k's upper bound: buckets a partition makes. Names of buckets are
  /// 16 bits wide; the warps' counters (k times warps, 2 bytes each) and the
  /// runs' lengths (tile / k keys) set the limit.
  static constexpr int max_log_buckets = Shape::is_host ? 8 : 9;

  /// a: keys sampled for each splitter. 8 leave a bucket's size within about a
  /// third of the mean, while the sample still sorts in one team's scratch.
  static constexpr int oversampling = 8;

  /// Counters a bucket, to spread the atomics of one team. The paper took 8 on
  /// hardware with slower atomics; 2 suffice where a warp's equal keys combine.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Teams that are to share a multiprocessor while they scatter. A thread
  /// holds its keys, their buckets and their places in registers: 3 leave
  /// it 80.
  static constexpr int scatter_min_teams = 3;

  /// The same for the leaves: wide items and their ranks want more registers.
  static constexpr int leaf_min_teams = KeyBytes <= 4 ? 4 : 3;

  /// M: keys of a bucket that one team sorts in scratch. Odd numbers a thread
  /// keep the stride between threads off the scratch memory's banks. Up to 8
  /// bytes 26 KiB let six teams share a multiprocessor; wider elements take all
  /// the scratch there is, or leaves would be too short.
  static constexpr std::size_t leaf_bytes =
      (ElementBytes <= 8 ? 26 : 37) * 1024;
  static constexpr int leaf_items_per_thread =
      Shape::is_host
          ? bounded(12 * 1024 / ElementBytes, 16, 1024)
          : (bounded(leaf_bytes / (team_size * ElementBytes), 1, 18) - 1) / 2 *
                    2 +
                1;

  /// Mean size of a bucket over M. Sizes vary (see oversampling): at 0.5 a few
  /// buckets in a hundred overflow and take the slower way, while the teams of
  /// the others are well filled.
  static constexpr double leaf_fill = 0.5;

  /// Tiles that one team partitions in a row, at most. More means fewer
  /// counters in device memory (k per chunk), fewer means better balance.
  static constexpr int max_tiles_per_chunk = 16;

  /// Chunks wanted before tiles are strung together: a few for each team that
  /// the device runs at once, so that the last ones finish together.
  static constexpr int chunks_per_resident_team = 4;
};

}  // namespace KokkosSort::Impl

#endif
