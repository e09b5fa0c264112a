// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts a view, upwards on the default instance and downwards on a given one.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdint>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const std::size_t n = 1'000'000;
  Kokkos::View<std::uint32_t*> keys("keys", n);

  // An odd factor permutes the 32-bit numbers: no key occurs twice.
  Kokkos::parallel_for(
      "fill", n, KOKKOS_LAMBDA(std::size_t i) {
        keys(i) = 2654435761u * std::uint32_t(i);
      });

  KokkosSort::sort(keys);

  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "check upwards", n - 1,
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        if (!(keys(i) < keys(i + 1))) ++sum;
      },
      wrong);

  Kokkos::DefaultExecutionSpace exec;
  KokkosSort::sort(
      exec, keys,
      KokkosSort::descending);  // returns at once, runs in exec's order
  const bool downwards =
      KokkosSort::is_sorted(exec, keys, KokkosSort::descending);

  std::printf("%zu keys: %zu out of order upwards, downwards %s\n", n, wrong,
              downwards ? "sorted" : "NOT sorted");
  return wrong == 0 && downwards ? 0 : 1;
}
