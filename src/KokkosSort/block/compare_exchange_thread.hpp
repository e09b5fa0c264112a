// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_COMPARE_EXCHANGE_THREAD_HPP
#define KOKKOSSORT_BLOCK_COMPARE_EXCHANGE_THREAD_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// The comparator of a network: afterwards `high` does not come before `low`.
template <class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION void compare_exchange(T& low, T& high,
                                                  Less const& less) {
  if (less(high, low)) {
    T const moved = high;
    high          = low;
    low           = moved;
  }
}

}  // namespace KokkosSort::Impl

#endif
