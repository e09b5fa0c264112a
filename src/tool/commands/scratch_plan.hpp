// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_SCRATCH_PLAN_HPP
#define KOKKOSSORT_TOOL_COMMANDS_SCRATCH_PLAN_HPP

#include <tool/commands/chunk_sorter.hpp>
#include <tool/commands/sort.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Tool {

/// Sizes of a sort through a scratch folder. Level 0 are the runs that are
/// sorted in memory. Each further level merges up to fan_in runs of the level
/// before; the last one is the output.
struct ScratchPlan {
  std::uint64_t run_elements   = 0;  ///< of level 0
  std::uint64_t chunk_elements = 0;  ///< merged at once, at most
  std::uint64_t fan_in         = 0;

  /// Returns the largest plan that fits the memory of the job.
  static ScratchPlan of(const SortJob& job, const ChunkSorter& sorter);

  /// Returns the bytes of memory that the plan takes.
  std::uint64_t memory(const SortJob& job, const ChunkSorter& sorter) const;
};

/// The runs of each level of a plan.
class RunLevels {
 public:
  RunLevels() = default;
  RunLevels(const ScratchPlan& plan, std::uint64_t elements);

  std::size_t last() const { return m_runs.size() - 1; }
  std::uint64_t runs(std::size_t level) const { return m_runs[level]; }
  /// Returns the elements of a run. All levels keep them at the same offsets.
  Part run(std::size_t level, std::uint64_t index) const {
    const std::uint64_t begin = index * m_lengths[level];
    return {begin, std::min(m_lengths[level], m_elements - begin)};
  }
  /// Returns the runs of the level before that a run consists of.
  std::vector<Part> sources(std::size_t level, std::uint64_t index) const;

 private:
  std::uint64_t m_elements = 0, m_fan_in = 0;
  std::vector<std::uint64_t> m_runs, m_lengths;  // of each level
};

}  // namespace KokkosSort::Tool

#endif
