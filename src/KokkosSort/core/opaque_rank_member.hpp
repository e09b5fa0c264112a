// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_OPAQUE_RANK_MEMBER_HPP
#define KOKKOSSORT_CORE_OPAQUE_RANK_MEMBER_HPP

#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Team member whose rank is opaque to the compiler, to keep loop-invariant
/// values out of registers. Loops over tiles, leaves or the league would
/// otherwise hold all values that depend on the rank alone.
template <class Exec, class Member>
class OpaqueRankMember {
 public:
  using execution_space = Exec;

  KOKKOS_FORCEINLINE_FUNCTION explicit OpaqueRankMember(Member const& member)
      : m_member(member), m_rank(Warp<Exec>::opaque(member.team_rank())) {}

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
    Warp<Exec>::team_barrier(m_member);
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
