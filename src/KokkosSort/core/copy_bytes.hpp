// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_COPY_BYTES_HPP
#define KOKKOSSORT_CORE_COPY_BYTES_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Impl {

/// Memory of the host that a device copies without a detour.
#if defined(KOKKOS_HAS_SHARED_HOST_PINNED_SPACE)
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

template <class Exec>
inline constexpr bool is_host_memory_v =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                               typename Exec::memory_space>::accessible;

/// Enqueues a copy of bytes between any two memory spaces on `exec`.
template <class To, class From, class Exec>
void copy_bytes(Exec const& exec, void* to, void const* from,
                std::size_t bytes) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  if (bytes == 0 || to == from) return;
  Kokkos::deep_copy(exec,
                    Kokkos::View<std::byte*, To, Unmanaged>(
                        static_cast<std::byte*>(to), bytes),
                    Kokkos::View<std::byte const*, From, Unmanaged>(
                        static_cast<std::byte const*>(from), bytes));
}

/// Returns instances whose work runs side by side. On a host all are `exec`
/// itself, because one kernel keeps its threads as busy as several.
template <class Exec>
std::vector<Exec> instances_of(Exec const& exec, std::size_t count) {
  if constexpr (is_host_memory_v<Exec>) {
    return std::vector<Exec>(count, exec);
  } else {
    return Kokkos::Experimental::partition_space(exec,
                                                 std::vector<int>(count, 1));
  }
}

}  // namespace KokkosSort::Impl

#endif
