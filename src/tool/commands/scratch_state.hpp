// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_SCRATCH_STATE_HPP
#define KOKKOSSORT_TOOL_COMMANDS_SCRATCH_STATE_HPP

#include <tool/commands/scratch_plan.hpp>
#include <tool/io/posix_file.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

/// First part of a run that is being merged.
struct UnfinishedRun {
  std::uint64_t level = 0, index = 0;
  std::uint64_t done  = 0;           ///< elements
  std::uint64_t check = 0;           ///< CheckValue of them
  std::vector<std::uint64_t> taken;  ///< elements of each source
};

/// State of a sort through a scratch folder, as the lines of its manifest have
/// it.
struct ScratchState {
  std::optional<ScratchPlan> plan;
  /// CheckValues of the finished runs, level by level.
  std::vector<std::vector<std::uint64_t>> finished;
  std::optional<UnfinishedRun> unfinished;
  std::optional<FileIdentity> output;  ///< once it is complete

  explicit ScratchState(const std::vector<std::string>& lines);

  bool has_work() const { return !finished.empty() && !finished[0].empty(); }
  std::vector<std::string> lines() const;
};

// Lines of the manifest.
std::string line_of(const ScratchPlan& plan);
std::string line_of_run(std::uint64_t level, std::uint64_t check);
std::string line_of(const UnfinishedRun& run);
std::string line_of(const FileIdentity& output);

}  // namespace KokkosSort::Tool

#endif
