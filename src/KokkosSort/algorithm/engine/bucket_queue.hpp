// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_BUCKET_QUEUE_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_BUCKET_QUEUE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

enum class BucketKind : std::uint32_t {
  empty,     // has no items
  leaf,      // fits in the scratch of one team
  equal,     // all of its items are equivalent
  split,     // to be partitioned on the next level
  oversize,  // too large for a leaf, and no level is left to split it
};

/// Stretch of the array whose items are not yet ordered among themselves.
struct Bucket {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t first_chunk;  // first of the chunks that it is divided into
  std::uint32_t chunks;
  std::uint32_t first_counter;  // first column of its bucket counters
  BucketKind kind;
};

/// Recursion of a multi-way distribution sort, kept on the device. A table of
/// buckets has a fixed entry for every child, level by level. For each level
/// there are the chunks into which its buckets are divided. The kernels of one
/// level fill in the next. The host launches a number of levels that depends on
/// the size alone, and never reads the result.
struct BucketQueue {
  // Control words: tickets and totals, all zero at first.
  static constexpr int words_per_level = 4;
  enum Word { count_ticket, scatter_ticket, chunk_total, counter_total };

  int levels;                 // partition passes
  int log_buckets;            // k = 2^log_buckets children per bucket
  std::uint64_t chunk_items;  // contiguous items that one team partitions
  Bucket* buckets;            // levels 0 … levels, one after another
  std::uint32_t* control;
  std::uint32_t* chunk_bucket[2];  // chunk -> bucket, of even and odd levels
  std::uint32_t* oversize;         // indices of oversize buckets, in any order

  KOKKOS_INLINE_FUNCTION std::uint32_t level_size(int level) const {
    return std::uint32_t{1} << (level * log_buckets);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t level_begin(int level) const {
    std::uint32_t begin = 0;
    for (int l = 0; l < level; ++l) begin += level_size(l);
    return begin;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t table_size() const {
    return level_begin(levels + 1);
  }
  KOKKOS_INLINE_FUNCTION Bucket& bucket(int level, std::uint32_t i) const {
    return buckets[level_begin(level) + i];
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* word(int level, Word which) const {
    return control + level * words_per_level + which;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* leaf_ticket() const {
    return word(levels, count_ticket);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* oversize_ticket() const {
    return word(levels, scatter_ticket);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* oversize_total() const {
    return word(levels, chunk_total);
  }
  /// Number of chunks of level `level`. The chunks of the last level, which is
  /// not partitioned, are those that are copied.
  KOKKOS_INLINE_FUNCTION std::uint32_t* chunks_of(int level) const {
    return word(level, level == levels ? counter_total : chunk_total);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t control_words() const {
    return static_cast<std::uint32_t>(levels + 1) * words_per_level;
  }

  /// Upper bounds for n items and leaves of `capacity` items. Only buckets
  /// above the capacity are split. Only buckets of equal items longer than a
  /// chunk are copied in chunks.
  std::size_t max_counters(std::size_t n, std::size_t capacity) const {
    std::size_t const split  = n / (capacity + 1) + 1;
    std::size_t const widest = levels == 0 ? 1 : level_size(levels - 1);
    return n / chunk_items + 1 + (split < widest ? split : widest);
  }
  std::size_t max_chunks(std::size_t n, std::size_t capacity) const {
    return max_counters(n, capacity) + 2 * (n / chunk_items) + 1;
  }

  void take(Arena& arena, std::size_t n, std::size_t capacity) {
    buckets         = arena.take<Bucket>(table_size());
    control         = arena.take<std::uint32_t>(control_words());
    chunk_bucket[0] = arena.take<std::uint32_t>(max_chunks(n, capacity));
    chunk_bucket[1] = arena.take<std::uint32_t>(max_chunks(n, capacity));
    oversize        = arena.take<std::uint32_t>(n / (capacity + 1) + 1);
  }

  /// Divides bucket `i` of `level` into chunks. `partitioned` ones get
  /// counters.
  KOKKOS_INLINE_FUNCTION void add_chunks(int level, std::uint32_t i,
                                         bool partitioned) const {
    Bucket& b     = bucket(level, i);
    b.chunks      = static_cast<std::uint32_t>(div_up(b.size, chunk_items));
    b.first_chunk = Kokkos::atomic_fetch_add(chunks_of(level), b.chunks);
    if (partitioned)
      b.first_counter =
          Kokkos::atomic_fetch_add(word(level, counter_total), b.chunks);
    for (std::uint32_t c = 0; c < b.chunks; ++c)
      chunk_bucket[level % 2][b.first_chunk + c] = i;
  }
};

}  // namespace KokkosSort::Impl

#endif
