// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_SORT_HPP
#define KOKKOSSORT_APP_SORT_HPP

#include "file.hpp"
#include "job.hpp"
#include <cstdint>

namespace KokkosSort::App {

/// Seconds that the phases of a sort took.
struct SortTimes {
  double read  = 0;
  double sort  = 0;
  double write = 0;
};

/// One sort: a part of the input is read, sorted on the default execution
/// space, and written to the same part of the output. What several processes
/// would add goes between the phases; the phases stay as they are.
struct SortJob {
  const SortRequest& request;
  const InputFile& input;
  OutputFile& output;
  Part part;
  std::uint64_t memory;  ///< bytes that may be used
};

/// Throws JobError, which says what would fit, where `needed` is more than the
/// job may use.
void check_memory(const SortJob& job, std::uint64_t needed);

/// Numeric keys. Defined for every type of with_key_type().
template <class Key>
SortTimes sort_keys(const SortJob& job);

/// Records, by the bytes of their keys; equal keys keep their order, whatever
/// the algorithm.
SortTimes sort_records(const SortJob& job);

}  // namespace KokkosSort::App

#endif
