// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launch of a kernel with KokkosSort_ENABLE_DEPENDENT_LAUNCH=OFF.

#define KOKKOSSORT_DISABLE_DEPENDENT_LAUNCH

#include <KokkosSort/is_sorted.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Test {

bool is_sorted_by_kokkos(Kokkos::View<int*> const& keys) {
  return is_sorted(Kokkos::DefaultExecutionSpace{}, keys);
}

}  // namespace KokkosSort::Test
