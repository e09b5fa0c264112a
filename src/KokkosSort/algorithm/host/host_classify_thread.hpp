// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP

#include <KokkosSort/algorithm/host/host_bit_width_thread.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Bucket of an item within the bucket that is partitioned.
using HostBucketId = std::uint16_t;

/// Finds the bucket of an unsigned integer without comparing it with splitters.
/// The range of a sample is cut into equal cells; a table says how each cell is
/// cut further, into as many parts as its share of the sample asks for, or
/// which bucket it shares with its neighbors. That follows any distribution
/// whose density does not change much within a cell; what it misses is left to
/// the next partition.
///
/// Where one value fills much of the sample, the buckets are instead what is
/// less than it, equal to it and greater.
template <class Item>
class HostBitsClassifier {
 public:
  /// From a sorted sample. Makes about `wanted` buckets and `most` at most;
  /// wanted <= most / 3.
  template <class Order>
  void build(Item const* sample, std::size_t size, int wanted, int most,
             Order const&) {
    m_low                   = sample[0];
    m_high                  = sample[size - 1];
    std::size_t const heavy = longest_run(sample, size);
    m_is_three_way = run_length(sample, size, heavy) * heavy_share > size;
    if (m_is_three_way) {
      m_low     = sample[heavy];
      m_high    = m_low;
      m_buckets = 3;
      return;
    }
    m_span       = static_cast<Item>(m_high - m_low);
    m_cell_shift = std::max(bit_width(m_span) - max_cell_bits, 0);
    m_cell_mask =
        static_cast<Item>((Item{1} << m_cell_shift) - static_cast<Item>(1));
    while (!fill_cells(sample, size, std::max(wanted, 1), most)) wanted /= 2;
  }

  int buckets() const { return m_buckets; }

  /// Whether all items of that bucket are equal.
  template <class Order>
  bool is_equal(int bucket, Order const&) const {
    return m_is_three_way && bucket == 1;
  }

  template <class Order>
  void classify(Item const* items, std::size_t n, HostBucketId* bucket_ids,
                Order const&) const {
    if (m_is_three_way) {
      for (std::size_t i = 0; i < n; ++i)
        bucket_ids[i] = static_cast<HostBucketId>((items[i] >= m_low ? 1 : 0) +
                                                  (items[i] > m_low ? 1 : 0));
      return;
    }
    for (std::size_t i = 0; i < n; ++i) bucket_ids[i] = bucket_of(items[i]);
  }

 private:
  static constexpr int max_cell_bits = 11;
  // A value above 1/8 of the sample gets a bucket of its own.
  static constexpr std::size_t heavy_share = 8;

  /// Parts of a cell are 2^(m_cell_shift - shift) wide.
  struct Cell {
    std::uint16_t first;
    std::uint16_t shift;
  };

  /// Choices between results, no minimum of items: for AVX2 GCC takes a minimum
  /// in a vector register and reads more back from memory than it has just
  /// written, which waits for the store: 7.8 ns an item, not 1.3.
  HostBucketId bucket_of(Item item) const {
    Item y          = static_cast<Item>(item - m_low);
    y               = item < m_low ? Item{0} : y;
    y               = item > m_high ? m_span : y;
    Cell const cell = m_cells[static_cast<std::size_t>(y >> m_cell_shift)];
    return static_cast<HostBucketId>(
        cell.first + static_cast<HostBucketId>(
                         static_cast<Item>(y & m_cell_mask) >> cell.shift));
  }

  static std::size_t run_length(Item const* sample, std::size_t size,
                                std::size_t at) {
    return static_cast<std::size_t>(
        std::upper_bound(sample + at, sample + size, sample[at]) -
        (sample + at));
  }

  /// Where the most frequent value begins.
  static std::size_t longest_run(Item const* sample, std::size_t size) {
    std::size_t longest = 0;
    std::size_t length  = 0;
    std::size_t begin   = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (sample[i] != sample[begin]) begin = i;
      if (i - begin >= length) {
        length  = i - begin + 1;
        longest = begin;
      }
    }
    return longest;
  }

  bool fill_cells(Item const* sample, std::size_t size, int wanted, int most) {
    std::size_t const target = std::max<std::size_t>(size / wanted, 1);
    std::size_t const cells =
        static_cast<std::size_t>(m_span >> m_cell_shift) + 1;
    std::size_t at     = 0;
    int next           = 0;  // bucket to be given out next
    std::size_t shared = 0;  // sampled in the bucket that cells share just now
    for (std::size_t c = 0; c < cells; ++c) {
      std::size_t here = 0;
      while (at < size && cell_of(sample[at]) == c) ++at, ++here;
      int parts_bits = 0;
      while (parts_bits < m_cell_shift && (here >> parts_bits) > target)
        ++parts_bits;
      bool const joins =
          shared > 0 && parts_bits == 0 && shared + here <= target;
      if (joins) --next;
      if (next + (1 << parts_bits) > most) return false;
      m_cells[c] = {static_cast<std::uint16_t>(next),
                    static_cast<std::uint16_t>(m_cell_shift - parts_bits)};
      next += 1 << parts_bits;
      shared = parts_bits > 0
                   ? 0
                   : std::max<std::size_t>((joins ? shared : 0) + here, 1);
    }
    m_buckets = next;
    return true;
  }

  std::size_t cell_of(Item item) const {
    return static_cast<std::size_t>(static_cast<Item>(item - m_low) >>
                                    m_cell_shift);
  }

  Item m_low;
  Item m_high;
  Item m_span;
  Item m_cell_mask;
  int m_cell_shift;
  int m_buckets;
  bool m_is_three_way;
  Cell m_cells[std::size_t{1} << max_cell_bits];
};

}  // namespace KokkosSort::Impl

#endif
