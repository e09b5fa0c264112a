// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contest.hpp"

#include "library_contenders.hpp"
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
  return names;
}

std::vector<std::string> peer_names() {
  std::vector<std::string> names{kokkos_name};
#if defined(KOKKOS_ENABLE_CUDA)
  for (auto const& name : cuda_peer_names()) names.push_back(name);
#else
  for (auto const& name : host_peer_names()) names.push_back(name);
#endif
  return names;
}

std::vector<std::string> default_peers() {
#if defined(KOKKOS_ENABLE_CUDA)
  return {kokkos_name, "cub_radix", "cub_merge"};
#else
  return {kokkos_name, "std_sort"};
#endif
}

}  // namespace KokkosSort::Perf
