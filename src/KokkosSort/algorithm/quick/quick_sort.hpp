// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Quicksort around seven pivots at once, after the GPU-Quicksort of D. Cederman
// & P. Tsigas, "A practical quicksort algorithm for graphics processors"
// (2008), section 3. GpuQuickSort (gpu_quick_sort.hpp) has the rules of the
// paper itself, by the same phases.
//
// First phase: FirstPhase, several teams per sequence, one iteration per launch
// - work assignment: SequenceQueue divides sequences longer than minlength into
//   sections
// - pivot: the mean of the least and the greatest key, which are tracked
// - first pass: each team counts the keys less and greater than the pivot
// - space allocation: fetch-and-add on the sequence's two ends
// - second pass: each team moves its keys to the other buffer
// - pivot fill: the gap between the two new sequences
// - are we done? the last team of a sequence lists the sequences it has become
//
// Second phase: SecondPhase, one team per sequence, an explicit stack in
// scratch, smaller part first, median of three; short sequences are sorted in
// scratch
//
// Around a single pivot it is a three-way quicksort. Hence it also stands for
// the one of B. Dewan & Y. Simidjiyski, "Parallelized Sorting Algorithms"
// (2010), section 2.2. It has neither its race nor its recursion on the host.
//
// Differences from the papers, and why:
// - The host never reads the sequences. It launches the maximum number of
//   iterations for n, and those without work return immediately. Sequences that
//   are long after the last iteration go to phase two.
// - Fetch-and-add leaves the order of keys to chance. It is used if that is
//   unobservable: for keys without values of which equal ones are identical.
//   Those are partitioned around seven pivots at once (MultiPivotTeam), which
//   is three iterations of the paper in one. The pivots are the mean of the
//   bounds that earlier pivots have set, and the means of its halves.
// - At first, and if the sizes of the parts show that keys are spread unevenly,
//   pivots are quantiles of a sample. The last team of a sequence draws it for
//   all of its parts (QuickPivots). Keys equal to a pivot stay with the lesser
//   ones, until a part has room for nothing else.
// - With a single pivot (log_parts = 1) a tile stays in registers from the
//   first pass to the second and is read once.
// - If equal keys can be distinguished, Count stores each key's partition flag
//   (1 byte). The last team of a sequence computes prefix sums of its sections'
//   counts, and Move moves the keys. This is stable and safe under an
//   inconsistent comparator.
// - Around a single pivot the first sequence's extremes take a read of their
//   own (QuickFindExtremes). For each part one more extreme is tracked; the
//   other is its parent's.
// - Keys without a mean, and sequences after a skewed partition, take the
//   median of a random sample.
// - Below the threshold the library's sorts in scratch replace the bitonic
//   sort: counting for integers, merging otherwise. They are stable.
// - After 2 log2(size / threshold) + 2 partitions in phase two a sequence is
//   merge-sorted by its team: O(n log n) on every input.
//
// It is stable and takes O(n log n) work. Launches: 3 or 4, and at most 2
// log2(n / minlength) + 2 iterations (with seven pivots a third of log2(n /
// minlength) + 2). An iteration is two launches, or one with a single pivot and
// free placement; or all iterations are one launch (BlockSynchronization).
// Extra memory: n keys, n values; n bytes if partition flags are stored;
// O(maxseq log maxseq) sequences.
#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_SORT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/concurrent_teams.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/quick/quick_first_phase.hpp>
#include <KokkosSort/algorithm/quick/quick_host_sums.hpp>
#include <KokkosSort/algorithm/quick/quick_multi_pivot.hpp>
#include <KokkosSort/algorithm/quick/quick_prepare.hpp>
#include <KokkosSort/algorithm/quick/quick_second_phase.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace KokkosSort::Impl {

struct QuickOneLaunchOptions : QuickSortOptions {
  static constexpr BlockSynchronization synchronization =
      BlockSynchronization::counter_barrier;
};

/// Threads of the host must not spin for one that does not run, so there each
/// iteration has its own launches.
template <class Exec>
using QuickOneLaunchOptionsOn =
    std::conditional_t<TeamShape<Exec>::is_host, QuickSortOptions,
                       QuickOneLaunchOptions>;

template <class Exec, class Order, class Value,
          class Options = QuickSortOptions>
struct QuickSort {
  using State = QuickState<Exec, Order, Value, Options>;
  using First = FirstPhase<Exec, Order, Value, Options>;
  using Last  = SecondPhase<Exec, Order, Value, Options>;
  using Key   = typename State::Key;

  using Team = std::conditional_t<State::has_pivots,
                                  MultiPivotTeam<Exec, Order, Value, Options>,
                                  typename First::Team>;

  using AllIterations = typename First::template AllIterations<Team>;

  static constexpr int team              = State::team;
  static constexpr int min_teams         = State::Tuning::min_teams;
  static constexpr std::string_view name = "quick";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;
  static constexpr int count_min_teams =
      State::has_pivots ? State::Tuning::count_min_teams : min_teams;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& a) { State::plan(exec, order, n, a); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::quick_sort"));
    State state                = State::plan(exec, order, n, arena);
    state.data[0]              = {keys, values};
    std::size_t const resident = resident_teams<team>(exec);
    if (n <= State::leaf_capacity) {
      second_phase(exec, state, 1);
      return;
    }
    if constexpr (waits_in_kernel)
      check_concurrent_teams("Algorithm::quick_one_launch",
                             waiting_teams(exec, state),
                             concurrent_teams<team, min_teams>(
                                 exec, AllIterations::scratch_bytes()));
    launch_teams<team>("KokkosSort::quick_sort::prepare", exec, 1,
                       QuickPrepare<State>{state});
    if constexpr (State::has_bounds && !State::has_pivots)
      launch_teams<team>("KokkosSort::quick_sort::find_extremes", exec,
                         std::min<std::size_t>(resident, n / State::tile + 1),
                         QuickFindExtremes<State>{state});
    first_phase(exec, state, resident);
    second_phase(exec, state,
                 std::min<std::size_t>(resident, state.queue.done_capacity));
  }

  /// Returns the teams of a launch with a barrier of all teams. They must all
  /// run at once, in a launch that is not cooperative. A quarter of a
  /// multiprocessor's threads are one or two teams, for which launch bounds and
  /// scratch leave room. Another kernel on the device ends and only delays
  /// them. Concurrent sorts of this kind could block each other: hence the rule
  /// of Algorithm::QuickOneLaunch.
  static std::size_t waiting_teams(Exec const& exec, State const& state) {
    return std::min(state.queue.max_sections(state.n),
                    std::max<std::size_t>(resident_teams<team>(exec) / 4, 1));
  }

  /// Launches iterations until there are enough sequences (algorithm 1).
  static void first_phase(Exec const& exec, State const& state,
                          std::size_t resident) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::quick_sort::first"));
    std::size_t const teams =
        std::min(resident, state.queue.max_sections(state.n));
    if constexpr (waits_in_kernel) {
      if (state.queue.levels > 0)
        launch_teams<team, min_teams>("KokkosSort::quick_sort::first_phase",
                                      exec, waiting_teams(exec, state),
                                      AllIterations{state});
    } else if constexpr (State::has_host_sums) {
      QuickHostSums<Exec, State> sums(exec, state);
      for (int level = 0; level < state.queue.levels && sums.has_work(level);
           ++level)
        iteration(exec, state, teams, level, [&] { sums.form(level); });
    } else {
      for (int level = 0; level < state.queue.levels; ++level)
        iteration(exec, state, teams, level, [] {});
    }
  }

  /// Launches one iteration; in_between() is called between two launches.
  template <class InBetween>
  static void iteration(Exec const& exec, State const& state, std::size_t teams,
                        int level, InBetween const& in_between) {
    if constexpr (Team::in_one_step) {
      launch_teams<team, min_teams>("KokkosSort::quick_sort::first_phase", exec,
                                    teams,
                                    typename First::Partition{state, level});
    } else {
      launch_teams<team, count_min_teams>(
          "KokkosSort::quick_sort::first_phase_count", exec, teams,
          typename First::template Iteration<Team, First::Step::count>{state,
                                                                       level});
      in_between();
      launch_teams<team, min_teams>(
          "KokkosSort::quick_sort::first_phase_move", exec, teams,
          typename First::template Iteration<Team, First::Step::move>{state,
                                                                      level});
    }
  }

  static void second_phase(Exec const& exec, State const& state,
                           std::size_t teams) {
    if constexpr (State::has_pivots) {
      launch_teams<team, State::LeafTuning::leaf_min_teams>(
          "KokkosSort::quick_sort::second_phase_short", exec, teams,
          ShortSequences<State>{state});
      if (state.n <= State::leaf_capacity) return;
    }
    launch_teams<team, State::LeafTuning::leaf_min_teams>(
        "KokkosSort::quick_sort::second_phase", exec, teams, Last{state});
  }

  static constexpr bool waits_in_kernel =
      Options::synchronization == BlockSynchronization::counter_barrier;
  static_assert(!waits_in_kernel || !State::Tuning::Shape::is_host,
                "threads of the host must not wait in a kernel");
};

/// QuickSort with all iterations of its first phase in one launch.
///
/// It is not in the paper, which calls such a barrier impossible (section 2).
/// Teams may run one after another, and the first would then wait forever. The
/// barrier is possible if all teams of the launch run at once. Hence the
/// launch has few teams, and run() throws, before anything changes, if the
/// device does not run as many at the same time. On hosts each iteration has
/// its own launches.
template <class Exec, class Order, class Value>
struct QuickOneLaunchSort
    : QuickSort<Exec, Order, Value, QuickOneLaunchOptionsOn<Exec>> {
  static constexpr std::string_view name = "quick_one_launch";
  // Its teams wait for one another: one such sort at a time on a device.
  static constexpr bool is_exclusive = !TeamShape<Exec>::is_host;
};

}  // namespace KokkosSort::Impl

#endif
