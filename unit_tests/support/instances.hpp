// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_INSTANCES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_INSTANCES_HPP

#include <support/space.hpp>

#include <algorithm>
#include <vector>

namespace KokkosSort::Test {

/// As many instances as the backend can part into, three at most.
inline std::vector<Exec> instances() {
#if defined(KOKKOSSORT_TEST_ON_DEVICE)
  int const count = 3;
#else
  int const count = std::min(3, static_cast<int>(Exec().concurrency()));
#endif
  return Kokkos::Experimental::partition_space(Exec(),
                                               std::vector<int>(count, 1));
}

}  // namespace KokkosSort::Test

#endif
