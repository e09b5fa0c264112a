// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u128, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, pair, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, wide, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, record, none, projected, automatic)
KOKKOSSORT_FUZZ(sort, f64, none, compared, automatic)
KOKKOSSORT_FUZZ(sort, bf16, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, f16, none, natural, automatic)

}  // namespace KokkosSort::Test::Fuzz
