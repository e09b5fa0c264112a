// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_MULTIPLY_HIGH_HPP
#define KOKKOSSORT_CORE_MULTIPLY_HIGH_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the upper half of a product. The intrinsic is one instruction. From
/// 64-bit arithmetic compilers make four, unless they can prove the width of
/// the operands.
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t multiply_high(std::uint32_t a,
                                                        std::uint32_t b) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return __umulhi(a, b);
#else
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32);
#endif
}

}  // namespace KokkosSort::Impl

#endif
