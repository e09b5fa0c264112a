// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sample sort: N. Leischner, V. Osipov, P. Sanders, "GPU sample sort" (2009),
// sections 4 and 5.
//
// Phase 1  ChooseSplitters  a * k random keys of a bucket, sorted in scratch;
//                           every a-th is a splitter
// Phase 2  CountBuckets     each team finds the buckets of its chunk's keys by
//                           the splitter tree and counts them
// Phase 3  ScanCounts,      prefix sums over the counters in column-major
//          ListBuckets      order; the buckets they delimit join the queue
// Phase 4  ScatterBuckets   each team moves its chunk's keys to their buckets
// then     SortLeaves       buckets of at most M keys, one team each
//
// What differs from the paper, and why:
// - Buckets of a level are partitioned together, from a queue on the device:
//   no host round trip a bucket, and the number of launches depends on n alone.
// - Phase 2 keeps the buckets' names (2 bytes a key), so that phase 4 reads
//   them instead of descending again. Cheaper than a second descent, and a
//   comparator that answers differently the second time can do no harm.
// - Phase 4 places keys by their rank in the chunk, not by an atomic counter,
//   and stages them in scratch: stable, the same in every run, and the writes
//   are runs.
// - A splitter that occurs twice in the sample gets an equality bucket.
// - Leaves are sorted by a merge sort in scratch, which is stable.
// - Where sampling fails and a bucket is left above M after the last level, one
//   team merge-sorts it: O(n log n) on every input.
//
// Stable. Work O(n log n); 5 launches a level, ceil(log_k(n / M)) levels, and 3
// more. Extra memory: n keys, n values, 2n bytes, and O(n / M + k) counters.
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SORT_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/algorithm/bucket_queue.hpp>
#include <KokkosSort/algorithm/launch.hpp>
#include <KokkosSort/team/classify.hpp>
#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/team/merge_runs.hpp>
#include <KokkosSort/team/merge_sort.hpp>
#include <KokkosSort/team/rank.hpp>
#include <KokkosSort/team/scan.hpp>
#include <KokkosSort/team/ticket.hpp>
#include <KokkosSort/thread/mix.hpp>
#include <KokkosSort/tuning/sample_sort.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
class SampleSort {
  using Key     = typename Order::key_type;
  using Item    = typename Order::item_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<Key, Value>;
  using Name    = std::uint16_t;  // of a bucket within its parent
  using Member  = typename Kokkos::TeamPolicy<
      Exec, Kokkos::LaunchBounds<TeamShape<Exec>::size, 1>>::member_type;

  static constexpr std::size_t value_bytes =
      is_value_v<Value> ? sizeof(Value) : 0;
  static constexpr std::size_t widest = sizeof(Key) > value_bytes ? sizeof(Key)
                                                                  : value_bytes;
  using Tuning     = SampleSortTuning<Exec, widest, sizeof(Element)>;
  using LeafTuning = SampleSortTuning<Exec, widest, sizeof(Item)>;

  static constexpr int team = Tuning::team_size;
  static constexpr int ipt  = Tuning::items_per_thread;
  static constexpr int tile = team * ipt;

  using LeafSort = TeamMergeSort<Element, team, Tuning::leaf_items_per_thread>;
  using SampleTeamSort =
      TeamMergeSort<Item, team, LeafTuning::leaf_items_per_thread>;
  using Tree = SplitterTree<Item>;
  using Rank = TeamRank<Exec, team, ipt>;
  using Scan = TeamScan<Exec, team, std::uint64_t>;

  static constexpr std::uint64_t leaf_capacity = LeafSort::capacity;

  /// What every phase knows.
  struct State {
    Order order;
    BucketQueue queue;
    Data data[2];             // the caller's arrays and the scratch
    Item* splitters;          // k for each bucket of a level, the last unused
    Name* names;              // bucket of each key, within its parent
    std::uint64_t* counters;  // [bucket of the level][child][chunk]
    int oversampling;

    KOKKOS_FORCEINLINE_FUNCTION int buckets() const {
      return 1 << queue.log_buckets;
    }
    KOKKOS_FORCEINLINE_FUNCTION Item* splitters_of(std::uint32_t bucket) const {
      return splitters + static_cast<std::size_t>(bucket) * buckets();
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& counter(Bucket const& parent,
                                                       int child,
                                                       std::uint32_t c) const {
      return counters[static_cast<std::size_t>(parent.first_counter) *
                          buckets() +
                      static_cast<std::size_t>(child) * parent.chunks + c];
    }
  };

 public:
  static constexpr bool is_stable = true;

  static std::size_t scratch_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    Arena measure;
    plan(exec, order, n, measure);
    return measure.used();
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region("KokkosSort::sample_sort");
    State state                = plan(exec, order, n, arena);
    state.data[0]              = Data{keys, values};
    std::size_t const resident = resident_teams<team>(exec);
    launch_teams<team>("KokkosSort::sample_sort::prepare", exec, resident,
                       Prepare{state, n});
    for (int level = 0; level < state.queue.levels; ++level)
      partition(exec, state, level, resident);
    launch_teams<team>(
        "KokkosSort::sample_sort::sort_leaves", exec,
        std::min<std::size_t>(state.queue.table_size(), leaf_teams * resident),
        SortLeaves{state});
    if (state.queue.levels > 0)
      launch_teams<team>(
          "KokkosSort::sample_sort::sort_oversize", exec,
          std::min<std::size_t>(n / (leaf_capacity + 1) + 1, resident),
          SortOversize{state});
  }

 private:
  // Teams beyond those resident cost little and even out uneven leaves.
  static constexpr std::size_t leaf_teams = 2;

  static State plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena) {
    State state{order, {}, {}, nullptr, nullptr, nullptr, 1};
    BucketQueue& queue = state.queue;
    double const leaves =
        static_cast<double>(n) / (Tuning::leaf_fill * leaf_capacity);
    int bits = 0;
    while (n > leaf_capacity && static_cast<double>(1ull << bits) < leaves)
      ++bits;
    queue.levels =
        (bits + Tuning::max_log_buckets - 1) / Tuning::max_log_buckets;
    queue.log_buckets =
        queue.levels == 0
            ? 1
            : std::max(2, (bits + queue.levels - 1) / queue.levels);
    std::size_t const wanted =
        Tuning::chunks_per_resident_team * resident_teams<team>(exec);
    queue.chunk_items =
        tile * std::clamp<std::size_t>(n / (tile * wanted), 1,
                                       Tuning::max_tiles_per_chunk);
    state.oversampling = std::clamp<int>(
        static_cast<int>(SampleTeamSort::capacity) / state.buckets(), 1,
        Tuning::oversampling);
    queue.take(arena, n, leaf_capacity);
    if (queue.levels == 0) return state;
    state.splitters = arena.take<Item>(
        std::size_t{queue.level_size(queue.levels - 1)} * state.buckets());
    state.counters = arena.take<std::uint64_t>(
        queue.max_counters(n, leaf_capacity) * state.buckets());
    state.names        = arena.take<Name>(n);
    state.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      state.data[1].values = Strided<Value>{arena.take<Value>(n)};
    return state;
  }

  static void partition(Exec const& exec, State const& state, int level,
                        std::size_t resident) {
    Kokkos::Profiling::ScopedRegion region("KokkosSort::sample_sort::level");
    std::size_t const parents = state.queue.level_size(level);
    launch_teams<team>("KokkosSort::sample_sort::choose_splitters", exec,
                       parents, ChooseSplitters{state, level});
    launch_teams<team>("KokkosSort::sample_sort::count_buckets", exec, resident,
                       CountBuckets{state, level});
    launch_teams<team>("KokkosSort::sample_sort::scan_counts", exec,
                       level == 0 ? state.buckets() : parents,
                       ScanCounts{state, level});
    launch_teams<team>("KokkosSort::sample_sort::list_buckets", exec, parents,
                       ListBuckets{state, level});
    launch_teams<team>("KokkosSort::sample_sort::scatter_buckets", exec,
                       resident, ScatterBuckets{state, level});
  }

  /// Empties the queue and puts the whole array in it as its root.
  struct Prepare {
    State s;
    std::uint64_t n;

    static std::size_t scratch_bytes() { return 0; }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      BucketQueue const& q = s.queue;
      std::uint32_t const first =
          member.league_rank() * team + member.team_rank();
      std::uint32_t const stride = member.league_size() * team;
      std::uint32_t const chunks =
          static_cast<std::uint32_t>((n + q.chunk_items - 1) / q.chunk_items);
      for (std::uint32_t i = first; i < q.table_size(); i += stride)
        q.buckets[i] = i > 0 ? Bucket{0, 0, 0, 0, 0, BucketKind::empty}
                       : q.levels > 0
                           ? Bucket{0, n, 0, chunks, 0, BucketKind::split}
                           : Bucket{0, n, 0, 0, 0, BucketKind::leaf};
      for (std::uint32_t i = first;
           i < static_cast<std::uint32_t>((q.levels + 1) * q.words_per_level);
           i += stride)
        q.control[i] =
            q.levels > 0 && i == BucketQueue::chunk_total ? chunks : 0;
      if (q.levels > 0)
        for (std::uint32_t c = first; c < chunks; c += stride)
          q.chunk_bucket[0][c] = 0;
    }
  };

  /// Phase 1. One random key from each of a * k equal strips of the bucket:
  /// random against an input made to mislead, strips so that a sorted bucket
  /// is cut evenly.
  struct ChooseSplitters {
    State s;
    int level;

    static std::size_t scratch_bytes() {
      return SampleTeamSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint32_t const index = member.league_rank();
      Bucket const& bucket      = s.queue.bucket(level, index);
      if (bucket.kind != BucketKind::split) return;
      SampleTeamSort const sample(team_scratch(member, scratch_bytes()));
      Strided<Key> const keys = s.data[level % 2].keys;
      int const size          = s.oversampling * s.buckets();
      for (int i = member.team_rank(); i < size; i += team) {
        std::uint64_t const strip_begin = strip(bucket.size, i, size);
        std::uint64_t const strip_size =
            strip(bucket.size, i + 1, size) - strip_begin;
        std::uint64_t const at =
            strip_begin +
            (strip_size > 1 ? mix(bucket.begin + i) % strip_size : 0);
        sample.elements()[i] = s.order.encode(keys[bucket.begin + at]);
      }
      member.team_barrier();
      typename Elements<Order, NoValue>::Less const less{s.order};
      sample.sort(member, size, less);
      Item* const splitters = s.splitters_of(index);
      for (int b = member.team_rank(); b < s.buckets(); b += team)
        splitters[b] = sample.elements()[(b + 1) * s.oversampling - 1];
    }

    KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t strip(std::uint64_t size,
                                                           int i, int strips) {
      return size / strips * i + size % strips * i / strips;
    }
  };

  /// Phase 2.
  struct CountBuckets {
    State s;
    int level;

    using Counter = std::uint32_t;

    std::size_t scratch_bytes() const {
      return Tree::scratch_bytes(s.buckets()) + sizeof(Counter) +
             (s.buckets() * Tuning::counter_copies + 1) * sizeof(Counter);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      int const k         = s.buckets();
      auto* const scratch = team_scratch(member, scratch_bytes());
      Tree tree(scratch, s.queue.log_buckets);
      auto* const counts = reinterpret_cast<Counter*>(
          scratch + (Tree::scratch_bytes(k) + sizeof(Counter) - 1) /
                        sizeof(Counter) * sizeof(Counter));
      Counter* const ticket = counts + k * Tuning::counter_copies;
      std::uint32_t const total =
          *s.queue.word(level, BucketQueue::chunk_total);
      std::uint32_t loaded = ~std::uint32_t{0};
      while (true) {
        std::uint32_t const chunk = take_ticket(
            member, s.queue.word(level, BucketQueue::count_ticket), ticket);
        if (chunk >= total) return;
        std::uint32_t const index = s.queue.chunk_bucket[level % 2][chunk];
        Bucket const bucket       = s.queue.bucket(level, index);
        if (bucket.kind != BucketKind::split) continue;
        if (index != loaded) tree.load(member, s.splitters_of(index), s.order);
        loaded = index;
        count_chunk(member, tree, bucket, chunk - bucket.first_chunk, counts);
      }
    }

    KOKKOS_INLINE_FUNCTION void count_chunk(Member const& member,
                                            Tree const& tree,
                                            Bucket const& bucket,
                                            std::uint32_t chunk,
                                            Counter* counts) const {
      int const k              = s.buckets();
      std::uint64_t const from = chunk * s.queue.chunk_items;
      std::uint64_t const left = bucket.size - from;
      std::uint64_t const size =
          left < s.queue.chunk_items ? left : s.queue.chunk_items;
      for (int b = member.team_rank(); b < k * Tuning::counter_copies;
           b += team)
        counts[b] = 0;
      member.team_barrier();
      int const copy =
          member.team_rank() / Warp<Exec>::size % Tuning::counter_copies;
      for (std::uint64_t done = 0; done < size; done += tile)
        count_tile(member, tree, bucket.begin + from + done,
                   static_cast<int>(size - done < tile ? size - done : tile),
                   counts + copy * k);
      member.team_barrier();
      for (int b = member.team_rank(); b < k; b += team) {
        Counter sum = 0;
        for (int c = 0; c < Tuning::counter_copies; ++c)
          sum += counts[c * k + b];
        s.counter(bucket, b, chunk) = sum;
      }
    }

    KOKKOS_INLINE_FUNCTION void count_tile(Member const& member,
                                           Tree const& tree,
                                           std::uint64_t begin, int size,
                                           Counter* counts) const {
      Strided<Key> const keys = s.data[level % 2].keys;
      Item items[ipt];
      int buckets[ipt];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = i * team + member.team_rank();
        items[i] = s.order.encode(keys[begin + (at < size ? at : size - 1)]);
      }
      tree.classify(items, buckets, s.order);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = i * team + member.team_rank();
        if (at >= size) continue;
        s.names[begin + at] = static_cast<Name>(buckets[i]);
        if constexpr (team == 1) {
          ++counts[buckets[i]];
        } else {
          Kokkos::atomic_add(&counts[buckets[i]], Counter{1});
        }
      }
    }
  };

  /// Phase 3, first part: for each bucket and each of its children, the prefix
  /// sums over the chunks. A team a child on the first level, whose only bucket
  /// has many chunks; a team a bucket below it.
  struct ScanCounts {
    State s;
    int level;

    static std::size_t scratch_bytes() { return Scan::scratch_bytes(); }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      if (level == 0) {
        scan_by_team(member, 0, member.league_rank());
        return;
      }
      std::uint32_t const index = member.league_rank();
      Bucket const& parent      = s.queue.bucket(level, index);
      if (parent.kind != BucketKind::split) return;
      // Few chunks: a thread a child. Many: the team takes child by child.
      if (parent.chunks > team && team > 1) {
        for (int b = 0; b < s.buckets(); ++b) scan_by_team(member, index, b);
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
      child(index, b).size = sum;
    }

    KOKKOS_INLINE_FUNCTION void scan_by_team(Member const& member,
                                             std::uint32_t index, int b) const {
      Bucket const& parent = s.queue.bucket(level, index);
      auto* const scratch  = reinterpret_cast<std::uint64_t*>(
          team_scratch(member, scratch_bytes()));
      std::uint64_t const sum =
          Scan::exclusive_array(member, &s.counter(parent, b, 0),
                                static_cast<int>(parent.chunks), scratch);
      if (member.team_rank() == 0) child(index, b).size = sum;
    }

    KOKKOS_FORCEINLINE_FUNCTION Bucket& child(std::uint32_t index,
                                              int b) const {
      return s.queue.bucket(level + 1, index * s.buckets() + b);
    }
  };

  /// Phase 3, second part: where each child begins and what becomes of it.
  struct ListBuckets {
    State s;
    int level;

    std::size_t scratch_bytes() const {
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
        offsets[b] = s.queue.bucket(level + 1, index * k + b).size;
      member.team_barrier();
      Scan::exclusive_array(member, offsets, k, offsets + k);
      for (int b = member.team_rank(); b < k; b += team)
        list(index, b, parent.begin + offsets[b]);
    }

    KOKKOS_INLINE_FUNCTION void list(std::uint32_t index, int b,
                                     std::uint64_t begin) const {
      BucketQueue const& q         = s.queue;
      std::uint32_t const child_at = index * s.buckets() + b;
      Bucket& child                = q.bucket(level + 1, child_at);
      bool const last              = level + 1 == q.levels;
      bool const equal =
          b > 0 &&
          Tree::is_repeated(s.splitters_of(index), b - 1, s.buckets(), s.order);
      child.begin = begin;
      child.kind  = child.size == 0               ? BucketKind::empty
                    : equal                       ? BucketKind::equal
                    : child.size <= leaf_capacity ? BucketKind::leaf
                    : last                        ? BucketKind::oversize
                                                  : BucketKind::split;
      if (child.kind == BucketKind::oversize)
        q.oversize[Kokkos::atomic_fetch_add(q.oversize_total(), 1u)] = child_at;
      if (child.kind == BucketKind::split)
        q.add_chunks(level + 1, child_at, true);
      if (!last && copied_in_chunks(q, child, level + 1))
        q.add_chunks(level + 1, child_at, false);
    }
  };

  /// Equal items that ended in the scratch array go back to the caller's: long
  /// stretches by many teams with the next level's scatter, short ones with the
  /// leaves.
  KOKKOS_FORCEINLINE_FUNCTION static bool copied_in_chunks(BucketQueue const& q,
                                                           Bucket const& b,
                                                           int level) {
    return b.kind == BucketKind::equal && level % 2 == 1 &&
           b.size > q.chunk_items && level < q.levels;
  }

  /// Phase 4.
  struct ScatterBuckets {
    State s;
    int level;

    static constexpr std::size_t staged_bytes =
        (tile * widest + 15) / 16 * 16 + tile * sizeof(Name);

    // Counters of the ranking and the staged keys follow each other in time
    // and share their place.
    std::size_t shared_bytes() const {
      std::size_t const ranking = Rank::scratch_bytes(s.buckets());
      return ((ranking > staged_bytes ? ranking : staged_bytes) + 15) / 16 * 16;
    }
    std::size_t scratch_bytes() const {
      return shared_bytes() +
             s.buckets() * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
             (Rank::warps + 3) * sizeof(std::uint32_t);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      Scratch const scratch(team_scratch(member, scratch_bytes()), *this);
      std::uint32_t const total =
          *s.queue.word(level, BucketQueue::chunk_total);
      while (true) {
        std::uint32_t const chunk = take_ticket(
            member, s.queue.word(level, BucketQueue::scatter_ticket),
            scratch.ticket);
        if (chunk >= total) return;
        std::uint32_t const index = s.queue.chunk_bucket[level % 2][chunk];
        Bucket const bucket       = s.queue.bucket(level, index);
        std::uint32_t const c     = chunk - bucket.first_chunk;
        std::uint64_t const from  = c * s.queue.chunk_items;
        std::uint64_t const left  = bucket.size - from;
        std::uint64_t const size =
            left < s.queue.chunk_items ? left : s.queue.chunk_items;
        if (bucket.kind == BucketKind::equal) {
          copy_all(member, s.data[1], s.data[0], bucket.begin + from, size);
          continue;
        }
        for (int b = member.team_rank(); b < s.buckets(); b += team)
          scratch.next[b] =
              s.queue.bucket(level + 1, index * s.buckets() + b).begin +
              s.counter(bucket, b, c);
        for (std::uint64_t done = 0; done < size; done += tile)
          scatter_tile(
              member, bucket.begin + from + done,
              static_cast<int>(size - done < tile ? size - done : tile),
              scratch);
      }
    }

    struct Scratch {
      typename Rank::Counter* counters;
      std::byte* staged;
      Name* staged_names;
      std::uint64_t* next;    // where the next item of each bucket goes
      std::uint32_t* starts;  // first place of each bucket in the tile
      std::uint32_t* scan;
      std::uint32_t* ticket;

      KOKKOS_INLINE_FUNCTION Scratch(std::byte* block,
                                     ScatterBuckets const& kernel) {
        counters = reinterpret_cast<typename Rank::Counter*>(block);
        staged   = block;
        staged_names =
            reinterpret_cast<Name*>(block + (tile * widest + 15) / 16 * 16);
        next = reinterpret_cast<std::uint64_t*>(block + kernel.shared_bytes());
        starts = reinterpret_cast<std::uint32_t*>(next + kernel.s.buckets());
        scan   = starts + kernel.s.buckets();
        ticket = scan + Rank::warps + 1;
      }
    };

    KOKKOS_INLINE_FUNCTION void scatter_tile(Member const& member,
                                             std::uint64_t begin, int size,
                                             Scratch const& scratch) const {
      Data const& from = s.data[level % 2];
      Data const& to   = s.data[1 - level % 2];
      int names[ipt];
      int places[ipt];
      Key keys[ipt];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = Rank::index(member.team_rank(), i);
        names[i]     = at < size ? s.names[begin + at] : s.buckets();
        keys[i]      = from.keys[begin + (at < size ? at : size - 1)];
      }
      Rank::places(member, s.queue.log_buckets, names, places, scratch.counters,
                   scratch.starts, scratch.scan);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i)
        if (names[i] < s.buckets())
          scratch.staged_names[places[i]] = static_cast<Name>(names[i]);
      stage(member, keys, names, places, to.keys, size, scratch);
      if constexpr (is_value_v<Value>) {
        Value values[ipt];
        KOKKOSSORT_UNROLL
        for (int i = 0; i < ipt; ++i) {
          int const at = Rank::index(member.team_rank(), i);
          values[i]    = from.values[begin + (at < size ? at : size - 1)];
        }
        stage(member, values, names, places, to.values, size, scratch);
      }
      int const k = s.buckets();
      for (int b = member.team_rank(); b < k; b += team)
        scratch.next[b] +=
            (b + 1 < k ? scratch.starts[b + 1] : size) - scratch.starts[b];
      member.team_barrier();
    }

    /// Items to their places in scratch, and from there in runs to the array.
    template <class T>
    KOKKOS_INLINE_FUNCTION void stage(Member const& member,
                                      T const (&items)[ipt],
                                      int const (&names)[ipt],
                                      int const (&places)[ipt], Strided<T> to,
                                      int size, Scratch const& scratch) const {
      T* const staged = reinterpret_cast<T*>(scratch.staged);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i)
        if (names[i] < s.buckets()) staged[places[i]] = items[i];
      member.team_barrier();
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = i * team + member.team_rank();
        if (at >= size) continue;
        int const b = scratch.staged_names[at];
        to[scratch.next[b] + (at - scratch.starts[b])] = staged[at];
      }
      member.team_barrier();
    }
  };

  /// Buckets that fit one team's scratch.
  struct SortLeaves {
    State s;

    static std::size_t scratch_bytes() {
      return 2 * sizeof(std::uint64_t) + LeafSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      auto* const ticket  = reinterpret_cast<std::uint32_t*>(scratch);
      LeafSort const sort(scratch + 2 * sizeof(std::uint64_t));
      std::uint32_t const total = s.queue.table_size();
      while (true) {
        std::uint32_t const entry =
            take_ticket(member, s.queue.leaf_ticket(), ticket);
        if (entry >= total) return;
        Bucket const bucket = s.queue.buckets[entry];
        int const level     = level_of(entry);
        if (bucket.kind == BucketKind::leaf) {
          int const size = static_cast<int>(bucket.size);
          Traits::load_all(member, s.order, s.data[level % 2], bucket.begin,
                           size, sort.elements());
          sort.sort(member, size, Less{s.order});
          Traits::store_all(member, s.order, s.data[0], bucket.begin, size,
                            sort.elements());
        } else if (bucket.kind == BucketKind::equal && level % 2 == 1 &&
                   !copied_in_chunks(s.queue, bucket, level)) {
          copy_all(member, s.data[1], s.data[0], bucket.begin, bucket.size);
        }
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION int level_of(std::uint32_t entry) const {
      int level = 0;
      while (entry >= s.queue.level_begin(level + 1)) ++level;
      return level;
    }
  };

  /// Buckets that no level could split: one team each, in device memory.
  struct SortOversize {
    State s;

    using RunSort = TeamMergeRuns<Order, Value, LeafSort>;

    static std::size_t scratch_bytes() {
      return 2 * sizeof(std::uint64_t) + RunSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      auto* const ticket  = reinterpret_cast<std::uint32_t*>(scratch);
      RunSort const sort(scratch + 2 * sizeof(std::uint64_t), s.order);
      std::uint32_t const total = *s.queue.oversize_total();
      while (true) {
        std::uint32_t const i =
            take_ticket(member, s.queue.oversize_ticket(), ticket);
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
