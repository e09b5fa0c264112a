// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SEND_COUNTS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SEND_COUNTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// An array cut into one contiguous part for each rank, in the order of ranks.
class SendCounts {
 public:
  SendCounts() = default;
  /// From where each part begins, and behind them where the last one ends.
  explicit SendCounts(std::vector<std::uint64_t> bounds)
      : m_bounds(std::move(bounds)) {}

  static SendCounts of_counts(std::vector<std::uint64_t> const& counts) {
    std::vector<std::uint64_t> bounds(counts.size() + 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i)
      bounds[i + 1] = bounds[i] + counts[i];
    return SendCounts(std::move(bounds));
  }

  int ranks() const { return static_cast<int>(m_bounds.size()) - 1; }
  std::uint64_t begin(int rank) const { return m_bounds[rank]; }
  std::uint64_t count(int rank) const {
    return m_bounds[rank + 1] - m_bounds[rank];
  }
  std::uint64_t total() const { return m_bounds.empty() ? 0 : m_bounds.back(); }
  std::vector<std::uint64_t> const& bounds() const { return m_bounds; }

 private:
  std::vector<std::uint64_t> m_bounds;
};

/// Parts as they travel. What arrives is put as far behind a multiple of
/// `grain` elements as it was at its sender: links move memory in words of 16
/// bytes, and half as fast where the two ends do not begin alike. Then both can
/// begin at a word's border, with what is in front of the part.
class AlignedDisplacements {
 public:
  static constexpr std::uint64_t grain = 16;
  static constexpr std::size_t word    = 16;

  /// What an array must hold beyond its elements.
  static constexpr std::uint64_t gaps(int ranks) {
    return 2 * grain * static_cast<std::uint64_t>(ranks);
  }

  /// The parts as they are.
  /// @param is_even whether what arrives is put as said; the same on all ranks
  AlignedDisplacements(SendCounts const& parts, bool is_even)
      : m_is_even(is_even) {
    for (int r = 0; r < parts.ranks(); ++r) {
      m_begins.push_back(parts.begin(r));
      m_counts.push_back(parts.count(r));
    }
  }

  /// For parts that arrive.
  /// @param begins where they begin at their senders
  AlignedDisplacements(std::vector<std::uint64_t> const& begins,
                       std::vector<std::uint64_t> counts)
      : m_is_even(true), m_counts(std::move(counts)) {
    std::uint64_t end = 0;
    for (std::size_t r = 0; r < m_counts.size(); ++r) {
      m_begins.push_back((end + grain - 1) / grain * grain + begins[r] % grain);
      end = m_begins.back() + m_counts[r];
    }
  }

  int ranks() const { return static_cast<int>(m_begins.size()); }
  std::uint64_t begin(int rank) const {
    return m_begins[static_cast<std::size_t>(rank)];
  }
  std::uint64_t count(int rank) const {
    return m_counts[static_cast<std::size_t>(rank)];
  }
  /// Bytes from the last border of a word to the part.
  std::size_t head(int rank, std::size_t width) const {
    return m_is_even ? begin(rank) * width % word : 0;
  }
  /// Parts that are not empty.
  int filled() const {
    return static_cast<int>(
        std::count_if(m_counts.begin(), m_counts.end(),
                      [](std::uint64_t count) { return count > 0; }));
  }

 private:
  bool m_is_even;
  std::vector<std::uint64_t> m_begins, m_counts;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
