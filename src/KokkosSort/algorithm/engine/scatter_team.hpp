// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_SCATTER_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_SCATTER_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/rank_team.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Moves tiles to their buckets. Items wait in registers while their ranks in
/// the tile are found. They are then ordered in scratch and written in runs, so
/// that neighboring threads write neighboring memory. Stable, or with the items
/// of a bucket in any order.
template <class Exec, class Key, class Value, int TeamSize, int ItemsPerThread,
          bool Stable>
class TeamScatter {
  using Rank = TeamRank<Exec, TeamSize, ItemsPerThread>;
  using Data = Arrays<Key, Value>;

  static constexpr int tile           = TeamSize * ItemsPerThread;
  static constexpr std::size_t widest = is_value_v<Value> &&
                                                sizeof(Value) > sizeof(Key)
                                            ? sizeof(Value)
                                            : sizeof(Key);

 public:
  using BucketId = std::uint16_t;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int buckets) {
    return shared_bytes(buckets) +
           buckets * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
           (Rank::warps + 1) * sizeof(std::uint32_t);
  }

  KOKKOS_INLINE_FUNCTION TeamScatter(std::byte* scratch, int log_buckets)
      : m_log_buckets(log_buckets),
        m_shared(scratch),
        m_next(reinterpret_cast<std::uint64_t*>(scratch +
                                                shared_bytes(buckets()))),
        m_starts(reinterpret_cast<std::uint32_t*>(m_next + buckets())),
        m_scan(m_starts + buckets()) {}

  /// Position of the next item of bucket b. The caller sets it for every bucket
  /// before the first tile (a barrier follows in scatter_tile). Later tiles
  /// update it.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& next(int b) const {
    return m_next[b];
  }

  /// Moves from[begin, begin + size) of keys and values; bucket_ids[begin + i]
  /// is the bucket of item i. Ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void scatter_tile(Member const& member,
                                           Data const& from, Data const& to,
                                           BucketId const* bucket_ids,
                                           std::uint64_t begin,
                                           int size) const {
    int bucket[ItemsPerThread];
    int ranks[ItemsPerThread];
    Key keys[ItemsPerThread];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      bucket[i]    = at < size ? bucket_ids[begin + at] : buckets();
      keys[i]      = from.keys[begin + (at < size ? at : size - 1)];
    }
    if constexpr (Stable) {
      Rank::stable_ranks(member, m_log_buckets, bucket, ranks,
                         reinterpret_cast<typename Rank::Counter*>(m_shared),
                         m_starts, m_scan);
    } else {
      Rank::ranks(member, m_log_buckets, bucket, ranks, m_starts, m_scan);
    }
    // From here on m_next[b] plus the rank in the tile is the destination.
    for (int b = member.team_rank(); b < buckets(); b += TeamSize)
      m_next[b] -= m_starts[b];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i)
      if (bucket[i] < buckets())
        staged_bucket_ids()[ranks[i]] = static_cast<BucketId>(bucket[i]);
    move(member, keys, bucket, ranks, to.keys, size);
    if constexpr (is_value_v<Value>) {
      Value values[ItemsPerThread];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ItemsPerThread; ++i) {
        int const at = Rank::index(member.team_rank(), i);
        values[i]    = from.values[begin + (at < size ? at : size - 1)];
      }
      move(member, values, bucket, ranks, to.values, size);
    }
    for (int b = member.team_rank(); b < buckets(); b += TeamSize)
      m_next[b] += b + 1 < buckets() ? m_starts[b + 1] : size;
    member.team_barrier();
  }

 private:
  // The counters of the ranking and the staged items are never in use at the
  // same time and share their memory.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t shared_bytes(
      int buckets) {
    std::size_t const ranking = Stable ? Rank::scratch_bytes(buckets) : 0;
    std::size_t const staged =
        round_up(tile * widest, 16) + tile * sizeof(BucketId);
    return round_up(ranking > staged ? ranking : staged, 16);
  }

  KOKKOS_FORCEINLINE_FUNCTION int buckets() const { return 1 << m_log_buckets; }
  KOKKOS_FORCEINLINE_FUNCTION BucketId* staged_bucket_ids() const {
    return reinterpret_cast<BucketId*>(m_shared + round_up(tile * widest, 16));
  }

  /// Moves items to their ranks in scratch, and from there in runs to the
  /// array.
  template <class Member, class T>
  KOKKOS_INLINE_FUNCTION void move(Member const& member,
                                   T const (&items)[ItemsPerThread],
                                   int const (&bucket)[ItemsPerThread],
                                   int const (&ranks)[ItemsPerThread],
                                   Strided<T> to, int size) const {
    T* const staged = reinterpret_cast<T*>(m_shared);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i)
      if (bucket[i] < buckets()) staged[ranks[i]] = items[i];
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ItemsPerThread; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at >= size) continue;
      int const b        = staged_bucket_ids()[at];
      to[m_next[b] + at] = staged[at];
    }
    member.team_barrier();
  }

  int m_log_buckets;
  std::byte* m_shared;
  std::uint64_t* m_next;
  std::uint32_t* m_starts;  // first rank of each bucket in the tile
  std::uint32_t* m_scan;
};

}  // namespace KokkosSort::Impl

#endif
