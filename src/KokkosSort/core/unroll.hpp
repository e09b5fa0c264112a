// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_UNROLL_HPP
#define KOKKOSSORT_CORE_UNROLL_HPP

/// KOKKOSSORT_UNROLL unrolls the next loop in device code, where it keeps
/// arrays in registers. Host code keeps its loops: a host thread holds hundreds
/// of items. KOKKOSSORT_NO_UNROLL keeps device code from unrolling a short loop
/// of unknown length.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || \
    defined(__SYCL_DEVICE_ONLY__)
#define KOKKOSSORT_UNROLL _Pragma("unroll")
#define KOKKOSSORT_NO_UNROLL _Pragma("unroll 1")
#else
#define KOKKOSSORT_UNROLL
#define KOKKOSSORT_NO_UNROLL
#endif

#endif
