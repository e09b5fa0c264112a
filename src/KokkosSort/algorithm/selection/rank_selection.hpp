// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Selection of the element of one rank, by brackets from samples: R. W. Floyd
// and R. L. Rivest, "Expected time bounds for selection" (1975).
//
// Rounds   a sample is gathered and sorted by any sorter of the library
//          (gather_sample); two of its elements are the limits (set_limits);
//          the elements between the limits become the candidates
//          (keep_candidates). One or two rounds leave few of them.
// Sort     the candidates, by any sorter of the library.
// Settle   reads the element, or one team selects it if a sample misled a
//          round (settle_rank).
//
// One limit bounds the first k keys (bracket_selection.hpp), and two limits
// bound a rank in the middle. That bracket is wider, so the sample is larger
// than a team sorts.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_RANK_SELECTION_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_RANK_SELECTION_HPP

#include <KokkosSort/algorithm/selection/candidate_order_thread.hpp>
#include <KokkosSort/algorithm/selection/gather_sample.hpp>
#include <KokkosSort/algorithm/selection/keep_candidates.hpp>
#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/algorithm/selection/selection_tuning.hpp>
#include <KokkosSort/algorithm/selection/settle_rank.hpp>
#include <KokkosSort/algorithm/selection/write_selected.hpp>
#include <KokkosSort/block/number_of_keys.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Selects the element of one rank of n keys. Sorter<Exec, Order, NoValue>
/// sorts samples and candidates. The launches and the memory depend on n alone.
template <class Exec, class Order, template <class, class, class> class Sorter,
          bool HasShortIndices = false>
struct RankSelection {
  using Keys      = AllKeys;
  using Execution = Exec;
  using Member    = TeamMember<Exec>;
  using By        = CandidateOrder<Order, true, HasShortIndices>;
  using Candidate = typename By::Candidate;
  using Entry     = typename By::Entry;
  using Tuning    = SelectionTuning<Exec, sizeof(Entry)>;
  using State     = SelectionState<RankSelection>;
  using Key       = typename Order::key_type;
  using FinalSort = Sorter<Exec, typename By::Sorted, NoValue>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;
  static constexpr int team     = Tuning::team_size;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    State s = planned(order, {}, n, 0);
    Arena measure;
    take(measure, s);
    std::size_t sorting =
        FinalSort::workspace_bytes(exec, s.by.sorted(), s.room[s.rounds]);
    if (s.rounds > 0)
      sorting = std::max(
          sorting,
          FinalSort::workspace_bytes(exec, s.by.sorted(), Tuning::rank_sample));
    return measure.used() + Arena::alignment + sorting;
  }

  /// Writes the element of a rank below n to *found. The arena is left as it
  /// is, so that the next call may use the same memory.
  static void run(Exec const& exec, Order const& order, Strided<Key const> keys,
                  std::size_t n, std::size_t rank, Arena arena,
                  FoundRank<Entry>* found) {
    State s                 = planned(order, keys, n, rank);
    Candidate* const sample = take(arena, s);
    Candidate* const remaining =
        s.rounds == 0 ? sample : s.output(s.rounds - 1);
    if (s.rounds == 0) {
      launch_teams<team>("KokkosSort::select_rank::copy_keys", exec,
                         teams_for(exec, n),
                         CopyKeys<RankSelection>{s, remaining});
    } else {
      run_round<true>(exec, s, 0, sample, arena);
      for (int round = 1; round < s.rounds; ++round)
        run_round<false>(exec, s, round, sample, arena);
    }
    sort(exec, s, remaining, s.room[s.rounds], arena);
    launch_teams<team, 1>("KokkosSort::select_rank::settle", exec, 1,
                          SettleRank<RankSelection>{s, remaining, found});
  }

 private:
  /// Share of the elements that a bracket contains at most, for any rank.
  static double bracket() {
    double const sample = static_cast<double>(Tuning::rank_sample);
    auto const at = SamplePositions::of(sample / 2, sample / 2, sample, sample);
    double const width = at.high - at.low;
    return (width + SamplePositions::margin(width)) / sample;
  }

  static State planned(Order const& order, Strided<Key const> keys,
                       std::size_t n, std::size_t rank) {
    State s{By{order, keys}, n, rank, rank + 1, 0, {n, 0, 0, 0}, nullptr, {}};
    while (s.rounds < Tuning::max_rounds &&
           s.room[s.rounds] > Tuning::rank_direct) {
      double const most  = static_cast<double>(s.room[s.rounds]) * bracket();
      s.room[++s.rounds] = static_cast<std::uint64_t>(most) + 1;
    }
    return s;
  }

  /// Takes the memory of a plan. Returns that of the sample, or of a copy of
  /// the keys if there are no rounds.
  static Candidate* take(Arena& arena, State& s) {
    if (s.rounds == 0) return arena.take<Candidate>(s.n);
    s.results =
        arena.take<SelectionRound<Entry>>(static_cast<std::size_t>(s.rounds));
    s.buffers[0] = arena.take<Candidate>(s.room[1]);
    if (s.rounds > 1) s.buffers[1] = arena.take<Candidate>(s.room[2]);
    return arena.take<Candidate>(Tuning::rank_sample);
  }

  static std::size_t teams_for(Exec const& exec, std::size_t n) {
    return std::min(resident_teams<team>(exec),
                    div_up(n, std::size_t{team * Tuning::copied_items}));
  }

  static void sort(Exec const& exec, State const& s, Candidate* candidates,
                   std::size_t count, Arena arena) {
    if (count > 1)
      FinalSort::run(exec, s.by.sorted(), Strided<Candidate>{candidates}, {},
                     count, arena);
  }

  template <bool OfKeys>
  static void run_round(Exec const& exec, State const& s, int round,
                        Candidate* sample, Arena const& arena) {
    launch_teams<team>("KokkosSort::select_rank::gather_sample", exec,
                       teams_for(exec, Tuning::rank_sample),
                       GatherSample<RankSelection, OfKeys>{s, round, sample});
    sort(exec, s, sample, Tuning::rank_sample, arena);
    std::size_t const padding =
        round + 1 == s.rounds ? teams_for(exec, s.room[s.rounds]) : 0;
    launch_teams<team>("KokkosSort::select_rank::set_limits", exec, 1 + padding,
                       SetLimits<RankSelection>{s, round, sample});
    using Keep = KeepCandidates<RankSelection, OfKeys, true>;
    // A team counts its elements in 32 bits.
    std::size_t const teams =
        std::max(std::min(resident_teams<team>(exec),
                          div_up(s.room[round], std::uint64_t{Keep::batch})),
                 div_up(s.room[round], std::uint64_t{1} << 31));
    launch_teams<team, Tuning::batch_teams>(
        "KokkosSort::select_rank::keep_candidates", exec, teams,
        Keep{s, round});
  }
};

}  // namespace KokkosSort::Impl

#endif
