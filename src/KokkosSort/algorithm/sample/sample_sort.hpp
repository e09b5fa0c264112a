// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sample sort: N. Leischner, V. Osipov, P. Sanders, "GPU sample sort" (2009),
// sections 4 and 5.
//
// Phase 1  ChooseClassifiers  sorts a * k random keys of a bucket in scratch;
//          every a-th is a splitter
// Phase 2  CountCells         finds the buckets of the keys by the splitter
// tree
//          and counts them
// Phase 3  GroupCells         prefix sums over the counts; the buckets they
//          delimit join the queue
// Phase 4  PlaceItems         moves the keys to their buckets
// then     SortPieces         sorts buckets of at most M keys, one team per
//          bucket
//
// The phases are those of algorithm/engine/distribution.hpp.
//
// Differences from the paper, and why:
// - Buckets of a level are partitioned together, from a queue on the device.
//   There is no round trip to the host per bucket, and the number of launches
//   depends on n alone.
// - Neighboring buckets are joined up to M keys once they are counted, which
//   makes leaves nearly full.
// - Phase 2 stores the bucket of each key, in a byte for numbers and in two for
//   other keys. A second descent of the tree takes longer. An inconsistent
//   comparator thus cannot move a key to a bucket that did not count it.
//   Numbers of up to 4 bytes without values descend again, as in the paper.
// - Phase 4 takes tiles in order. A tile adds its counts to those of the tiles
//   before it (look-back), in place of a table of counters per team and bucket:
//   as few streams of writes as buckets are open at a time. Keys wait in
//   scratch so that a tile writes runs. The order is stable and the same in
//   every run. Equal numeric keys without values are bitwise identical, so
//   atomic counters may order them.
// - A splitter that occurs twice in the sample gets an equality bucket.
// - Leaves are sorted by a merge sort in scratch, which is stable. Leaves of
//   integers are sorted by MSD ranks (algorithm/leaf/msd_rank_sort_team.hpp).
// - k, M, a, t, l and the base case are the library's own unless chosen
//   (SampleParameters). The paper's base case is in
//   algorithm/sample/sample_quick.hpp.
// - If sampling fails and a bucket exceeds M after the last level, one team
//   merge-sorts it: O(n log n) on every input.
//
// It is stable and takes O(n log n) work. Launches: 4 per level, ceil(log_k(n /
// M)) levels and one more for many keys, and 2 for the leaves; 1 for at most M
// keys. Extra memory: n keys and n values. Stored buckets take n bytes of
// numbers and 2n of other keys. Each tile has 8k bytes if order is kept, and
// O(n / M + k) counters come on top.
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/engine/distribution.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/algorithm/leaf/leaf_tuning.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/sample/sample_quick.hpp>
#include <KokkosSort/core/label.hpp>
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
          SampleParameters parameters = SampleParameters{},
          Classifiers classifiers     = Classifiers::splitters>
struct SampleSort {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Tuning =
      ChosenSampleSortTuning<Exec, widest_v<Key, Value>,
                             sizeof(typename Elements<Order, Value>::type),
                             parameters, !is_counted_v<Order>>;
  struct LevelTuning : Tuning {
    static constexpr int sample_items_per_thread =
        LeafShape<Exec, sizeof(Item), sizeof(Item)>::leaf_items_per_thread;
  };
  using Buckets =
      Distribution<Exec, Order, Value, LevelTuning,
                   TeamLeafSort<Exec, Order, Value, Tuning>, classifiers>;
  using State = typename Buckets::State;

  static constexpr int team = Buckets::team;

  // The paper's quicksort as the base case.
  using Quick                    = SampleQuick<Exec, Order, Value, Buckets>;
  static constexpr bool by_quick = Tuning::quick_keys > 0;
  static constexpr std::string_view name = "sample";
  static constexpr bool is_stable        = !by_quick;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static std::size_t workspace_bytes(Exec const&, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) {
      State const state = Buckets::plan(n, order, arena);
      if constexpr (by_quick) Quick::plan(state, arena);
    });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena,
                  Gate gate = {}) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::sample_sort"));
    State state   = Buckets::plan(n, order, arena);
    state.gate    = gate;
    state.data[0] = {keys, values};
    if constexpr (by_quick) {
      partition(exec, state);
      Quick::run(exec, state, Quick::plan(state, arena));
    } else {
      sort_state(exec, state);
    }
  }

  /// Takes the memory of a sort that leaves its result there: in data[0] of the
  /// returned state.
  static State plan_elsewhere(Order const& order, std::size_t n, Arena& arena)
    requires(!by_quick)
  {
    State state = Buckets::plan(n, order, arena);
    if (state.queue.levels == 0)
      state.data[1] = take_arrays<Key, Value>(arena, n);
    state.data[0] = state.data[1];
    state.source  = 1;
    return state;
  }

  /// Sorts into the memory that plan_elsewhere() took. Overwrites the given
  /// elements.
  static void run_elsewhere(Exec const& exec, State state, Strided<Key> keys,
                            Strided<Value> values)
    requires(!by_quick)
  {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::sample_sort"));
    if (state.n == 0) return;
    state.data[1] = {keys, values};
    sort_state(exec, state);
  }

  static void sort_state(Exec const& exec, State const& state) {
    partition(exec, state);
    sort_pieces(exec, state);
  }

  static void partition(Exec const& exec, State const& state) {
    Buckets::partition({"KokkosSort::sample_sort::choose_classifiers",
                        "KokkosSort::sample_sort::count_cells",
                        "KokkosSort::sample_sort::group_cells",
                        "KokkosSort::sample_sort::place_items"},
                       exec, state);
  }

  static void sort_pieces(Exec const& exec, State const& state) {
    bool const is_leaf       = state.queue.levels == 0;
    std::size_t const pieces = is_leaf ? 1 : state.queue.usual_pieces(state.n);
    launch_teams<team, Tuning::leaf_min_teams>(
        "KokkosSort::sample_sort::sort_pieces", exec, pieces,
        typename Buckets::SortPieces{state});
    if (is_leaf) return;
    launch_teams<team>(
        "KokkosSort::sample_sort::sort_rest", exec,
        std::min(pieces, resident_teams<team>(exec)),
        typename Buckets::SortRest{state, static_cast<std::uint32_t>(pieces)});
  }
};

}  // namespace KokkosSort::Impl

#endif
