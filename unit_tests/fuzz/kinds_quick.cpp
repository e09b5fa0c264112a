// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kind.hpp>

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ(sort, u32, none, natural, quick)
KOKKOSSORT_FUZZ(sort, f64, none, natural, quick)
KOKKOSSORT_FUZZ(sort, pair, none, natural, quick)
KOKKOSSORT_FUZZ(sort_by_key, u32, bytes4, natural, quick)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes16, natural, quick)
KOKKOSSORT_FUZZ(sort_by_key, i32, bytes4, compared, quick)
KOKKOSSORT_FUZZ(sort, u32, none, natural, quick_one_launch)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes4, natural, quick_one_launch)
KOKKOSSORT_FUZZ(sort, i32, none, compared, quick_one_launch)
KOKKOSSORT_FUZZ(sort, u32, none, natural, gpu_quick)
KOKKOSSORT_FUZZ(sort_by_key, f64, bytes8, natural, gpu_quick)
KOKKOSSORT_FUZZ(sort, i32, none, compared, gpu_quick)
KOKKOSSORT_FUZZ(sort, u32, none, natural, gpu_quick_two_kernels)
KOKKOSSORT_FUZZ(sort_by_key, u64, bytes4, natural, gpu_quick_two_kernels)
KOKKOSSORT_FUZZ(sort, i32, none, compared, gpu_quick_two_kernels)

}  // namespace KokkosSort::Test::Fuzz
