// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of sorts that a library holds. scripts/checks/device_compile.py sees
// that none of them is compiled here.

#define KOKKOSSORT_COMPILED_U32
#define KOKKOSSORT_COMPILED_F64_U32

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

using Exec = Kokkos::DefaultExecutionSpace;

void compiled_sorts(Exec const& exec, Kokkos::View<int*, Exec> const& keys,
                    Kokkos::View<double*, Exec> const& numbers,
                    Kokkos::View<std::uint32_t*, Exec> const& values) {
  KokkosSort::sort(exec, keys);
  KokkosSort::stable_sort(exec, keys, KokkosSort::descending);
  KokkosSort::sort_by_key(exec, numbers, values);
  KokkosSort::argsort(exec, values, numbers);
}
