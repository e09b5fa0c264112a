// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_RANDOM_KEYS_HPP
#define KOKKOSSORT_PERF_RANDOM_KEYS_HPP

#include "benchmark_sorter.hpp"
#include "benchmark_case.hpp"

#include <workload/distribution.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Perf {

/// The keys of a task, drawn by all cores of the host. The payload of a record
/// is its index.
template <class Key>
Kokkos::View<Key*, Memory> random_keys(Task const& task) {
  using Number =
      std::conditional_t<std::is_same_v<Key, Record16>, std::uint64_t, Key>;
  Kokkos::View<Key*, Memory> const result(
      Kokkos::view_alloc("keys", Kokkos::WithoutInitializing), task.count);
  auto const keys = Kokkos::create_mirror_view(result);
  Workload::KeySource<Number> const source(task.distribution, task.count,
                                           {task.seed, task.blocks});
  Kokkos::parallel_for(
      "KokkosSort::Perf::fill",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, task.count),
      [=](std::size_t i) {
        if constexpr (std::is_same_v<Key, Record16>) {
          keys(i) = Key{source(i), i};
        } else {
          keys(i) = source(i);
        }
      });
  Kokkos::fence();
  Kokkos::deep_copy(result, keys);
  return result;
}

/// 0, 1, 2, …: values that are the indices of their keys.
template <class Value>
void fill_indices(Kokkos::View<Value*, Memory> const& values) {
  auto const indices = Kokkos::create_mirror_view(values);
  for (std::size_t i = 0; i < indices.extent(0); ++i)
    indices(i) = static_cast<Value>(i);
  Kokkos::deep_copy(values, indices);
}

}  // namespace KokkosSort::Perf

#endif
