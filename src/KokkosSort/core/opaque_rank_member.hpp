// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_OPAQUE_RANK_MEMBER_HPP
#define KOKKOSSORT_CORE_OPAQUE_RANK_MEMBER_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// A thread of a team, as seen by the compiler. This portable form does nothing
/// special.
template <class Exec>
struct TeamThread {
  /// Returns `value`, opaque to the compiler: it cannot keep what a loop
  /// computes from it in registers across iterations.
  KOKKOS_FORCEINLINE_FUNCTION static int opaque(int value) { return value; }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void barrier(Member const& member) {
    member.team_barrier();
  }
  /// Ends a kernel that Kokkos launched with one team per league rank.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void end_kernel(Member const&) {}
};

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
struct DeviceThread {
  /// The barrier of Kokkos without its test whether a team is part of a warp.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void barrier(Member const&) {
    KOKKOS_IF_ON_DEVICE((__syncthreads();))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int opaque(int value) { return value; }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void end_kernel(Member const&) {}
};
#endif

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TeamThread<Kokkos::Cuda> : DeviceThread {
  KOKKOS_FORCEINLINE_FUNCTION static int opaque(int value) {
    KOKKOS_IF_ON_DEVICE((asm volatile("" : "+r"(value));))
    return value;
  }
  /// Kokkos calls a kernel in a loop over the league, which has one iteration.
  /// Values that the compiler hoists out of that loop take more registers than
  /// there are. Leaves of radix sort spilled 1,976 bytes per thread, and 8
  /// bytes without the loop. A thread that exits here has no second iteration.
  /// In the versions of Kokkos that are tested nothing follows the loop. A
  /// newer version keeps its loop, since `exit` would skip whatever was added.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void end_kernel(Member const& member) {
#if KOKKOS_VERSION < 50300
    KOKKOS_IF_ON_DEVICE((if (static_cast<int>(gridDim.x) < member.league_size())
                             __trap();
                         asm volatile("exit;"); __builtin_unreachable();))
    KOKKOS_IF_ON_HOST((static_cast<void>(member);))
#else
    static_cast<void>(member);
#endif
  }
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
template <>
struct TeamThread<Kokkos::HIP> : DeviceThread {};
#endif

/// Team member whose rank is opaque to the compiler, to keep loop-invariant
/// values out of registers. Loops over tiles, leaves or the league would
/// otherwise hold all values that depend on the rank alone.
template <class Exec, class Member>
class OpaqueRankMember {
 public:
  using execution_space = Exec;

  KOKKOS_FORCEINLINE_FUNCTION explicit OpaqueRankMember(Member const& member)
      : m_member(member),
        m_rank(TeamThread<Exec>::opaque(member.team_rank())) {}

  KOKKOS_FORCEINLINE_FUNCTION int league_rank() const {
    return m_member.league_rank();
  }
  KOKKOS_FORCEINLINE_FUNCTION int league_size() const {
    return m_member.league_size();
  }
  KOKKOS_FORCEINLINE_FUNCTION int team_rank() const { return m_rank; }
  KOKKOS_FORCEINLINE_FUNCTION int team_size() const {
    return m_member.team_size();
  }
  KOKKOS_FORCEINLINE_FUNCTION void team_barrier() const {
    TeamThread<Exec>::barrier(m_member);
  }
  template <class Reducer>
  KOKKOS_FORCEINLINE_FUNCTION void team_reduce(Reducer const& reducer) const {
    m_member.team_reduce(reducer);
  }
  KOKKOS_FORCEINLINE_FUNCTION auto const& team_scratch(int level) const {
    return m_member.team_scratch(level);
  }

 private:
  Member const& m_member;
  int m_rank;
};

}  // namespace KokkosSort::Impl

#endif
