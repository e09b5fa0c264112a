// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP

#include <KokkosSort/algorithm/host/host_bit_width_thread.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace KokkosSort::Impl {

/// Id of an item's bucket within the bucket that is partitioned.
using HostBucketId = std::uint16_t;

/// Classifier that finds the bucket of an unsigned integer by a table instead
/// of splitters. It divides the range of a sample into cells of equal width. A
/// cell with many samples is divided evenly into a power of two of buckets, and
/// neighboring cells with few samples share a bucket. This follows every
/// distribution whose density changes little within a cell; buckets that are
/// still too large are partitioned again.
///
/// If one value makes up more than 1/8 of the sample, there are three buckets
/// instead: less than that value, equal to it, and greater.
template <class Item>
class HostBitsClassifier {
 public:
  /// Limited by the bucket ids.
  static constexpr int max_buckets = std::numeric_limits<HostBucketId>::max();

  /// Builds the table from a sorted sample. Makes about `wanted` buckets and at
  /// most `most`; requires wanted <= most / 3.
  template <class Order>
  void build(Item const* sample, std::size_t size, int wanted, int most,
             Order const&) {
    m_low           = sample[0];
    m_high          = sample[size - 1];
    Run const heavy = longest_run(sample, size);
    m_is_three_way  = heavy.length * heavy_share > size;
    if (m_is_three_way) {
      m_low     = sample[heavy.begin];
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

  /// Returns whether all items of that bucket are equal.
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
  // A value with more than 1/8 of the sample gets a bucket of its own.
  static constexpr std::size_t heavy_share = 8;

  /// Each bucket of a cell is 2^shift values wide.
  struct Cell {
    std::uint16_t first;
    std::uint16_t shift;
  };

  /// Selects by conditionals instead of clamping by std::min and std::max. With
  /// AVX2, GCC computes those in a vector register and then reads back more
  /// memory than it has just written. The load waits for that store: 7.8 ns per
  /// item instead of 1.3 ns.
  HostBucketId bucket_of(Item item) const {
    Item y          = static_cast<Item>(item - m_low);
    y               = item < m_low ? Item{0} : y;
    y               = item > m_high ? m_span : y;
    Cell const cell = m_cells[static_cast<std::size_t>(y >> m_cell_shift)];
    return static_cast<HostBucketId>(
        cell.first + static_cast<HostBucketId>(
                         static_cast<Item>(y & m_cell_mask) >> cell.shift));
  }

  struct Run {
    std::size_t begin;
    std::size_t length;
  };
  /// Returns the run of the most frequent value.
  static Run longest_run(Item const* sample, std::size_t size) {
    Run longest{0, 0};
    std::size_t begin = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (sample[i] != sample[begin]) begin = i;
      if (i - begin >= longest.length) longest = {begin, i - begin + 1};
    }
    return longest;
  }

  bool fill_cells(Item const* sample, std::size_t size, int wanted, int most) {
    std::size_t const target = std::max<std::size_t>(size / wanted, 1);
    std::size_t const cells =
        static_cast<std::size_t>(m_span >> m_cell_shift) + 1;
    std::size_t at     = 0;
    int next           = 0;  // next free bucket id
    std::size_t shared = 0;  // samples in the bucket that cells share now
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
