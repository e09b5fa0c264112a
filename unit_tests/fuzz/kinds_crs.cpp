// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/crs_kind.hpp>

/// One kind of case per line: function, column, value, entries of one column.
#define KOKKOSSORT_FUZZ_CRS(function, Column, Value, duplicates)    \
  static bool const KOKKOSSORT_FUZZ_NAME(__LINE__) =                \
      add_crs_kind<Function::function, Types::Column, Types::Value, \
                   Duplicates::duplicates>(                         \
          #function " " #Column " " #Value " " #duplicates " no_tag");

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ_CRS(coo_to_crs, i32, u64, summed)
KOKKOSSORT_FUZZ_CRS(coo_to_crs, u32, none, summed)
KOKKOSSORT_FUZZ_CRS(coo_to_crs, i64, bytes12, kept)
KOKKOSSORT_FUZZ_CRS(sort_and_merge, i32, u32, summed)
KOKKOSSORT_FUZZ_CRS(sort_and_merge, u64, bytes12, last)
KOKKOSSORT_FUZZ_CRS(sort_and_merge, u32, none, summed)

}  // namespace KokkosSort::Test::Fuzz
