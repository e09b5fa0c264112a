// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_RANK_SAMPLE_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_RANK_SAMPLE_HPP

#include <KokkosSort/algorithm/small/count_rank_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Launch before the split of a longer array, whose sample is too large for
/// every team to sort. Each team ranks a share of the sample by comparisons
/// with all of it, and lists those that are splitters.
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

  static constexpr int team       = Tuning::split_team;
  static constexpr int max_sample = Tuning::max_ranked_sample;
  /// Items that a team ranks.
  static constexpr int share = Tuning::ranked_share;
  /// Items that a thread draws. All their reads are in flight at once.
  static constexpr int draws = div_up(max_sample, team);

  State s;

  static std::size_t teams(int sample) {
    return static_cast<std::size_t>(sample / share);
  }

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return max_sample * sizeof(Item) + share * sizeof(std::uint32_t);
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    auto* const items        = reinterpret_cast<Item*>(scratch);
    auto* const ranks =
        reinterpret_cast<std::uint32_t*>(scratch + max_sample * sizeof(Item));
    int const sample = s.sample();
    Item drawn[draws];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < draws; ++i) {
      int const k = i * team + member.team_rank();
      if (k < sample) drawn[i] = s.draw(k);
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < draws; ++i) {
      int const k = i * team + member.team_rank();
      if (k < sample) items[k] = drawn[i];
    }
    member.team_barrier();
    TeamCountRank<Exec, team, Order>::rank(
        member, items, sample, member.league_rank() * share, share, ranks,
        s.order, [&](int number, int rank) {
          s.if_splitter(rank, [&](int b) {
            s.splitters[b] = static_cast<std::uint16_t>(number);
          });
        });
  }
};

}  // namespace KokkosSort::Impl

#endif
