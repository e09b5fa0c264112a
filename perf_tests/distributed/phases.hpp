// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_DISTRIBUTED_PHASES_HPP
#define KOKKOSSORT_PERF_DISTRIBUTED_PHASES_HPP

#include <map>
#include <string>

namespace KokkosSort::Perf {

/// Times the library's profiling regions during its lifetime, as a tool of
/// Kokkos would. A phase begins and ends with a fence, so work counts in the
/// phase that launched it. Only one object at a time.
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
