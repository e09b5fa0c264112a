// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, i16, none, natural, odd_even_transposition)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, odd_even_transposition)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, odd_even_transposition)
KOKKOSSORT_FUZZ(sort, f32, none, natural, rank)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes4, natural, rank)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, rank)

}  // namespace KokkosSort::Test::Fuzz
