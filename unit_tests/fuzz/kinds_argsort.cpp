// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(argsort, u32, i32, natural, automatic)
KOKKOSSORT_FUZZ(argsort, f64, u64, natural, automatic)
KOKKOSSORT_FUZZ(argsort, triple, u32, natural, automatic)
KOKKOSSORT_FUZZ(argsort, i8, i8, natural, automatic)
KOKKOSSORT_FUZZ(argsort, u64, i16, bits, automatic)
KOKKOSSORT_FUZZ(argsort, i32, u32, compared, automatic)
KOKKOSSORT_FUZZ(argsort, f32, u32, natural, radix)
KOKKOSSORT_FUZZ(argsort, wide, u32, natural, merge)
KOKKOSSORT_FUZZ(argsort, u32, u64, natural, sample)
KOKKOSSORT_FUZZ(argsort, i64, u32, natural, quick)
KOKKOSSORT_FUZZ(argsort, u16, u32, natural, rank)

}  // namespace KokkosSort::Test::Fuzz
