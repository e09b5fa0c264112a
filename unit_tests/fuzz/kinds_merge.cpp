// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u64, none, natural, merge)
KOKKOSSORT_FUZZ(sort, f32, none, natural, merge)
KOKKOSSORT_FUZZ(sort, wide, none, natural, merge)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, natural, merge)
KOKKOSSORT_FUZZ(sort_by_key, u8, bytes1, natural, merge)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes96, natural, merge)
KOKKOSSORT_FUZZ(sort_by_key, record, bytes8, projected, merge)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, bits, merge)
KOKKOSSORT_FUZZ(sort_by_key, i64, bytes4, compared, merge)

}  // namespace KokkosSort::Test::Fuzz
