// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_APP_SORT_KEYS_HPP
#define KOKKOSSORT_APP_SORT_KEYS_HPP

// The body of sort_keys. Included by the files that instantiate it, a few types
// each, so that they build in parallel.

#include "algorithms.hpp"
#include "parts.hpp"
#include "report.hpp"
#include "sort.hpp"
#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

namespace KokkosSort::App {

template <class Keys, class Order, class Tag>
void sort_view(const SortRequest& request, const Keys& keys, const Order& order,
               const Tag& tag) {
  const typename Keys::execution_space exec;
  if constexpr (requires { stable_sort(exec, keys, order, tag); }) {
    if (request.stable) return stable_sort(exec, keys, order, tag);
  }
  sort(exec, keys, order, tag);
}

template <class Keys>
void sort_as_requested(const SortRequest& request, const Keys& keys) {
  const auto with_tag = [&](const auto& tag) {
    if (request.descending) {
      sort_view(request, keys, descending, tag);
    } else {
      sort_view(request, keys, ascending, tag);
    }
  };
  if (request.stable) {
    with_algorithm<true>(request.algorithm, with_tag);
  } else {
    with_algorithm<false>(request.algorithm, with_tag);
  }
}

/// Bytes that sorting n keys takes on the host: the keys and, where the device
/// is the host, the workspace.
template <class Keys>
std::uint64_t host_bytes_needed(const SortRequest& request, std::uint64_t n) {
  using Key               = typename Keys::value_type;
  std::uint64_t workspace = 0;
  if constexpr (Kokkos::SpaceAccessibility<
                    Kokkos::HostSpace,
                    typename Keys::memory_space>::accessible) {
    const Kokkos::View<Key*, typename Keys::device_type,
                       Kokkos::MemoryUnmanaged>
        shape(nullptr, n);
    with_algorithm<false>(request.algorithm, [&](const auto& tag) {
      workspace = sort_workspace_size(typename Keys::execution_space(), shape,
                                      ascending, tag);
    });
  }
  return n * sizeof(Key) + workspace + step_bytes;
}

template <class Key>
SortTimes sort_keys(const SortJob& job) {
  using Keys = Kokkos::View<Key*, Kokkos::DefaultExecutionSpace::device_type>;
  check_memory(job, host_bytes_needed<Keys>(job.request, job.part.count));
  SortTimes times;
  const Keys keys(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "kokkos-sort: keys"),
      job.part.count);
  const auto host =
      Kokkos::create_mirror_view(Kokkos::WithoutInitializing, keys);

  Stopwatch reading;
  Kokkos::Profiling::ScopedRegion region("kokkos-sort: read, sort, write");
  read_part(job.input, job.part, sizeof(Key), host.data());
  times.read = reading.seconds();

  Stopwatch sorting;
  Kokkos::deep_copy(keys, host);
  sort_as_requested(job.request, keys);
  Kokkos::deep_copy(host, keys);
  times.sort = sorting.seconds();

  Stopwatch writing;
  write_part(job.output, job.part, sizeof(Key), host.data());
  times.write = writing.seconds();
  return times;
}

}  // namespace KokkosSort::App

#endif
