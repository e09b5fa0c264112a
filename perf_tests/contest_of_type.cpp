// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiled once for each type of the performance tests:
//   KOKKOSSORT_PERF_TYPE   its name, a string
//   KOKKOSSORT_PERF_KEY    type of the keys
//   KOKKOSSORT_PERF_VALUE  type of the values, NoValues for none

#include "typed_contest.hpp"

namespace KokkosSort::Perf {
namespace {

[[maybe_unused]] bool const entered = [] {
  contest_types()[KOKKOSSORT_PERF_TYPE] =
      [](Task const& task) -> std::unique_ptr<Contest> {
    return std::make_unique<
        TypedContest<KOKKOSSORT_PERF_KEY, KOKKOSSORT_PERF_VALUE>>(task);
  };
  return true;
}();

}  // namespace
}  // namespace KokkosSort::Perf
