// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts the entries of every row of a Kokkos Kernels CRS matrix by column, all
// rows at once. The key row * columns + column keeps each entry in its row.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <cstdint>
#include <cstdio>

using Device = Kokkos::DefaultExecutionSpace::device_type;
using Matrix = KokkosSparse::CrsMatrix<double, int, Device, void, int>;

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int n = 20'000, width = 16, entries = n * width;
  Matrix::row_map_type::non_const_type row_map("row map", n + 1);
  Matrix::index_type::non_const_type columns("columns", entries);
  Matrix::values_type::non_const_type values("values", entries);
  Kokkos::View<std::uint64_t*, Device> keys("keys", entries);
  Kokkos::parallel_for(
      "row map", n + 1, KOKKOS_LAMBDA(int row) { row_map(row) = row * width; });
  Kokkos::parallel_for(
      "entries", entries, KOKKOS_LAMBDA(int k) {
        columns(k) = int((std::int64_t(k / width) + 7919L * (k % width)) % n);
        values(k)  = k % 11 - 5;
      });
  Matrix matrix("matrix", n, n, entries, values, row_map, columns);

  Kokkos::View<double*, Device> x("x", n), before("before", n),
      after("after", n);
  Kokkos::parallel_for("x", n, KOKKOS_LAMBDA(int i) { x(i) = i % 13; });
  KokkosSparse::spmv("N", 1.0, matrix, x, 0.0, before);

  Kokkos::parallel_for(
      "keys", entries, KOKKOS_LAMBDA(int k) {
        keys(k) = std::uint64_t(k / width) * n + std::uint64_t(columns(k));
      });
  KokkosSort::sort_by_key(keys, values);
  Kokkos::parallel_for(
      "columns", entries,
      KOKKOS_LAMBDA(int k) { columns(k) = int(keys(k) % n); });
  KokkosSparse::spmv("N", 1.0, matrix, x, 0.0, after);

  // Small whole numbers: the products do not depend on the order of the sum.
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", entries,
      KOKKOS_LAMBDA(int k, int& sum) {
        const bool ordered = k % width == 0 || columns(k - 1) < columns(k);
        sum += ordered && before(k / width) == after(k / width) ? 0 : 1;
      },
      wrong);
  std::printf("%d rows, %d entries: %d wrong\n", n, entries, wrong);
  return wrong == 0 ? 0 : 1;
}
