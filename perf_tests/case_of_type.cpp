// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiled once for each type of the performance tests:
//   KOKKOSSORT_PERF_TYPE   its name, a string
//   KOKKOSSORT_PERF_KEY    type of the keys
//   KOKKOSSORT_PERF_VALUE  type of the values, NoValues for none

#include "typed_case.hpp"

namespace KokkosSort::Perf {
namespace {

[[maybe_unused]] bool const entered = [] {
  using Key                          = KOKKOSSORT_PERF_KEY;
  using Value                        = KOKKOSSORT_PERF_VALUE;
  case_types()[KOKKOSSORT_PERF_TYPE] = {&make_case<Key, Value>,
                                        &sorter_names<Key, Value>};
  return true;
}();

}  // namespace
}  // namespace KokkosSort::Perf
