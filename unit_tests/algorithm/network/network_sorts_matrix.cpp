// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(bitonic)
KOKKOSSORT_ALGORITHM_MATRIX(butterfly)
KOKKOSSORT_ALGORITHM_MATRIX(odd_even_merge)
