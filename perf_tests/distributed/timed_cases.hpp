// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_DISTRIBUTED_TIMED_CASES_HPP
#define KOKKOSSORT_PERF_DISTRIBUTED_TIMED_CASES_HPP

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace KokkosSort::Perf {

/// Benchmark cases that are compared. They are timed in turns, so that a
/// temporary disturbance of the machine affects all of them.
class TimedCases {
 public:
  using Action = std::function<void()>;

  /// Returns the index of the case.
  std::size_t add(Action prepare, Action work) {
    m_cases.push_back({std::move(prepare), std::move(work), {}});
    return m_cases.size() - 1;
  }

  void run(Kokkos::DefaultExecutionSpace const& exec, int repeats) {
    for (int i = 0; i <= repeats; ++i)
      for (Case& one : m_cases) {
        one.prepare();
        exec.fence();
        MPI_Barrier(MPI_COMM_WORLD);
        double const begin = MPI_Wtime();
        one.work();
        double seconds = MPI_Wtime() - begin;
        MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX,
                      MPI_COMM_WORLD);
        // The first run is a warm-up.
        if (i > 0) one.seconds.push_back(seconds);
      }
  }

  /// The median, of the slowest rank.
  double seconds(std::size_t number) { return median(m_cases[number].seconds); }

  static double median(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

 private:
  struct Case {
    Action prepare, work;
    std::vector<double> seconds;
  };
  std::vector<Case> m_cases;
};

}  // namespace KokkosSort::Perf

#endif
