// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_RANGE_TEAM_HPP
#define KOKKOSSORT_BLOCK_RANGE_TEAM_HPP

#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Least and greatest of the items of a team's threads.
template <class Exec, int TeamSize, class Item>
struct TeamRange {
  static constexpr int width = Warp<Exec>::size;
  static constexpr int warps = TeamSize / width;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 2 * warps * sizeof(Item);
  }

  /// Each thread gives the least and the greatest of its own items. A barrier
  /// must follow before get().
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void put(Member const& member, Item low,
                                              Item high, Item* scratch) {
    low  = warp_min<Exec>(low);
    high = warp_max<Exec>(high);
    if (member.team_rank() % width == 0) {
      scratch[member.team_rank() / width]         = low;
      scratch[warps + member.team_rank() / width] = high;
    }
  }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void get(Member const& member,
                                              Item const* scratch, Item& low,
                                              Item& high) {
    if constexpr (warps > 8 && warps <= width) {
      // As in TeamScan: each lane reads one of many.
      int const w = member.team_rank() % width;
      low         = warp_min<Exec>(scratch[w < warps ? w : 0]);
      high        = warp_max<Exec>(scratch[warps + (w < warps ? w : 0)]);
      return;
    }
    low  = scratch[0];
    high = scratch[warps];
    for (int w = 1; w < warps; ++w) {
      low  = scratch[w] < low ? scratch[w] : low;
      high = scratch[warps + w] > high ? scratch[warps + w] : high;
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
