// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/matrix.hpp>

KOKKOSSORT_ALGORITHM_MATRIX(paper_sample)
