// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_INTEGER_HPP
#define KOKKOSSORT_CORE_INTEGER_HPP

#include <Kokkos_Core.hpp>

#include <concepts>

namespace KokkosSort::Impl {

/// Returns count / part, rounded up. Both are non-negative, and their sum fits
/// in the common type.
template <std::integral Count, std::integral Part>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto div_up(Count count, Part part) {
  return (count + (part - 1)) / part;
}

/// Returns the least multiple of `step` that is at least `value`.
template <std::integral Value, std::integral Step>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto round_up(Value value, Step step) {
  return div_up(value, step) * step;
}

}  // namespace KokkosSort::Impl

#endif
