// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembles a Kokkos Kernels CRS matrix from the springs of a chain, in any
// order. Each spring adds a block of 2 x 2 entries.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <cstddef>
#include <cstdio>

using Device = Kokkos::DefaultExecutionSpace::device_type;
using Matrix = KokkosSparse::CrsMatrix<double, int, Device, void, int>;

// Returns the matrix of entries in coordinate form.
Matrix assemble(int rows_of_matrix, const Kokkos::View<int*, Device>& rows,
                const Kokkos::View<int*, Device>& columns,
                const Kokkos::View<double*, Device>& values) {
  const std::size_t n = rows.extent(0);
  Matrix::row_map_type::non_const_type row_map("row map", rows_of_matrix + 1);
  Matrix::index_type::non_const_type entries("entries", n);
  Matrix::values_type::non_const_type sums("sums", n);
  KokkosSort::coo_to_crs(rows, columns, values, row_map, entries, sums);

  // The matrix takes as many entries as remain.
  int count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(row_map, rows_of_matrix));
  const auto all = Kokkos::pair(0, count);
  return Matrix("matrix", rows_of_matrix, rows_of_matrix, count,
                Kokkos::subview(sums, all), row_map,
                Kokkos::subview(entries, all));
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int n = 20'000, springs = n - 1;
  Kokkos::View<int*, Device> rows("rows", 4 * springs),
      columns("columns", 4 * springs);
  Kokkos::View<double*, Device> values("values", 4 * springs);
  Kokkos::parallel_for(
      "springs", springs, KOKKOS_LAMBDA(int i) {
        const int spring = int((7919L * i) % springs);
        for (int k = 0; k < 4; ++k) {
          rows(4 * i + k)    = spring + k / 2;
          columns(4 * i + k) = spring + k % 2;
          values(4 * i + k)  = k / 2 == k % 2 ? 1 : -1;
        }
      });
  const Matrix matrix = assemble(n, rows, columns, values);

  // Forces of the displacements i * i: -2, but for both ends.
  Kokkos::View<double*, Device> x("x", n), forces("forces", n);
  Kokkos::parallel_for("x", n, KOKKOS_LAMBDA(int i) { x(i) = double(i) * i; });
  KokkosSparse::spmv("N", 1.0, matrix, x, 0.0, forces);
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", n,
      KOKKOS_LAMBDA(int i, int& sum) {
        const double right = i == 0 ? -1 : i == n - 1 ? 2.0 * n - 3 : -2;
        sum += forces(i) == right ? 0 : 1;
      },
      wrong);
  std::printf("%d rows, %d entries: %d wrong\n", n, int(matrix.nnz()), wrong);
  return wrong == 0 && matrix.nnz() == 3 * n - 2 ? 0 : 1;
}
