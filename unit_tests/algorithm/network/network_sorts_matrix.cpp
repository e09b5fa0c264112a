// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>
#include <support/network_boundaries.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(bitonic, Capability::order)
KOKKOSSORT_ALGORITHM_MATRIX(butterfly, Capability::order)
KOKKOSSORT_ALGORITHM_MATRIX(odd_even_merge, Capability::order)
