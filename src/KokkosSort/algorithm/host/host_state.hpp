// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_STATE_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_STATE_HPP

#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// State of all phases of HostSort. At level 0 all threads partition the whole
/// array into chains of blocks. At level 1 they partition each big bucket, a
/// split, into the other array.
template <class Order, class Value, class Tuning>
struct HostState {
  using Key        = typename Order::key_type;
  using Element    = typename Elements<Order, Value>::type;
  using Data       = Arrays<Key, Value>;
  using Partition  = HostPartition<Order, Value, Tuning>;
  using Classifier = typename Partition::Classifier;
  using Count      = typename Partition::Count;
  using Blocks     = typename Partition::Blocks;
  using Worker     = HostWorker<Order, Value, Tuning>;

  static constexpr bool swaps_equal          = Partition::swaps_equal;
  static constexpr int levels                = 2;
  static constexpr int max_buckets           = Partition::max_buckets;
  static constexpr std::size_t leaf_capacity = Partition::leaf_capacity;

  enum class Verdict : std::uint32_t { unsorted, sorted, reversed };

  /// A bucket that is a leaf fits in cache. All threads partition a split, and
  /// one thread sorts another large one.
  enum class Kind : std::uint8_t { leaf, equal, large, split };

  /// Bucket that all threads partition together.
  struct Split {
    std::uint64_t begin;
    std::uint64_t size;
    std::uint64_t first_chunk;
    std::uint64_t chunks;
  };

  /// Range of a split that one thread handles.
  struct Chunk {
    std::uint32_t split;
    std::uint64_t begin;
    std::uint64_t size;
  };

  /// Numbers of the chunks, buckets and tasks that threads take next.
  struct Control {
    Verdict verdict;
    std::uint32_t next_distributed;
    std::uint32_t next_gathered;
    std::uint32_t next_scattered;
    std::uint32_t next_task;
    std::uint32_t splits[levels];
    std::uint64_t chunks[levels];
  };

  Order order;
  std::uint64_t n            = {};
  bool has_splits            = {};
  std::uint64_t workers      = {};
  std::uint64_t chunk_items  = {};
  std::uint64_t max_chunks   = {};
  std::uint64_t max_splits   = {};
  Data data[2]               = {};  // the caller's arrays and the scratch
  Blocks blocks              = {};  // in the scratch
  std::uint64_t* starts      = {};  // [chunk][bucket], in the blocks
  HostBucketId* bucket_ids   = {};
  Control* control           = {};
  std::uint8_t* ascending    = {};  // per chunk
  std::uint8_t* descending   = {};  // per chunk
  Split* splits[levels]      = {};
  std::uint32_t* chunk_split = {};  // split of each chunk
  Classifier* classifiers    = {};  // per split
  Count* offsets[levels]     = {};  // [split][bucket]
  Kind* kinds[levels]        = {};  // [split][bucket]
  Count* counts = {};  // [chunk][bucket]; phase 4 makes them offsets
  Worker worker = {};

  /// Whether one thread sorts the array as one leaf. Two threads do not make up
  /// for a partition: 2^16 64-bit keys take one of them 0.8 of the time of
  /// both.
  static bool is_one_leaf(std::size_t n, int threads) {
    return n <= (threads > 2 ? Tuning::alone_capacity : leaf_capacity);
  }

  static HostState plan(Order const& order, std::size_t n, int threads,
                        Arena& arena) {
    HostState s{order};
    s.n = n;
    if (is_one_leaf(n, threads)) {
      s.worker.take_leaf(arena, n);
      return s;
    }
    s.has_splits = n > Tuning::one_level;
    s.workers    = std::clamp<std::uint64_t>(n / Tuning::min_chunk, 1,
                                             static_cast<std::uint64_t>(threads));
    s.worker.take(arena, s.workers);
    std::uint64_t const chunks = s.workers * Tuning::chunks_per_worker;
    s.chunk_items =
        std::max<std::uint64_t>(div_up(n, chunks), Tuning::min_chunk);
    s.max_splits = s.workers * Tuning::splits_per_worker;
    s.max_chunks = div_up(n, s.chunk_items) + s.max_splits;
    s.blocks.take(arena, n, s.workers, Partition::most_buckets(n),
                  Tuning::max_block_bytes);
    s.data[1] = s.blocks.data();
    if constexpr (Partition::keeps_bucket_ids)
      s.bucket_ids = arena.take<HostBucketId>(n);
    s.control     = arena.take<Control>(1);
    s.ascending   = arena.take<std::uint8_t>(s.max_chunks);
    s.descending  = arena.take<std::uint8_t>(s.max_chunks);
    s.chunk_split = arena.take<std::uint32_t>(s.max_chunks);
    s.classifiers = arena.take<Classifier>(s.max_splits);
    for (int level = 0; level < levels; ++level) {
      std::uint64_t const splits = level == 0     ? 1
                                   : s.has_splits ? s.max_splits
                                                  : 0;
      s.splits[level]            = arena.take<Split>(splits);
      s.offsets[level] = arena.take<Count>(splits * (max_buckets + 1));
      s.kinds[level]   = arena.take<Kind>(splits * max_buckets);
    }
    // The chunks of the splits come when those of level 0 are done.
    std::uint64_t const of_all = div_up(n, s.chunk_items) * max_buckets;
    s.counts =
        arena.take<Count>(std::max(2 * of_all, s.max_chunks * max_buckets));
    s.starts = s.counts + of_all;
    return s;
  }

  void add_split(int level, std::uint64_t begin, std::uint64_t size) const {
    std::uint32_t const split  = control->splits[level]++;
    std::uint64_t& total       = control->chunks[level];
    std::uint64_t const chunks = div_up(size, chunk_items);
    splits[level][split]       = Split{begin, size, total, chunks};
    std::fill_n(chunk_split + total, chunks, split);
    total += chunks;
  }

  Chunk chunk(int level, std::uint64_t c) const {
    std::uint32_t const i    = chunk_split[c];
    Split const& split       = splits[level][i];
    std::uint64_t const from = (c - split.first_chunk) * chunk_items;
    return {i, split.begin + from, std::min(chunk_items, split.size - from)};
  }

  Count* offsets_of(int level, std::uint64_t split) const {
    return offsets[level] + split * (max_buckets + 1);
  }
  Kind* kinds_of(int level, std::uint64_t split) const {
    return kinds[level] + split * max_buckets;
  }

  Kind kind_of(int level, Count size, bool is_equal) const {
    if (size > 0 && is_equal) return Kind::equal;
    if (size <= leaf_capacity) return Kind::leaf;
    bool const is_big =
        size > n / (Tuning::splits_per_worker * workers) && level == 0;
    return is_big && has_splits ? Kind::split : Kind::large;
  }

  /// The elements that a chunk put into a bucket at level 0.
  struct Part {
    std::uint64_t from;  // in the blocks
    Count begin;         // in the result
    Count end;
  };
  Part part(std::uint64_t c, int b) const {
    std::uint64_t const i = c * max_buckets + static_cast<std::uint64_t>(b);
    return {starts[i], counts[i],
            c + 1 < control->chunks[0] ? counts[i + max_buckets]
                                       : offsets_of(0, 0)[b + 1]};
  }

  /// Calls body(begin, size, to) for each contiguous piece of part(c, b). `to`
  /// is the piece's position in the result.
  template <class Body>
  void for_parts(std::uint64_t c, int b, Body const& body) const {
    Part const all = part(c, b);
    Count to       = all.begin;
    blocks.for_parts(all.from, all.end - all.begin,
                     [&](std::uint64_t begin, std::uint64_t size) {
                       body(begin, size, to);
                       to += size;
                     });
  }
};

}  // namespace KokkosSort::Impl

#endif
