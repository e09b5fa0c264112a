// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LAUNCH_WORKERS_HPP
#define KOKKOSSORT_CORE_LAUNCH_WORKERS_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Launches one call of `kernel` per index below `count` on a host. Threads
/// take indices as they become free.
template <class Exec, class Kernel>
void launch_workers(char const* label, Exec const& exec, std::size_t count,
                    Kernel const& kernel) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>,
                                     Kokkos::IndexType<std::size_t>>;
  Policy const policy(exec, 0, count, Kokkos::ChunkSize(1));
  if constexpr (launches_wait_v<Exec>) {
    Kokkos::parallel_for(labeled(label), policy,
                         AnyKernel<std::size_t>::of(kernel));
  } else {
    Kokkos::parallel_for(labeled(label), policy, kernel);
  }
}

}  // namespace KokkosSort::Impl

#endif
