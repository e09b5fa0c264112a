// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/space.hpp>
#include <KokkosSort/core/concurrent_teams.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace KokkosSort::Test {
namespace {

TEST(ConcurrentTeams, AreBoundedByThreads) {
  constexpr int team         = Impl::TeamShape<Exec>::size;
  std::size_t const resident = Impl::resident_teams<team>(Exec{});
  std::size_t const teams    = Impl::concurrent_teams<team, 4>(Exec{}, 1000);
  EXPECT_GE(teams, 1u);
  EXPECT_LE(teams, resident);
}

#if defined(KOKKOSSORT_TEST_ON_DEVICE) && defined(KOKKOS_ENABLE_CUDA)
TEST(ConcurrentTeams, AreBoundedByScratchAndRegisters) {
  constexpr int team = Impl::TeamShape<Exec>::size;
  Exec const exec;
  auto const& device = exec.cuda_device_prop();
  auto const count   = static_cast<std::size_t>(device.multiProcessorCount);
  EXPECT_EQ((Impl::concurrent_teams<team, 2>(exec, 0)), 2 * count);
  EXPECT_EQ((Impl::concurrent_teams<team, 4>(
                exec, device.sharedMemPerMultiprocessor * 3 / 4)),
            count);
  EXPECT_EQ((Impl::concurrent_teams<team, 4>(
                exec, device.sharedMemPerMultiprocessor)),
            0u);
}
#endif

// A kernel of more teams than run at once would not end.
TEST(ConcurrentTeams, TooManyAreRefused) {
  Impl::check_concurrent_teams("Algorithm::quick_one_launch", 3, 3);
  EXPECT_TRUE(refuses(
      [] { Impl::check_concurrent_teams("Algorithm::quick_one_launch", 4, 3); },
      {"Algorithm::quick_one_launch: 4 teams wait for one another",
       "only 3 at the same time"}));
}

}  // namespace
}  // namespace KokkosSort::Test
