// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>
#include <support/quick_boundaries.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(quick, Capability::order)
KOKKOSSORT_ALGORITHM_MATRIX(quick_one_launch,
                            Capability::order | Capability::alone)
KOKKOSSORT_ALGORITHM_MATRIX(radix_quick, Capability::none)
