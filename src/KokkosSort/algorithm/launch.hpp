// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LAUNCH_HPP
#define KOKKOSSORT_ALGORITHM_LAUNCH_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosSort::Impl {

// What get_shmem_aligned may lose in front of the block it returns.
inline constexpr std::size_t scratch_alignment = 16;

// Leagues are counted in int by Kokkos.
inline constexpr std::size_t max_league = 0x7fffffff;

/// Launches `kernel` on `league` teams of TeamSize threads, each with the
/// scratch that the kernel asks for by scratch_bytes(). MinTeams are to share a
/// multiprocessor, which bounds the registers a thread may have.
template <int TeamSize, int MinTeams = 4, class Exec, class Kernel>
void launch_teams(char const* label, Exec const& exec, std::size_t league,
                  Kernel const& kernel) {
  if (league == 0) return;
  using Policy =
      Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<TeamSize, MinTeams>>;
  Policy policy(exec, static_cast<int>(league), TeamSize);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(
                                 kernel.scratch_bytes() + scratch_alignment)));
  Kokkos::parallel_for(label, policy, kernel);
}

/// A member of such a team.
template <class Exec>
using TeamMember = typename Kokkos::TeamPolicy<Exec>::member_type;

/// The team's whole scratch as bytes.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION std::byte* team_scratch(Member const& member,
                                                    std::size_t bytes) {
  return static_cast<std::byte*>(
      member.team_scratch(0).get_shmem_aligned(bytes, scratch_alignment));
}

/// Teams that `exec` runs at once, at most.
template <int TeamSize, class Exec>
std::size_t resident_teams(Exec const& exec) {
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  return threads < TeamSize ? 1 : threads / TeamSize;
}

}  // namespace KokkosSort::Impl

#endif
