// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_HOST_SORT_HPP
#define KOKKOSSORT_TUNING_HOST_SORT_HPP

#include <cstddef>

namespace KokkosSort::Impl {

/// The parameters of the host's distribution sort, for elements (a key with its
/// value) of ElementBytes bytes. Measured on two cores with 512 KiB of L2 each.
template <std::size_t ElementBytes>
struct HostSortTuning {
  /// Elements that one thread sorts in its buffers. Two buffers of 256 KiB miss
  /// L2 a little, which costs less than the second partition that half of
  /// that would cause.
  static constexpr std::size_t leaf_capacity =
      ElementBytes < 256 ? 256 * 1024 / ElementBytes : 1024;

  /// Mean size of a bucket over leaf_capacity: room for uneven buckets.
  static constexpr double leaf_fill = 0.5;

  /// Buckets of one partition: wanted at most, and possible at most. Each has
  /// a cache line of its own while it is written, so 512 fill half of L2.
  static constexpr int wanted_buckets = 512;
  static constexpr int max_buckets    = 1024;

  /// Keys sampled for each bucket, and for all of them at least.
  static constexpr int oversampling       = 8;
  static constexpr std::size_t min_sample = 256;

  /// Chunks for each thread: enough that one thread's delay does not hold up
  /// the others for long.
  static constexpr std::size_t chunks_per_worker = 4;

  /// A thread below that many elements costs more than it does.
  static constexpr std::size_t min_chunk = 8 * 1024;

  /// A bucket above 1 / (this times the threads) of all is partitioned by all
  /// threads together.
  static constexpr std::size_t splits_per_worker = 4;

  /// Up to here a big bucket is left to one thread: that takes a few
  /// milliseconds at most, while all threads together start five more times.
  static constexpr std::size_t one_level = 16 * leaf_capacity;

  /// Partitions below the two that all threads share, before one thread's
  /// merge sort ends it.
  static constexpr int max_depth = 4;

  /// Whether the name of each key's bucket, once counted, is kept.
  static constexpr bool keeps_names = true;
};

/// For two bytes a key less: names of buckets are found twice.
template <std::size_t ElementBytes>
struct HostCompactTuning : HostSortTuning<ElementBytes> {
  static constexpr bool keeps_names = false;
};

}  // namespace KokkosSort::Impl

#endif
