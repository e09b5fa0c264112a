// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_GATHER_SAMPLE_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_GATHER_SAMPLE_HPP

#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/algorithm/selection/write_selected.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Gathers a stratified sample of the elements of a round, by many teams.
template <class Selection, bool OfKeys>
struct GatherSample {
  using Member = typename Selection::Member;
  using By     = typename Selection::By;

  static constexpr int size = static_cast<int>(Selection::Tuning::rank_sample);

  typename Selection::State s;
  int round;
  typename By::Candidate* sample;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    bool const is_sound       = s.is_sound(round);
    std::uint64_t const count = is_sound ? s.size(round) : 0;
    auto const padding        = s.by.padding();
    s.template with_source<OfKeys>(round, [&](auto const& source) {
      for_each_of_league<Selection::team>(member, size, [&](std::uint64_t i) {
        sample[i] = is_sound ? By::candidate(source[sampled_position(
                                   round, static_cast<int>(i), size, count)])
                             : padding;
      });
    });
  }
};

/// Takes two elements of a sorted sample as limits of a round. In the last
/// round all teams but the first fill the room for the candidates with padding.
template <class Selection>
struct SetLimits {
  using Member = typename Selection::Member;
  using By     = typename Selection::By;

  typename Selection::State s;
  int round;
  typename By::Candidate const* sorted;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (member.league_rank() > 0) return fill_padding(member);
    if (member.team_rank() > 0) return;
    if (round == 0) {
      for (int r = 0; r < s.rounds; ++r) {
        s.results[r].before = 0;
        s.results[r].count  = 0;
      }
    }
    if (!s.is_sound(round)) return;
    std::uint64_t const size = s.size(round);
    auto& result             = s.results[round];
    result.has_low = result.has_high = 0;
    if (size <= s.room[round + 1]) return;
    constexpr double sample =
        static_cast<double>(Selection::Tuning::rank_sample);
    std::uint64_t const before = s.left_out(round);
    auto const at   = SamplePositions::of(static_cast<double>(s.first - before),
                                          static_cast<double>(s.last - before),
                                          static_cast<double>(size), sample);
    result.has_low  = at.low >= 0;
    result.has_high = at.high < sample;
    if (at.low >= 0) result.low = limit(at.low);
    if (at.high < sample) result.high = limit(at.high);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION auto limit(double at) const {
    auto const i = static_cast<std::uint64_t>(at);
    return Selection::By::entry_of(sorted[i], i);
  }
  KOKKOS_FORCEINLINE_FUNCTION void fill_padding(Member const& member) const {
    constexpr std::uint64_t team = Selection::team;
    std::uint64_t const step =
        static_cast<std::uint64_t>(member.league_size() - 1) * team;
    auto const padding = s.by.padding();
    for (std::uint64_t i =
             static_cast<std::uint64_t>(member.league_rank() - 1) * team +
             static_cast<std::uint64_t>(member.team_rank());
         i < s.room[s.rounds]; i += step)
      s.output(round)[i] = padding;
  }
};

}  // namespace KokkosSort::Impl

#endif
