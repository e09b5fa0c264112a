// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Selection by a bracket from a sample: R. W. Floyd and R. L. Rivest, "Expected
// time bounds for selection" (1975).
//
// Rounds   one team sorts a sample and takes limits from it (choose_bracket);
//          the elements between the limits become the candidates
//          (keep_candidates). Two or three rounds leave few of them.
// Fallback one team selects if a sample misled a round (select_alone).
// Sort     the candidates, by any sorter of the library.
// Write    the wanted ranks of the sorted candidates.
//
// Differences from the paper, and why:
// - The sample's size is that of a team's scratch. Rounds take the place of the
//   recursion, so that the host reads nothing.
// - Equivalent keys are compared by index, as in argsort. All elements differ
//   then, so that no input with many equal keys takes another way.
//
// The keys are read once, apart from the sample. The launches depend on n and
// the wanted ranks alone. Extra memory: the candidates of two rounds, at most
// n / 4 in the first.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_BRACKET_SELECTION_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_BRACKET_SELECTION_HPP

#include <KokkosSort/algorithm/selection/candidate_order_thread.hpp>
#include <KokkosSort/algorithm/selection/choose_bracket.hpp>
#include <KokkosSort/algorithm/selection/keep_candidates.hpp>
#include <KokkosSort/algorithm/selection/select_alone.hpp>
#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/algorithm/selection/selection_tuning.hpp>
#include <KokkosSort/algorithm/selection/write_selected.hpp>
#include <KokkosSort/block/number_of_keys.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Selects the first k of n keys in order. Sorter<Exec, Order, NoValue> sorts
/// the candidates. WithIndex: the output needs the indices of the keys.
/// Counted: AllKeys, or FirstKeys if only the first keys count.
template <class Exec, class Order, bool WithIndex,
          template <class, class, class> class Sorter, class Counted = AllKeys>
struct BracketSelection {
  using Keys      = Counted;
  using Execution = Exec;
  using Member    = TeamMember<Exec>;
  using By        = CandidateOrder<Order, WithIndex>;
  using Candidate = typename By::Candidate;
  using Entry     = typename By::Entry;
  using Tuning    = SelectionTuning<Exec, sizeof(Entry)>;
  using State     = SelectionState<BracketSelection>;
  using Key       = typename Order::key_type;
  using FinalSort = Sorter<Exec, typename By::Sorted, NoValue>;

  static constexpr bool is_host = TeamShape<Exec>::is_host;
  static constexpr int team     = Tuning::team_size;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n, std::size_t k) {
    State s = planned(order, {}, n, k);
    Arena measure;
    take(measure, s);
    return measure.used() + Arena::alignment +
           FinalSort::workspace_bytes(exec, s.by.sorted(), s.room[s.rounds]);
  }

  /// write(by, i, entry), for i < k, stores the element of rank i.
  template <class Write>
  static void run(Exec const& exec, Order const& order, Strided<Key const> keys,
                  std::size_t n, std::size_t k, Arena& arena,
                  Write const& write, Counted const& counted = {}) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::top_k"));
    State s                  = planned(order, keys, n, k);
    s.counted                = counted;
    Candidate* const spare   = take(arena, s);
    std::size_t const room   = s.room[s.rounds];
    Candidate* const results = s.rounds == 0 ? spare : s.output(s.rounds - 1);
    if (s.rounds == 0) {
      launch_copies("KokkosSort::top_k::copy_keys", exec, n,
                    CopyKeys<BracketSelection>{s, results});
    } else {
      for (int round = 0; round < s.rounds; ++round) {
        if (round == 0) {
          run_round<true>(exec, s, round);
        } else {
          run_round<false>(exec, s, round);
        }
      }
      launch_teams<team, 1>(
          "KokkosSort::top_k::select_alone", exec, 1,
          SelectAlone<BracketSelection>{s, s.by.sorted(), spare});
    }
    if (room > 1)
      FinalSort::run(exec, s.by.sorted(), Strided<Candidate>{results}, {}, room,
                     arena);
    launch_copies("KokkosSort::top_k::write", exec, k,
                  WriteSelected<BracketSelection, Write>{s, results, write});
  }

 private:
  /// Plans rounds as long as one takes less time than a sort of what it leaves
  /// out.
  static State planned(Order const& order, Strided<Key const> keys,
                       std::size_t n, std::size_t k) {
    State s{By{order, keys}, n, 0, k, 0, {n, 0, 0, 0}, nullptr, {}};
    while (s.rounds < Tuning::max_rounds) {
      std::uint64_t const size = s.room[s.rounds];
      if (size <= std::max<std::uint64_t>(2 * k, Tuning::direct)) break;
      auto const at =
          SamplePositions::of(0, static_cast<double>(k),
                              static_cast<double>(size), Tuning::sample_size);
      // SelectAlone needs twice the room of its result.
      auto const most = std::max<std::uint64_t>(
          static_cast<std::uint64_t>(
              at.most(static_cast<double>(size), Tuning::sample_size)) +
              1,
          k + k / 4 + Tuning::sample_size);
      if (most > size / 4 * (s.rounds == 0 ? 1 : 2)) break;
      s.room[++s.rounds] = most;
    }
    return s;
  }

  /// Takes the memory of a plan. Returns room for as many candidates as are
  /// sorted.
  static Candidate* take(Arena& arena, State& s) {
    if (s.rounds > 0) {
      s.results =
          arena.take<SelectionRound<Entry>>(static_cast<std::size_t>(s.rounds));
      s.buffers[0] = arena.take<Candidate>(s.room[1]);
    }
    if (s.rounds > 1) s.buffers[1] = arena.take<Candidate>(s.room[2]);
    // The candidates of the round before the last are not needed any more.
    return s.rounds > 1 ? s.output(s.rounds - 2)
                        : arena.take<Candidate>(s.room[s.rounds]);
  }

  template <bool OfKeys>
  static void run_round(Exec const& exec, State const& s, int round) {
    std::size_t const padding =
        round + 1 == s.rounds
            ? std::min(resident_teams<team>(exec),
                       div_up(s.room[s.rounds],
                              std::uint64_t{team * Tuning::copied_items}))
            : 0;
    launch_teams<team, 1>("KokkosSort::top_k::choose_bracket", exec,
                          1 + padding,
                          ChooseBracket<BracketSelection, OfKeys>{s, round});
    using Keep = KeepCandidates<BracketSelection, OfKeys, false>;
    // A team counts its elements in 32 bits.
    std::size_t const teams =
        std::max(std::min(resident_teams<team>(exec),
                          div_up(s.room[round], std::uint64_t{Keep::batch})),
                 div_up(s.room[round], std::uint64_t{1} << 31));
    launch_teams<team, Tuning::batch_teams>(
        "KokkosSort::top_k::keep_candidates", exec, teams, Keep{s, round});
  }

  template <class Kernel>
  static void launch_copies(char const* label, Exec const& exec, std::size_t n,
                            Kernel const& kernel) {
    launch_teams<team>(
        label, exec,
        std::min(resident_teams<team>(exec),
                 div_up(n, std::size_t{team * Tuning::copied_items})),
        kernel);
  }
};

}  // namespace KokkosSort::Impl

#endif
