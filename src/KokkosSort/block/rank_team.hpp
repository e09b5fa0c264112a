// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_RANK_TEAM_HPP
#define KOKKOSSORT_BLOCK_RANK_TEAM_HPP

#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Finds the rank of each item of a tile when the tile is ordered by bucket.
/// stable_ranks() keeps the items of one bucket in their order of arrival.
/// ranks() puts them in any order, for one atomic per item.
///
/// Items are held warp-striped (see index()), so that a warp reads its items in
/// order. Lanes that hold the same bucket take the next ranks together, by one
/// vote. Each warp counts in counters of its own.
template <class Exec, int TeamSize, int ItemsPerThread>
struct TeamRank {
  using Counter = std::uint16_t;

  static constexpr int warp_size = Warp<Exec>::size;
  static constexpr int warps     = TeamSize / warp_size;
  static constexpr int tile      = TeamSize * ItemsPerThread;
  static_assert(tile < 65536, "counters have 16 bits");

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int buckets) {
    return static_cast<std::size_t>(warps) * buckets * sizeof(Counter);
  }

  /// Returns the offset in the tile of item i of a thread.
  KOKKOS_FORCEINLINE_FUNCTION static int index(int thread, int i) {
    return (thread / warp_size * ItemsPerThread + i) * warp_size +
           thread % warp_size;
  }

  /// buckets[i] is the bucket of item i of this thread, or 2^log_buckets if it
  /// has none. On return, ranks[i] is the rank of the item and starts[b] the
  /// first rank of bucket b. Ranks of items without a bucket are meaningless.
  /// Ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void stable_ranks(
      Member const& member, int log_buckets,
      int const (&buckets)[ItemsPerThread], int (&ranks)[ItemsPerThread],
      Counter* counters, std::uint32_t* starts, std::uint32_t* scan_scratch) {
    int const count     = 1 << log_buckets;
    int const lane      = member.team_rank() % warp_size;
    Counter* const mine = counters + member.team_rank() / warp_size * count;
    using Mask          = typename Warp<Exec>::mask_type;
    Mask const below    = (Mask{1} << lane) - 1;

    for (int b = lane; b < count; b += warp_size) mine[b] = 0;
    Warp<Exec>::sync();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i) {
      Mask const peers = Warp<Exec>::match(buckets[i], log_buckets + 1);
      bool const held  = buckets[i] < count;
      int const before = held ? mine[buckets[i]] : 0;
      int const rank   = Warp<Exec>::count(peers & below);
      ranks[i]         = before + rank;
      Warp<Exec>::sync();
      if (held && rank == 0)
        mine[buckets[i]] =
            static_cast<Counter>(before + Warp<Exec>::count(peers));
      Warp<Exec>::sync();
    }
    member.team_barrier();

    for (int b = member.team_rank(); b < count; b += TeamSize) {
      Counter sum = 0;
      for (int w = 0; w < warps; ++w) {
        Counter const here      = counters[w * count + b];
        counters[w * count + b] = sum;
        sum                     = static_cast<Counter>(sum + here);
      }
      starts[b] = sum;
    }
    member.team_barrier();
    TeamScan<Exec, TeamSize, std::uint32_t>::exclusive_array(
        member, starts, count, scan_scratch);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i)
      if (buckets[i] < count)
        ranks[i] += static_cast<int>(starts[buckets[i]]) + mine[buckets[i]];
    member.team_barrier();
  }

  /// Ranks without counters, for items that are indistinguishable if they are
  /// in one bucket, or whose order is settled later.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void ranks(Member const& member,
                                           int log_buckets,
                                           int const (&buckets)[ItemsPerThread],
                                           int (&ranks)[ItemsPerThread],
                                           std::uint32_t* starts,
                                           std::uint32_t* scan_scratch) {
    int const count = 1 << log_buckets;
    for (int b = member.team_rank(); b < count; b += TeamSize) starts[b] = 0;
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i)
      ranks[i] = buckets[i] < count
                     ? static_cast<int>(Warp<Exec>::shared_atomic_add(
                           &starts[buckets[i]], std::uint32_t{1}))
                     : 0;
    member.team_barrier();
    TeamScan<Exec, TeamSize, std::uint32_t>::exclusive_array(
        member, starts, count, scan_scratch);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i)
      if (buckets[i] < count) ranks[i] += static_cast<int>(starts[buckets[i]]);
    member.team_barrier();
  }
};

}  // namespace KokkosSort::Impl

#endif
