// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_TEAM_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_TEAM_HPP

#include <kit/guarded.hpp>
#include <kit/space.hpp>
#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/tuning/team.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Test {

using Member = Kokkos::TeamPolicy<Exec>::member_type;

/// Another size of team than the one that the algorithms use: small ones are
/// where lists end within a thread, and on the host the only ones with more
/// than one thread.
inline constexpr int other_team_size = !Impl::TeamShape<Exec>::is_host ? 64
#if defined(KOKKOS_ENABLE_SERIAL)
                                       : std::is_same_v<Exec, Kokkos::Serial>
                                           ? 1
#endif
                                           : 4;

/// Calls check(std::integral_constant<int, size>) for the sizes of teams.
template <class Check>
void for_team_sizes(Check const& check) {
  constexpr int usual = Impl::TeamShape<Exec>::size;
  ASSERT_GE(Exec().concurrency(), other_team_size)
      << "these tests need more threads, e.g. OMP_NUM_THREADS="
      << other_team_size;
  {
    SCOPED_TRACE("teams of " + std::to_string(usual));
    check(std::integral_constant<int, usual>{});
  }
  if constexpr (other_team_size != usual) {
    SCOPED_TRACE("teams of " + std::to_string(other_team_size));
    check(std::integral_constant<int, other_team_size>{});
  }
}

/// A block of a team gets its scratch between guards, which it must leave as
/// they are: `overrun` counts the bytes that it did not.
class ScratchGuards {
 public:
  static constexpr std::size_t bytes = 64;

  KOKKOS_FUNCTION ScratchGuards(std::byte* memory, std::size_t size)
      : m_memory(memory), m_size(size) {}

  /// The block's part, in the middle.
  KOKKOS_FUNCTION std::byte* block() const { return m_memory + bytes; }

  KOKKOS_FUNCTION void set(Member const& member) const {
    for (std::size_t i = member.team_rank(); i < 2 * bytes + m_size;
         i += member.team_size())
      m_memory[i] = std::byte{0xa5};
    member.team_barrier();
  }
  KOKKOS_FUNCTION void check(Member const& member, int* overrun) const {
    member.team_barrier();
    for (std::size_t i = member.team_rank(); i < bytes;
         i += member.team_size()) {
      if (m_memory[i] != std::byte{0xa5}) Kokkos::atomic_add(overrun, 1);
      if (m_memory[bytes + m_size + i] != std::byte{0xa5})
        Kokkos::atomic_add(overrun, 1);
    }
    member.team_barrier();
  }

 private:
  std::byte* m_memory;
  std::size_t m_size;
};

/// Runs body(member, scratch) in one team, with guarded scratch.
template <class Body>
struct GuardedKernel {
  Body body;
  std::size_t bytes;
  int* overrun;

  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    return bytes + 2 * ScratchGuards::bytes;
  }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    ScratchGuards const guards(Impl::team_scratch(member, scratch_bytes()),
                               bytes);
    guards.set(member);
    body(member, guards.block());
    guards.check(member, overrun);
  }
};

template <int TeamSize, class Body>
void run_team(std::size_t scratch_bytes, Body const& body) {
  Kokkos::View<int, Memory> const overrun("overrun");
  // What follows the block must be aligned for no type.
  std::size_t const bytes = (scratch_bytes + 15) / 16 * 16;
  Impl::launch_teams<TeamSize>(
      "test", Exec{}, 1, GuardedKernel<Body>{body, bytes, overrun.data()});
  int overruns = 0;
  Kokkos::deep_copy(overruns, overrun);
  EXPECT_EQ(overruns, 0) << "bytes of the scratch round the block's own";
}

/// An array as the team blocks see it.
template <class T>
Impl::Strided<T> strided(Guarded<T> const& array) {
  return {array.data(), 1};
}

}  // namespace KokkosSort::Test

#endif
