// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u32, none, natural, sample)
KOKKOSSORT_FUZZ(sort, f64, none, natural, sample)
KOKKOSSORT_FUZZ(sort, triple, none, natural, sample)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, sample)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes8, natural, sample)
KOKKOSSORT_FUZZ(sort_by_key, wide, bytes4, natural, sample)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, sample)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, sample_in_8)
KOKKOSSORT_FUZZ(sort, u64, none, natural, sample_by_quick)
KOKKOSSORT_FUZZ(sort, u32, none, natural, paper_sample)
KOKKOSSORT_FUZZ(sort, u32, none, natural, paper_in_4)
KOKKOSSORT_FUZZ(sort_by_key, f64, bytes8, natural, paper_in_4)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, paper_in_4)
KOKKOSSORT_FUZZ(sort, u64, none, natural, paper_stored)
KOKKOSSORT_FUZZ(sort_by_key, triple, bytes4, natural, paper_stored)
KOKKOSSORT_FUZZ(sort, i32, none, natural, paper_staged)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes8, natural, paper_staged)
KOKKOSSORT_FUZZ(sort, i32, none, compared, paper_staged)

}  // namespace KokkosSort::Test::Fuzz
