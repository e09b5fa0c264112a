// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u8, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, i16, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, u32, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, i64, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, f32, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, f64, none, natural, automatic)
KOKKOSSORT_FUZZ(sort, u32, none, bits, automatic)
KOKKOSSORT_FUZZ(sort, i64, none, bits, automatic)
KOKKOSSORT_FUZZ(sort, u32, none, compared, automatic)

}  // namespace KokkosSort::Test::Fuzz
