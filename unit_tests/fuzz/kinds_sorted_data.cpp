// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/sorted_kind.hpp>

/// One kind of case per line: function, key, value, order.
#define KOKKOSSORT_FUZZ_SORTED(function, Key, Value, ordering) \
  KOKKOSSORT_FUZZ_OF(SortedKind, function, Key, Value, ordering)

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ_SORTED(merge, u32, none, natural)
KOKKOSSORT_FUZZ_SORTED(merge, record, none, projected)
KOKKOSSORT_FUZZ_SORTED(merge, f64, u32, natural)
KOKKOSSORT_FUZZ_SORTED(merge, i32, bytes12, bits)
KOKKOSSORT_FUZZ_SORTED(merge, i64, u32, compared)
KOKKOSSORT_FUZZ_SORTED(merge_runs, i32, none, compared)
KOKKOSSORT_FUZZ_SORTED(merge_runs, u64, none, natural)
KOKKOSSORT_FUZZ_SORTED(merge_runs, f32, u32, compared)
KOKKOSSORT_FUZZ_SORTED(set_union, u8, none, natural)
KOKKOSSORT_FUZZ_SORTED(set_intersection, record, none, projected)
KOKKOSSORT_FUZZ_SORTED(set_difference, i64, none, compared)
KOKKOSSORT_FUZZ_SORTED(set_symmetric_difference, f32, none, natural)
KOKKOSSORT_FUZZ_SORTED(unique, u8, none, natural)
KOKKOSSORT_FUZZ_SORTED(unique, wide, none, natural)
KOKKOSSORT_FUZZ_SORTED(unique, f32, bytes8, compared)
KOKKOSSORT_FUZZ_SORTED(unique, i16, none, compared)
KOKKOSSORT_FUZZ_SORTED(run_length_encode, u32, i32, natural)
KOKKOSSORT_FUZZ_SORTED(run_length_encode, record, u64, projected)
KOKKOSSORT_FUZZ_SORTED(reduce_by_key, i64, u64, bits)
KOKKOSSORT_FUZZ_SORTED(reduce_by_key, i32, u32, compared)
KOKKOSSORT_FUZZ_SORTED(reduce_by_key, f64, u32, natural)
KOKKOSSORT_FUZZ_SORTED(scan_by_key, f32, u64, natural)
KOKKOSSORT_FUZZ_SORTED(scan_by_key, u32, u32, compared)

}  // namespace KokkosSort::Test::Fuzz
