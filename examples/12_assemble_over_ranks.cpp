// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly of a matrix over ranks. The springs of a ring are
// spread over the ranks. Each adds four entries (row, column, value) to the
// rows of its two nodes. The entries move to the owners of their rows. There
// they are sorted, those of equal row and column are added up, and offsets are
// found.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>
#include <KokkosSort/distributed.hpp>

#include <cstdint>
#include <cstdio>
#include <mpi.h>

namespace Distributed = KokkosSort::Distributed;

struct Matrix {
  Kokkos::View<std::uint64_t*> entries;  // row << 32 | column
  Kokkos::View<double*> values;
  Kokkos::View<int*> offsets;  // of the rank's rows
};

// [assemble]
Matrix assemble(const Kokkos::DefaultExecutionSpace& exec, MPI_Comm comm,
                const Kokkos::View<std::uint64_t*>& entries,
                const Kokkos::View<double*>& values, std::uint64_t first_row,
                std::uint64_t rows, std::uint64_t rows_per_rank) {
  Kokkos::View<int*> owner("owner", entries.extent(0));
  Kokkos::parallel_for(
      "owner", Kokkos::RangePolicy<>(exec, 0, owner.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) {
        owner(i) = int((entries(i) >> 32) / rows_per_rank);
      });
  Distributed::Plan<> plan(exec, comm, Distributed::to_ranks(owner));
  Kokkos::View<std::uint64_t*> own("own", plan.extent_out());
  Kokkos::View<double*> own_values("own_values", plan.extent_out());
  plan.apply(exec, KokkosSort::gather(entries, own),
             KokkosSort::gather(values, own_values));

  // A stable sort: the sums are the same bit by bit in every run.
  KokkosSort::stable_sort_by_key(exec, own, own_values);
  Kokkos::View<std::uint64_t*> merged("merged", own.extent(0));
  Kokkos::View<double*> sums("sums", own.extent(0));
  Kokkos::View<std::uint64_t> count("count");
  KokkosSort::reduce_by_key(exec, own, own_values, merged, sums, count);
  std::uint64_t n = 0;
  Kokkos::deep_copy(exec, n, count);
  exec.fence();
  Kokkos::resize(merged, n);
  Kokkos::resize(sums, n);

  Kokkos::View<std::uint64_t*> begins("begins", rows + 1);
  Kokkos::parallel_for(
      "begins", Kokkos::RangePolicy<>(exec, 0, rows + 1),
      KOKKOS_LAMBDA(std::size_t i) { begins(i) = (first_row + i) << 32; });
  Kokkos::View<int*> offsets("offsets", rows + 1);
  KokkosSort::lower_bound(exec, merged, begins, offsets);
  exec.fence();
  return {merged, sums, offsets};
}
// [assemble]

int run(MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  Kokkos::DefaultExecutionSpace exec;
  const std::uint64_t rows_per_rank = 1'000;
  const std::uint64_t nodes         = rows_per_rank * unsigned(ranks);
  // The elements of this rank: every `ranks`-th of the ring.
  Kokkos::View<std::uint64_t*> entries("entries", 4 * rows_per_rank);
  Kokkos::View<double*> values("values", 4 * rows_per_rank);
  Kokkos::parallel_for(
      "elements", Kokkos::RangePolicy<>(exec, 0, rows_per_rank),
      KOKKOS_LAMBDA(std::size_t e) {
        const std::uint64_t left    = e * unsigned(ranks) + unsigned(rank);
        const std::uint64_t ends[2] = {left, (left + 1) % nodes};
        for (int a = 0; a < 2; ++a)
          for (int b = 0; b < 2; ++b) {
            const std::size_t at = 4 * e + 2 * unsigned(a) + unsigned(b);
            entries(at)          = ends[a] << 32 | ends[b];
            values(at)           = a == b ? 1.0 : -1.0;
          }
      });
  const std::uint64_t first = rows_per_rank * unsigned(rank);
  const Matrix matrix       = assemble(exec, comm, entries, values, first,
                                       rows_per_rank, rows_per_rank);

  // Each row has 2 on its diagonal and -1 beside it.
  unsigned long wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(exec, 0, rows_per_rank),
      KOKKOS_LAMBDA(std::size_t row, unsigned long& sum) {
        if (matrix.offsets(row + 1) - matrix.offsets(row) != 3) ++sum;
        for (int i = matrix.offsets(row); i < matrix.offsets(row + 1); ++i) {
          const auto column = matrix.entries(i) & 0xffffffffu;
          const bool own    = column == first + row;
          if (matrix.entries(i) >> 32 != first + row ||
              matrix.values(i) != (own ? 2.0 : -1.0))
            ++sum;
        }
      },
      wrong);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_UNSIGNED_LONG, MPI_SUM, comm);
  if (rank == 0) std::printf("assembly over ranks: %lu wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}

int main(int argc, char* argv[]) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int status = 0;
  {
    Kokkos::ScopeGuard kokkos(argc, argv);
    status = run(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return status;
}
