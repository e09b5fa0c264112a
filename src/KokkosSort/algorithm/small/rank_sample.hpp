// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_RANK_SAMPLE_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_RANK_SAMPLE_HPP

#include <KokkosSort/algorithm/small/search_rank_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Launch before the split of a longer array, whose sample is too large for
/// every team to sort. Each team ranks a share of the sample among all of it,
/// and lists those that are splitters.
///
/// It lists their numbers in the sample. If the order contradicts itself, a
/// splitter may be missing, and its number is then any: SplitTiles bounds it.
template <class Sort>
struct RankSample {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr int team = Tuning::split_team;
  using Search = TeamSearchRank<Exec, team, Tuning::max_sample_share, Order>;

  State s;

  static std::size_t teams(int sample) {
    return static_cast<std::size_t>(sample / Tuning::sample_share(sample));
  }

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Search::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.gate.is_closed()) return;
    Search const search(team_scratch(member, scratch_bytes()));
    int const sample = s.sample();
    int const share  = Tuning::sample_share(sample);
    int const first  = member.league_rank() * share;
    if (s.sizes != nullptr)
      Sort::LargestFirst::clear(
          s.sizes, 1 << s.log_buckets,
          member.league_rank() * team + member.team_rank(),
          member.league_size() * team);
    search.search(
        member, [&](int k) { return s.data[0].keys[s.drawn(k)]; }, sample,
        first, share, s.order);
    search.add_up(member, share);
    for (int i = member.team_rank(); i < share; i += team)
      s.if_splitter(search.rank(i), [&](int b) {
        s.splitters[b] = static_cast<std::uint16_t>(first + i);
      });
  }
};

}  // namespace KokkosSort::Impl

#endif
