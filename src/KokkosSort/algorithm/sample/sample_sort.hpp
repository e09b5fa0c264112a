// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sample sort: N. Leischner, V. Osipov, P. Sanders, "GPU sample sort" (2009),
// sections 4 and 5.
//
// Phase 1  ChooseSplitters  sorts a * k random keys of a bucket in scratch;
//          every a-th is a splitter
// Phase 2  CountBuckets     each team finds the buckets of its chunk's keys by
//          the splitter tree and counts them
// Phase 3  ScanCounts,      prefix sums over the counters in column-major
//          order;
//          ListBuckets      the buckets they delimit join the queue
// Phase 4  ScatterBuckets   each team moves its chunk's keys to their buckets
// then     SortLeaves       sorts buckets of at most M keys, one team per
//          bucket
//
// Differences from the paper, and why:
// - Buckets of a level are partitioned together, from a queue on the device.
//   There is no round trip to the host per bucket, and the number of launches
//   depends on n alone.
// - Phase 2 stores the bucket ids (2 bytes per key), so that phase 4 reads them
//   instead of descending the tree again. This is cheaper, and an inconsistent
//   comparator cannot move a key to a bucket that did not count it.
// - Phase 4 stages keys in scratch, so that it writes runs, and orders them by
//   their rank in the chunk. The order is stable and the same in every run.
//   Equal numeric keys without values are bitwise identical, so atomic counters
//   in scratch may order them.
// - A splitter that occurs twice in the sample gets an equality bucket. Buckets
//   that end in the scratch array are copied back, long ones by many teams.
// - Leaves are sorted by a merge sort in scratch, which is stable. Leaves of
//   integers are sorted by MSD ranks (algorithm/leaf/msd_rank_sort_team.hpp).
// - k, M, a, t, l and the base case are the library's own unless chosen
//   (SampleParameters). The paper's base case is in
//   algorithm/sample/sample_quick.hpp.
// - If sampling fails and a bucket exceeds M after the last level, one team
//   merge-sorts it: O(n log n) on every input.
//
// It is stable and takes O(n log n) work. Launches: 5 per level, ceil(log_k(n /
// M)) levels, and 3 more. Extra memory: n keys, n values, 2n bytes, and O(n / M
// + k) counters.
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/engine/distribution.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/sample/sample_quick.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/algorithm/sample/sample_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

/// Bytes of the wider of key and value, which determines the size of a staged
/// tile.
template <class Key, class Value>
inline constexpr std::size_t widest_v = is_value_v<Value> &&
                                                sizeof(Value) > sizeof(Key)
                                            ? sizeof(Value)
                                            : sizeof(Key);

template <class Exec, class Order, class Value,
          SampleParameters parameters = SampleParameters{}>
struct SampleSort {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Tuning =
      ChosenSampleSortTuning<Exec, widest_v<Key, Value>,
                             sizeof(typename Elements<Order, Value>::type),
                             parameters>;
  using Buckets = Distribution<Exec, Order, Value, Tuning,
                               TeamLeafSort<Exec, Order, Value, Tuning>>;
  using State   = typename Buckets::State;
  using Member  = typename Buckets::Member;
  using Tree    = SplitterTree<Item>;
  using Name    = typename Buckets::BucketId;

  static constexpr int team = Buckets::team;
  static constexpr int ipt  = Buckets::ipt;
  static constexpr int tile = Buckets::tile;

  // The paper's quicksort as the base case.
  using Quick                    = SampleQuick<Exec, Order, Value, Buckets>;
  static constexpr bool by_quick = Tuning::quick_keys > 0;
  static constexpr std::string_view name = "sample";
  static constexpr bool is_stable        = !by_quick;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  using SampleTeamSort =
      TeamMergeSort<Item, team,
                    SampleSortTuning<Exec, sizeof(Item),
                                     sizeof(Item)>::leaf_items_per_thread>;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) {
      State const state = Buckets::plan(exec, order, n, arena);
      take_splitters(state, arena);
      if constexpr (by_quick) Quick::plan(state, arena);
    });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    run_predicated(exec, order, keys, values, n, arena, nullptr);
  }

  /// Sorts more keys than a leaf holds, only if *enabled, in device memory, is
  /// not 0 when the kernels run; otherwise they return immediately.
  static void run_predicated(Exec const& exec, Order const& order,
                             Strided<Key> keys, Strided<Value> values,
                             std::size_t n, Arena& arena,
                             std::uint32_t const* enabled) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::sample_sort"));
    State state           = Buckets::plan(exec, order, n, arena);
    Item* const splitters = take_splitters(state, arena);
    state.data[0]         = {keys, values};
    state.enabled         = enabled;
    if constexpr (by_quick) {
      auto const quick = Quick::plan(state, arena);
      partition_all(exec, state, splitters);
      Quick::run(exec, state, quick);
      return;
    }
    if (state.queue.levels == 0) {
      launch_teams<team, Tuning::leaf_min_teams>(
          "KokkosSort::sample_sort::sort_leaves", exec, 1,
          typename Buckets::SortLeaves{state});
      return;
    }
    partition_all(exec, state, splitters);
    std::size_t const resident = resident_teams<team>(exec);
    std::size_t const table    = state.queue.table_size();
    launch_teams<team, Tuning::leaf_min_teams>(
        "KokkosSort::sample_sort::sort_leaves", exec, std::min(table, resident),
        typename Buckets::SortLeaves{state});
    launch_teams<team>(
        "KokkosSort::sample_sort::sort_oversize", exec,
        std::min<std::size_t>(n / (Buckets::leaf_capacity + 1), resident),
        typename Buckets::SortOversize{state});
  }

  static void partition_all(Exec const& exec, State const& state,
                            Item* splitters) {
    if (state.queue.levels == 0) return;
    std::size_t const resident = resident_teams<team>(exec);
    launch_teams<team>(
        "KokkosSort::sample_sort::prepare", exec,
        std::min<std::size_t>(resident, state.queue.table_size() / team + 1),
        typename Buckets::Prepare{state});
    for (int level = 0; level < state.queue.levels; ++level)
      partition(exec, state, splitters, level, resident);
  }

  /// Partitions one level: every bucket that is too large becomes k smaller
  /// ones.
  static void partition(Exec const& exec, State const& state, Item* splitters,
                        int level, std::size_t resident) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::sample_sort::level"));
    std::size_t const parents = state.queue.level_size(level);
    launch_teams<team>("KokkosSort::sample_sort::choose_splitters", exec,
                       parents, ChooseSplitters{state, splitters, level});
    launch_teams<team>("KokkosSort::sample_sort::count_buckets", exec, resident,
                       CountBuckets{state, splitters, level});
    launch_teams<team>("KokkosSort::sample_sort::scan_counts", exec,
                       level == 0 ? state.buckets() : parents,
                       typename Buckets::ScanCounts{state, level});
    launch_teams<team>("KokkosSort::sample_sort::list_buckets", exec, parents,
                       typename Buckets::ListBuckets{state, level});
    launch_teams<team, Tuning::scatter_min_teams>(
        "KokkosSort::sample_sort::scatter_buckets", exec, resident,
        typename Buckets::ScatterBuckets{state, level});
  }

  /// Takes the memory of k - 1 splitters, and one unused position, per bucket
  /// of a level.
  static Item* take_splitters(State const& state, Arena& arena) {
    if (state.queue.levels == 0) return nullptr;
    return arena.take<Item>(state.queue.level_size(state.queue.levels));
  }

  KOKKOS_FORCEINLINE_FUNCTION static Item* splitters_of(State const& s,
                                                        Item* splitters,
                                                        std::uint32_t bucket) {
    return splitters + static_cast<std::size_t>(bucket) * s.buckets();
  }

  /// Phase 1. The sample is stratified: one random key from each of a * k equal
  /// intervals of the bucket. Random positions defend against adversarial
  /// inputs, and intervals cut a sorted bucket evenly.
  struct ChooseSplitters {
    State s;
    Item* splitters;
    int level;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return SampleTeamSort::scratch_bytes();
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      std::uint32_t const index = member.league_rank();
      Bucket const& bucket      = s.queue.bucket(level, index);
      if (bucket.kind != BucketKind::split) return;
      SampleTeamSort const sample(team_scratch(member, scratch_bytes()));
      Strided<Key> const keys = s.data[level % 2].keys;
      int const per_splitter  = oversampling(s.buckets());
      int const size          = per_splitter * s.buckets();
      for (int i = member.team_rank(); i < size; i += team)
        sample.elements()[i] = s.order.encode(
            keys[bucket.begin + sample_position(bucket, i, size)]);
      member.team_barrier();
      sample.sort(member, size,
                  typename Elements<Order, NoValue>::Less{s.order});
      Item* const chosen = splitters_of(s, splitters, index);
      for (int b = member.team_rank(); b < s.buckets(); b += team)
        chosen[b] = sample.elements()[(b + 1) * per_splitter - 1];
      member.team_barrier();
      for (int b = member.team_rank(); b < s.buckets(); b += team)
        s.all_equal[s.child(index, b)] =
            b > 0 && Tree::is_repeated(chosen, b - 1, s.buckets(), s.order);
    }
  };

  /// Returns a: the tuning's value, or the maximum that one team's scratch
  /// holds.
  KOKKOS_FORCEINLINE_FUNCTION static int oversampling(int buckets) {
    int const fits = SampleTeamSort::capacity / buckets;
    return fits < Tuning::oversampling ? fits : Tuning::oversampling;
  }

  /// Returns the position in the bucket of sample number i of `size`.
  KOKKOS_INLINE_FUNCTION static std::uint64_t sample_position(
      Bucket const& bucket, int i, int size) {
    std::uint64_t const begin = stratum_begin(bucket.size, i, size);
    std::uint64_t const end   = stratum_begin(bucket.size, i + 1, size);
    return begin +
           (end - begin > 1 ? splitmix64(bucket.begin + i) % (end - begin) : 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t stratum_begin(
      std::uint64_t size, int i, int strata) {
    return size / strata * i + size % strata * i / strata;
  }

  /// Phase 2.
  struct CountBuckets {
    State s;
    Item* splitters;
    int level;

    using Counter = std::uint32_t;

    KOKKOS_INLINE_FUNCTION std::size_t tree_bytes() const {
      return round_up(Tree::scratch_bytes(s.buckets()), 16);
    }
    KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
      return tree_bytes() +
             (s.buckets() * Tuning::counter_copies + 1) * sizeof(Counter);
    }

    KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      Tree tree(scratch, s.queue.log_buckets);
      auto* const counts = reinterpret_cast<Counter*>(scratch + tree_bytes());
      Counter* const ticket = counts + s.buckets() * Tuning::counter_copies;
      std::uint32_t const total =
          *s.queue.word(level, BucketQueue::chunk_total);
      std::uint32_t loaded = ~std::uint32_t{0};
      while (true) {
        std::uint32_t const chunk = next_work_item(
            member, s.queue.word(level, BucketQueue::count_ticket), ticket);
        if (chunk >= total) return;
        std::uint32_t const index = s.queue.chunk_bucket[level % 2][chunk];
        Bucket const bucket       = s.queue.bucket(level, index);
        if (bucket.kind != BucketKind::split) continue;
        if (index != loaded)
          tree.load(member, splitters_of(s, splitters, index), s.order);
        loaded = index;
        count_chunk(member, tree, bucket, chunk - bucket.first_chunk, counts);
      }
    }

    KOKKOS_INLINE_FUNCTION void count_chunk(Member const& member,
                                            Tree const& tree,
                                            Bucket const& bucket,
                                            std::uint32_t c,
                                            Counter* counts) const {
      int const k               = s.buckets();
      std::uint64_t const begin = bucket.begin + c * s.queue.chunk_items;
      std::uint64_t const size  = s.chunk_size(bucket, c);
      for (int b = member.team_rank(); b < k * Tuning::counter_copies;
           b += team)
        counts[b] = 0;
      member.team_barrier();
      int const copy =
          member.team_rank() / Warp<Exec>::size % Tuning::counter_copies;
      for (std::uint64_t done = 0; done < size; done += tile)
        count_tile(member, tree, begin + done,
                   static_cast<int>(size - done < tile ? size - done : tile),
                   counts + copy * k);
      member.team_barrier();
      for (int b = member.team_rank(); b < k; b += team) {
        Counter sum = 0;
        for (int copied = 0; copied < Tuning::counter_copies; ++copied)
          sum += counts[copied * k + b];
        s.counter(bucket, b, c) = sum;
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
        s.bucket_ids[begin + at] = static_cast<Name>(buckets[i]);
        if constexpr (team == 1) {
          ++counts[buckets[i]];
        } else {
          Kokkos::atomic_add(&counts[buckets[i]], Counter{1});
        }
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
