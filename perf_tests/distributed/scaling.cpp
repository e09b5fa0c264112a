// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weak and strong scaling of the distributed sort, and its phases. The lower
// bound is the same local sort and a raw exchange of the same counts.

#include "arguments.hpp"
#include "phases.hpp"
#include "report.hpp"
#include "timed_cases.hpp"

#include <KokkosSort/distributed.hpp>
#include <KokkosSort/sort.hpp>
#include <workload/distribution.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

namespace Inner = Distributed::Impl;
using Exec      = Kokkos::DefaultExecutionSpace;
using Memory    = Exec::memory_space;
using Key       = std::uint64_t;
using Keys      = Kokkos::View<Key*, Memory>;

/// A payload of 16 bytes.
struct Payload {
  std::uint64_t first, second;
};

/// Makes keys on the device, since a host could not make as many in time.
struct FillUniform {
  Keys keys;
  std::uint64_t first;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys(i) = KokkosSort::Impl::splitmix64(first + i);
  }
};

struct SumOfHashes {
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += KokkosSort::Impl::splitmix64(keys(i));
  }
};

template <class Algorithm>
class Scaling {
 public:
  explicit Scaling(Arguments const& arguments) : m_arguments(arguments) {
    MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m_size);
    m_total = arguments.is_total
                  ? arguments.keys
                  : arguments.keys * static_cast<std::size_t>(m_size);
    m_own   = Distributed::balanced_count(m_total, m_rank, m_size);
    for (int r = 0; r < m_rank; ++r)
      m_first += Distributed::balanced_count(m_total, r, m_size);
    m_input =
        Keys(Kokkos::view_alloc("input", Kokkos::WithoutInitializing), m_own);
    m_keys =
        Keys(Kokkos::view_alloc("keys", Kokkos::WithoutInitializing), m_own);
    m_workspace = Workspace<Memory>(
        m_exec, std::max(Distributed::sort_workspace_size(
                             m_exec, MPI_COMM_WORLD, m_keys, Algorithm{}),
                         sort_workspace_size(m_exec, m_keys, Algorithm{})));
  }

  Measurement measure(std::string const& distribution) {
    fill(distribution);
    Measurement one;
    one.distribution        = distribution;
    one.keys                = m_total;
    std::uint64_t const sum = checksum();
    auto const restore      = [&] { Kokkos::deep_copy(m_keys, m_input); };
    auto const sort_them    = [&] {
      if (m_arguments.with_workspace) {
        Distributed::sort(m_exec, MPI_COMM_WORLD, m_keys, m_arguments.exchange,
                             m_workspace, Algorithm{});
      } else {
        Distributed::sort(m_exec, MPI_COMM_WORLD, m_keys, m_arguments.exchange,
                             Algorithm{});
      }
    };
    restore();
    sort_them();
    one.is_right = checksum() == sum &&
                   Distributed::is_sorted(m_exec, MPI_COMM_WORLD, m_keys);
    Inner::SendCounts const send = parts();
    Inner::AlignedDisplacements const receive =
        Inner::arriving(Inner::communicator_of("perf", MPI_COMM_WORLD), send);
    Keys const arrived(static_cast<Key*>(m_workspace.data()), m_own);
    TimedCases cases;
    auto const sort  = cases.add(restore, sort_them);
    auto const local = cases.add(restore, [&] {
      KokkosSort::sort(m_exec, m_keys, m_workspace, Algorithm{});
      m_exec.fence();
    });
    auto const raw   = cases.add(
        [] {}, raw_exchange<Key>(Inner::AlignedDisplacements(send, true),
                                   m_keys, receive, arrived));
    std::map<std::string, std::vector<double>> phases;
    cases.add(restore, [&] {
      Phases const timer;
      sort_them();
      for (auto const& [name, seconds] : timer.seconds())
        phases[name].push_back(seconds);
    });
    cases.run(m_exec, m_arguments.repeats);
    one.sort  = cases.seconds(sort);
    one.local = cases.seconds(local);
    one.raw   = cases.seconds(raw);
    for (auto& [name, times] : phases) one.phases[name] = slowest(times);
    if (m_arguments.with_plan) measure_plan(one);
    if (m_arguments.with_gather) measure_gather(one, restore);
    return one;
  }

 private:
  void fill(std::string const& distribution) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
    if (distribution == "uniform") {
      Kokkos::parallel_for("fill", Policy(m_exec, 0, m_own),
                           FillUniform{m_input, m_first});
      m_exec.fence();
    } else {
      Workload::KeySource<Key> const source(
          *Workload::find_distribution(distribution), m_total);
      auto const mirror = Kokkos::create_mirror_view(m_input);
      for (std::size_t i = 0; i < m_own; ++i) mirror(i) = source(m_first + i);
      Kokkos::deep_copy(m_input, mirror);
    }
    Kokkos::deep_copy(m_keys, m_input);
  }

  std::uint64_t checksum() {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce("checksum", Policy(m_exec, 0, m_own),
                            SumOfHashes{m_keys}, sum);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
  }

  /// The median of the slowest rank's times, all but the first.
  static double slowest(std::vector<double>& times) {
    MPI_Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()),
                  MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    times.erase(times.begin());
    return TimedCases::median(times);
  }

  /// Exchanges the same parts without anything around it: on a host by
  /// MPI_Alltoallv, as a program would, otherwise by the transport.
  template <class T, class SendCounts>
  TimedCases::Action raw_exchange(SendCounts const& send,
                                  Kokkos::View<T*, Memory> from,
                                  SendCounts const& receive,
                                  Kokkos::View<T*, Memory> to) {
    if constexpr (Inner::is_host_memory_v<Exec>) {
      auto const ints = [](SendCounts const& parts, bool counts) {
        std::vector<int> all;
        for (int r = 0; r < parts.ranks(); ++r)
          all.push_back(
              static_cast<int>(counts ? parts.count(r) : parts.begin(r)));
        return all;
      };
      return [=, sent = ints(send, true), sent_at = ints(send, false),
              got = ints(receive, true), got_at = ints(receive, false)] {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(sizeof(T), MPI_BYTE, &type);
        MPI_Type_commit(&type);
        MPI_Alltoallv(from.data(), sent.data(), sent_at.data(), type, to.data(),
                      got.data(), got_at.data(), type, MPI_COMM_WORLD);
        MPI_Type_free(&type);
      };
    } else {
      auto& comm        = Inner::communicator_of("perf", MPI_COMM_WORLD);
      auto const choice = Inner::choose_transport<Exec>(
          "perf", comm, Inner::with_environment("perf", m_arguments.exchange));
      return [=, this, &comm] {
        Inner::exchange(comm, m_exec, choice, send, from.data(), receive,
                        to.data(), sizeof(T));
        m_exec.fence();
      };
    }
  }

  /// Returns the parts that the sort of m_keys exchanges, and sorts m_keys per
  /// rank.
  Inner::SendCounts parts() {
    auto& comm = Inner::communicator_of("perf", MPI_COMM_WORLD);
    Kokkos::deep_copy(m_keys, m_input);
    KokkosSort::sort(m_exec, m_keys, m_workspace, Algorithm{});
    auto const layout = Inner::make_layout("perf", comm, m_own, m_own);
    return Inner::split_by_rank(comm, m_exec, ascending, m_keys.data(), layout,
                                [] {});
  }

  void measure_plan(Measurement& one) {
    Kokkos::View<Payload*, Memory> const in("payload", m_own);
    Kokkos::View<Payload*, Memory> const out("payload_out", m_own);
    Distributed::Plan<Memory> plan(m_exec, MPI_COMM_WORLD, m_input,
                                   m_arguments.exchange, Algorithm{});
    Inner::SendCounts const send = parts();
    TimedCases cases;
    auto const apply = cases.add([] {}, [&] { plan.apply(m_exec, in, out); });
    auto const raw   = cases.add(
        [] {}, raw_exchange<Payload>(
                   send, in,
                   Inner::incoming(
                       Inner::communicator_of("perf", MPI_COMM_WORLD), send),
                   out));
    cases.run(m_exec, m_arguments.repeats);
    one.plan     = cases.seconds(apply);
    one.plan_raw = cases.seconds(raw);
  }

  /// Measures the alternative to a distributed sort: one rank sorts all keys.
  template <class Restore>
  void measure_gather(Measurement& one, Restore const& restore) {
    std::vector<int> counts, begins;
    for (int r = 0, begin = 0; r < m_size; ++r) {
      counts.push_back(
          static_cast<int>(Distributed::balanced_count(m_total, r, m_size)));
      begins.push_back(begin);
      begin += counts.back();
    }
    Kokkos::View<Key*, Kokkos::HostSpace> const all("all",
                                                    m_rank == 0 ? m_total : 0);
    Keys const there("there", all.extent(0));
    auto const own = Kokkos::create_mirror_view(m_keys);
    TimedCases cases;
    auto const gather = cases.add(restore, [&] {
      Kokkos::deep_copy(own, m_keys);
      MPI_Gatherv(own.data(), counts[static_cast<std::size_t>(m_rank)],
                  MPI_UINT64_T, all.data(), counts.data(), begins.data(),
                  MPI_UINT64_T, 0, MPI_COMM_WORLD);
      Kokkos::deep_copy(there, all);
      KokkosSort::sort(m_exec, there, Algorithm{});
      Kokkos::deep_copy(all, there);
      MPI_Scatterv(all.data(), counts.data(), begins.data(), MPI_UINT64_T,
                   own.data(), counts[static_cast<std::size_t>(m_rank)],
                   MPI_UINT64_T, 0, MPI_COMM_WORLD);
      Kokkos::deep_copy(m_keys, own);
    });
    cases.run(m_exec, m_arguments.repeats);
    one.gather = cases.seconds(gather);
  }

  Arguments m_arguments;
  Exec m_exec;
  int m_rank = 0, m_size = 1;
  std::size_t m_total = 0, m_own = 0, m_first = 0;
  Keys m_input, m_keys;
  Workspace<Memory> m_workspace;
};

/// Measures, prints and writes. Returns false if a result was wrong.
template <class Algorithm>
bool run_with(Arguments const& arguments) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Scaling<Algorithm> scaling(arguments);
  std::vector<Measurement> all;
  if (rank == 0) print_header(size, arguments);
  bool is_right = true;
  for (std::string const& name : arguments.distributions) {
    all.push_back(scaling.measure(name));
    is_right = is_right && all.back().is_right;
    if (rank == 0) print_line(all.back());
  }
  if (rank == 0 && !arguments.json.empty()) write_json(arguments, size, all);
  return is_right;
}

bool run(Arguments const& arguments) {
  return arguments.with_radix ? run_with<Algorithm::Radix>(arguments)
                              : run_with<Algorithm::Automatic>(arguments);
}

}  // namespace KokkosSort::Perf

int main(int argc, char** argv) {
  using namespace KokkosSort::Perf;
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int status = 0;
  try {
    Arguments const arguments = parse_arguments(argc, argv);
    Kokkos::InitializationSettings settings;
    settings.set_map_device_id_by("mpi_rank");
    Kokkos::ScopeGuard const guard(settings);
    status = run(arguments) ? 0 : 1;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n%s", error.what(), usage);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return status;
}
