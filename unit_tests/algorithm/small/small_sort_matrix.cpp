// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>

namespace KokkosSort::Test {

// The library's choice on devices, whatever the execution space of the tests.
static bool const is_registered_small = register_matrix<Impl::DeviceAutomatic>(
    "small", TypeList<void KOKKOSSORT_MATRIX_KEYS_OF(KOKKOSSORT_MATRIX_PART,
                                                     KOKKOSSORT_MATRIX_AND)>{});

}  // namespace KokkosSort::Test
