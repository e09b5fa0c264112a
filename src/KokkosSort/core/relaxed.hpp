// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_RELAXED_HPP
#define KOKKOSSORT_CORE_RELAXED_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Access to the words that the teams of a launch share, by relaxed atomic
/// operations. A protocol between teams takes this type as a parameter, so that
/// its test can substitute a model of memory.
struct SharedWords {
  // Kokkos::atomic_load is a read-modify-write on devices.
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static Word load(Word const* word) {
#if defined(KOKKOS_ENABLE_CUDA)
    // PTX defines ld.volatile as a relaxed load of system scope.
    KOKKOS_IF_ON_DEVICE((return *static_cast<Word const volatile*>(word);))
#elif defined(KOKKOS_ENABLE_HIP)
    KOKKOS_IF_ON_DEVICE((return __hip_atomic_load(word, __ATOMIC_RELAXED,
                                                  __HIP_MEMORY_SCOPE_AGENT);))
#else
    KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_load(word);))
#endif
    KOKKOS_IF_ON_HOST((return Kokkos::atomic_load(word);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void store(std::uint64_t* word,
                                                std::uint64_t value) {
#if defined(KOKKOS_ENABLE_CUDA)
    // PTX defines st.volatile as a relaxed store of system scope.
    KOKKOS_IF_ON_DEVICE((*static_cast<std::uint64_t volatile*>(word) = value;))
#elif defined(KOKKOS_ENABLE_HIP)
    KOKKOS_IF_ON_DEVICE((__hip_atomic_store(word, value, __ATOMIC_RELAXED,
                                            __HIP_MEMORY_SCOPE_AGENT);))
#else
    KOKKOS_IF_ON_DEVICE((Kokkos::atomic_store(word, value);))
#endif
    KOKKOS_IF_ON_HOST((Kokkos::atomic_store(word, value);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t fetch_add(
      std::uint32_t* word, std::uint32_t by) {
    return Kokkos::atomic_fetch_add(word, by);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void fence() { Kokkos::memory_fence(); }
};

}  // namespace KokkosSort::Impl

#endif
