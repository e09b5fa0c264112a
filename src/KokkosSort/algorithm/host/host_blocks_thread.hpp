// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_BLOCKS_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_BLOCKS_THREAD_HPP

#include <KokkosSort/algorithm/host/host_classify_thread.hpp>
#include <KokkosSort/algorithm/host/host_read_ahead_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Buckets whose sizes are not known before they are written. Each worker
/// appends a bucket's elements to a chain of blocks of its own, so one pass
/// over the input suffices. This follows the blocks of IPS4o.
///
/// The elements that one chunk of the input puts into one bucket are
/// contiguous in a chain. If the chunks are read one after another, a bucket
/// keeps the order of the input.
template <class Key, class Value>
class HostBlocks {
  using Data = Arrays<Key, Value>;

  static constexpr bool has_values = is_value_v<Value>;

  /// Elements of a line of cache, a power of two.
  template <class T>
  static constexpr std::size_t line =
      std::bit_floor(std::max<std::size_t>(cache_line_bytes / sizeof(T), 1));
  // A block has a line of keys, or fewer if their values fill a line.
  static constexpr std::size_t min_items = [] {
    if constexpr (has_values) return std::min(line<Key>, line<Value>);
    return line<Key>;
  }();

 public:
  /// The last block of a chain is not full. All such blocks together are at
  /// most 1 / spare_share of the elements, unless a block has min_items.
  static constexpr std::uint64_t spare_share = 16;

  /// Takes the memory for n elements in `buckets` buckets.
  void take(Arena& arena, std::uint64_t n, std::uint64_t workers,
            std::uint64_t buckets, std::size_t max_block_bytes) {
    m_buckets                  = buckets;
    m_items                    = std::bit_floor(std::clamp<std::uint64_t>(
        n / (spare_share * workers * buckets), min_items,
        std::max(min_items, max_block_bytes / sizeof(Key))));
    std::uint64_t const blocks = n / m_items + workers * buckets;
    m_data  = take_arrays<Key, Value>(arena, blocks * m_items);
    m_next  = arena.take<std::uint32_t>(blocks);
    m_taken = arena.take<std::uint32_t>(1);
  }

  /// The elements, block by block. Without blocks it is an array of n elements.
  Data const& data() const { return m_data; }

  void clear() const { *m_taken = 0; }

  /// Calls body(begin, size) for each contiguous part of the `size` elements of
  /// a chain from index `begin`.
  template <class Body>
  void for_parts(std::uint64_t begin, std::uint64_t size,
                 Body const& body) const {
    while (size > 0) {
      std::uint64_t const here = std::min(size, m_items - begin % m_items);
      body(begin, here);
      size -= here;
      if (size > 0) begin = after(begin + here - 1);
    }
  }

  /// The chains of one worker, at their ends.
  class Writer {
   public:
    /// Numbers per bucket: the ends of its keys and of its values, and m_full.
    static constexpr int numbers = has_values ? 3 : 2;

    /// The writer keeps `numbers` per bucket in `memory`.
    Writer(HostBlocks const& blocks, std::uint64_t* memory)
        : m_blocks(blocks),
          m_key_ends(memory),
          m_full(m_key_ends + blocks.m_buckets),
          m_value_ends(m_full + blocks.m_buckets) {
      for (std::uint64_t b = 0; b < blocks.m_buckets; ++b) {
        m_key_ends[b] = blocks.take_block() * blocks.m_items;
        m_full[b]     = 0;
        if constexpr (has_values) m_value_ends[b] = m_key_ends[b];
      }
    }

    /// Index of the bucket's next element in the blocks.
    std::uint64_t end(std::size_t bucket) const { return m_key_ends[bucket]; }

    /// Elements that were appended to the bucket.
    std::uint64_t size(std::size_t bucket) const {
      return m_full[bucket] + m_key_ends[bucket] % m_blocks.m_items;
    }

    /// Appends [begin, begin + n) to the buckets of those ids. If
    /// is_one_value(bucket), the elements of the bucket are identical, and one
    /// block stands for all blocks of its chain.
    template <class IsOneValue>
    void append(Data const& from, std::uint64_t begin, std::size_t n,
                HostBucketId const* ids, IsOneValue const& is_one_value) {
      append_array(from.keys, m_blocks.m_data.keys, begin, n, ids, m_key_ends,
                   [&](std::size_t bucket, std::uint64_t last) {
                     m_full[bucket] += m_blocks.m_items;
                     return is_one_value(bucket) ? last + 1 - m_blocks.m_items
                                                 : new_block(last);
                   });
      if constexpr (has_values)
        append_array(from.values, m_blocks.m_data.values, begin, n, ids,
                     m_value_ends, [this](std::size_t, std::uint64_t last) {
                       return m_blocks.after(last);
                     });
    }

   private:
    /// Continues a chain behind its last element.
    std::uint64_t new_block(std::uint64_t last) {
      std::uint32_t const block                = m_blocks.take_block();
      m_blocks.m_next[last / m_blocks.m_items] = block;
      return block * m_blocks.m_items;
    }

    template <class T, class After>
    void append_array(Strided<T> const& from, Strided<T> const& to,
                      std::uint64_t begin, std::size_t n,
                      HostBucketId const* ids, std::uint64_t* ends,
                      After const& after) {
      std::uint64_t const in_block = m_blocks.m_items - 1;
      with_stride(from, [&](auto stride) {
        read_ahead(
            &from[begin], stride, ids, n, [&](std::size_t b, T const& element) {
              std::uint64_t const end = ends[b];
              to.data[end]            = element;
              // Calls for the next line of the block. Otherwise each
              // line is read when it is written: 2^24 u64 keys take 1.2
              // to 1.5 times as long on an Intel Xeon with AVX-512. A
              // branch that calls once per line is mispredicted once per
              // line, and the distribution takes 1.2 times as long on
              // Zen 4. So do lines that are collected and written past
              // the caches, 1.4 times for pairs.
              prefetch_for_write(
                  to.data + ((end & ~in_block) | ((end + line<T>)&in_block)));
              if (((end + 1) & in_block) != 0) {
                ends[b] = end + 1;
              } else {
                ends[b] = after(b, end);
                prefetch_for_write(to.data + ends[b]);
              }
            });
      });
    }

    HostBlocks const& m_blocks;
    std::uint64_t* m_key_ends;
    std::uint64_t* m_full;  // elements in full blocks
    std::uint64_t* m_value_ends;
  };

 private:
  /// Returns the index behind the last element of a full block.
  std::uint64_t after(std::uint64_t last) const {
    return m_next[last / m_items] * m_items;
  }

  std::uint32_t take_block() const {
    return Kokkos::atomic_fetch_add(m_taken, 1u);
  }

  std::uint64_t m_buckets = 0;
  std::uint64_t m_items   = 1;  // in a block, a power of two
  Data m_data             = {};
  std::uint32_t* m_next   = nullptr;  // block after each block of a chain
  std::uint32_t* m_taken  = nullptr;
};

}  // namespace KokkosSort::Impl

#endif
