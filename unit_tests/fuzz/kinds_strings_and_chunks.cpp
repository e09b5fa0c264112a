// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/chunks_kind.hpp>
#include <fuzz/strings_kind.hpp>

/// One kind of case per line: function, byte, index, order; or with keys and
/// values.
#define KOKKOSSORT_FUZZ_STRINGS(function, Byte, Index, ordering) \
  KOKKOSSORT_FUZZ_OF(StringsKind, function, Byte, Index, ordering)
#define KOKKOSSORT_FUZZ_CHUNKS(function, Key, Value, ordering) \
  KOKKOSSORT_FUZZ_OF(ChunksKind, function, Key, Value, ordering)

namespace KokkosSort::Test::Fuzz {

KOKKOSSORT_FUZZ_STRINGS(argsort_strings, u8, u32, natural)
KOKKOSSORT_FUZZ_STRINGS(argsort_strings, i8, i64, natural)
KOKKOSSORT_FUZZ_CHUNKS(sort_in_chunks, u64, none, natural)
KOKKOSSORT_FUZZ_CHUNKS(sort_in_chunks, f32, bytes12, compared)
KOKKOSSORT_FUZZ_CHUNKS(sort_in_chunks, i16, u32, natural)
KOKKOSSORT_FUZZ_CHUNKS(sort_in_chunks, wide, none, compared)

}  // namespace KokkosSort::Test::Fuzz
