// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_COMPANION_TEAM_HPP
#define KOKKOSSORT_BLOCK_COMPANION_TEAM_HPP

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Work of one team that has a launch in common with other work. It then takes
/// no time if the others take longer.
///
/// A companion has scratch_bytes() and run(member, scratch). A kernel without
/// one has this type, which adds no code.
struct NoCompanion {};

template <class Companion>
inline constexpr bool is_companion_v = !std::is_same_v<Companion, NoCompanion>;

/// Share of a team in the work that the companion leaves to the others.
struct TeamShare {
  int rank;  // of the team, negative if it has no share
  int size;  // teams
};

/// Returns the scratch of a kernel that needs `own` bytes.
template <class Companion>
KOKKOS_FORCEINLINE_FUNCTION constexpr std::size_t bytes_beside(
    std::size_t own) {
  if constexpr (is_companion_v<Companion>) {
    std::size_t const needed = Companion::scratch_bytes();
    return own > needed ? own : needed;
  } else {
    return own;
  }
}

/// Runs the companion by the first team, which has no other work unless it is
/// the only one. Called by all teams; the scratch is free afterwards.
template <class Companion, class Member>
KOKKOS_FORCEINLINE_FUNCTION TeamShare
run_beside(Companion const& companion, Member const& member,
           [[maybe_unused]] std::byte* scratch) {
  TeamShare share{member.league_rank(), member.league_size()};
  if constexpr (is_companion_v<Companion>) {
    if (share.rank == 0) companion.run(member, scratch);
    if (share.size > 1) return {share.rank - 1, share.size - 1};
    member.team_barrier();
  }
  return share;
}

}  // namespace KokkosSort::Impl

#endif
