// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SEND_COUNTS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SEND_COUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Partition of an array into one contiguous part per rank, in rank order.
class SendCounts {
 public:
  SendCounts() = default;
  /// @param bounds the begin of each part, then the end of the last one
  explicit SendCounts(std::vector<std::uint64_t> bounds)
      : m_bounds(std::move(bounds)) {}

  static SendCounts of_counts(std::vector<std::uint64_t> const& counts);

  int ranks() const { return static_cast<int>(m_bounds.size()) - 1; }
  std::uint64_t begin(int rank) const {
    return m_bounds[static_cast<std::size_t>(rank)];
  }
  std::uint64_t count(int rank) const { return begin(rank + 1) - begin(rank); }
  std::uint64_t total() const { return m_bounds.empty() ? 0 : m_bounds.back(); }
  std::vector<std::uint64_t> const& bounds() const { return m_bounds; }

 private:
  std::vector<std::uint64_t> m_bounds;
};

/// Parts that arrive with gaps between them: each is as far behind a multiple
/// of `grain` elements as it was at its sender. Links move words of 16 bytes,
/// and run at half their speed if the two ends are aligned differently. With
/// equal alignment a message starts at a word's border, in front of the part.
class AlignedDisplacements {
 public:
  static constexpr std::uint64_t grain = 16;
  static constexpr std::size_t word    = 16;

  /// Elements that the receiving array needs for the gaps.
  static constexpr std::uint64_t gaps(int ranks) {
    return 2 * grain * static_cast<std::uint64_t>(ranks);
  }

  /// Parts without gaps.
  /// @param is_aligned whether the receivers leave gaps; equal on all ranks
  AlignedDisplacements(SendCounts const& parts, bool is_aligned);

  /// Parts that arrive.
  /// @param begins their begins at the senders
  AlignedDisplacements(std::vector<std::uint64_t> const& begins,
                       std::vector<std::uint64_t> counts);

  int ranks() const { return static_cast<int>(m_begins.size()); }
  std::uint64_t begin(int rank) const {
    return m_begins[static_cast<std::size_t>(rank)];
  }
  std::uint64_t count(int rank) const {
    return m_counts[static_cast<std::size_t>(rank)];
  }
  /// Bytes from the word's border to the part.
  std::size_t head(int rank, std::size_t width) const {
    return m_is_aligned ? begin(rank) * width % word : 0;
  }
  /// Number of parts that are not empty.
  int filled() const;

 private:
  bool m_is_aligned;
  std::vector<std::uint64_t> m_begins, m_counts;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
