// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts in every step of a loop without allocating or waiting. The workspace is
// made once, and all work of a step goes to one execution space instance.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdint>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const std::size_t n = 100'000;
  const int steps     = 20;
  Kokkos::View<std::uint64_t*> keys("keys", n);
  Kokkos::View<double*> values("values", n);

  Kokkos::DefaultExecutionSpace exec;
  using MemorySpace = Kokkos::DefaultExecutionSpace::memory_space;
  KokkosSort::Workspace<MemorySpace> workspace(
      exec, KokkosSort::sort_by_key_workspace_size(exec, keys, values));
  const std::size_t bytes = workspace.bytes();

  std::size_t wrong = 0;
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t factor =
        0x9e3779b97f4a7c15u + 2u * std::uint64_t(step);  // odd: all keys differ
    Kokkos::parallel_for(
        "move", Kokkos::RangePolicy<>(exec, 0, n),
        KOKKOS_LAMBDA(std::size_t i) {
          keys(i)   = factor * i;
          values(i) = double(i);
        });

    KokkosSort::sort_by_key(exec, keys, values, workspace);

    std::size_t wrong_here = 0;  // a sum on the host waits, once per step
    Kokkos::parallel_reduce(
        "check", Kokkos::RangePolicy<>(exec, 0, n),
        KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
          const bool ordered = i == 0 || keys(i - 1) < keys(i);
          const bool paired  = keys(i) == factor * std::uint64_t(values(i));
          if (!ordered || !paired) ++sum;
        },
        wrong_here);
    wrong += wrong_here;
  }

  std::printf(
      "%d steps of %zu pairs with one workspace of %zu bytes: %zu wrong\n",
      steps, n, bytes, wrong);
  return wrong == 0 && workspace.bytes() == bytes ? 0 : 1;
}
