// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/heap_boundaries.hpp>
#include <kit/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(heap, Capability::order)
