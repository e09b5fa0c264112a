// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_FILL_SCRATCH_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_FILL_SCRATCH_HPP

#include <support/space.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_scratch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {

/// Fills all scratch of a team, and counts the words that another thread finds
/// to be as they were written.
struct FillScratch {
  static constexpr int team = Impl::TeamShape<Exec>::size;
  static constexpr int words =
      (Impl::max_team_scratch<Exec> - Impl::scratch_alignment) / 4;

  DeviceView<std::uint32_t> kept;

  static constexpr std::size_t scratch_bytes() { return words * 4; }

  KOKKOS_FUNCTION void operator()(Impl::TeamMember<Exec> const& member) const {
    auto* const all = reinterpret_cast<std::uint32_t*>(
        Impl::team_scratch(member, std::size_t{words} * 4));
    auto const own = static_cast<std::uint32_t>(member.league_rank());
    for (int w = member.team_rank(); w < words; w += team)
      all[w] = own << 16 | static_cast<std::uint32_t>(w);
    member.team_barrier();
    for (int w = team - 1 - member.team_rank(); w < words; w += team)
      if (all[w] == (own << 16 | static_cast<std::uint32_t>(w)))
        Kokkos::atomic_inc(&kept(own));
  }
};

/// Checks that teams have all their scratch. Static: each file launches by
/// itself.
static void check_fill_scratch() {
  int const league = 300;
  DeviceView<std::uint32_t> const kept("kept", league);
  Impl::launch_teams<FillScratch::team, 1>("KokkosSort::Test::scratch", Exec{},
                                           league, FillScratch{kept});
  EXPECT_EQ(on_host(kept),
            std::vector<std::uint32_t>(league, FillScratch::words));
}

}  // namespace KokkosSort::Test

#endif
