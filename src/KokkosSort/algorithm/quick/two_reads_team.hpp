// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_TWO_READS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_TWO_READS_TEAM_HPP

#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Partition of a range around a pivot by a team, in two reads (Cederman &
/// Tsigas, section 3.1.1). The first read counts per thread. One prefix sum
/// then allots positions, and the second read moves without a barrier. Items
/// equal to the pivot are not moved; the others keep no order.
///
/// Positions are allotted per warp instead of per thread, so that neighboring
/// lanes write neighboring memory.
template <class Exec, class Order, int TeamSize, int ItemsPerThread>
class TeamTwoReads {
 public:
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Tile = TeamPartition<Exec, Order, NoValue, TeamSize, ItemsPerThread>;

  static constexpr int tile      = Tile::tile;
  static constexpr int warp_size = Warp<Exec>::size;
  static constexpr int warps     = TeamSize / warp_size;

  /// Counts of a range, and of the warps before this thread's. `equal` is 0 in
  /// both.
  struct Counts {
    PerSide all;
    PerSide before;
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 2 * warps * sizeof(std::uint64_t);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamTwoReads(void* scratch)
      : m_warps(static_cast<std::uint64_t*>(scratch)) {}

  /// First read: counts from[begin, begin + size), and tracks the extremes of
  /// each side unless they are null. It contains a barrier, and another must
  /// follow before the next call.
  template <class Member, class Word>
  KOKKOS_INLINE_FUNCTION Counts count(Member const& member, Order const& order,
                                      Strided<Key> const& from,
                                      std::uint64_t begin, std::uint64_t size,
                                      Item const& pivot,
                                      SideExtremes<Word>* extremes) const {
    PerSide mine;
    for_tiles(member, order, from, begin, size, pivot,
              [&](Key const(&keys)[Tile::items], auto const& compared) {
                if (extremes != nullptr)
                  Tile::track(order, keys, compared, *extremes);
                KOKKOSSORT_UNROLL
                for (int i = 0; i < Tile::items; ++i) {
                  mine.less += compared.less(i) ? 1 : 0;
                  mine.greater += compared.greater(i) ? 1 : 0;
                }
              });
    return sum(member, mine);
  }

  /// Second read: moves the items; `at` is the position of the warp's first
  /// item of each side.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void move(Member const& member, Order const& order,
                                   Strided<Key> const& from,
                                   std::uint64_t begin, std::uint64_t size,
                                   Item const& pivot, PerSide at,
                                   Strided<Key> const& to) const {
    for_tiles(member, order, from, begin, size, pivot,
              [&](Key const(&keys)[Tile::items], auto const& compared) {
                at +=
                    Tile::template move<false>(member, keys, compared, at, to);
              });
  }

 private:
  /// Calls body(keys, compared) per tile; missing keys equal the pivot.
  template <class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_tiles(
      Member const& member, Order const& order, Strided<Key> const& from,
      std::uint64_t begin, std::uint64_t size, Item const& pivot,
      Body const& body) {
    for (std::uint64_t done = 0; done < size; done += tile) {
      std::uint64_t const left = size - done;
      Key keys[Tile::items];
      Tile::load(member, from, begin + done,
                 static_cast<int>(left < tile ? left : tile),
                 order.decode(pivot), keys);
      body(keys, typename Tile::ComparedFlags{order, pivot, keys});
    }
  }

  /// Prefix sums over the warps of the team.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION Counts sum(Member const& member,
                                         PerSide mine) const {
    for (int distance = warp_size / 2; distance > 0; distance /= 2) {
      mine.less += Warp<Exec>::shuffle_xor(mine.less, distance);
      mine.greater += Warp<Exec>::shuffle_xor(mine.greater, distance);
    }
    int const warp = member.team_rank() / warp_size;
    if (Tile::leads_warp(member)) {
      m_warps[2 * warp]     = mine.less;
      m_warps[2 * warp + 1] = mine.greater;
    }
    member.team_barrier();
    Counts counts;
    for (int w = 0; w < warps; ++w) {
      if (w == warp) counts.before = counts.all;
      counts.all.less += m_warps[2 * w];
      counts.all.greater += m_warps[2 * w + 1];
    }
    return counts;
  }

  std::uint64_t* m_warps;
};

}  // namespace KokkosSort::Impl

#endif
