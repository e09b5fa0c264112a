// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>
#include <support/network_boundaries.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(bitonic_one_step, Capability::order)
KOKKOSSORT_ALGORITHM_MATRIX(odd_even_transposition,
                            Capability::order | Capability::quadratic)
KOKKOSSORT_ALGORITHM_MATRIX(rank, Capability::order | Capability::quadratic)
