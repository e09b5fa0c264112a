// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_NUMBER_OF_KEYS_HPP
#define KOKKOSSORT_BLOCK_NUMBER_OF_KEYS_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Returns a number in memory, as 0 if it is negative, and `most` at most.
template <class Number>
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t number_at_most(Number const* number,
                                                         std::uint64_t most) {
  Number const value = *number;
  if constexpr (std::is_signed_v<Number>)
    if (value < 0) return 0;
  auto const wide = static_cast<std::uint64_t>(value);
  return wide < most ? wide : most;
}

/// All of n keys.
struct AllKeys {
  static constexpr bool are_all = true;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t of(std::uint64_t n) const {
    return n;
  }
};

/// The first keys, whose number is in memory.
template <class Number>
struct FirstKeys {
  static constexpr bool are_all = false;
  Number const* number;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t of(std::uint64_t n) const {
    return number_at_most(number, n);
  }
};

}  // namespace KokkosSort::Impl

#endif
