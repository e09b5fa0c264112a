// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/league_team.hpp>

#include <cstdint>
#include <vector>

// A barrier of all teams requires that all of them run at once, which no host
// guarantees. model/protocol_test.cpp has every order of its steps, and the
// tests of quick_one_launch run it.

namespace KokkosSort::Test::LeagueTest {
namespace {

constexpr int teams = 300;

/// Each thread of the last team adds up what the teams wrote before.
struct Gather {
  std::uint32_t* arrived;
  std::uint32_t* written;
  std::uint32_t* lasts;
  std::uint32_t* sum;

  KOKKOS_FUNCTION std::size_t scratch_bytes() const { return 16; }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const shared =
        reinterpret_cast<std::uint32_t*>(Impl::team_scratch(member, 16));
    int const t = member.league_rank();
    if (member.team_rank() == 0) written[t] = static_cast<std::uint32_t>(t) + 1;
    if (!Impl::arrives_last(member, arrived, teams, shared)) return;
    Kokkos::atomic_add(lasts, 1u);
    for (int i = member.team_rank(); i < teams; i += member.team_size())
      Kokkos::atomic_add(sum, written[i]);
  }
};

TEST(League, EveryThreadOfTheLastTeamSeesAllWrites) {
  for_team_sizes([](auto team) {
    Guarded<std::uint32_t> const written(std::vector<std::uint32_t>(teams, 0));
    Guarded<std::uint32_t> const counters(std::vector<std::uint32_t>(3, 0));
    Impl::launch_teams<team()>(
        "test", Exec{}, teams,
        Gather{counters.data(), written.data(), counters.data() + 1,
               counters.data() + 2});
    EXPECT_TRUE(same_sequence(
        counters.values(),
        std::vector<std::uint32_t>{teams, team(), teams * (teams + 1) / 2}));
  });
}

}  // namespace
}  // namespace KokkosSort::Test::LeagueTest
