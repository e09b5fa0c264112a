// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_TUNING_HPP

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Parameters of the host's distribution sort for elements (a key with its
/// value) of ElementBytes bytes. They were measured on two cores: the sizes of
/// leaves and buckets with 1 MiB of L2 per core, the others with 512 KiB.
template <std::size_t ElementBytes>
struct HostSortTuning {
  /// Maximum elements per leaf, which one thread sorts in two buffers of 512
  /// KiB. Two buffers just miss L2, which costs less than the second partition
  /// that half the capacity would need. 2^24 64-bit keys take 17 % less time.
  static constexpr std::size_t leaf_capacity =
      ElementBytes < 256 ? 512 * 1024 / ElementBytes : 2048;

  /// Maximum size of an array that is one leaf if there are more than two
  /// threads. Beyond it, sharing the work among them is worth the launches.
  static constexpr std::size_t alone_capacity = leaf_capacity / 2;

  /// Target mean size of a bucket, with which both buffers of its leaf fit in
  /// L2, and the maximum mean size. Above the maximum, uneven buckets would
  /// exceed a leaf.
  static constexpr std::size_t mean_leaf      = leaf_capacity / 4;
  static constexpr std::size_t most_mean_leaf = leaf_capacity / 2;

  /// Buckets per partition: maximum for the target mean, maximum for the
  /// maximum mean, and upper limit. Each bucket has a cache line of its own
  /// while it is written, and 512 lines fill L1. 1,024 buckets take 17 % longer
  /// to write, which is still less than a second partition.
  static constexpr int wanted_buckets      = 512;
  static constexpr int most_wanted_buckets = 1024;
  static constexpr int max_buckets         = 2048;

  /// Sampled keys per bucket, and in total at least.
  static constexpr int oversampling       = 8;
  static constexpr std::size_t min_sample = 256;

  /// Chunks per thread: enough that a delayed thread does not hold up the
  /// others for long.
  static constexpr std::size_t chunks_per_worker = 4;

  /// Minimum elements per thread: below it a thread costs more than it saves.
  static constexpr std::size_t min_chunk = 8 * 1024;

  /// All threads together partition a bucket whose share of all elements
  /// exceeds 1 / (splits_per_worker * threads).
  static constexpr std::size_t splits_per_worker = 4;

  /// Maximum array size with one shared partition, after which one thread sorts
  /// each big bucket. A big bucket then takes a few milliseconds at most, and a
  /// second shared partition needs five more launches.
  static constexpr std::size_t one_level = 8 * leaf_capacity;

  /// Maximum size of a block of a bucket's chain. Blocks of 2 and of 16 KiB
  /// take the same time.
  static constexpr std::size_t max_block_bytes = 4096;

  /// Maximum depth of one thread's partitions below the shared ones; deeper
  /// buckets are merge-sorted.
  static constexpr int max_depth = 4;
};

}  // namespace KokkosSort::Impl

#endif
