// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_ORDERED_HPP
#define KOKKOSSORT_CORE_ORDERED_HPP

#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// The words that teams share, with operations that order other accesses. On
/// CUDA they take less time than a fence and a relaxed operation.
struct OrderedWords : SharedWords {
  /// Adds to a word. Earlier accesses of this thread, and of those with which
  /// it passed a barrier, come before all that follow a matching acquire().
  KOKKOS_FORCEINLINE_FUNCTION static void release_add(std::uint32_t* word,
                                                      std::uint32_t by) {
#if defined(KOKKOS_ENABLE_CUDA)
    KOKKOS_IF_ON_DEVICE(
        (asm volatile("red.release.gpu.add.u32 [%0], %1;" ::"l"(word), "r"(by)
                      : "memory");))
#else
    KOKKOS_IF_ON_DEVICE((fence(); fetch_add(word, by);))
#endif
    KOKKOS_IF_ON_HOST((fence(); fetch_add(word, by);))
  }

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t acquire(
      std::uint32_t const* word) {
#if defined(KOKKOS_ENABLE_CUDA)
    KOKKOS_IF_ON_DEVICE((std::uint32_t value;
                         asm volatile("ld.acquire.gpu.u32 %0, [%1];"
                                      : "=r"(value)
                                      : "l"(word)
                                      : "memory");
                         return value;))
#else
    KOKKOS_IF_ON_DEVICE((auto const value = load(word); fence(); return value;))
#endif
    KOKKOS_IF_ON_HOST((auto const value = load(word); fence(); return value;))
  }
};

}  // namespace KokkosSort::Impl

#endif
