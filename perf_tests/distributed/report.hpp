// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_DISTRIBUTED_REPORT_HPP
#define KOKKOSSORT_PERF_DISTRIBUTED_REPORT_HPP

#include "arguments.hpp"

#include <map>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// Seconds of one distribution; each the median of the runs, of the slowest
/// rank. Below 0: not measured.
struct Measurement {
  std::string distribution;
  std::size_t keys = 0;  // of all ranks
  double sort      = -1;
  double local     = -1;  // KokkosSort::sort() of each rank's own keys
  double raw       = -1;  // MPI_Alltoallv of the same counts, or NCCL's
  double gather    = -1;  // gather, sort on one rank, scatter
  double plan      = -1;  // a payload of 16 bytes per key
  double plan_raw  = -1;  // one exchange of that payload
  std::map<std::string, double> phases;
  bool is_right = false;

  /// Local sort and exchange at their own best, one after the other.
  double lower_bound() const { return local + raw; }
  double phase(std::string const& name) const {
    auto const found = phases.find(name);
    return found == phases.end() ? 0 : found->second;
  }
};

void print_header(int ranks, Arguments const& arguments);
void print_line(Measurement const& one);

/// Throws std::runtime_error when the file cannot be written.
void write_json(Arguments const& arguments, int ranks,
                std::vector<Measurement> const& all);

}  // namespace KokkosSort::Perf

#endif
