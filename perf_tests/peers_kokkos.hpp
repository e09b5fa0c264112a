// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_PEERS_KOKKOS_HPP
#define KOKKOSSORT_PERF_PEERS_KOKKOS_HPP

#include "benchmark_sorter.hpp"

#include <Kokkos_Sort.hpp>

namespace KokkosSort::Perf {

inline constexpr char const* kokkos_name = "kokkos";

/// The sort of Kokkos itself, on every backend.
template <OrderForm form, class Key, class Value>
void add_kokkos(BenchmarkSorters<Key, Value>& sorters) {
  sorters.push_back(
      in_place<Key, Value>(kokkos_name, [](Input<Key, Value> const& input) {
        with_order<form>([&](auto const&... order) {
          if constexpr (std::is_same_v<Value, NoValues>) {
            Kokkos::sort(input.exec, input.keys, order...);
          } else {
            Kokkos::Experimental::sort_by_key(input.exec, input.keys,
                                              input.values, order...);
          }
        });
      }));
}

}  // namespace KokkosSort::Perf

#endif
