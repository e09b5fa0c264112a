// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SCAN_TEAM_HPP
#define KOKKOSSORT_BLOCK_SCAN_TEAM_HPP

#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Prefix sums over a team: by shuffles within a warp, through scratch between
/// warps.
template <class Exec, int TeamSize, class T>
struct TeamScan {
  static constexpr int warps = TeamSize / Warp<Exec>::size;

  // Every warp reads the sums of all warps. From 16 warps on their reads would
  // take longer than a scan by shuffles.
  static constexpr bool by_lanes = warps > 8 && warps <= Warp<Exec>::size;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return (warps + 1) * sizeof(T);
  }

  /// Returns the sum of `value` over the threads of lower rank; `total` is the
  /// sum over all. Contains two barriers. The scratch may be reused after one
  /// more barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static T exclusive(Member const& member, T value,
                                            T* scratch, T& total) {
    constexpr int width = Warp<Exec>::size;
    int const lane      = member.team_rank() % width;
    int const warp      = member.team_rank() / width;
    T inclusive         = value;
    for (int distance = 1; distance < width; distance *= 2) {
      T const below = Warp<Exec>::shuffle_up(inclusive, distance);
      if (lane >= distance) inclusive += below;
    }
    if (lane == width - 1) scratch[warp] = inclusive;
    member.team_barrier();
    T before = 0;
    if constexpr (by_lanes) {
      T sums = lane < warps ? scratch[lane] : T{0};
      for (int distance = 1; distance < warps; distance *= 2) {
        T const below = Warp<Exec>::shuffle_up(sums, distance);
        if (lane >= distance) sums += below;
      }
      total         = Warp<Exec>::shuffle(sums, warps - 1);
      T const lower = Warp<Exec>::shuffle(sums, warp > 0 ? warp - 1 : 0);
      if (warp > 0) before = lower;
    } else {
      total = 0;
      for (int w = 0; w < warps; ++w) {
        if (w == warp) before = total;
        total += scratch[w];
      }
    }
    member.team_barrier();
    return before + inclusive - value;
  }

  /// Replaces items[0, size) in scratch by their exclusive prefix sums and
  /// returns the sum of all. Called after a barrier; ends with one.
  template <class Member, class U>
  KOKKOS_INLINE_FUNCTION static T exclusive_array(Member const& member,
                                                  U* items, int size,
                                                  T* scratch) {
    // Written out: for div_up() nvcc generates two more instructions here.
    int const share = (size + TeamSize - 1) / TeamSize;
    int const begin = member.team_rank() * share;
    T sum           = 0;
    for (int i = begin; i < begin + share && i < size; ++i) sum += items[i];
    T total;
    T before = exclusive(member, sum, scratch, total);
    for (int i = begin; i < begin + share && i < size; ++i) {
      U const item = items[i];
      items[i]     = static_cast<U>(before);
      before += item;
    }
    member.team_barrier();
    return total;
  }
};

}  // namespace KokkosSort::Impl

#endif
