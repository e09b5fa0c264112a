// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SPLITMIX64_HPP
#define KOKKOSSORT_BLOCK_SPLITMIX64_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Returns a pseudo-random number for each counter value (the finalizer of
/// splitmix64): the same in every run, without state.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint64_t splitmix64(
    std::uint64_t counter) {
  std::uint64_t z = (counter + 1) * 0x9e3779b97f4a7c15ull;
  z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z               = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

}  // namespace KokkosSort::Impl

#endif
