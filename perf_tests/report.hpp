// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_REPORT_HPP
#define KOKKOSSORT_PERF_REPORT_HPP

#include "benchmark_case.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// Measurement of one sorter on one task.
struct Result {
  Task task;
  std::string name;
  std::vector<double> seconds;  // of each timed run
  std::string error;            // empty when every run was right

  double median_seconds() const;
  /// Millions of keys per second, by the median.
  double rate() const;
};

double median(std::vector<double> values);

/// The name of the GPU or the host's processor.
std::string device_name();
/// Backend, device and versions, in one line.
std::string machine_text();

/// One line per sorter, one column per peer for the ratio of the rates.
void print_table(std::ostream& out, Task const& task,
                 std::vector<Result> const& results,
                 std::vector<std::string> const& peers);

/// Results carry their ratios over the peers named. Writes `file` by way of a
/// neighbor that is renamed. Throws std::runtime_error when it cannot be
/// written.
void write_json(std::string const& file, std::string const& command,
                int repeats, std::vector<Result> const& results,
                std::vector<std::string> const& peers);

}  // namespace KokkosSort::Perf

#endif
