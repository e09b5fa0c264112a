// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_CALLER_MEMBER_HPP
#define KOKKOSSORT_CORE_CALLER_MEMBER_HPP

#include <KokkosSort/core/opaque_rank_member.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Shape of a team in a kernel of the caller. This portable form is for host
/// backends, where a thread is a warp, and for devices whose warps are unknown.
template <class Exec>
struct CallerTeam {
  KOKKOS_FORCEINLINE_FUNCTION static bool has_whole_warps() {
    return TeamShape<Exec>::is_host;
  }
};

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
template <class Exec>
struct DeviceCallerTeam {
  KOKKOS_FORCEINLINE_FUNCTION static bool has_whole_warps() {
    KOKKOS_IF_ON_DEVICE(
        (return blockDim.x == 1 && blockDim.y % Warp<Exec>::size == 0;))
    KOKKOS_IF_ON_HOST((return false;))
  }
};
#endif
#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct CallerTeam<Kokkos::Cuda> : DeviceCallerTeam<Kokkos::Cuda> {};
#endif
#if defined(KOKKOS_ENABLE_HIP)
template <>
struct CallerTeam<Kokkos::HIP> : DeviceCallerTeam<Kokkos::HIP> {};
#endif

/// Team member in a kernel of the caller, where the size of the team is no
/// constant. It is opaque as the rank is (core/opaque_rank_member.hpp).
template <class Exec, class Member>
class CallerMember : public OpaqueRankMember<Exec, Member> {
 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit CallerMember(Member const& member)
      : OpaqueRankMember<Exec, Member>(member),
        m_size(TeamThread<Exec>::opaque(member.team_size())) {}

  KOKKOS_FORCEINLINE_FUNCTION int team_size() const { return m_size; }

  /// Whether each thread is one lane, and all warps are full.
  KOKKOS_FORCEINLINE_FUNCTION bool has_whole_warps() const {
    return CallerTeam<Exec>::has_whole_warps();
  }

 private:
  int m_size;
};

}  // namespace KokkosSort::Impl

#endif
