// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings particles into the order of their cells: one argsort, then one permute
// for all of their fields, whatever their types and ranks.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstdint>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const std::size_t n  = 300'000;
  const unsigned cells = 4096;
  Kokkos::View<double* [3]> position("position", n);
  Kokkos::View<float* [3]> momentum("momentum", n);
  Kokkos::View<std::int64_t*> id("id", n);
  Kokkos::View<unsigned*> cell("cell", n);
  Kokkos::parallel_for(
      "create", n, KOKKOS_LAMBDA(std::size_t i) {
        id(i)   = std::int64_t(i);
        cell(i) = 2654435761u * unsigned(i) % cells;
        for (int axis = 0; axis < 3; ++axis) {
          position(i, axis) = double(i) + 0.25 * axis;
          momentum(i, axis) = float(i % 1000) - float(axis);
        }
      });

  Kokkos::DefaultExecutionSpace exec;
  Kokkos::View<std::size_t*> permutation("permutation", n);
  KokkosSort::argsort(exec, permutation, cell);
  KokkosSort::permute(exec, permutation, cell, id, position, momentum);

  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        const auto origin = std::size_t(id(i));
        bool right        = permutation(i) == origin &&
                     cell(i) == 2654435761u * unsigned(origin) % cells;
        // argsort is stable: within a cell the particles keep their order.
        if (i > 0)
          right = right && (cell(i - 1) < cell(i) ||
                            (cell(i - 1) == cell(i) && id(i - 1) < id(i)));
        for (int axis = 0; axis < 3; ++axis) {
          right = right && position(i, axis) == double(origin) + 0.25 * axis;
          right =
              right && momentum(i, axis) == float(origin % 1000) - float(axis);
        }
        sum += right ? 0 : 1;
      },
      wrong);
  std::printf("%zu particles in %u cells: %zu wrong\n", n, cells, wrong);
  return wrong == 0 ? 0 : 1;
}
