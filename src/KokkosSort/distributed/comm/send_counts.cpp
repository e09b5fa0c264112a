// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <algorithm>

namespace KokkosSort::Distributed::Impl {

SendCounts SendCounts::of_counts(std::vector<std::uint64_t> const& counts) {
  std::vector<std::uint64_t> bounds(counts.size() + 1, 0);
  for (std::size_t i = 0; i < counts.size(); ++i)
    bounds[i + 1] = bounds[i] + counts[i];
  return SendCounts(std::move(bounds));
}

AlignedDisplacements::AlignedDisplacements(SendCounts const& parts,
                                           bool is_aligned)
    : m_is_aligned(is_aligned) {
  for (int r = 0; r < parts.ranks(); ++r) {
    m_begins.push_back(parts.begin(r));
    m_counts.push_back(parts.count(r));
  }
}

AlignedDisplacements::AlignedDisplacements(
    std::vector<std::uint64_t> const& begins, std::vector<std::uint64_t> counts)
    : m_is_aligned(true), m_counts(std::move(counts)) {
  std::uint64_t end = 0;
  for (std::size_t r = 0; r < m_counts.size(); ++r) {
    m_begins.push_back((end + grain - 1) / grain * grain + begins[r] % grain);
    end = m_begins.back() + m_counts[r];
  }
}

int AlignedDisplacements::filled() const {
  return static_cast<int>(m_counts.size()) -
         static_cast<int>(std::count(m_counts.begin(), m_counts.end(), 0u));
}

}  // namespace KokkosSort::Distributed::Impl
