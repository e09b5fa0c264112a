// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTS_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed {

/// How many of `n` elements rank `rank` of `size` has where counts differ by at
/// most one (the first ranks have the larger ones).
constexpr std::size_t balanced_count(std::size_t n, int rank, int size) {
  auto const ranks = static_cast<std::size_t>(size);
  return n / ranks + (static_cast<std::size_t>(rank) < n % ranks ? 1 : 0);
}

namespace Impl {

/// An array cut into one contiguous part for each rank, in the order of ranks.
class Parts {
 public:
  Parts() = default;
  /// From where each part begins, and behind them where the last one ends.
  explicit Parts(std::vector<std::uint64_t> bounds)
      : m_bounds(std::move(bounds)) {}

  static Parts of_counts(std::vector<std::uint64_t> const& counts) {
    std::vector<std::uint64_t> bounds(counts.size() + 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i)
      bounds[i + 1] = bounds[i] + counts[i];
    return Parts(std::move(bounds));
  }

  int ranks() const { return static_cast<int>(m_bounds.size()) - 1; }
  std::uint64_t begin(int rank) const { return m_bounds[rank]; }
  std::uint64_t count(int rank) const {
    return m_bounds[rank + 1] - m_bounds[rank];
  }
  std::uint64_t total() const { return m_bounds.empty() ? 0 : m_bounds.back(); }
  std::vector<std::uint64_t> const& bounds() const { return m_bounds; }
  /// Parts that are not empty.
  int filled() const {
    int sum = 0;
    for (int r = 0; r < ranks(); ++r) sum += count(r) > 0 ? 1 : 0;
    return sum;
  }

 private:
  std::vector<std::uint64_t> m_bounds;
};

/// Of each part the elements from `first` on, at most `most` of them.
class Stretch {
 public:
  Stretch(Parts const& parts, std::uint64_t first, std::uint64_t most)
      : m_parts(parts), m_first(first), m_most(most) {}

  int ranks() const { return m_parts.ranks(); }
  std::uint64_t begin(int rank) const {
    return m_parts.begin(rank) + std::min(m_first, m_parts.count(rank));
  }
  std::uint64_t count(int rank) const {
    std::uint64_t const all = m_parts.count(rank);
    return std::min(m_most, all - std::min(m_first, all));
  }

 private:
  Parts const& m_parts;
  std::uint64_t m_first;
  std::uint64_t m_most;
};

}  // namespace Impl
}  // namespace KokkosSort::Distributed

#endif
