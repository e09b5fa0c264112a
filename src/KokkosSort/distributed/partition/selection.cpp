// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/partition/selection.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace KokkosSort::Distributed::Impl {

std::uint64_t Selection::samples_wanted(std::uint64_t ranks,
                                        std::uint64_t least) {
  return std::max<std::uint64_t>(least, 16 * ranks);
}

std::uint64_t Selection::most_sent(std::uint64_t ranks) {
  return std::max(std::uint64_t{1} << 18, 32 * ranks);
}

std::uint64_t Selection::samples_for_two_rounds(
    std::vector<std::uint64_t> const& counts, std::size_t searches,
    std::uint64_t most) {
  std::uint64_t const ranks = counts.size();
  std::uint64_t const total =
      std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  auto const sent_of_all =
      static_cast<double>(*std::max_element(counts.begin(), counts.end())) *
      static_cast<double>(searches);
  auto const steps  = static_cast<double>(2 * ranks + 2);
  auto const keys   = static_cast<double>(total);
  auto const wanted = std::min(steps + std::sqrt(steps * keys),
                               static_cast<double>(most) * keys / sent_of_all);
  return std::clamp(
      std::min(static_cast<std::uint64_t>(wanted), total / ranks / 64),
      least_samples, std::uint64_t{1} << 16);
}

Interval Selection::first(std::vector<std::uint64_t> const& counts,
                          std::size_t own, std::uint64_t total,
                          std::uint64_t step, std::uint64_t target) {
  if (target == 0) return {0, 0, 0};
  if (target == total) return {counts[own], 0, 0};
  return {0, counts[own], step};
}

Selection::Selection(std::vector<std::uint64_t> const& counts,
                     std::uint64_t target, std::uint64_t least)
    : m_intervals(counts.size()), m_target(target), m_least(least) {
  for (std::size_t r = 0; r < counts.size(); ++r)
    m_intervals[r].length = counts[r];
  set_step();
}

void Selection::narrow(std::vector<std::uint32_t> const& sources) {
  std::uint64_t const count = sources.size();
  std::uint64_t const step  = m_step;
  std::uint64_t const slack = m_active * (step - 1);
  std::uint64_t const low =
      m_target < slack ? 0 : std::min(count, (m_target - slack) / step);
  std::uint64_t const high = (m_target + step - 1) / step;
  std::vector<std::uint64_t> wanted(m_intervals.size(), 0);
  for (std::uint64_t m = 0; m < low; ++m) ++wanted[sources[m]];
  std::vector<std::uint64_t> bound = wanted;
  for (std::uint64_t m = low; m < std::min(high, count); ++m)
    ++bound[sources[m]];
  for (std::size_t r = 0; r < m_intervals.size(); ++r) {
    Interval& own = m_intervals[r];
    std::uint64_t const end =
        high > count ? own.length
                     : std::min(own.length, bound[r] * step + step - 1);
    own.begin += wanted[r] * step;
    own.length = end - wanted[r] * step;
  }
  m_target -= low * step;
  set_step();
}

void Selection::set_step() {
  std::uint64_t total = 0;
  m_active            = 0;
  for (Interval const& own : m_intervals) {
    total += own.length;
    m_active += own.length > 0 ? 1 : 0;
  }
  m_is_done                  = m_target == 0 || m_target == total;
  std::uint64_t const wanted = samples_wanted(m_active, m_least);
  m_step                     = (total + wanted - 1) / wanted;
  for (Interval& own : m_intervals) {
    if (m_is_done && m_target > 0) own.begin += own.length;
    own.step = m_is_done ? 0 : m_step;
  }
}

}  // namespace KokkosSort::Distributed::Impl
