// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(segmented_sort, u32, none, natural, no_tag)
KOKKOSSORT_FUZZ(segmented_sort, f64, none, natural, no_tag)
KOKKOSSORT_FUZZ(segmented_sort, record, none, compared, no_tag)
KOKKOSSORT_FUZZ(segmented_sort_by_key, u64, u32, natural, no_tag)
KOKKOSSORT_FUZZ(segmented_sort_by_key, f32, bytes4, natural, no_tag)
KOKKOSSORT_FUZZ(segmented_sort_by_key, i32, bytes12, bits, no_tag)
KOKKOSSORT_FUZZ(segmented_argsort, u64, u32, compared, no_tag)
KOKKOSSORT_FUZZ(segmented_argsort, u8, i64, natural, no_tag)
KOKKOSSORT_FUZZ(sort_counted, u32, none, natural, no_tag)
KOKKOSSORT_FUZZ(sort_counted, f64, u32, natural, no_tag)

}  // namespace KokkosSort::Test::Fuzz
