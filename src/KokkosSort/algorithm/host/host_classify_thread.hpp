// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_CLASSIFY_THREAD_HPP

#include <KokkosSort/algorithm/host/host_bit_width_thread.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Id of an item's bucket within the bucket that is partitioned.
using HostBucketId = std::uint16_t;

/// Classifier that finds the bucket of an unsigned integer by a table instead
/// of splitters. It divides the range of a sample into cells of equal width,
/// and a cell with many samples into parts of equal width. Neighboring parts
/// with few samples share a bucket. This follows every distribution whose
/// density changes little within a part; buckets that are still too large are
/// partitioned again.
///
/// A value that would fill a bucket alone is heavy. It gets a bucket of its
/// own, between those of the lesser and the greater items of its parts.
template <class Item>
class HostBitsClassifier {
 public:
  /// Limited by the table of heavy values.
  static constexpr int max_buckets = 2048;

  /// Builds the table from a sorted sample. Makes about `wanted` buckets and at
  /// most `most`; requires most >= 3.
  template <class Order>
  void build(Item const* sample, std::size_t size, int wanted, int most,
             Order const&) {
    m_low        = sample[0];
    m_high       = sample[size - 1];
    m_span       = static_cast<Item>(m_high - m_low);
    m_cell_shift = std::max(bit_width(m_span) - max_cell_bits, 0);
    m_cell_mask =
        static_cast<Item>((Item{1} << m_cell_shift) - static_cast<Item>(1));
    m_target = std::max<std::size_t>(size / static_cast<unsigned>(wanted), 1);
    while (!fill_cells(sample, size, std::min(most, max_buckets)))
      m_target *= 2;
  }

  int buckets() const { return m_buckets; }

  /// Returns whether all items of that bucket are equal.
  template <class Order>
  bool is_equal(int bucket, Order const&) const {
    return (m_equal[bucket / 64] >> (bucket % 64) & 1) != 0;
  }

  template <class Order>
  void classify(Item const* items, std::size_t n, HostBucketId* bucket_ids,
                Order const&) const {
    if (m_has_heavies) {
      for (std::size_t i = 0; i < n; ++i)
        bucket_ids[i] = beside_heavy(items[i], m_groups[part_of(items[i])]);
    } else if (m_parts_are_groups) {
      for (std::size_t i = 0; i < n; ++i)
        bucket_ids[i] = static_cast<HostBucketId>(part_of(items[i]));
    } else {
      for (std::size_t i = 0; i < n; ++i)
        bucket_ids[i] = m_groups[part_of(items[i])];
    }
  }

 private:
  static constexpr int max_cell_bits =
      std::min(static_cast<int>(8 * sizeof(Item)), 11);
  // Four parts per cell: a table of 16 KiB leaves half of L1 to the buckets.
  static constexpr std::size_t max_parts = std::size_t{4} << max_cell_bits;

  /// Each part of a cell is 2^shift values wide.
  struct Cell {
    std::uint16_t first;
    std::uint16_t shift;
  };

  /// Returns the part of an item or, if parts are groups, its group. A group of
  /// parts is a bucket, or three around a heavy value.
  ///
  /// Selects by conditionals instead of clamping by std::min and std::max. With
  /// AVX2, GCC computes those in a vector register and then reads back more
  /// memory than it has just written. The load waits for that store: 7.8 ns per
  /// item instead of 1.3 ns.
  std::size_t part_of(Item item) const {
    Item y          = static_cast<Item>(item - m_low);
    y               = item < m_low ? Item{0} : y;
    y               = item > m_high ? m_span : y;
    Cell const cell = m_cells[static_cast<std::size_t>(y >> m_cell_shift)];
    return cell.first + static_cast<std::size_t>(
                            static_cast<Item>(y & m_cell_mask) >> cell.shift);
  }

  HostBucketId beside_heavy(Item item, std::uint16_t group) const {
    Item const heavy = m_heavies[group];
    return static_cast<HostBucketId>(m_first[group] + (item >= heavy ? 1 : 0) +
                                     (item > heavy ? 1 : 0));
  }

  /// Samples of a range of values.
  struct Crowd {
    std::size_t light   = 0;   // not of heavy values
    std::size_t heavies = 0;   // number of heavy values
    Item heavy          = {};  // the most frequent
  };
  Crowd crowd(Item const* sample, std::size_t begin, std::size_t end) const {
    Crowd result;
    std::size_t longest = 0;
    while (begin < end) {
      std::size_t behind = begin + 1;
      while (behind < end && sample[behind] == sample[begin]) ++behind;
      std::size_t const run = behind - begin;
      if (run <= m_target) {
        result.light += run;
      } else {
        ++result.heavies;
        if (run > longest) {
          longest      = run;
          result.heavy = sample[begin];
        }
      }
      begin = behind;
    }
    return result;
  }

  std::size_t index_of(Item item, int shift) const {
    return static_cast<std::size_t>(static_cast<Item>(item - m_low) >> shift);
  }

  /// Calls body(begin, end) for the samples of `parts` parts from number
  /// `first` on. A part is 2^shift values wide, and [begin, end) are the
  /// samples of all of them.
  template <class Body>
  void for_parts(Item const* sample, std::size_t begin, std::size_t end,
                 int shift, std::size_t first, std::size_t parts,
                 Body const& body) const {
    for (std::size_t p = first; p < first + parts; ++p) {
      std::size_t behind = begin;
      while (behind < end && index_of(sample[behind], shift) == p) ++behind;
      body(begin, behind);
      begin = behind;
    }
  }

  /// Returns the least number of bits that divide a cell into parts of which
  /// none is crowded, at most `most`. Two to four parts per wanted bucket must
  /// do: more would be taken from the cells behind.
  int part_bits(Item const* sample, std::size_t begin, std::size_t end,
                std::size_t cell, int most) const {
    if (end - begin <= m_target) return 0;
    most =
        std::min({most, bit_width((end - begin) / m_target) + 1, m_cell_shift});
    int bits = 0;
    for (bool is_crowded = true; is_crowded && bits < most;) {
      is_crowded = false;
      for_parts(sample, begin, end, m_cell_shift - bits, cell << bits,
                std::size_t{1} << bits, [&](std::size_t from, std::size_t to) {
                  Crowd const part = crowd(sample, from, to);
                  is_crowded =
                      is_crowded || part.light > m_target || part.heavies > 1;
                });
      if (is_crowded) ++bits;
    }
    return bits;
  }

  /// Returns false if that takes more than `most` buckets.
  bool fill_cells(Item const* sample, std::size_t size, int most) {
    Groups groups{*this};
    std::size_t const cells = index_of(m_high, m_cell_shift) + 1;
    std::size_t spare       = max_parts - cells;
    std::size_t part        = 0;
    std::size_t at          = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      std::size_t behind = at;
      while (behind < size && index_of(sample[behind], m_cell_shift) == c)
        ++behind;
      int const bits =
          part_bits(sample, at, behind, c, bit_width(spare + 1) - 1);
      spare -= (std::size_t{1} << bits) - 1;
      m_cells[c] = {static_cast<std::uint16_t>(part),
                    static_cast<std::uint16_t>(m_cell_shift - bits)};
      for_parts(sample, at, behind, m_cell_shift - bits, c << bits,
                std::size_t{1} << bits, [&](std::size_t from, std::size_t to) {
                  if (groups.buckets() <= most)
                    groups.add(crowd(sample, from, to));
                  m_groups[part++] = groups.last();
                });
      at = behind;
    }
    if (!groups.end(most)) return false;
    m_parts_are_groups = !m_has_heavies && groups_follow_parts(cells, part);
    if (m_parts_are_groups)
      for (std::size_t c = 0; c < cells; ++c)
        m_cells[c].first = m_groups[m_cells[c].first];
    return true;
  }

  /// Whether the parts of each cell are successive groups. Evenly spread items
  /// have one part per cell. Without the table of groups their distribution
  /// takes 0.93 of the time on Zen 4.
  bool groups_follow_parts(std::size_t cells, std::size_t parts) const {
    for (std::size_t c = 0; c < cells; ++c) {
      std::size_t const first = m_cells[c].first;
      std::size_t const end   = c + 1 < cells ? m_cells[c + 1].first : parts;
      for (std::size_t p = first; p < end; ++p)
        if (m_groups[p] != m_groups[first] + (p - first)) return false;
    }
    return true;
  }

  /// Groups of neighboring parts while they are made, and their buckets.
  class Groups {
   public:
    explicit Groups(HostBitsClassifier& table) : m_table(table) {
      std::fill_n(m_table.m_equal, equal_words, std::uint64_t{0});
      open();
    }
    std::uint16_t last() const {
      return static_cast<std::uint16_t>(m_count - 1);
    }
    int buckets() const { return m_buckets; }

    void add(Crowd const& part) {
      bool const joins = m_light + part.light <= m_table.m_target &&
                         !(m_is_heavy && part.heavies > 0);
      if (!joins) {
        close();
        open();
      }
      m_light += part.light;
      if (part.heavies > 0) {
        m_is_heavy = true;
        m_heavy    = part.heavy;
      }
    }

    bool end(int most) {
      close();
      m_table.m_buckets     = m_buckets;
      m_table.m_has_heavies = m_has_heavies;
      return m_buckets <= most;
    }

   private:
    void open() {
      ++m_count;
      m_light    = 0;
      m_is_heavy = false;
    }
    /// A group without a heavy value is compared with 0, which is less than all
    /// of its items. The first group has the items from 0 on. It is compared
    /// with the greatest number, which is in the last group. Both are the same
    /// only if there is one group, which is not compared.
    void close() {
      if (m_buckets + 3 > max_buckets) {
        m_buckets = max_buckets + 1;
        return;
      }
      std::size_t const group  = last();
      int const ahead          = m_is_heavy || group == 0 ? 0 : 2;
      m_table.m_heavies[group] = m_is_heavy   ? m_heavy
                                 : group == 0 ? static_cast<Item>(~Item{0})
                                              : Item{0};
      m_table.m_first[group]   = static_cast<std::uint16_t>(m_buckets - ahead);
      if (m_is_heavy) {
        m_has_heavies  = true;
        int const here = m_buckets + 1;
        m_table.m_equal[here / 64] |= std::uint64_t{1} << (here % 64);
      }
      m_buckets += m_is_heavy ? 3 : 1;
    }

    HostBitsClassifier& m_table;
    int m_count         = 0;
    int m_buckets       = 0;  // of the groups that are closed
    std::size_t m_light = 0;  // of the last group
    bool m_is_heavy     = false;
    bool m_has_heavies  = false;
    Item m_heavy        = {};
  };

  static constexpr int equal_words = max_buckets / 64;

  Item m_low;
  Item m_high;
  Item m_span;
  Item m_cell_mask;
  int m_cell_shift;
  int m_buckets;
  bool m_has_heavies;
  bool m_parts_are_groups;
  std::size_t m_target;  // samples of a bucket
  Cell m_cells[std::size_t{1} << max_cell_bits];
  std::uint16_t m_groups[max_parts];
  Item m_heavies[max_buckets];         // per group
  std::uint16_t m_first[max_buckets];  // bucket of each group
  std::uint64_t m_equal[equal_words];
};

}  // namespace KokkosSort::Impl

#endif
