// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(quick)
KOKKOSSORT_ALGORITHM_MATRIX(quick_one_launch)
KOKKOSSORT_ALGORITHM_MATRIX(gpu_quick)
KOKKOSSORT_ALGORITHM_MATRIX(gpu_quick_two_kernels)
KOKKOSSORT_ALGORITHM_MATRIX(radix_quick)
