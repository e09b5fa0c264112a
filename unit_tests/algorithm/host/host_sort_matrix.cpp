// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/host_boundaries.hpp>
#include <support/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(automatic, Capability::order)
