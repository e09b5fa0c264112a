// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(bitonic_one_step)
KOKKOSSORT_ALGORITHM_MATRIX(butterfly_one_step)
KOKKOSSORT_ALGORITHM_MATRIX(odd_even_transposition)
KOKKOSSORT_ALGORITHM_MATRIX(rank)
