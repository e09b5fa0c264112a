// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Migration of particles with eight payloads, 93 bytes each: one plan and one
// exchange against eight separate ones. A share of the particles leaves for
// random ranks, the others stay.
//
//   mpirun -n 8 KokkosSort_distributed_migrate [particles per rank] [share]
//       [repeats]

#include "timed_cases.hpp"

#include <KokkosSort/distributed.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace KokkosSort::Perf {

using Exec   = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

struct Particles {
  Kokkos::View<double* [3], Memory> position, velocity, force;
  Kokkos::View<float*, Memory> charge, mass;
  Kokkos::View<std::uint64_t*, Memory> id;
  Kokkos::View<int*, Memory> type;
  Kokkos::View<char*, Memory> flag;

  explicit Particles(std::size_t n)
      : position("position", n),
        velocity("velocity", n),
        force("force", n),
        charge("charge", n),
        mass("mass", n),
        id("id", n),
        type("type", n),
        flag("flag", n) {}

  /// Calls `move` with each payload of this and of `out`.
  template <class Move>
  void for_each(Particles const& out, Move const& move) const {
    move(position, out.position);
    move(velocity, out.velocity);
    move(force, out.force);
    move(charge, out.charge);
    move(mass, out.mass);
    move(id, out.id);
    move(type, out.type);
    move(flag, out.flag);
  }
};

struct ChooseTargets {
  Kokkos::View<int*, Memory> targets;
  int rank, ranks;
  double share;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const word = KokkosSort::Impl::splitmix64(
        static_cast<std::uint64_t>(rank) << 40 | i);
    bool const leaves =
        static_cast<double>(word >> 11) < share * 9007199254740992.0;
    targets(i) =
        leaves ? static_cast<int>(word % static_cast<std::uint64_t>(ranks))
               : rank;
  }
};

static void apply_all(Exec const& exec, Distributed::Plan<Memory>& plan,
                      Particles const& own, Particles const& out) {
  plan.apply(exec, gather(own.position, out.position),
             gather(own.velocity, out.velocity), gather(own.force, out.force),
             gather(own.charge, out.charge), gather(own.mass, out.mass),
             gather(own.id, out.id), gather(own.type, out.type),
             gather(own.flag, out.flag));
}

static void run(std::size_t n, double share, int repeats) {
  MPI_Comm const comm = MPI_COMM_WORLD;
  int rank            = 0;
  int ranks           = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  Exec const exec;
  Particles const own(n);
  Kokkos::View<int*, Memory> const targets("targets", n);
  Kokkos::parallel_for(
      "targets",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(exec, 0, n),
      ChooseTargets{targets, rank, ranks, share});
  Distributed::Plan<Memory> kept(exec, comm, Distributed::to_ranks(targets));
  Particles const out(kept.extent_out());
  TimedCases cases;
  auto const together =
      cases.add([] {},
                [&] {
                  Distributed::Plan<Memory> plan(
                      exec, comm, Distributed::to_ranks(targets));
                  apply_all(exec, plan, own, out);
                });
  auto const separate =
      cases.add([] {},
                [&] {
                  own.for_each(out, [&](auto const& from, auto const& to) {
                    Distributed::Plan<Memory> plan(
                        exec, comm, Distributed::to_ranks(targets));
                    plan.apply(exec, from, to);
                  });
                });
  auto const one_by_one =
      cases.add([] {},
                [&] {
                  Distributed::Plan<Memory> plan(
                      exec, comm, Distributed::to_ranks(targets));
                  own.for_each(out, [&](auto const& from, auto const& to) {
                    plan.apply(exec, from, to);
                  });
                });
  auto const made = cases.add([] {},
                              [&] {
                                Distributed::Plan<Memory> const plan(
                                    exec, comm, Distributed::to_ranks(targets));
                              });
  auto const applied =
      cases.add([] {}, [&] { apply_all(exec, kept, own, out); });
  cases.run(exec, repeats);
  if (rank != 0) return;
  double const best = cases.seconds(together);
  std::printf(
      "%d ranks, %s, %zu particles each, share %g leaves, medians of "
      "%d\n",
      ranks, Exec::name(), n, share, repeats);
  auto const line = [&](char const* name, std::size_t number) {
    double const seconds = cases.seconds(number);
    std::printf("%-44s %9.2f ms %6.2f\n", name, seconds * 1e3, seconds / best);
  };
  line("one plan, one exchange of 8 payloads", together);
  line("8 plans, each with an exchange of a payload", separate);
  line("one plan, 8 exchanges", one_by_one);
  line("the plan alone", made);
  line("one exchange with a plan at hand", applied);
}

}  // namespace KokkosSort::Perf

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  try {
    Kokkos::InitializationSettings settings;
    settings.set_map_device_id_by("mpi_rank");
    Kokkos::ScopeGuard const guard(settings);
    KokkosSort::Perf::run(
        argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000,
        argc > 2 ? std::strtod(argv[2], nullptr) : 1.0,
        argc > 3 ? std::atoi(argv[3]) : 11);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return 0;
}
