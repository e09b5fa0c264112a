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

/// One sort. Each rank reads its part of the input, the ranks sort on their
/// default execution spaces, and each writes the same part of the output.
struct SortJob {
  const Ranks& ranks;
  const SortRequest& request;
  const InputFile& input;
  std::uint64_t count;           ///< number of elements in the file
  Part part;                     ///< elements of this rank
  std::uint64_t memory;          ///< bytes that this rank may use
  OutputFile* output = nullptr;  ///< open once the work begins

  /// Does a part of the work that may fail on any rank. If it does, the call
  /// fails on all ranks, with a message for the user.
  void together(const std::function<void()>& work) const;
};

/// Throws JobError if `needed` is more than the job may use on any of the
/// ranks. The message states the number of elements that would fit.
void check_memory(const SortJob& job, std::uint64_t needed);

/// Sorts numeric keys.
SortTimes sort_keys(const SortJob& job);
/// Returns the bytes of memory that this rank needs for that.
std::uint64_t sort_keys_memory(const SortJob& job);

/// Sorts records by the bytes of their keys. Equal keys keep their order with
/// every algorithm.
SortTimes sort_records(const SortJob& job);
std::uint64_t sort_records_memory(const SortJob& job);

/// Outcome of a sort through a scratch folder.
struct ScratchReport {
  std::uint64_t runs          = 0;
  std::uint64_t merge_passes  = 0;
  std::uint64_t resumed_bytes = 0;  ///< written by earlier jobs, and kept
  SortTimes times;
};

/// Returns whether an earlier job has left runs of this output.
bool has_scratch(const SortJob& job);

/// Sorts a file that is larger than the memory, in whole: sorted runs go to the
/// scratch folder, and are merged to the output. Goes on with the work of an
/// earlier job of the same request.
ScratchReport sort_by_scratch(const SortJob& job);

}  // namespace KokkosSort::Tool

#endif
