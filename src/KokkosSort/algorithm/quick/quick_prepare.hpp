// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_PREPARE_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_PREPARE_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/quick/quick_pivots.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// Steps of quicksort before its first phase. State is a QuickState.

/// Empties the queue and puts the whole array in it.
template <class State>
struct QuickPrepare {
  using Member = typename State::Member;
  using Queue  = typename State::Queue;
  using Whole  = typename State::Whole;
  using Bound  = typename State::Bound;

  static constexpr int team = State::team;

  State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    if constexpr (State::has_pivots) {
      return QuickPivots<State>::scratch_bytes();
    } else {
      return 0;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    Queue const& q = s.queue;
    Whole whole{0,
                s.n,
                SideExtremes<Bound>{}.low_of_greater,
                SideExtremes<Bound>{}.high_of_less,
                0,
                SequenceKind::split};
    if constexpr (State::has_pivots) {
      // A sample needs no extremes: the bounds are those of the type.
      whole.low  = 0;
      whole.high = static_cast<typename State::Item>(~typename State::Item{0});
    }
    std::uint32_t const sections = q.sections_of(s.n);
    for (std::uint32_t i = member.team_rank(); i < q.control_words(); i += team)
      q.control[i] = 0;
    if constexpr (State::is_counted)
      for (int l = member.team_rank(); l <= q.levels; l += team)
        q.done_of_level[l] = 0;
    member.team_barrier();
    if (q.levels > 0) {
      for (std::uint32_t c = member.team_rank(); c < sections; c += team)
        q.section_sequence[0][c] = 0;
    }
    if (member.team_rank() == 0) {
      if (q.levels > 0) {
        q.put(0, 0, whole, 0, sections);
        if constexpr (State::has_pivots) s.parts[0][0].clear();
        *q.word(0, Queue::section_total)  = sections;
        *q.word(0, Queue::sequence_total) = 1;
      } else {
        q.done[0]       = whole;
        *q.done_total() = 1;
      }
    }
    if constexpr (State::has_pivots) {
      if (q.levels == 0) return;
      using Pivots             = QuickPivots<State>;
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      Pivots::sample(s, member, 0, whole, 1, nullptr, scratch);
      if (member.team_rank() == 0)
        Pivots::set_quantiles(whole, 0, scratch, s.parts[0][0]);
    }
  }
};

/// Finds the least and the greatest key of the whole array.
template <class State>
struct QuickFindExtremes {
  using Member = typename State::Member;
  using Key    = typename State::Key;
  using Whole  = typename State::Whole;
  using Bound  = typename State::Bound;
  using Split  = typename State::Split;

  static constexpr int items = Split::items;
  static constexpr int tile  = Split::tile;

  State s;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if constexpr (State::has_bounds) {
      SideExtremes<Bound> mine;
      std::uint64_t const step =
          static_cast<std::uint64_t>(member.league_size()) * tile;
      for (std::uint64_t begin =
               static_cast<std::uint64_t>(member.league_rank()) * tile;
           begin < s.n; begin += step) {
        std::uint64_t const left = s.n - begin;
        int const size           = static_cast<int>(left < tile ? left : tile);
        Key keys[items];
        Split::load(member, s.data[0].keys, begin, size, s.data[0].keys[begin],
                    keys);
        KOKKOSSORT_UNROLL
        for (int i = 0; i < items; ++i) {
          Bound const item = s.order.encode(keys[i]);
          if (item > mine.high_of_less) mine.high_of_less = item;
          if (item < mine.low_of_greater) mine.low_of_greater = item;
        }
      }
      mine = Split::of_warp(mine);
      if (!Split::leads_warp(member)) return;
      Whole& whole =
          s.queue.levels > 0 ? s.queue.work[0][0].whole : s.queue.done[0];
      Kokkos::atomic_max(&whole.high, mine.high_of_less);
      Kokkos::atomic_min(&whole.low, mine.low_of_greater);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
