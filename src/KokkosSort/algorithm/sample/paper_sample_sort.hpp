// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sample sort as it is in its paper: N. Leischner, V. Osipov, P. Sanders, "GPU
// sample sort" (2009), sections 4 and 5.
//
// Phase 1  ChooseSplitters  sorts a * k random keys of a bucket in scratch;
//                           every a-th is a splitter
// Phase 2  CountBuckets     finds the buckets of a tile's keys by the search
//                           tree (TeamBucketIndex) and counts them in several
//                           arrays of counters (TeamBucketCounters)
// Phase 3  SumCounts,       prefix sums over the k * p counts in column-major
//          ScanCounts       order
// Phase 4  ScatterKeys      finds the buckets again and writes the keys
// then     BucketsBySize    orders the buckets by size, the largest first
//          SecondPhase      sorts each by one team: quicksort, and an odd-even
//                           merge network for what fits scratch
//
// Phases 1 to 4 are those of algorithm/sample/paper_distribution.hpp. The
// parameters are the fields of SampleParameters; each of the ablations of
// sections 4 and 5 is one of them.
//
// Differences from the paper, and why:
// - All buckets of a level are partitioned by the same launches, from a list on
//   the device. The host never reads it: the number of levels follows from n,
//   and kernels of a level without buckets return immediately.
// - The paper has no equality buckets. A bucket above M keys whose splitters
//   are all one value could not be split by its algorithm on any level. Such a
//   bucket, and no other, is parted into less, equal and greater keys. The
//   equal ones are in order, and many teams move them to their final position.
// - A bucket that is above M keys after the last level goes to quicksort
//   nevertheless. Its partition has three parts, and its depth is bounded, so
//   that it takes O(n log n) on every input.
// - The random generator has fixed seeds per bucket. Every run is the same.
// - Teams take one tile after another, so that the tree is loaded once per
//   bucket and team. A tile of a host's team, which is one thread, has t * l
//   keys as well.
// - The splitters are put in the order of the heap when a team loads them.
// - Atomic counters rank keys in any order. If equal keys are distinguishable,
//   the output would then change from run to run. For these, phase 4 has an
//   array of counters per warp, and votes rank keys in the order of the tile.
//   The choice of counter_arrays then applies to phase 2 alone.
// - A comparator that contradicts itself may find another bucket in phase 4. A
//   tile whose counts differ keeps the order of its items (PaperScatterOf).
// - Offsets have 64 bits, for arrays of any length.
// - staged_scatter orders a tile in phase 4. The strategy that the paper tried
//   writes ordered tiles to global memory in phase 2, as radix sorts did.
//
// It is not stable and takes O(n log n) work. Launches: 5 per level,
// ceil(log_k(2 n / M)) levels and two more, and 2 for the buckets; 1 for at
// most M keys. Extra memory: n keys, n values and 8 k bytes per tile. Stored
// indices take 1 byte per key (2 with k = 512). Quicksort takes 1 byte per key
// unless keys are numbers without values.
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SAMPLE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_SAMPLE_SORT_HPP

#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/algorithm/quick/quick_second_phase.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/algorithm/sample/buckets_by_size.hpp>
#include <KokkosSort/algorithm/sample/paper_distribution.hpp>
#include <KokkosSort/algorithm/sample/paper_sample_tuning.hpp>
#include <KokkosSort/algorithm/sample/sample_parameters.hpp>
#include <KokkosSort/algorithm/sample/sample_quick.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value, SampleParameters parameters>
struct PaperSampleSort {
  using Key = typename Order::key_type;
  using Tuning =
      PaperSampleTuning<Exec, sizeof(Key),
                        is_value_v<Value> ? sizeof(Value) : 0, parameters>;
  using Buckets = PaperDistribution<Exec, Order, Value, Tuning>;
  using State   = typename Buckets::State;
  using Quick   = QuickState<Exec, Order, Value, SampleQuickOptions>;
  using Last    = SecondPhase<Exec, Order, Value, SampleQuickOptions>;

  static constexpr std::string_view name = "paper_sample";
  static constexpr bool is_stable        = false;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) {
      plan_quick(Buckets::plan(exec, order, n, arena), arena);
    });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::paper_sample_sort"));
    State state       = Buckets::plan(exec, order, n, arena);
    state.data[0]     = {keys, values};
    Quick const quick = plan_quick(state, arena);
    Buckets::partition(exec, state);
    sort_buckets(exec, state, quick);
  }

  /// Returns quicksort's state after the levels, or for the whole array if
  /// there are none.
  static Quick plan_quick(State const& state, Arena& arena) {
    Quick quick{state.order, state.n, {}, {}, nullptr, nullptr};
    quick.data[0]      = state.data[0];
    bool const is_base = state.list.levels == 0;
    if (is_base && state.n <= Last::leaf_capacity) return quick;
    quick.data[1] =
        is_base ? take_arrays<Key, Value>(arena, state.n) : state.data[1];
    if constexpr (!Quick::is_free)
      quick.flags = arena.take<PartitionFlag>(state.n);
    if (is_base) return quick;
    quick.queue.control =
        arena.take<std::uint32_t>(quick.queue.control_words());
    quick.queue.done =
        arena.take<typename Quick::Whole>(state.list.max_done(state.n));
    return quick;
  }

  static void sort_buckets(Exec const& exec, State const& state,
                           Quick const& quick) {
    std::size_t teams = 1;
    if (state.list.levels > 0) {
      std::size_t const resident = resident_teams<Buckets::team>(exec);
      std::size_t const done     = state.list.max_done(state.n);
      teams = std::min(done, resident_teams<Quick::team>(exec));
      launch_teams<Buckets::team>(
          "KokkosSort::paper_sample_sort::buckets_by_size", exec,
          std::min(resident, done / Buckets::team + 1),
          BucketsBySize<Exec, Buckets::team, Quick>{state.list, quick});
    }
    launch_teams<Quick::team, Buckets::Parameters::quick_min_teams>(
        "KokkosSort::paper_sample_sort::quick_sort", exec, teams, Last{quick});
  }
};

}  // namespace KokkosSort::Impl

#endif
