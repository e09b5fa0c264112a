// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_LEAGUE_TEAM_HPP
#define KOKKOSSORT_BLOCK_LEAGUE_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

// Order between the teams of one launch. `arrived` is a word that all of them
// share, cleared before the launch. The first thread of a team fences for all
// of its team, whose barriers are on both sides.

namespace KokkosSort::Impl {

/// Whether the other teams of `teams` have arrived before; the last one sees
/// what they wrote before they arrived. `shared` is one word of the team's
/// scratch. Nobody waits. Call by the whole team; barriers inside.
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

/// The `barriers`-th barrier (from 1) of all teams of the league: what a team
/// wrote before is seen by all behind it. Waits, and so requires that all teams
/// run at the same time. Call by the whole team; barriers inside.
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
