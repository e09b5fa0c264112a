// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes8, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, f32, bytes20, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes1, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, i8, bytes4, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, u16, bytes96, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, triple, bytes12, natural, automatic)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, bits, automatic)
KOKKOSSORT_FUZZ(sort_by_key, record, bytes16, projected, automatic)
KOKKOSSORT_FUZZ(sort_by_key, i64, bytes4, compared, automatic)

}  // namespace KokkosSort::Test::Fuzz
