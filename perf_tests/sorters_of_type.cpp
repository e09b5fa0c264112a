// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiled once for each type of the performance tests and each sorter, which
// enters itself:
//   KOKKOSSORT_PERF_KEY    type of the keys
//   KOKKOSSORT_PERF_VALUE  type of the values, NoValues for none
//   KOKKOSSORT_PERF_TAG    the algorithm's tag, or an ablation of
//                          sample_ablations.hpp; without it all peers
//   KOKKOSSORT_PERF_ORDER_BITS, KOKKOSSORT_PERF_ORDER_LESS  the forms wanted

#include "benchmark_sorter.hpp"

#if defined(KOKKOSSORT_PERF_TAG)
#include "library_sorters.hpp"
#else
#include "peers_kokkos.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "peers_cuda.hpp"
#else
#include "peers_host.hpp"
#endif
#endif

namespace KokkosSort::Perf {
namespace {

using Key   = KOKKOSSORT_PERF_KEY;
using Value = KOKKOSSORT_PERF_VALUE;

#if defined(KOKKOSSORT_PERF_TAG)
[[maybe_unused]] bool const entered =
    enter_algorithm<Key, Value>(Tags::KOKKOSSORT_PERF_TAG);
#else
template <OrderForm form>
void enter_peers() {
  if constexpr (is_built_v<form, Key>) {
    auto& all = sorters<form, Key, Value>();
    add_kokkos<form>(all);
#if defined(KOKKOS_ENABLE_CUDA)
    add_cuda_peers<form>(all);
#else
    add_host_peers<form>(all);
#endif
  }
}

[[maybe_unused]] bool const entered = [] {
  enter_peers<OrderForm::bits>();
  enter_peers<OrderForm::less>();
  return true;
}();
#endif

}  // namespace
}  // namespace KokkosSort::Perf
