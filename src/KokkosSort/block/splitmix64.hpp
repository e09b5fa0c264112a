// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SPLITMIX64_HPP
#define KOKKOSSORT_BLOCK_SPLITMIX64_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014). It is a bijection of 64 bits, and
/// every input bit changes about half of the output bits.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint64_t splitmix64_finalizer(
    std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// Returns a random-looking number for each counter value. It is the same in
/// every run, and there is no state to carry.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint64_t splitmix64(
    std::uint64_t counter) {
  return splitmix64_finalizer((counter + 1) * 0x9e3779b97f4a7c15ull);
}

}  // namespace KokkosSort::Impl

#endif
