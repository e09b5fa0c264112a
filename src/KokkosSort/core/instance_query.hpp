// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_INSTANCE_QUERY_HPP
#define KOKKOSSORT_CORE_INSTANCE_QUERY_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Whether an execution space instance has finished its work, without waiting
/// for it. Host backends have when a launch returns. Backends without a query
/// report idle as well, and the fence that follows waits. An error counts as
/// finished: the fence reports it.
template <class Exec>
struct InstanceQuery {
  static bool is_idle(Exec const&) { return true; }
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct InstanceQuery<Kokkos::Cuda> {
  static bool is_idle(Kokkos::Cuda const& exec) {
    bool const is_busy =
        cudaStreamQuery(exec.cuda_stream()) == cudaErrorNotReady;
    // The status must not be reported as the error of a later call.
    if (is_busy) static_cast<void>(cudaGetLastError());
    return !is_busy;
  }
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
template <>
struct InstanceQuery<Kokkos::HIP> {
  static bool is_idle(Kokkos::HIP const& exec) {
    bool const is_busy = hipStreamQuery(exec.hip_stream()) == hipErrorNotReady;
    if (is_busy) static_cast<void>(hipGetLastError());
    return !is_busy;
  }
};
#endif

#if defined(KOKKOS_ENABLE_SYCL) && defined(SYCL_EXT_ONEAPI_QUEUE_EMPTY)
template <>
struct InstanceQuery<Kokkos::SYCL> {
  static bool is_idle(Kokkos::SYCL const& exec) {
    return exec.sycl_queue().ext_oneapi_empty();
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
