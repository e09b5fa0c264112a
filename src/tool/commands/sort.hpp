// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_SORT_HPP
#define KOKKOSSORT_TOOL_COMMANDS_SORT_HPP

#include <tool/io/file.hpp>
#include <tool/job.hpp>
#include <tool/ranks/ranks.hpp>
#include <cstdint>
#include <functional>

namespace KokkosSort::Tool {

/// Seconds that the phases of a sort took.
struct SortTimes {
  double read  = 0;
  double sort  = 0;
  double write = 0;
};

/// One sort: each rank reads its part of the input, the ranks sort on their
/// default execution spaces, and each writes the same part of the output.
struct SortJob {
  const Ranks& ranks;
  const SortRequest& request;
  const InputFile& input;
  OutputFile& output;
  std::uint64_t count;   ///< elements of the file
  Part part;             ///< this rank's
  std::uint64_t memory;  ///< bytes that this rank may use

  /// Does a part of the work that may fail on any rank, and then fails on all,
  /// in words for the user.
  void together(const std::function<void()>& work) const;
};

/// Throws JobError, which says what would fit, where `needed` is more than the
/// job may use on any of the ranks.
void check_memory(const SortJob& job, std::uint64_t needed);

/// Numeric keys.
SortTimes sort_keys(const SortJob& job);

/// Records, by the bytes of their keys; equal keys keep their order, whatever
/// the algorithm.
SortTimes sort_records(const SortJob& job);

}  // namespace KokkosSort::Tool

#endif
