// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(argsort_columns, row_2_u8, u32, natural, automatic)
KOKKOSSORT_FUZZ(argsort_columns, row_10_u8, u32, natural, automatic)
KOKKOSSORT_FUZZ(argsort_columns, row_3_u16, i16, natural, radix)
KOKKOSSORT_FUZZ(argsort_columns, row_5_u32, i64, natural, automatic)
KOKKOSSORT_FUZZ(argsort_columns, row_2_u64, u64, natural, merge)

}  // namespace KokkosSort::Test::Fuzz
