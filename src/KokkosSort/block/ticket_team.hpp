// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_TICKET_TEAM_HPP
#define KOKKOSSORT_BLOCK_TICKET_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the next of the numbers 0, 1, 2, … in the order in which the teams
/// of a league call. A free team thus takes the next piece of work. `shared` is
/// one word of the scratch of the team. Called by the whole team; contains
/// barriers.
template <class Words = SharedWords, class Member>
KOKKOS_INLINE_FUNCTION std::uint32_t next_work_item(Member const& member,
                                                    std::uint32_t* tickets,
                                                    std::uint32_t* shared) {
  member.team_barrier();
  if (member.team_rank() == 0) *shared = Words::fetch_add(tickets, 1);
  member.team_barrier();
  return *shared;
}

/// Tickets that are drawn while the team still works on the one before, so that
/// no team waits for the atomic.
template <class Member, class Words = SharedWords>
class TicketsAhead {
 public:
  KOKKOS_FORCEINLINE_FUNCTION TicketsAhead(Member const& member,
                                           std::uint32_t* tickets,
                                           std::uint32_t* shared)
      : m_member(member),
        m_tickets(tickets),
        m_shared(shared),
        m_next(member.team_rank() == 0 ? draw() : 0) {}

  /// Called by the whole team; contains barriers.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take() {
    m_member.team_barrier();
    if (m_member.team_rank() == 0) {
      *m_shared = m_next;
      m_next    = draw();
    }
    m_member.team_barrier();
    return *m_shared;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t draw() const {
    return Words::fetch_add(m_tickets, 1);
  }

  Member const& m_member;
  std::uint32_t* m_tickets;
  std::uint32_t* m_shared;
  std::uint32_t m_next;
};

}  // namespace KokkosSort::Impl

#endif
