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
  empty,     // nothing in it
  leaf,      // fits one team's scratch
  equal,     // all of its items are equivalent
  split,     // to be partitioned on the next level
  oversize,  // too large for a leaf, and no level is left to split it
};

/// A stretch of the array whose items are still to be ordered among themselves.
struct Bucket {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t first_chunk;  // of those that cut it up for partitioning
  std::uint32_t chunks;
  std::uint32_t first_counter;  // its first column of bucket counters
  BucketKind kind;
};

/// The recursion of a multi-way distribution sort, kept on the device: a table
/// of buckets with a fixed place for every child, level by level, and for each
/// level the chunks into which its buckets are cut. Kernels of one level fill
/// in the next; the host launches a number of levels that depends on the size
/// alone and never asks what became of them.
struct BucketQueue {
  // Words of control: tickets and totals, all zero at first.
  static constexpr int words_per_level = 4;
  enum Word { count_ticket, scatter_ticket, chunk_total, counter_total };

  int levels;                 // partition passes
  int log_buckets;            // k = 2^log_buckets children a bucket
  std::uint64_t chunk_items;  // items one team partitions in a row
  Bucket* buckets;            // levels 0 … levels, one after another
  std::uint32_t* control;
  std::uint32_t* chunk_bucket[2];  // chunk -> bucket, of even and odd levels
  std::uint32_t* oversize;         // buckets of that kind, in any order

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
  /// Chunks of level `level`; of the last one, which is not partitioned, those
  /// that are copied.
  KOKKOS_INLINE_FUNCTION std::uint32_t* chunks_of(int level) const {
    return word(level, level == levels ? counter_total : chunk_total);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t control_words() const {
    return static_cast<std::uint32_t>(levels + 1) * words_per_level;
  }

  /// Upper bounds for n items when a leaf holds `capacity`: only buckets above
  /// it are split, and only buckets of equals longer than a chunk are copied in
  /// chunks.
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

  /// Cuts bucket `i` of `level` into chunks. `partitioned` ones get counters.
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
