// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_FLAG_TEAM_HPP
#define KOKKOSSORT_BLOCK_FLAG_TEAM_HPP

#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Sets a word that is 0 to 1 if `holds` for any thread of the league. One
/// thread per team stores it: stores of all threads of a device to one word
/// take 0.1 to 0.2 ms. Called by the whole team; contains a barrier.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION void raise_flag(Member const& member, bool holds,
                                            std::uint32_t* flag) {
  if (Warp<typename Member::execution_space>::any_in_team(member, holds) &&
      member.team_rank() == 0)
    Kokkos::atomic_store(flag, 1u);
}

}  // namespace KokkosSort::Impl

#endif
