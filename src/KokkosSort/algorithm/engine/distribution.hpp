// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_DISTRIBUTION_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_DISTRIBUTION_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Parts that all multi-way distribution sorts share: the queue of buckets,
/// prefix sums over the counters, the stable scatter, and the leaves. The file
/// of the algorithm has the classifier and launches the kernels in the order of
/// their definition here.
template <class Exec, class Order, class Value, class Tuning, class Leaf>
struct Distribution {
  using Key    = typename Order::key_type;
  using Traits = Elements<Order, Value>;
  using Data   = Arrays<Key, Value>;

  static constexpr int team = Tuning::team_size;
  static constexpr int ipt  = Tuning::items_per_thread;
  static constexpr int tile = team * ipt;

  using Member = TeamMember<Exec>;
  // Equal keys without values are bitwise identical, so reordering them is
  // unobservable.
  using Scatter  = TeamScatter<Exec, Key, Value, team, ipt,
                               !Order::equal_is_identical || is_value_v<Value>>;
  using Scan     = TeamScan<Exec, team, std::uint64_t>;
  using BucketId = typename Scatter::BucketId;  // within its parent

  /// M. Only the base case of the library needs leaves that fit in scratch.
  static constexpr std::uint64_t leaf_capacity =
      Tuning::quick_keys > 0 ? Tuning::quick_keys : Leaf::capacity;

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint64_t n;
    BucketQueue queue;
    Data data[2];             // the arrays of the caller and the workspace
    BucketId* bucket_ids;     // bucket of each key within its parent
    std::uint8_t* all_equal;  // per bucket of the next level: equal items only
    std::uint64_t* counters;  // [bucket of the level][child][chunk]
    std::uint32_t const*
        enabled;  // if not null: sort only if *enabled is not 0

    KOKKOS_FORCEINLINE_FUNCTION int buckets() const {
      return 1 << queue.log_buckets;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t child(std::uint32_t parent,
                                                    int b) const {
      return parent * buckets() + b;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& counter(Bucket const& parent,
                                                       int b,
                                                       std::uint32_t c) const {
      return counters[static_cast<std::size_t>(parent.first_counter) *
                          buckets() +
                      static_cast<std::size_t>(b) * parent.chunks + c];
    }
    /// Returns the number of items of chunk c of the bucket.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t chunk_size(
        Bucket const& bucket, std::uint32_t c) const {
      std::uint64_t const left = bucket.size - c * queue.chunk_items;
      return left < queue.chunk_items ? left : queue.chunk_items;
    }
  };

  /// Sets levels and fan-out for n items, and takes the memory that depends on
  /// them.
  static State plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena) {
    State state{order, n, {}, {}, nullptr, nullptr, nullptr, nullptr};
    BucketQueue& queue = state.queue;
    double const leaves =
        static_cast<double>(n) /
        (Tuning::leaf_fill * static_cast<double>(leaf_capacity));
    // The number of buckets fits in 32 bits, also after levels round it up.
    constexpr int max_bits = 28;
    int bits               = 0;
    while (n > leaf_capacity && bits < max_bits &&
           static_cast<double>(1ull << bits) < leaves)
      ++bits;
    queue.levels = div_up(bits, Tuning::max_log_buckets);
    if (queue.levels == 0) return state;
    queue.log_buckets = std::max(2, div_up(bits, queue.levels));
    std::size_t const wanted =
        Tuning::chunks_per_resident_team * resident_teams<team>(exec);
    queue.chunk_items =
        tile * std::clamp<std::size_t>(n / (tile * wanted), 1,
                                       Tuning::max_tiles_per_chunk);
    queue.take(arena, n, leaf_capacity);
    state.all_equal = arena.take<std::uint8_t>(queue.level_size(queue.levels));
    state.counters  = arena.take<std::uint64_t>(
        queue.max_counters(n, leaf_capacity) * state.buckets());
    state.bucket_ids   = arena.take<BucketId>(n);
    state.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      state.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return state;
  }

  /// Empties the queue and puts the whole array in it as its root, or nothing
  /// if the sort is not enabled.
  struct Prepare {
    State s;

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      BucketQueue const& q = s.queue;
      std::uint32_t const first =
          member.league_rank() * team + member.team_rank();
      std::uint32_t const stride = member.league_size() * team;
      bool const is_enabled      = s.enabled == nullptr || *s.enabled != 0;
      std::uint32_t const chunks =
          is_enabled ? static_cast<std::uint32_t>(div_up(s.n, q.chunk_items))
                     : 0;
      for (std::uint32_t i = first; i < q.table_size(); i += stride)
        q.buckets[i] = i == 0 && is_enabled
                           ? Bucket{0, s.n, 0, chunks, 0, BucketKind::split}
                           : Bucket{0, 0, 0, 0, 0, BucketKind::empty};
      for (std::uint32_t i = first; i < q.control_words(); i += stride)
        q.control[i] = i == BucketQueue::chunk_total ? chunks : 0;
      for (std::uint32_t c = first; c < chunks; c += stride)
        q.chunk_bucket[0][c] = 0;
    }
  };

  /// Computes the prefix sums over the chunks for each bucket and each of its
  /// children: the counters in column-major order. On the first level, whose
  /// only bucket has many chunks, there is one team per child. Below it there
  /// is one team per bucket.
  struct ScanCounts {
    State s;
    int level;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Scan::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = reinterpret_cast<std::uint64_t*>(
          team_scratch(member, scratch_bytes()));
      std::uint32_t const index = level == 0 ? 0 : member.league_rank();
      Bucket const& parent      = s.queue.bucket(level, index);
      if (parent.kind != BucketKind::split) return;
      if (level == 0) {
        scan_by_team(member, 0, member.league_rank(), scratch);
        return;
      }
      // With few chunks there is one thread per child. With many the team takes
      // child by child.
      if (parent.chunks > team && team > 1) {
        for (int b = 0; b < s.buckets(); ++b)
          scan_by_team(member, index, b, scratch);
      } else {
        for (int b = member.team_rank(); b < s.buckets(); b += team)
          scan_by_thread(index, b);
      }
    }

    KOKKOS_INLINE_FUNCTION void scan_by_thread(std::uint32_t index,
                                               int b) const {
      Bucket const& parent = s.queue.bucket(level, index);
      std::uint64_t sum    = 0;
      for (std::uint32_t c = 0; c < parent.chunks; ++c) {
        std::uint64_t const here = s.counter(parent, b, c);
        s.counter(parent, b, c)  = sum;
        sum += here;
      }
      s.queue.bucket(level + 1, s.child(index, b)).size = sum;
    }

    KOKKOS_INLINE_FUNCTION void scan_by_team(Member const& member,
                                             std::uint32_t index, int b,
                                             std::uint64_t* scratch) const {
      Bucket const& parent = s.queue.bucket(level, index);
      std::uint64_t const sum =
          Scan::exclusive_array(member, &s.counter(parent, b, 0),
                                static_cast<int>(parent.chunks), scratch);
      if (member.team_rank() == 0)
        s.queue.bucket(level + 1, s.child(index, b)).size = sum;
    }
  };

  /// Sets where each child begins, and its kind.
  struct ListBuckets {
    State s;
    int level;

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return s.buckets() * sizeof(std::uint64_t) + Scan::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint32_t const index = member.league_rank();
      Bucket const& parent      = s.queue.bucket(level, index);
      if (parent.kind != BucketKind::split) return;
      int const k         = s.buckets();
      auto* const offsets = reinterpret_cast<std::uint64_t*>(
          team_scratch(member, scratch_bytes()));
      for (int b = member.team_rank(); b < k; b += team)
        offsets[b] = s.queue.bucket(level + 1, s.child(index, b)).size;
      member.team_barrier();
      Scan::exclusive_array(member, offsets, k, offsets + k);
      for (int b = member.team_rank(); b < k; b += team)
        list(s.child(index, b), parent.begin + offsets[b]);
    }

    KOKKOS_INLINE_FUNCTION void list(std::uint32_t index,
                                     std::uint64_t begin) const {
      BucketQueue const& q = s.queue;
      Bucket& child        = q.bucket(level + 1, index);
      bool const last      = level + 1 == q.levels;
      child.begin          = begin;
      child.kind           = child.size == 0               ? BucketKind::empty
                             : s.all_equal[index] != 0     ? BucketKind::equal
                             : child.size <= leaf_capacity ? BucketKind::leaf
                             : last ? BucketKind::oversize
                                    : BucketKind::split;
      if (child.kind == BucketKind::oversize)
        q.oversize[Kokkos::atomic_fetch_add(q.oversize_total(), 1u)] = index;
      if (child.kind == BucketKind::split) q.add_chunks(level + 1, index, true);
      if (copied_in_chunks(q, child, level + 1))
        q.add_chunks(level + 1, index, false);
    }
  };

  /// Whether a bucket of equal items is copied in chunks. Equal items that
  /// ended in the workspace return to the arrays of the caller. Many teams copy
  /// long stretches, with the scatter of the next level or copy_chunks(). Short
  /// stretches are copied with the leaves.
  KOKKOS_FORCEINLINE_FUNCTION static bool copied_in_chunks(BucketQueue const& q,
                                                           Bucket const& b,
                                                           int level) {
    return b.kind == BucketKind::equal && level % 2 == 1 &&
           b.size > q.chunk_items;
  }

  /// Copies the long stretches of equal items of the last level. Called by all
  /// teams.
  KOKKOS_INLINE_FUNCTION static void copy_chunks(State const& s,
                                                 Member const& member) {
    int const last            = s.queue.levels;
    std::uint32_t const total = *s.queue.chunks_of(last);
    for (std::uint32_t chunk = member.league_rank(); chunk < total;
         chunk += member.league_size()) {
      Bucket const& bucket =
          s.queue.bucket(last, s.queue.chunk_bucket[last % 2][chunk]);
      std::uint32_t const c = chunk - bucket.first_chunk;
      copy_all(member, s.data[1], s.data[0],
               bucket.begin + c * s.queue.chunk_items, s.chunk_size(bucket, c));
    }
  }

  /// Moves the items of chunks to their buckets, one team per chunk.
  struct ScatterBuckets {
    State s;
    int level;

    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return 16 + Scatter::scratch_bytes(s.buckets());
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      Scatter const scatter(scratch + 16, s.queue.log_buckets);
      std::uint32_t const total =
          *s.queue.word(level, BucketQueue::chunk_total);
      while (true) {
        std::uint32_t const chunk = next_work_item(
            member, s.queue.word(level, BucketQueue::scatter_ticket),
            reinterpret_cast<std::uint32_t*>(scratch));
        if (chunk >= total) return;
        std::uint32_t const index = s.queue.chunk_bucket[level % 2][chunk];
        move_chunk(member, scatter, index,
                   chunk - s.queue.bucket(level, index).first_chunk);
      }
    }

    KOKKOS_INLINE_FUNCTION void move_chunk(Member const& member,
                                           Scatter const& scatter,
                                           std::uint32_t index,
                                           std::uint32_t c) const {
      Bucket const bucket       = s.queue.bucket(level, index);
      std::uint64_t const begin = bucket.begin + c * s.queue.chunk_items;
      std::uint64_t const size  = s.chunk_size(bucket, c);
      Data const& from          = s.data[level % 2];
      Data const& to            = s.data[1 - level % 2];
      if (bucket.kind == BucketKind::equal) {
        copy_all(member, from, to, begin, size);
        return;
      }
      for (int b = member.team_rank(); b < s.buckets(); b += team)
        scatter.next(b) = s.queue.bucket(level + 1, s.child(index, b)).begin +
                          s.counter(bucket, b, c);
      for (std::uint64_t done = 0; done < size; done += tile)
        scatter.scatter_tile(
            member, from, to, s.bucket_ids, begin + done,
            static_cast<int>(size - done < tile ? size - done : tile));
    }
  };

  /// Sorts the buckets that fit in the scratch of one team. Without levels the
  /// array itself is the leaf, and there is no queue.
  struct SortLeaves {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return 16 + Leaf::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      if (s.queue.levels == 0) {
        Leaf::sort(member, scratch + 16, s.order, s.data[0], s.data[0], 0,
                   static_cast<int>(s.n));
        return;
      }
      // If the sort is not enabled, not even the empty buckets are read.
      std::uint32_t const total = s.queue.bucket(0, 0).kind == BucketKind::empty
                                      ? 0
                                      : s.queue.table_size();
      while (true) {
        std::uint32_t const entry =
            next_work_item(member, s.queue.leaf_ticket(),
                           reinterpret_cast<std::uint32_t*>(scratch));
        if (entry >= total) return;
        int level = 0;
        while (entry >= s.queue.level_begin(level + 1)) ++level;
        Bucket const bucket = s.queue.buckets[entry];
        if (bucket.kind == BucketKind::leaf) {
          Leaf::sort(member, scratch + 16, s.order, s.data[level % 2],
                     s.data[0], bucket.begin, static_cast<int>(bucket.size));
        } else if (bucket.kind == BucketKind::equal && level % 2 == 1 &&
                   !copied_in_chunks(s.queue, bucket, level)) {
          copy_all(member, s.data[1], s.data[0], bucket.begin, bucket.size);
        }
      }
    }
  };

  /// Sorts the buckets that no level could split, one team each, in device
  /// memory. Copies the long stretches of equal items first.
  struct SortOversize {
    State s;

    using RunSort = typename Leaf::RunSort;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return 16 + RunSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      RunSort const sort(scratch + 16, s.order);
      copy_chunks(s, member);
      std::uint32_t const total = *s.queue.oversize_total();
      while (true) {
        std::uint32_t const i =
            next_work_item(member, s.queue.oversize_ticket(),
                           reinterpret_cast<std::uint32_t*>(scratch));
        if (i >= total) return;
        Bucket const bucket =
            s.queue.bucket(s.queue.levels, s.queue.oversize[i]);
        sort.sort(member, s.data, s.queue.levels % 2, bucket.begin,
                  bucket.size);
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
