// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_DISTRIBUTED_ARGUMENTS_HPP
#define KOKKOSSORT_PERF_DISTRIBUTED_ARGUMENTS_HPP

#include <KokkosSort/distributed/options.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace KokkosSort::Perf {

/// Options of the command line.
struct Arguments {
  std::size_t keys = std::size_t{1} << 20;  // per rank, or of all with is_total
  bool is_total    = false;
  int repeats      = 5;
  std::vector<std::string> distributions{"uniform", "zero", "zipf",
                                         "staggered"};
  Distributed::Exchange exchange;
  bool with_radix     = false;  // the local sort, instead of the default
  bool with_workspace = true;  // given to the sort, which otherwise has its own
  bool with_gather    = false;  // also gather, sort on one rank and scatter
  bool with_plan      = false;  // also apply a plan to 16-byte payloads
  std::string json;
  std::string command;
};

extern char const* const usage;

/// Throws std::invalid_argument that names the flag.
Arguments parse_arguments(int argc, char** argv);

}  // namespace KokkosSort::Perf

#endif
