// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_TILE_RANK_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_TILE_RANK_TEAM_HPP

#include <KokkosSort/algorithm/leaf/counters_team.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks the items of a tile by their buckets. Stable: the lanes of a warp that
/// hold the same bucket take consecutive ranks by votes, and each warp has its
/// own counters. Otherwise they take ranks in any order, by atomic counters of
/// the team.
template <class Exec, int TeamSize, int N, int MaxLogBuckets, bool Stable>
class TeamTileRank {
  static constexpr int lanes       = Warp<Exec>::size;
  static constexpr int warps       = TeamSize / lanes;
  static constexpr int max_buckets = 1 << MaxLogBuckets;

  using Mask     = typename Warp<Exec>::mask_type;
  using Counters = TeamCounters<Exec, TeamSize, max_buckets>;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Counters::scratch_bytes();
  }
  /// Bytes of the memory that is free while items are ranked.
  static constexpr std::size_t shared_bytes =
      Stable ? warps * max_buckets * sizeof(std::uint16_t) : 0;

  KOKKOS_INLINE_FUNCTION TeamTileRank(std::byte* scratch, std::byte* shared)
      : m_counters(scratch),
        m_of_warps(reinterpret_cast<std::uint16_t*>(shared)) {}

  /// Clears the counters that are not in the shared memory. A barrier must
  /// follow.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void clear(Member const& member) const {
    if constexpr (!Stable) m_counters.clear(member);
  }

  /// Returns the position in the tile of a thread's item i of `used`. If order
  /// matters, a warp's items are contiguous.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int position(Member const& member, int i,
                                                  int used) {
    int const thread = member.team_rank();
    return Stable ? (thread / lanes * used + i) * lanes + thread % lanes
                  : i * TeamSize + thread;
  }

  /// Turns the buckets of a thread's items into their ranks in the tile. A
  /// barrier must precede; ends with one.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void rank(Member const& member,
                                   std::uint32_t (&found)[N], int used,
                                   int size, int buckets) const {
    if constexpr (Stable) {
      rank_in_warp(member, found, used, size, buckets);
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i < used && position(member, i, used) < size)
          found[i] = found[i] << 16 | m_counters.take(found[i]);
      member.team_barrier();
    }
    m_counters.scan(member, ~std::uint32_t{0});
    std::uint16_t const* const own = of_warp(member);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i >= used || position(member, i, used) >= size) continue;
      std::uint32_t const b = found[i] >> 16;
      found[i]              = m_counters.offset(b) + (found[i] & 0xffffu);
      if constexpr (Stable) found[i] += own[b];
    }
    member.team_barrier();
  }

  /// Returns where a bucket begins in the tile, once items are ranked.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t offset(int bucket) const {
    return m_counters.offset(static_cast<std::uint32_t>(bucket));
  }

 private:
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION std::uint16_t* of_warp(
      Member const& member) const {
    return m_of_warps + member.team_rank() / lanes * max_buckets;
  }

  /// Leaves the bucket in the upper half and the rank among the warp's items of
  /// the bucket in the lower half.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void rank_in_warp(Member const& member,
                                           std::uint32_t (&found)[N], int used,
                                           int size, int buckets) const {
    std::uint16_t* const own = of_warp(member);
    int const lane           = member.team_rank() % lanes;
    for (int b = lane; b < buckets; b += lanes) own[b] = 0;
    Warp<Exec>::sync();
    Mask const below = (Mask{1} << lane) - 1;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i >= used) continue;
      bool const is_item    = position(member, i, used) < size;
      std::uint32_t const b = is_item ? found[i] : 2u << MaxLogBuckets;
      Mask const peers      = Warp<Exec>::template match<MaxLogBuckets + 2>(b);
      int const ahead       = lanes > 1 ? Warp<Exec>::count(peers & below) : 0;
      std::uint32_t const before = is_item ? own[b] : 0;
      Warp<Exec>::sync();
      if (is_item && lane == Warp<Exec>::last(peers))
        own[b] = static_cast<std::uint16_t>(before + ahead + 1);
      Warp<Exec>::sync();
      found[i] = b << 16 | (before + ahead);
    }
    member.team_barrier();
    for (int b = member.team_rank(); b < max_buckets; b += TeamSize) {
      std::uint32_t sum = 0;
      if (b < buckets) {
        KOKKOSSORT_UNROLL
        for (int w = 0; w < warps; ++w) {
          std::uint16_t& count     = m_of_warps[w * max_buckets + b];
          std::uint32_t const here = count;
          count                    = static_cast<std::uint16_t>(sum);
          sum += here;
        }
      }
      m_counters.set(b, sum);
    }
    member.team_barrier();
  }

  Counters m_counters;
  std::uint16_t* m_of_warps;
};

}  // namespace KokkosSort::Impl

#endif
