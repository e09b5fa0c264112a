// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_THREAD_NETWORK_HPP
#define KOKKOSSORT_THREAD_NETWORK_HPP

#include <KokkosSort/tuning/unroll.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Sorts the first `count` of N items in registers by odd-even transposition.
/// Stable, since only neighbours change places, and every index is known to the
/// compiler, so that the items never leave the registers. N(N-1)/2 comparisons:
/// for N up to about 20.
template <int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void sort_registers(T (&items)[N], int count,
                                                Less const& less) {
  KOKKOSSORT_UNROLL
  for (int round = 0; round < N; ++round) {
    KOKKOSSORT_UNROLL
    for (int i = round % 2; i + 1 < N; i += 2) {
      if (i + 1 < count && less(items[i + 1], items[i])) {
        T const low  = items[i + 1];
        items[i + 1] = items[i];
        items[i]     = low;
      }
    }
  }
}

}  // namespace KokkosSort::Impl

#endif
