// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_TUNING_HPP

#include <cstddef>

namespace KokkosSort::Impl {

/// The parameters of the host's distribution sort, for elements (a key with its
/// value) of ElementBytes bytes. Measured on two cores, the sizes of leaves and
/// buckets with 1 MiB of L2 each, the rest with 512 KiB.
template <std::size_t ElementBytes>
struct HostSortTuning {
  /// Elements that one thread sorts in its buffers, two of 512 KiB. That they
  /// just miss L2 costs less than the second partition of what half as much
  /// could not hold: 2^24 keys of 64 bits sort in a sixth less time.
  static constexpr std::size_t leaf_capacity =
      ElementBytes < 256 ? 512 * 1024 / ElementBytes : 2048;

  /// An array up to here is one leaf: more are worth the launches that share
  /// them out.
  static constexpr std::size_t alone_capacity = leaf_capacity / 2;

  /// Mean size of a bucket that is aimed at, so that both buffers of its leaf
  /// are at home in L2, and the one above which uneven buckets become too large
  /// for a leaf.
  static constexpr std::size_t mean_leaf      = leaf_capacity / 4;
  static constexpr std::size_t most_mean_leaf = leaf_capacity / 2;

  /// Buckets of one partition: wanted at most for the one mean and for the
  /// other, and possible at most. Each has a cache line of its own while it is
  /// written, and 512 of those fill L1: 1024 take a sixth longer to write,
  /// still less than a second partition.
  static constexpr int wanted_buckets      = 512;
  static constexpr int most_wanted_buckets = 1024;
  static constexpr int max_buckets         = 2048;

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
  static constexpr std::size_t one_level = 8 * leaf_capacity;

  /// Partitions below the two that all threads share, before one thread's
  /// merge sort ends it.
  static constexpr int max_depth = 4;

  /// Whether the name of each key's bucket, once counted, is kept.
  static constexpr bool keeps_bucket_ids = true;
};

/// For two bytes a key less: names of buckets are found twice.
template <std::size_t ElementBytes>
struct HostCompactTuning : HostSortTuning<ElementBytes> {
  static constexpr bool keeps_bucket_ids = false;
};

}  // namespace KokkosSort::Impl

#endif
