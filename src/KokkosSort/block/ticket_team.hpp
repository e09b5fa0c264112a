// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_TICKET_TEAM_HPP
#define KOKKOSSORT_BLOCK_TICKET_TEAM_HPP

#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Hands the members of a league the numbers 0, 1, 2, … in the order in which
/// teams ask, so that free teams take the next piece of work. `shared` is one
/// word of the team's scratch. Call by the whole team; barriers inside.
template <class Words = SharedWords, class Member>
KOKKOS_INLINE_FUNCTION std::uint32_t next_work_item(Member const& member,
                                                    std::uint32_t* tickets,
                                                    std::uint32_t* shared) {
  member.team_barrier();
  if (member.team_rank() == 0) *shared = Words::fetch_add(tickets, 1);
  member.team_barrier();
  return *shared;
}

/// The same, but each number is asked for while the team is still at work on
/// the one before, so that nobody waits for the atomic.
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

  /// Call by the whole team; barriers inside.
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
