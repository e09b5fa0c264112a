// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_HOST_MEMORY_HPP
#define KOKKOSSORT_CORE_HOST_MEMORY_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Registers existing host memory, so that a device copies it as fast as memory
/// allocated for that purpose. pin() returns false if the backend refuses:
/// copies then work, but slowly. Host backends need nothing; SYCL has no such
/// function.
template <class Exec>
struct HostMemory {
  static bool pin(void*, std::size_t) { return true; }
  static void release(void*) {}
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct HostMemory<Kokkos::Cuda> {
  static bool pin(void* memory, std::size_t bytes) {
    bool const is_pinned =
        cudaHostRegister(memory, bytes, cudaHostRegisterPortable) ==
        cudaSuccess;
    // The refusal must not be reported as the error of a later call.
    if (!is_pinned) static_cast<void>(cudaGetLastError());
    return is_pinned;
  }
  static void release(void* memory) {
    static_cast<void>(cudaHostUnregister(memory));
  }
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
template <>
struct HostMemory<Kokkos::HIP> {
  static bool pin(void* memory, std::size_t bytes) {
    bool const is_pinned =
        hipHostRegister(memory, bytes, hipHostRegisterPortable) == hipSuccess;
    if (!is_pinned) static_cast<void>(hipGetLastError());
    return is_pinned;
  }
  static void release(void* memory) {
    static_cast<void>(hipHostUnregister(memory));
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
