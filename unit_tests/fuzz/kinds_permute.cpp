// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(permute, i32, bytes4, natural, no_tag)
KOKKOSSORT_FUZZ(permute, u64, bytes8, natural, no_tag)
KOKKOSSORT_FUZZ(permute, u32, bytes96, natural, no_tag)
KOKKOSSORT_FUZZ(permute, i16, bytes1, natural, no_tag)
KOKKOSSORT_FUZZ(permute, i32, bytes12, natural, no_tag)

}  // namespace KokkosSort::Test::Fuzz
