// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_HOST_COPY_HPP
#define KOKKOSSORT_CORE_HOST_COPY_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/copy_bytes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace KokkosSort::Impl {

/// Returns a copy of memory of `exec` on the host. Fences `exec`.
template <class T, class Exec>
std::vector<T> copy_to_host(Exec const& exec, T const* from,
                            std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> to(count);
  copy_bytes<Kokkos::HostSpace, typename Exec::memory_space>(
      exec, to.data(), from, count * sizeof(T));
  exec.fence(labeled("KokkosSort: the host reads what kernels have written"));
  return to;
}

/// Copies from the host to memory of `exec`. Fences `exec`, since the host may
/// free its copy.
template <class T, class Exec>
void copy_from_host(Exec const& exec, std::vector<T> const& from, T* to) {
  static_assert(std::is_trivially_copyable_v<T>);
  copy_bytes<typename Exec::memory_space, Kokkos::HostSpace>(
      exec, to, from.data(), from.size() * sizeof(T));
  exec.fence(labeled("KokkosSort: the host's copy is no longer in use"));
}

}  // namespace KokkosSort::Impl

#endif
