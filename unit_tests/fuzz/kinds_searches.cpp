// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(is_sorted, f32, none, natural, no_tag)
KOKKOSSORT_FUZZ(is_sorted, triple, none, natural, no_tag)
KOKKOSSORT_FUZZ(is_sorted, u32, none, compared, no_tag)
KOKKOSSORT_FUZZ(is_sorted, i64, none, bits, no_tag)
KOKKOSSORT_FUZZ(min_max, u32, none, natural, no_tag)
KOKKOSSORT_FUZZ(min_max, f64, none, natural, no_tag)
KOKKOSSORT_FUZZ(min_max, wide, none, natural, no_tag)
KOKKOSSORT_FUZZ(min_max, i64, none, compared, no_tag)
KOKKOSSORT_FUZZ(arg_min_max, f32, i32, natural, no_tag)
KOKKOSSORT_FUZZ(arg_min_max, i16, u64, natural, no_tag)
KOKKOSSORT_FUZZ(arg_min_max, record, u32, projected, no_tag)

}  // namespace KokkosSort::Test::Fuzz
