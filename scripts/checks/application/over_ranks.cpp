// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSort/distributed.hpp>
#include <Kokkos_Core.hpp>
#include <mpi.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace {

bool is_sorted_over_ranks() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Kokkos::DefaultExecutionSpace exec;
  const std::uint64_t first = 100003u * static_cast<std::uint64_t>(rank);
  Kokkos::View<std::uint64_t*> keys("keys", 100003);
  Kokkos::parallel_for(
      "fill", keys.extent(0), KOKKOS_LAMBDA(std::size_t i) {
        keys(i) = ((first + i) * 0x9E3779B97F4A7C15u) >> 13;
      });
  KokkosSort::Distributed::sort(exec, MPI_COMM_WORLD, keys);
  const bool sorted =
      KokkosSort::Distributed::is_sorted(exec, MPI_COMM_WORLD, keys);
  if (rank == 0)
    std::printf("%s over ranks\n", sorted ? "sorted" : "NOT sorted");
  return sorted;
}

}  // namespace

int main(int argc, char* argv[]) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  bool sorted = false;
  {
    Kokkos::ScopeGuard kokkos(argc, argv);
    sorted = is_sorted_over_ranks();
  }
  MPI_Finalize();
  return sorted ? 0 : 1;
}
