// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_HOST_CALLER_HPP
#define KOKKOSSORT_CORE_HOST_CALLER_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>

#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif

namespace KokkosSort::Impl {

/// Whether the calling thread may do the work of a launch itself, at once. The
/// order of an instance is kept if its launches have ended when they return: no
/// earlier launch of this thread is still running.
template <class Exec>
inline constexpr bool caller_may_work_v = false;
#if defined(KOKKOS_ENABLE_SERIAL)
template <>
inline constexpr bool caller_may_work_v<Kokkos::Serial> = true;
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
template <>
inline constexpr bool caller_may_work_v<Kokkos::OpenMP> = true;
#endif
#if defined(KOKKOS_ENABLE_THREADS)
template <>
inline constexpr bool caller_may_work_v<Kokkos::Threads> = true;
#endif

/// Stack memory of a sort on the calling thread, in bytes. One thread sorts
/// what fits in it in about the time that a launch on two threads takes to
/// begin. The smallest thread stacks in use, of 256 KiB, have room for it.
inline constexpr std::size_t max_stack_bytes = 32 * 1024;

/// Whether a launch on `exec` would wait for a running kernel. The lock is a
/// member of the instance. A Kokkos without it never waits.
template <class Exec>
bool is_busy(Exec const& exec) {
  if constexpr (requires {
                  exec.impl_internal_space_instance()
                      ->m_instance_mutex.try_lock();
                }) {
    auto& mutex = exec.impl_internal_space_instance()->m_instance_mutex;
    if (!mutex.try_lock()) return true;
    mutex.unlock();
  }
  return false;
}

/// Whether the caller may be inside a kernel of a host backend, which holds the
/// lock of its instance. A launch on that instance would wait forever. So would
/// a fence of all instances, which every release of host memory contains. The
/// result may be a false alarm, such as for an instance that another thread is
/// using.
template <class Exec>
bool may_be_in_host_kernel(Exec const& exec) {
#if defined(KOKKOS_ENABLE_OPENMP)
  int const level        = omp_get_level();
  bool const may_nest    = omp_get_max_active_levels() > 1;
  bool const is_parallel = level > 0 && !(may_nest && level == 1);
  if (is_parallel || is_busy(Kokkos::OpenMP{})) return true;
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
  if (is_busy(Kokkos::Serial{})) return true;
#endif
  return is_busy(exec);
}

}  // namespace KokkosSort::Impl

#endif
