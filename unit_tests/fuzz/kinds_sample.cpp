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

}  // namespace KokkosSort::Test::Fuzz
