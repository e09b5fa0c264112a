// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_DISTRIBUTED_PHASES_HPP
#define KOKKOSSORT_PERF_DISTRIBUTED_PHASES_HPP

#include <map>
#include <string>

namespace KokkosSort::Perf {

/// Times the library's profiling regions while it lives, as a tool of Kokkos
/// would: a phase begins and ends with a fence, so that work is counted where
/// it was asked for. Only one at a time.
class Phases {
 public:
  Phases();
  ~Phases();
  Phases(Phases const&)            = delete;
  Phases& operator=(Phases const&) = delete;

  /// Seconds by the name behind "KokkosSort::Distributed::".
  std::map<std::string, double> const& seconds() const;
};

}  // namespace KokkosSort::Perf

#endif
