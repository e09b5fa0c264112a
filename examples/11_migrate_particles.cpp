// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Particles in slabs of a periodic box, one slab per rank, in a time loop. In
// each step those that have left their slab migrate to the new owner. Those
// that have left the box through its side are discarded.
#include <Kokkos_Core.hpp>
#include <KokkosSort/distributed.hpp>

#include <cstdint>
#include <cstdio>
#include <mpi.h>

struct Particles {
  Kokkos::View<double* [3]> position, velocity;
  Kokkos::View<float*> charge;
  Kokkos::View<std::uint64_t*> id;

  explicit Particles(std::size_t n)
      : position("position", n),
        velocity("velocity", n),
        charge("charge", n),
        id("id", n) {}
};

// x runs from 0 to `ranks`, so the slab of rank r is from r to r + 1.
void create(const Particles& own, int rank) {
  Kokkos::parallel_for(
      "create", own.id.extent(0), KOKKOS_LAMBDA(std::size_t i) {
        own.id(i) = 1'000'000u * unsigned(rank) + i;
        for (int axis = 0; axis < 3; ++axis) {
          const auto bits =
              (3 * own.id(i) + unsigned(axis) + 1) * 0x9e3779b97f4a7c15u;
          const double random   = double(bits >> 11) / 9007199254740992.0;
          own.position(i, axis) = random + (axis == 0 ? rank : 0);
          own.velocity(i, axis) = 2.0 * random - 1.0;
        }
        own.charge(i) = float(own.id(i) % 3) - 1.0f;
      });
}

// [migrate]
Particles migrate(const Kokkos::DefaultExecutionSpace& exec, MPI_Comm comm,
                  int ranks, const Particles& own) {
  namespace Distributed = KokkosSort::Distributed;
  using KokkosSort::gather;
  Kokkos::View<int*> target("target", own.id.extent(0));
  const auto position = own.position;
  Kokkos::parallel_for(
      "target", Kokkos::RangePolicy<>(exec, 0, target.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) {
        const bool inside = position(i, 2) >= 0.0 && position(i, 2) < 1.0;
        target(i) = inside ? int(position(i, 0)) % ranks : -1;  // -1: discard
      });
  Distributed::Plan<> plan(exec, comm, Distributed::to_ranks(target));
  Particles arrived(plan.extent_out());
  plan.apply(exec, gather(own.position, arrived.position),
             gather(own.velocity, arrived.velocity),
             gather(own.charge, arrived.charge), gather(own.id, arrived.id));
  return arrived;  // one message to and from each partner
}
// [migrate]

void advance(const Particles& own, int ranks) {
  Kokkos::parallel_for(
      "advance", own.id.extent(0), KOKKOS_LAMBDA(std::size_t i) {
        for (int axis = 0; axis < 3; ++axis)
          own.position(i, axis) += 0.1 * own.velocity(i, axis);
        double& x = own.position(i, 0);
        if (x < 0.0) x += ranks;
        if (x >= ranks) x -= ranks;
      });
}

unsigned long sum_over(MPI_Comm comm, unsigned long own) {
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_UNSIGNED_LONG, MPI_SUM, comm);
  return own;
}

int run(MPI_Comm comm) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  Kokkos::DefaultExecutionSpace exec;
  Particles own(20'000);
  create(own, rank);
  unsigned long wrong = 0;
  for (int step = 0; step < 10; ++step) {
    advance(own, ranks);
    const auto before    = own;
    unsigned long inside = 0;
    Kokkos::parallel_reduce(
        "inside", before.id.extent(0),
        KOKKOS_LAMBDA(std::size_t i, unsigned long& sum) {
          if (before.position(i, 2) >= 0.0 && before.position(i, 2) < 1.0)
            ++sum;
        },
        inside);
    own              = migrate(exec, comm, ranks, own);
    const auto after = own;
    // Every particle is in its rank's slab, with the charge of its number.
    unsigned long misplaced = 0;
    Kokkos::parallel_reduce(
        "check", after.id.extent(0),
        KOKKOS_LAMBDA(std::size_t i, unsigned long& sum) {
          if (int(after.position(i, 0)) % ranks != rank ||
              after.charge(i) != float(after.id(i) % 3) - 1.0f)
            ++sum;
        },
        misplaced);
    wrong += misplaced;
    if (sum_over(comm, inside) != sum_over(comm, after.id.extent(0))) ++wrong;
  }
  const unsigned long left = sum_over(comm, own.id.extent(0));
  wrong                    = sum_over(comm, wrong);
  if (rank == 0)
    std::printf("migrating particles: %lu left, %lu wrong\n", left, wrong);
  return wrong == 0 && left > 0 ? 0 : 1;
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
