// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/histogram_kind.hpp>
#include <fuzz/segmented_top_k_kind.hpp>

/// One kind of case per line: function, key, value or type of a count, order.
#define KOKKOSSORT_FUZZ_COUNTED(Of, function, Key, Value, ordering) \
  KOKKOSSORT_FUZZ_NAMED(Of, function, Key, Value, ordering, counted)

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ_COUNTED(CountedKind, segmented_sort, i64, none, compared)
KOKKOSSORT_FUZZ_COUNTED(CountedKind, segmented_sort_by_key, u32, bytes4,
                        natural)
KOKKOSSORT_FUZZ_COUNTED(CountedKind, segmented_argsort, f64, i32, natural)
KOKKOSSORT_FUZZ_OF(TopKCountedKind, top_k_counted, u32, i32, natural)
KOKKOSSORT_FUZZ_OF(TopKCountedKind, top_k_counted, f64, i64, natural)
KOKKOSSORT_FUZZ_OF(TopKCountedKind, top_k_counted, record, i16, projected)
KOKKOSSORT_FUZZ_OF(AllTopKKind, segmented_top_k, u32, none, natural)
KOKKOSSORT_FUZZ_OF(AllTopKKind, segmented_top_k, f32, bytes12, compared)
KOKKOSSORT_FUZZ_COUNTED(CountedTopKKind, segmented_top_k, i64, u32, bits)
KOKKOSSORT_FUZZ_OF(HistogramKind, histogram, u32, i32, natural)
KOKKOSSORT_FUZZ_OF(HistogramKind, histogram, f64, u64, natural)
KOKKOSSORT_FUZZ_OF(HistogramKind, histogram, i16, i64, compared)

}  // namespace KokkosSort::Test::Fuzz
