// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u32, none, natural, radix_quick)
KOKKOSSORT_FUZZ(sort, f64, none, natural, radix_quick)
KOKKOSSORT_FUZZ(sort, i8, none, natural, radix_quick)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, natural, radix_quick)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes8, natural, radix_quick)
KOKKOSSORT_FUZZ(sort_by_key, f32, bytes20, natural, radix_quick)

}  // namespace KokkosSort::Test::Fuzz
