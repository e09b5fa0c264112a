// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_HOST_COPY_HPP
#define KOKKOSSORT_CORE_HOST_COPY_HPP

#include <KokkosSort/core/label.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace KokkosSort::Impl {

template <class Byte, class Space>
using UnmanagedBytes = Kokkos::View<Byte*, Space, Kokkos::MemoryUnmanaged>;

/// Returns a copy of memory of `exec` on the host. Fences `exec`.
template <class T, class Exec>
std::vector<T> copy_to_host(Exec const& exec, T const* from,
                            std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> to(count);
  using Space             = typename Exec::memory_space;
  std::size_t const bytes = count * sizeof(T);
  Kokkos::deep_copy(exec,
                    UnmanagedBytes<unsigned char, Kokkos::HostSpace>(
                        reinterpret_cast<unsigned char*>(to.data()), bytes),
                    UnmanagedBytes<unsigned char const, Space>(
                        reinterpret_cast<unsigned char const*>(from), bytes));
  exec.fence(labeled("KokkosSort: the host reads what kernels have written"));
  return to;
}

/// Copies from the host to memory of `exec`. Fences `exec`, since the host may
/// free its copy.
template <class T, class Exec>
void copy_from_host(Exec const& exec, std::vector<T> const& from, T* to) {
  static_assert(std::is_trivially_copyable_v<T>);
  using Space             = typename Exec::memory_space;
  std::size_t const bytes = from.size() * sizeof(T);
  Kokkos::deep_copy(
      exec,
      UnmanagedBytes<unsigned char, Space>(reinterpret_cast<unsigned char*>(to),
                                           bytes),
      UnmanagedBytes<unsigned char const, Kokkos::HostSpace>(
          reinterpret_cast<unsigned char const*>(from.data()), bytes));
  exec.fence(labeled("KokkosSort: the host's copy is no longer in use"));
}

}  // namespace KokkosSort::Impl

#endif
