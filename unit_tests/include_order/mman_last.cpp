// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system headers that KokkosSort.hpp must not bring in. A guard that
// Kokkos_Core.hpp defines is not the library's.

#include <Kokkos_Core.hpp>

#if defined(_SYS_MMAN_H)
#define KOKKOS_HAS_SYS_MMAN_H
#endif
#if defined(_FCNTL_H)
#define KOKKOS_HAS_FCNTL_H
#endif
#if defined(_UNISTD_H)
#define KOKKOS_HAS_UNISTD_H
#endif
#if defined(__cuda_cuda_h__)
#define KOKKOS_HAS_CUDA_H
#endif

#include <KokkosSort.hpp>

#if defined(_SYS_MMAN_H) && !defined(KOKKOS_HAS_SYS_MMAN_H)
#error "KokkosSort.hpp includes <sys/mman.h>"
#endif
#if defined(_FCNTL_H) && !defined(KOKKOS_HAS_FCNTL_H)
#error "KokkosSort.hpp includes <fcntl.h>"
#endif
#if defined(_UNISTD_H) && !defined(KOKKOS_HAS_UNISTD_H)
#error "KokkosSort.hpp includes <unistd.h>"
#endif
#if defined(__cuda_cuda_h__) && !defined(KOKKOS_HAS_CUDA_H)
#error "KokkosSort.hpp includes <cuda.h>"
#endif

#include <sys/mman.h>

#define KOKKOSSORT_INCLUDE_ORDER_SUITE SysMmanLast
#include <include_order/large_pages.hpp>
