// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/host_boundaries.hpp>
#include <kit/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(automatic, Capability::order)
