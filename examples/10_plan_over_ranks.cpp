// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts over MPI ranks by one plan. The plan moves two payloads to the ranks of
// their keys, and brings a result back to the ranks of the keys.
#include <Kokkos_Core.hpp>
#include <KokkosSort/distributed.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <mpi.h>

int run(MPI_Comm comm) {
  namespace Distributed = KokkosSort::Distributed;
  int rank              = 0;
  MPI_Comm_rank(comm, &rank);
  // [distributed]
  const std::size_t n = 10'000 + 1'000 * std::size_t(rank);
  Kokkos::DefaultExecutionSpace exec;
  Kokkos::View<std::uint64_t*> keys("keys", n);
  Kokkos::View<double* [3]> position("position", n);
  Kokkos::parallel_for(
      "create", Kokkos::RangePolicy<>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i) {
        keys(i) = 0x9e3779b97f4a7c15u * (1'000'000u * unsigned(rank) + i);
        for (int axis = 0; axis < 3; ++axis)
          position(i, axis) = double(keys(i) >> 12) + axis;
      });

  const std::size_t extent = Distributed::balanced_extent(comm, n);
  Distributed::Plan<> plan(exec, comm, keys, extent);  // the keys stay
  Kokkos::View<std::uint64_t*> sorted("sorted", extent);
  Kokkos::View<double* [3]> moved("moved", extent);
  plan.apply(exec, keys, sorted);
  plan.apply(exec, position, moved);
  const bool ordered = Distributed::is_sorted(exec, comm, sorted);

  // A result of the sorted order returns to the ranks of the keys.
  Kokkos::View<double*> result("result", extent), at_home("at home", n);
  Kokkos::parallel_for(
      "use", Kokkos::RangePolicy<>(exec, 0, extent),
      KOKKOS_LAMBDA(std::size_t i) { result(i) = 2.0 * moved(i, 0); });
  plan.apply_inverse(exec, result, at_home);
  // [distributed]

  // [functions]
  const std::array<double, 3> shares{0.25, 0.5, 0.75};
  Kokkos::View<std::uint64_t*> quartiles("quartiles", 3), least("least", 10);
  Distributed::quantiles(exec, comm, keys, shares, quartiles);
  Distributed::top_k(exec, comm, keys, least);  // both on every rank

  // Keys that are sorted over the ranks:
  Kokkos::View<std::uint64_t*> once("once", extent);
  const std::size_t distinct = Distributed::unique(exec, comm, sorted, once);
  Kokkos::View<double*> sums("sums", extent);
  Distributed::reduce_by_key(exec, comm, sorted, result, once, sums);
  Kokkos::View<int*> owner("owner", n);
  Distributed::owners(exec, comm, sorted, keys, owner);
  Distributed::Plan<> to_owners(exec, comm, Distributed::to_ranks(owner));
  // [functions]

  // All keys differ.
  const bool found  = distinct == extent && to_owners.extent_out() == extent;
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy<>(exec, 0, n),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & sum) {
        if (at_home(i) != 2.0 * position(i, 0)) ++sum;
      },
      wrong);
  unsigned long all = wrong + (ordered && found ? 0 : 1);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, comm);
  if (rank == 0) std::printf("plan over ranks: %lu wrong\n", all);
  return all == 0 ? 0 : 1;
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
