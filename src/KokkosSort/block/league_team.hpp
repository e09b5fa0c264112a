// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_LEAGUE_TEAM_HPP
#define KOKKOSSORT_BLOCK_LEAGUE_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

// Order between the teams of one launch. `arrived` is a word that all teams
// share, cleared before the launch. The first thread of a team fences for its
// whole team, which has a barrier on either side.

namespace KokkosSort::Impl {

/// Whether this team is the last of `teams` to arrive. The last team sees what
/// the others wrote before they arrived. `shared` is one word of the scratch of
/// the team. No team waits. Called by the whole team; contains barriers.
template <class Words = SharedWords, class Member>
KOKKOS_FORCEINLINE_FUNCTION bool arrives_last(Member const& member,
                                              std::uint32_t* arrived,
                                              std::uint32_t teams,
                                              std::uint32_t* shared) {
  member.team_barrier();
  if (member.team_rank() == 0) {
    Words::fence();
    *shared = Words::fetch_add(arrived, 1) + 1 == teams;
    Words::fence();
  }
  member.team_barrier();
  return *shared != 0;
}

/// Barrier number `barriers` (from 1) of all teams of the league: the writes of
/// every team before it are visible to all teams after it. Waits, so all teams
/// must run at the same time. Called by the whole team; contains barriers.
template <class Words = SharedWords, class Member>
KOKKOS_FORCEINLINE_FUNCTION void wait_for_all(Member const& member,
                                              std::uint32_t* arrived,
                                              std::uint32_t barriers) {
  member.team_barrier();
  if (member.team_rank() == 0) {
    auto const all =
        barriers * static_cast<std::uint32_t>(member.league_size());
    Words::fence();
    Words::fetch_add(arrived, 1);
    while (Words::load(arrived) < all) continue;
    Words::fence();
  }
  member.team_barrier();
}

}  // namespace KokkosSort::Impl

#endif
