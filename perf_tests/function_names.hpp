// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_FUNCTION_NAMES_HPP
#define KOKKOSSORT_PERF_FUNCTION_NAMES_HPP

#include "benchmark_sorter.hpp"

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

#if defined(KOKKOS_ENABLE_CUDA) && __has_include(<cub/device/device_topk.cuh>)
#define KOKKOSSORT_PERF_HAS_CUB_TOP_K
#endif
#if defined(KOKKOS_ENABLE_CUDA) && __has_include(<cub/device/device_merge.cuh>)
#define KOKKOSSORT_PERF_HAS_CUB_MERGE
#endif

namespace KokkosSort::Perf {

/// Whether functions of the standard library can be peers.
inline constexpr bool has_host_memory =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

/// The library's functions other than sorts of one array. The name of merge()
/// is that of an algorithm as well, and stands among those.
inline std::vector<std::string> function_names() {
  return {"segmented_sort", "top_k",      "nth_element",
          "merge_runs",     "unique",     "reduce_by_key",
          "sort_team",      "by_columns", "sort_host_memory"};
}

/// Their peers. `plain_sort` is the library's sort of all keys, `copy` a copy
/// of as many bytes as the function reads and writes. The other copies are
/// those between host and device.
inline std::vector<std::string> function_peer_names() {
  std::vector<std::string> names{"plain_sort", "copy", "copy_there_and_back",
                                 "copy_both_ways", "kokkos_sort_team"};
#if defined(KOKKOS_ENABLE_CUDA)
  for (char const* const name :
       {"cub_segmented_sort", "cub_unique", "cub_reduce_by_key",
        "cub_block_merge_sort", "cub_block_radix_sort"})
    names.emplace_back(name);
#endif
#if defined(KOKKOSSORT_PERF_HAS_CUB_TOP_K)
  names.emplace_back("cub_top_k");
#endif
#if defined(KOKKOSSORT_PERF_HAS_CUB_MERGE)
  names.emplace_back("cub_merge_keys");
#endif
  if constexpr (has_host_memory)
    for (char const* const name :
         {"std_sort_segments", "std_partial_sort", "std_nth_element",
          "std_merge", "std_unique_copy"})
      names.emplace_back(name);
  return names;
}

}  // namespace KokkosSort::Perf

#endif
