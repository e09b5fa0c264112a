// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_TICKET_HPP
#define KOKKOSSORT_TEAM_TICKET_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Hands the members of a league the numbers 0, 1, 2, … in the order in which
/// teams ask, so that free teams take the next piece of work. `shared` is one
/// word of the team's scratch. Call by the whole team; barriers inside.
template <class Member>
KOKKOS_INLINE_FUNCTION std::uint32_t take_ticket(Member const& member,
                                                 std::uint32_t* tickets,
                                                 std::uint32_t* shared) {
  member.team_barrier();
  if (member.team_rank() == 0)
    *shared = Kokkos::atomic_fetch_add(tickets, std::uint32_t{1});
  member.team_barrier();
  return *shared;
}

}  // namespace KokkosSort::Impl

#endif
