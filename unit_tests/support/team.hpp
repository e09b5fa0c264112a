// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_TEAM_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_TEAM_HPP

#include <support/guarded.hpp>
#include <support/guarded_kernel.hpp>
#include <support/space.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Test {

/// Another size of team than that of the algorithms. In small teams lists end
/// within a thread, and on the host only these have more than one thread.
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

template <int TeamSize, class Body>
void run_team(std::size_t scratch_bytes, Body const& body,
              std::size_t teams = 1) {
  Kokkos::View<int, Memory> const overrun("overrun");
  // Memory behind the block must be aligned for no type.
  std::size_t const bytes = (scratch_bytes + 15) / 16 * 16;
  Impl::launch_teams<TeamSize>(
      "test", Exec{}, teams, GuardedKernel<Body>{body, bytes, overrun.data()});
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
