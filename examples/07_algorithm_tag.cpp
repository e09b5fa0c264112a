// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects algorithms by their tags: radix sort for numbers, merge sort under a
// comparator, and the in-place bitonic sort, which needs no workspace.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdint>
#include <cstdio>

struct LowByteFirst {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return (a & 0xffu) < (b & 0xffu);
  }
};

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  namespace Algorithm = KokkosSort::Algorithm;
  const std::size_t n = 200'000;
  Kokkos::View<std::uint32_t*> keys("keys", n);
  Kokkos::DefaultExecutionSpace exec;
  auto fill = [&] {
    Kokkos::parallel_for(
        "fill", Kokkos::RangePolicy<>(exec, 0, n),
        KOKKOS_LAMBDA(std::size_t i) {
          keys(i) = 2654435761u * std::uint32_t(i);
        });
  };

  fill();
  KokkosSort::sort(exec, keys, Algorithm::radix);
  const bool by_radix = KokkosSort::is_sorted(exec, keys);

  fill();
  KokkosSort::stable_sort(exec, keys, LowByteFirst{}, Algorithm::merge);
  const bool by_merge = KokkosSort::is_sorted(exec, keys, LowByteFirst{});

  fill();
  const std::size_t bytes =
      KokkosSort::sort_workspace_size(exec, keys, Algorithm::bitonic);
  KokkosSort::sort(exec, keys, Algorithm::bitonic);
  const bool by_bitonic = KokkosSort::is_sorted(exec, keys);

  std::printf("radix %d, merge %d, bitonic %d with %zu bytes of workspace\n",
              by_radix, by_merge, by_bitonic, bytes);
  return by_radix && by_merge && by_bitonic && bytes == 0 ? 0 : 1;
}
