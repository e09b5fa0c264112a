// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/kernel_kind.hpp>

/// One kind of case per line: function, key, value, order.
#define KOKKOSSORT_FUZZ_KERNEL(function, Key, Value, ordering) \
  KOKKOSSORT_FUZZ_OF(KernelKind, function, Key, Value, ordering)

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ_KERNEL(sort_team, u32, none, natural)
KOKKOSSORT_FUZZ_KERNEL(sort_team, wide, none, compared)
KOKKOSSORT_FUZZ_KERNEL(sort_team, f64, u32, natural)
KOKKOSSORT_FUZZ_KERNEL(sort_team, u8, bytes12, natural)
KOKKOSSORT_FUZZ_KERNEL(sort_thread, i64, none, compared)
KOKKOSSORT_FUZZ_KERNEL(sort_thread, triple, none, natural)
KOKKOSSORT_FUZZ_KERNEL(merge_team, f32, none, natural)
KOKKOSSORT_FUZZ_KERNEL(merge_team, record, none, projected)
KOKKOSSORT_FUZZ_KERNEL(top_k_team, u64, none, natural)
KOKKOSSORT_FUZZ_KERNEL(top_k_team, f32, bytes4, compared)

}  // namespace KokkosSort::Test::Fuzz
