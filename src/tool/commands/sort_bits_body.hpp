// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_SORT_BITS_BODY_HPP
#define KOKKOSSORT_TOOL_COMMANDS_SORT_BITS_BODY_HPP

#include <tool/cli/algorithms.hpp>
#include <tool/commands/sort_bits.hpp>
#include <KokkosSort.hpp>
#if defined(KOKKOSSORT_ENABLE_MPI)
#include <tool/ranks/mpi_ranks.hpp>
#include <KokkosSort/distributed.hpp>
#endif

namespace KokkosSort::Tool {

template <class Bits>
void sort_bits(const SortJob& job, const DeviceView<Bits>& keys) {
  const Kokkos::DefaultExecutionSpace exec;
  with_algorithm<false>(job.request.algorithm, [&](const auto& tag) {
#if defined(KOKKOSSORT_ENABLE_MPI)
    if (job.ranks.size() > 1)
      return Distributed::sort(exec, communicator_of(job.ranks), keys, tag);
#endif
    sort(exec, keys, tag);
  });
}

template <class Bits>
std::uint64_t sort_bits_memory(const SortJob& job) {
  using Exec = Kokkos::DefaultExecutionSpace;
  if constexpr (!Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                            Exec::memory_space>::accessible) {
    return 0;
  } else {
    const Kokkos::View<Bits*, Exec::device_type, Kokkos::MemoryUnmanaged> shape(
        nullptr, job.part.count);
    std::uint64_t bytes = 0;
    with_algorithm<false>(job.request.algorithm, [&](const auto& tag) {
#if defined(KOKKOSSORT_ENABLE_MPI)
      if (job.ranks.size() > 1) {
        bytes = Distributed::sort_workspace_size(
            Exec(), communicator_of(job.ranks), shape, tag);
        return;
      }
#endif
      bytes = sort_workspace_size(Exec(), shape, tag);
    });
    return bytes;
  }
}

}  // namespace KokkosSort::Tool

#endif
