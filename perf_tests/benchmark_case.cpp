// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "benchmark_case.hpp"

#include "function_names.hpp"
#include "library_entries.hpp"
#include "peers_kokkos.hpp"
#if defined(KOKKOS_ENABLE_CUDA)
#include "peers_cuda.hpp"
#else
#include "peers_host.hpp"
#endif

namespace KokkosSort::Perf {

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  Impl::for_each_algorithm([&](auto const& entry) {
    names.emplace_back(library_name<std::remove_cvref_t<decltype(entry)>>);
  });
  for_each_ablation(
      [&](auto const&, std::string_view name) { names.emplace_back(name); });
  for (char const* const name :
       {"min_max", "min_max_network", "loop_empty", "loop_plain",
        "loop_workspace", "loop_prepared"})
    names.emplace_back(name);
  for (auto const& name : function_names()) names.push_back(name);
  return names;
}

std::vector<std::string> peer_names() {
  std::vector<std::string> names{kokkos_name, "kokkos_min_max"};
  for (auto const& name : function_peer_names()) names.push_back(name);
#if defined(KOKKOS_ENABLE_CUDA)
  for (auto const& name : cuda_peer_names()) names.push_back(name);
#else
  for (auto const& name : host_peer_names()) names.push_back(name);
#endif
  return names;
}

bool takes_n_square(std::string const& name) {
  bool found = false;
  Impl::for_each_algorithm([&](auto const& entry) {
    found |= entry.is_quadratic && entry.name == name;
  });
  return found;
}

std::vector<std::string> default_peers() {
#if defined(KOKKOS_ENABLE_CUDA)
  std::vector<std::string> names{kokkos_name, "kokkos_min_max",
                                 "cub_radix", "cub_merge",
                                 "loop_cub",  "loop_cub_graph"};
#else
  std::vector<std::string> names{kokkos_name, "kokkos_min_max", "std_sort"};
#endif
  for (auto const& name : function_peer_names()) names.push_back(name);
  return names;
}

}  // namespace KokkosSort::Perf
