// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_BUCKET_COUNTERS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_BUCKET_COUNTERS_TEAM_HPP

#include <KokkosSort/block/warp_rank_team.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Counters of 2^LogBuckets buckets in scratch. The threads of a team spread
/// their atomic additions over several arrays (Leischner, Osipov & Sanders,
/// section 5, phase 2). The sums over the arrays are the counts. Prefix sums
/// over them turn an item's rank in its array into that in the tile.
///
/// With InOrder there is an array per warp in place of `Arrays`. Ranks are then
/// in the order of the tile, not of the atomics, for items whose order counts.
template <class Exec, int TeamSize, int LogBuckets, int Arrays, bool InOrder>
class TeamBucketCounters {
 public:
  static constexpr int buckets = 1 << LogBuckets;
  static constexpr int arrays  = InOrder ? TeamSize / Warp<Exec>::size
                                 : Arrays < TeamSize ? Arrays
                                                     : TeamSize;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return arrays * stride * sizeof(std::uint32_t);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamBucketCounters(void* scratch)
      : m_counters(static_cast<std::uint32_t*>(scratch)) {}

  /// Sets all counters to 0. No barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void clear(Member const& member) const {
    for (int c = member.team_rank(); c < arrays * stride; c += TeamSize)
      m_counters[c] = 0;
  }

  /// Counts the thread's items and sets ranks[i] to the rank of item i among
  /// those of its bucket in its array. An item for which is_item(i) does not
  /// hold is left out; with InOrder its bucket must be `buckets`.
  template <int N, class Member, class IsItem>
  KOKKOS_FORCEINLINE_FUNCTION void count(Member const& member,
                                         std::uint32_t const (&bucket)[N],
                                         std::uint32_t (&ranks)[N],
                                         IsItem const& is_item) const {
    std::uint32_t* const own = m_counters + array_of(member) * stride;
    if constexpr (InOrder && Warp<Exec>::size > 1) {
      WarpRank<Exec>(own, member.team_rank() % Warp<Exec>::size)
          .template rank_in_order<LogBuckets + 1>(
              bucket, is_item, [&](int i, std::uint32_t, std::uint32_t rank) {
                ranks[i] = rank;
              });
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        if (!is_item(i)) continue;
        if constexpr (InOrder || TeamSize == 1) {
          ranks[i] = own[bucket[i]]++;
        } else {
          ranks[i] =
              Warp<Exec>::shared_atomic_add(&own[bucket[i]], std::uint32_t{1});
        }
      }
    }
  }

  /// Returns the count of a bucket. Called after a barrier.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t total(int bucket) const {
    std::uint32_t sum = 0;
    KOKKOSSORT_UNROLL
    for (int a = 0; a < arrays; ++a) sum += m_counters[a * stride + bucket];
    return sum;
  }

  /// Turns the counts of a bucket into prefix sums over the arrays and returns
  /// the total. Called after a barrier, by one thread per bucket.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t scan(int bucket) const {
    std::uint32_t sum = 0;
    KOKKOSSORT_UNROLL
    for (int a = 0; a < arrays; ++a) {
      std::uint32_t& here       = m_counters[a * stride + bucket];
      std::uint32_t const count = here;
      here                      = sum;
      sum += count;
    }
    return sum;
  }

  /// Returns the number of items of the bucket in the arrays before the
  /// thread's. Called after scan() and a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t before(Member const& member,
                                                   std::uint32_t bucket) const {
    return m_counters[array_of(member) * stride + bucket];
  }

 private:
  // Counters of one bucket in different arrays lie in different banks.
  static constexpr int stride = buckets + 1;

  /// Neighboring lanes, which execute their additions together, have different
  /// arrays.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int array_of(Member const& member) {
    if constexpr (InOrder) {
      return member.team_rank() / Warp<Exec>::size;
    } else {
      return member.team_rank() % arrays;
    }
  }

  std::uint32_t* m_counters;
};

}  // namespace KokkosSort::Impl

#endif
