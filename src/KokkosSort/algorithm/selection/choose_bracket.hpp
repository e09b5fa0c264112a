// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_CHOOSE_BRACKET_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_CHOOSE_BRACKET_HPP

#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// First half of a round: one team sorts a sample and takes two of its elements
/// as limits. In the last round all other teams fill the room for the
/// candidates with padding.
///
/// The sample is stratified: one random element from each of equal intervals.
template <class Selection, bool OfKeys>
struct ChooseBracket {
  using Member    = typename Selection::Member;
  using By        = typename Selection::By;
  using Entry     = typename By::Entry;
  using EntryLess = typename By::EntryLess;
  using Tuning    = typename Selection::Tuning;
  using Sort =
      TeamMergeSort<Entry, Tuning::team_size, Tuning::sample_items_per_thread>;

  static constexpr int team   = Tuning::team_size;
  static constexpr int sample = Tuning::sample_size;

  typename Selection::State s;
  int round;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Sort::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (member.league_rank() > 0) return fill_padding(member);
    if (round == 0) {
      for (int r = member.team_rank(); r < s.rounds; r += team) {
        s.results[r].before = 0;
        s.results[r].count  = 0;
      }
    }
    if (!s.is_sound(round)) return;
    std::uint64_t const size = s.size(round);
    auto& result             = s.results[round];
    if (size <= s.room[round + 1]) {
      if (member.team_rank() == 0) result.has_low = result.has_high = 0;
      return;
    }
    Sort const sort(team_scratch(member, scratch_bytes()));
    s.template with_source<OfKeys>(round, [&](auto const& source) {
      for (int i = member.team_rank(); i < sample; i += team)
        sort.elements()[i] = source[position(round, i, size)];
    });
    member.team_barrier();
    sort.sort(member, sample, EntryLess{s.by});
    if (member.team_rank() == 0) set_limits(sort.elements(), size, result);
  }

  /// Returns a random position in interval number i of `sample`.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t position(
      int round, int i, std::uint64_t size) {
    return sampled_position(round, i, sample, size);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void set_limits(
      Entry const* sorted, std::uint64_t size,
      SelectionRound<Entry>& result) const {
    std::uint64_t const before = s.left_out(round);
    auto const at   = SamplePositions::of(static_cast<double>(s.first - before),
                                          static_cast<double>(s.last - before),
                                          static_cast<double>(size), sample);
    result.has_low  = at.low >= 0;
    result.has_high = at.high < sample;
    if (at.low >= 0) result.low = sorted[static_cast<int>(at.low)];
    if (at.high < sample) result.high = sorted[static_cast<int>(at.high)];
  }

  KOKKOS_FORCEINLINE_FUNCTION void fill_padding(Member const& member) const {
    std::uint64_t const step =
        static_cast<std::uint64_t>(member.league_size() - 1) * team;
    auto const padding = s.by.padding();
    for (std::uint64_t i =
             static_cast<std::uint64_t>(member.league_rank() - 1) * team +
             member.team_rank();
         i < s.room[s.rounds]; i += step)
      s.output(round)[i] = padding;
  }
};

}  // namespace KokkosSort::Impl

#endif
