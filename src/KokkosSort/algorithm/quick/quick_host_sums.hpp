// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_HOST_SUMS_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_HOST_SUMS_HPP

#include <KokkosSort/algorithm/quick/sequence_queue.hpp>
#include <KokkosSort/core/host_copy.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Impl {

/// Host between the two kernels of an iteration: "do the block cumulative sum
/// on the CPU instead" (Cederman & Tsigas, section 3.2.1). State is a
/// QuickState whose kernels leave two counts per section.
template <class Exec, class State>
class QuickHostSums {
  using Queue  = typename State::Queue;
  using Shared = typename State::Shared;

 public:
  QuickHostSums(Exec const& exec, State const& state)
      : m_exec(exec), m_state(state) {}

  /// Returns whether an iteration has sequences to partition. Fences.
  bool has_work(int level) {
    Queue const& q     = m_state.queue;
    auto const control = copy_to_host(
        m_exec, q.word(level, Queue::count_ticket), Queue::words_per_level);
    auto const done   = copy_to_host(m_exec, q.done_of_level,
                                     static_cast<std::size_t>(level) + 1);
    m_sections        = control[Queue::section_total];
    m_sequences       = control[Queue::sequence_total];
    std::uint64_t all = m_sequences;
    for (std::uint32_t const of_level : done) all += of_level;
    // At maxseq the kernel that counts only lists the sequences as done.
    m_has_enough = all >= q.maxseq;
    return m_sections > 0;
  }

  /// Replaces the counts of the sections by prefix sums per sequence, and
  /// stores the totals with the sequence. Fences.
  void form(int level) const {
    if (m_has_enough) return;
    Shared* const work = m_state.queue.work[level % 2];
    auto sequences     = copy_to_host(m_exec, work, m_sequences);
    auto counts =
        copy_to_host(m_exec, m_state.counters, std::size_t{2} * m_sections);
    for (Shared& sequence : sequences) {
      // Sequences of equal keys are not counted.
      if (sequence.whole.kind == SequenceKind::equal) continue;
      std::uint64_t const first =
          sum(counts, sequence.first_section, sequence.sections, 0);
      std::uint64_t const second =
          sum(counts, sequence.first_section, sequence.sections, 1);
      sequence.less = first;
      sequence.greater =
          State::is_free ? second : sequence.whole.size - first - second;
    }
    copy_from_host(m_exec, sequences, work);
    copy_from_host(m_exec, counts, m_state.counters);
  }

 private:
  /// Computes exclusive prefix sums of one count of each section; returns the
  /// total.
  static std::uint64_t sum(std::vector<std::uint64_t>& counts,
                           std::size_t first_section, std::size_t sections,
                           std::size_t which) {
    std::uint64_t total = 0;
    for (std::size_t c = first_section; c < first_section + sections; ++c) {
      std::uint64_t const here = counts[2 * c + which];
      counts[2 * c + which]    = total;
      total += here;
    }
    return total;
  }

  Exec const& m_exec;
  State const& m_state;
  std::uint32_t m_sections  = 0;
  std::uint32_t m_sequences = 0;
  bool m_has_enough         = false;
};

}  // namespace KokkosSort::Impl

#endif
