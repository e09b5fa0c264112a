// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(top_k, u32, none, natural, no_tag)
KOKKOSSORT_FUZZ(top_k, f64, none, natural, no_tag)
KOKKOSSORT_FUZZ(top_k, wide, none, natural, no_tag)
KOKKOSSORT_FUZZ(top_k, record, none, projected, no_tag)
KOKKOSSORT_FUZZ(arg_top_k, f32, i32, natural, no_tag)
KOKKOSSORT_FUZZ(arg_top_k, i64, u64, compared, no_tag)
KOKKOSSORT_FUZZ(nth_element, f32, none, natural, no_tag)
KOKKOSSORT_FUZZ(nth_element, i64, none, bits, no_tag)
KOKKOSSORT_FUZZ(nth_element, record, none, projected, no_tag)
KOKKOSSORT_FUZZ(nth_element, wide, none, compared, no_tag)
KOKKOSSORT_FUZZ(partial_sort, i16, none, natural, no_tag)
KOKKOSSORT_FUZZ(partial_sort, triple, none, natural, no_tag)
KOKKOSSORT_FUZZ(argpartition, u64, u32, natural, no_tag)
KOKKOSSORT_FUZZ(argpartition, i32, u64, compared, no_tag)

}  // namespace KokkosSort::Test::Fuzz
