// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>

int main() {
  Kokkos::ScopeGuard kokkos;
  Kokkos::View<std::uint64_t*> keys("keys", 100003);
  Kokkos::parallel_for(
      "fill", keys.extent(0), KOKKOS_LAMBDA(std::size_t i) {
        keys(i) = (i * 0x9E3779B97F4A7C15u) >> 13;
      });
  if (KokkosSort::is_sorted(Kokkos::DefaultExecutionSpace{}, keys)) return 1;
  KokkosSort::sort(keys);
  const bool sorted =
      KokkosSort::is_sorted(Kokkos::DefaultExecutionSpace{}, keys);
  std::printf("%s\n", sorted ? "sorted" : "NOT sorted");
  return sorted ? 0 : 1;
}
