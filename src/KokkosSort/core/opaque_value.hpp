// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_OPAQUE_VALUE_HPP
#define KOKKOSSORT_CORE_OPAQUE_VALUE_HPP

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

/// Makes a value opaque to the compiler. It computes results from the copy
/// again and keeps none in registers from an earlier use.
template <class Exec>
struct OpaqueValue {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T copy(T value) {
    return value;
  }
};

#if defined(KOKKOS_ENABLE_CUDA)
/// Values that do not fit a register stay as they are.
template <>
struct OpaqueValue<Kokkos::Cuda> {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T copy(T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
      KOKKOS_IF_ON_DEVICE((asm volatile("" : "+r"(value));))
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      KOKKOS_IF_ON_DEVICE((asm volatile("" : "+l"(value));))
    }
    return value;
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
