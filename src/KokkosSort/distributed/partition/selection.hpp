// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_SELECTION_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_SELECTION_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Where a search still looks in one rank's sorted keys: `length` keys from
/// `begin` on, of which every `step`-th is to be sampled. Step 0: found, the
/// answer is `begin`. (As it travels: three words.)
struct Interval {
  static constexpr int words = 3;

  std::uint64_t begin  = 0;
  std::uint64_t length = 0;
  std::uint64_t step   = 0;

  std::uint64_t samples() const { return step == 0 ? 0 : length / step; }
  /// The last key of each full stretch of `step` keys.
  std::uint64_t sample(std::uint64_t i) const {
    return begin + (i + 1) * step - 1;
  }
};
static_assert(sizeof(Interval) == Interval::words * sizeof(std::uint64_t));

/// Finds how many of the `target` smallest of all ranks' keys each rank has, in
/// the total order (key, rank, index), without looking at a key: it is told the
/// ranks of samples in that order.
///
/// Regular samples with one step g for all ranks bound a place from both sides.
/// Let x be the m-th sample, a_r of the first m from rank r. Then rank r has at
/// least a_r g keys up to x, and at most a_r g + g - 1. Hence all keys up to x
/// are wanted if m g + R (g - 1) <= target (R: ranks still in the search), and
/// no key behind x is wanted if m g >= target. What is left between the two has
/// about 2 R g keys: with R * 16 samples or more a round leaves an eighth or
/// less, and with a step of 1 nothing.
class Selection {
 public:
  /// Few enough samples that a device sorts them in one launch, and with few
  /// ranks plenty: 4 ranks then need four rounds for 2^31 keys.
  static constexpr std::uint64_t least_samples = 2048;

  /// Samples of a round.
  static std::uint64_t samples_wanted(std::uint64_t ranks,
                                      std::uint64_t least = least_samples) {
    return std::max<std::uint64_t>(least, 16 * ranks);
  }

  /// So many that two rounds do: what the first with n / S + 1 keys a step
  /// leaves, (2 R + 1) steps, is then no more than S. But never more than a
  /// 64th of a rank's mean share, nor than sort in a millisecond.
  static std::uint64_t samples_for_two_rounds(std::uint64_t ranks,
                                              std::uint64_t total) {
    auto const steps  = static_cast<double>(2 * ranks + 2);
    auto const wanted = static_cast<std::uint64_t>(
        steps + std::sqrt(steps * static_cast<double>(total)));
    return std::clamp(std::min(wanted, total / ranks / 64), least_samples,
                      std::uint64_t{1} << 16);
  }

  /// What a rank sends in a round at most: 32 MiB of 8-byte keys, and as much
  /// for their places.
  static constexpr std::uint64_t most_sent = std::uint64_t{1} << 22;

  /// Batches that `searches` have to run in, so that no rank sends more than
  /// `most` samples in the first round (what a search looks through later is
  /// spread no worse than that).
  /// @param step of the first round
  static std::size_t batches(std::vector<std::uint64_t> const& counts,
                             std::uint64_t step, std::size_t searches,
                             std::uint64_t most = most_sent) {
    std::uint64_t const longest =
        *std::max_element(counts.begin(), counts.end()) /
        std::max<std::uint64_t>(step, 1);
    std::uint64_t const at_once = most / std::max<std::uint64_t>(longest, 1);
    return at_once >= searches ? 1
           : at_once == 0      ? searches
                               : (searches + at_once - 1) / at_once;
  }

  /// What any search starts with in a rank's `own` keys: the counts of the
  /// ranks and the target tell it to all without a message.
  static Interval first(std::vector<std::uint64_t> const& counts,
                        std::size_t own, std::uint64_t total,
                        std::uint64_t step, std::uint64_t target) {
    if (target == 0) return {0, 0, 0};
    if (target == total) return {counts[own], 0, 0};
    return {0, counts[own], step};
  }

  /// @param least samples of a round, the same on all ranks
  Selection(std::vector<std::uint64_t> const& counts, std::uint64_t target,
            std::uint64_t least = least_samples)
      : m_intervals(counts.size()), m_target(target), m_least(least) {
    for (std::size_t r = 0; r < counts.size(); ++r)
      m_intervals[r].length = counts[r];
    set_step();
  }

  std::vector<Interval> const& intervals() const { return m_intervals; }

  bool is_done() const { return m_is_done; }

  /// The step between the samples of this round, were the search not done.
  std::uint64_t step() const { return m_step; }

  /// Narrows the search. rank_of(m) is the rank that the m-th smallest of the
  /// `count` samples of this round came from.
  template <class RankOf>
  void narrow(std::uint64_t count, RankOf const& rank_of) {
    std::uint64_t const step  = m_step;
    std::uint64_t const slack = m_active * (step - 1);
    std::uint64_t const low =
        m_target < slack ? 0 : std::min(count, (m_target - slack) / step);
    std::uint64_t const high = (m_target + step - 1) / step;
    std::vector<std::uint64_t> wanted(m_intervals.size(), 0);
    for (std::uint64_t m = 0; m < low; ++m) ++wanted[rank_of(m)];
    std::vector<std::uint64_t> bound = wanted;
    for (std::uint64_t m = low; m < std::min(high, count); ++m)
      ++bound[rank_of(m)];
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

 private:
  void set_step() {
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

  std::vector<Interval> m_intervals;
  std::uint64_t m_target;
  std::uint64_t m_least;
  std::uint64_t m_step   = 1;
  std::uint64_t m_active = 0;
  bool m_is_done         = false;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
