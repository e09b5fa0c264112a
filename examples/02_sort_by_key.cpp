// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts keys and moves one value with each. The stable version keeps equal
// keys in their order.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int n       = 500'000;
  const long factor = 7919;  // has no common divisor with n: all keys differ
  Kokkos::View<int*> keys("keys", n), values("values", n);
  Kokkos::parallel_for(
      "fill", n, KOKKOS_LAMBDA(int i) {
        keys(i)   = int(factor * i % n);
        values(i) = i;
      });

  KokkosSort::sort_by_key(keys, values);

  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", n,
      KOKKOS_LAMBDA(int i, int& sum) {
        sum += keys(i) == i && factor * values(i) % n == i ? 0 : 1;
      },
      wrong);

  Kokkos::parallel_for(
      "fill with duplicates", n, KOKKOS_LAMBDA(int i) {
        keys(i)   = i % 10;
        values(i) = i;
      });

  KokkosSort::stable_sort_by_key(keys, values);

  int unstable = 0;
  Kokkos::parallel_reduce(
      "check stability", n - 1,
      KOKKOS_LAMBDA(int i, int& sum) {
        const bool ordered =
            keys(i) < keys(i + 1) ||
            (keys(i) == keys(i + 1) && values(i) < values(i + 1));
        sum += ordered && keys(i) == values(i) % 10 ? 0 : 1;
      },
      unstable);

  std::printf("%d pairs: %d wrong, stable version: %d wrong\n", n, wrong,
              unstable);
  return wrong == 0 && unstable == 0 ? 0 : 1;
}
