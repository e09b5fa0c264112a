// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of a caller, for the functions that a team calls.
#ifndef KOKKOSSORT_UNIT_TESTS_KIT_KERNEL_TEAMS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_KERNEL_TEAMS_HPP

#include <support/space.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace KokkosSort::Test {

using TeamPolicyOfUser = Kokkos::TeamPolicy<Exec>;
using TeamOfUser       = TeamPolicyOfUser::member_type;

inline constexpr std::size_t scratch_guard = 64;

/// Scratch with guards behind it, which must not change.
struct GuardedScratch {
  void* memory;
  unsigned char* behind;

  KOKKOS_FUNCTION GuardedScratch(TeamOfUser const& member, std::size_t bytes)
      : memory(member.team_scratch(0).get_shmem(
            static_cast<std::ptrdiff_t>(bytes + scratch_guard))),
        behind(static_cast<unsigned char*>(memory) + bytes) {
    if (member.team_rank() == 0)
      for (std::size_t i = 0; i < scratch_guard; ++i) behind[i] = 0xa5;
    member.team_barrier();
  }
  KOKKOS_FUNCTION void check(TeamOfUser const& member, int* overrun) const {
    if (member.team_rank() == 0)
      for (std::size_t i = 0; i < scratch_guard; ++i)
        if (behind[i] != 0xa5) Kokkos::atomic_add(overrun, 1);
  }
};

/// Launches one team per row, of `team_size` threads or of as many as the
/// kernel's registers allow.
template <class Kernel>
void launch(int rows, int team_size, std::size_t scratch_bytes,
            Kernel const& kernel, int vector_length = 1) {
  Kokkos::View<int, Memory> const overrun("overrun");
  int* const count = overrun.data();
  auto const call  = KOKKOS_LAMBDA(TeamOfUser const& member) {
    GuardedScratch const scratch(member, scratch_bytes);
    kernel(member, scratch.memory);
    scratch.check(member, count);
  };
  auto const policy_for = [&](int size) {
    TeamPolicyOfUser policy(Exec{}, rows, size, vector_length);
    policy.set_scratch_size(
        0,
        Kokkos::PerTeam(static_cast<int>(scratch_bytes + scratch_guard + 64)));
    return policy;
  };
  int const most = policy_for(1).team_size_max(call, Kokkos::ParallelForTag{});
  Kokkos::parallel_for("rows", policy_for(std::min(team_size, most)), call);
  int overruns = 0;
  Kokkos::deep_copy(overruns, overrun);
  EXPECT_EQ(overruns, 0) << "bytes behind the scratch";
}

template <class View>
KOKKOS_FUNCTION auto row_of(View const& view, int row, int size) {
  return Kokkos::subview(view,
                         Kokkos::pair<int, int>(row * size, (row + 1) * size));
}

}  // namespace KokkosSort::Test

#endif
