// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_UNROLL_HPP
#define KOKKOSSORT_TUNING_UNROLL_HPP

/// Unrolls the next loop in device code, where it keeps arrays in registers.
/// Host code keeps its loops: there a thread holds hundreds of items.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || \
    defined(__SYCL_DEVICE_ONLY__)
#define KOKKOSSORT_UNROLL _Pragma("unroll")
#else
#define KOKKOSSORT_UNROLL
#endif

#endif
