// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/ticket_team.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::TicketTest {
namespace {

/// Each thread of each team counts the tickets that its team draws.
struct DrawTickets {
  std::uint32_t* tickets;
  std::uint32_t* drawn;
  std::uint32_t total;

  KOKKOS_FUNCTION std::size_t scratch_bytes() const { return 16; }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const shared =
        reinterpret_cast<std::uint32_t*>(Impl::team_scratch(member, 16));
    while (true) {
      std::uint32_t const ticket =
          Impl::next_work_item(member, tickets, shared);
      if (ticket >= total) return;
      Kokkos::atomic_add(&drawn[ticket], 1u);
    }
  }
};

TEST(Ticket, EveryThreadOfOneTeamReceivesEachTicketOnce) {
  for_team_sizes([](auto team) {
    Guarded<std::uint32_t> const tickets(std::vector<std::uint32_t>(1, 0));
    Guarded<std::uint32_t> const drawn(std::vector<std::uint32_t>(1000, 0));
    Impl::launch_teams<team()>("test", Exec{}, 7,
                               DrawTickets{tickets.data(), drawn.data(), 1000});
    EXPECT_TRUE(same_sequence(drawn.values(),
                              std::vector<std::uint32_t>(1000, team())));
    EXPECT_EQ(tickets.values()[0], 1007u);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::TicketTest
