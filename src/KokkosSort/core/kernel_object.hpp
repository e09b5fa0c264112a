// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_KERNEL_OBJECT_HPP
#define KOKKOSSORT_CORE_KERNEL_OBJECT_HPP

/// KOKKOSSORT_KERNEL_OBJECT declares a function object that kernels call. In
/// device code nvcc has the value of a constexpr object of the host alone, and
/// no object whose member functions could be called.
#if defined(__CUDA_ARCH__) && defined(__NVCC__)
#define KOKKOSSORT_KERNEL_OBJECT [[maybe_unused]] __device__ constexpr
#else
#define KOKKOSSORT_KERNEL_OBJECT inline constexpr
#endif

#endif
