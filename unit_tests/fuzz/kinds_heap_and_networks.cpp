// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, f32, none, natural, heap)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, heap)
KOKKOSSORT_FUZZ(sort_by_key, triple, bytes8, natural, heap)
KOKKOSSORT_FUZZ(sort, f32, none, natural, heap_by_insertions)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, heap_by_insertions)
KOKKOSSORT_FUZZ(sort, i32, none, natural, bitonic)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes4, natural, bitonic)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, bitonic)
KOKKOSSORT_FUZZ(sort, u32, none, natural, bitonic_one_step)
KOKKOSSORT_FUZZ(sort_by_key, f64, bytes4, natural, bitonic_one_step)
KOKKOSSORT_FUZZ(sort, i64, none, natural, odd_even_merge)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes8, natural, odd_even_merge)
KOKKOSSORT_FUZZ(sort, u32, none, natural, butterfly)
KOKKOSSORT_FUZZ(sort_by_key, f64, bytes4, natural, butterfly)
KOKKOSSORT_FUZZ(sort, i32, none, natural, butterfly_one_step)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, butterfly_one_step)

}  // namespace KokkosSort::Test::Fuzz
