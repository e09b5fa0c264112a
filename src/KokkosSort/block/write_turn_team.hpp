// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_WRITE_TURN_TEAM_HPP
#define KOKKOSSORT_BLOCK_WRITE_TURN_TEAM_HPP

#include <KokkosSort/core/ordered.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Lets the teams of a launch overwrite an array that all of them read. A team
/// may write as soon as every team has read.
///
/// A team that has not started may start only when another ends, so teams wait
/// for a bounded time. A team that may not write by then leaves its part to the
/// team that ends last.
///
/// The word is 0 before and after the launch. The functions are called in the
/// order below, by the team's last warp unless stated otherwise. The other
/// warps can write at the same time.
template <class Exec, class Words = OrderedWords>
class WriteTurn {
  // Three numbers of teams in one word, which one atomic operation reads. 10
  // bits each fit it.
  static constexpr int bits            = 10;
  static constexpr std::uint32_t read  = 1;
  static constexpr std::uint32_t ended = read << bits;
  static constexpr std::uint32_t left  = ended << bits;

 public:
  static constexpr int max_teams = (1 << bits) - 1;

  KOKKOS_FORCEINLINE_FUNCTION WriteTurn(std::uint32_t* word, int teams)
      : m_word(word), m_teams(static_cast<std::uint32_t>(teams)) {}

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool is_last_warp(Member const& member) {
    return lane(member) >= 0;
  }

  /// Waits until all teams have read, and returns whether they have. It looks
  /// up to `looks` times. Called by the whole team after a barrier that follows
  /// its reads; ends with a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool may_write(Member const& member,
                                             int looks) const {
    bool all = false;
    if (lane(member) == 0) {
      Words::release_add(m_word, read);
      while (!all && looks-- > 0)
        all = number(Words::acquire(m_word), read) == m_teams;
    }
    return Warp<Exec>::any_in_team(member, all);
  }

  /// States that this team leaves its part, if it may not write. Returns how
  /// many have left theirs before, to lane 0.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t leave(Member const& member) const {
    return lane(member) == 0 ? number(Words::fetch_add(m_word, left), left) : 0;
  }

  /// Ends the turn of this team. A team that leaves its part calls this after
  /// it has stored the part for the last team, and after a barrier. Returns to
  /// the team that ends last how many have left theirs, and 0 to others.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION int end(Member const& member,
                                      bool has_left) const {
    int all_left = 0;
    if (lane(member) == 0) {
      if (has_left) Words::fence();
      std::uint32_t const word = Words::fetch_add(m_word, ended) + ended;
      if (number(word, ended) == m_teams) {
        all_left = static_cast<int>(number(word, left));
        if (all_left > 0) Words::fence();
        Words::fetch_add(m_word, 0u - word);
      }
    }
    Warp<Exec>::sync();  // for what the other lanes read
    return Warp<Exec>::shuffle(all_left, 0);
  }

  /// Number of a thread in the last warp, negative for others.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int lane(Member const& member) {
    return member.team_rank() - member.team_size() + Warp<Exec>::size;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t number(std::uint32_t word,
                                                          std::uint32_t one) {
    return word / one % (1u << bits);
  }

  std::uint32_t* m_word;
  std::uint32_t m_teams;
};

}  // namespace KokkosSort::Impl

#endif
