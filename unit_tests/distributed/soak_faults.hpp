// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_DISTRIBUTED_SOAK_FAULTS_HPP
#define KOKKOSSORT_UNIT_TESTS_DISTRIBUTED_SOAK_FAULTS_HPP

#include <cstdint>

// Faults at a moment: soak_faults.cpp replaces operator new and some functions
// of MPI, which count the moments of a call.

namespace KokkosSort::Test::Soak {

enum class Fault { none, allocation, exception, kill, delay, slow };
inline constexpr std::uint64_t fault_count = 6;
char const* fault_name(Fault fault);

/// A place in the code at which a fault can happen.
enum class Moment { allocation, copy, message };

/// Counts a moment and lets the fault happen if it is due. A fault may throw.
void moment(Moment kind);

[[noreturn]] void kill_this_rank();

/// Counts moments of this thread during its lifetime, of the kind at which the
/// fault can happen.
class FaultPlan {
 public:
  /// Counts, and lets nothing happen.
  explicit FaultPlan(Fault fault);
  /// @param at moments before the one at which it happens
  /// @param is_lasting whether all allocations after it fail as well
  FaultPlan(Fault fault, std::uint64_t at, bool is_lasting);
  ~FaultPlan() { end(); }
  FaultPlan(FaultPlan const&)            = delete;
  FaultPlan& operator=(FaultPlan const&) = delete;

  /// Ends the plan and returns the number of moments.
  std::uint64_t end();
};

}  // namespace KokkosSort::Test::Soak

#endif
