// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contest.hpp"

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
  std::apply(
      [&](auto const&... entry) { (names.emplace_back(entry.name), ...); },
      library_entries);
  names.emplace_back("min_max");
  return names;
}

std::vector<std::string> peer_names() {
  std::vector<std::string> names{kokkos_name, "kokkos_min_max"};
#if defined(KOKKOS_ENABLE_CUDA)
  for (auto const& name : cuda_peer_names()) names.push_back(name);
#else
  for (auto const& name : host_peer_names()) names.push_back(name);
#endif
  return names;
}

bool takes_n_square(std::string const& name) {
  return std::apply(
      [&](auto const&... entry) {
        return ((entry.takes_n_square && entry.name == name) || ...);
      },
      library_entries);
}

std::vector<std::string> default_peers() {
#if defined(KOKKOS_ENABLE_CUDA)
  return {kokkos_name, "kokkos_min_max", "cub_radix", "cub_merge"};
#else
  return {kokkos_name, "kokkos_min_max", "std_sort"};
#endif
}

}  // namespace KokkosSort::Perf
