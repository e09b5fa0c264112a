// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_MERGE_PATH_TEAM_HPP
#define KOKKOSSORT_BLOCK_MERGE_PATH_TEAM_HPP

#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// merge_path() through four runs in device memory, by a team. One thread would
/// read about a hundred items, one after another. A team instead reads the last
/// items of a window of blocks of every run at once. It finds in scratch which
/// of the blocks lie before the diagonal, and continues with shorter blocks.
template <class Exec, class Element, int TeamSize>
class TeamMergePath {
 public:
  static constexpr int runs = 4;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return crossings_begin + sizeof(Crossings);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamMergePath(void* scratch)
      : m_ends(static_cast<Element*>(scratch)),
        m_crossings(reinterpret_cast<Crossings*>(
            static_cast<std::byte*>(scratch) + crossings_begin)) {}

  /// Called by the whole team; every thread gets taken[]. All else is as in
  /// merge_path(). The next call needs no barrier before it.
  template <class Member, class Size, class Run, class Less>
  KOKKOS_INLINE_FUNCTION void find(Member const& member, Run const& at,
                                   Size const (&sizes)[runs], Size diagonal,
                                   Size (&taken)[runs],
                                   Less const& less) const {
    constexpr Size partial = runs - 1;
    Size longest           = 0;
    KOKKOSSORT_UNROLL
    for (int r = 0; r < runs; ++r) {
      taken[r] = 0;
      longest  = Kokkos::max(longest, sizes[r]);
    }
    // The shortest blocks with which a window covers every run.
    longest      = Kokkos::max(Kokkos::min(longest, diagonal), Size{1});
    int log_step = static_cast<int>(
        Kokkos::Experimental::bit_width_builtin((longest - 1) / window));
    for (Size count = 0; count < diagonal;
         log_step   = Kokkos::max(log_step - log_shrink, 0)) {
      Size const blocks = (diagonal + partial) >> log_step;
      Size const goal   = blocks > partial ? (blocks - partial) << log_step : 0;
      if (count == goal) continue;
      int whole[runs];
      load_ends(member.team_rank(), at, sizes, taken, log_step, whole);
      member.team_barrier();
      // At most a window: fewer than runs << log_shrink blocks remain as
      // candidates.
      int first[runs];
      take_first(member, whole, static_cast<int>((goal - count) >> log_step),
                 first, less);
      KOKKOSSORT_UNROLL
      for (int r = 0; r < runs; ++r)
        taken[r] += static_cast<Size>(first[r]) << log_step;
      count = goal;
    }
  }

 private:
  static constexpr int lanes = Warp<Exec>::size;
  /// Blocks of a run that are examined: one per lane.
  static constexpr int window = lanes > 1 ? lanes : 32;
  /// log2 of the factor by which blocks shrink. Fewer than `runs` blocks of
  /// items remain as candidates, and a window of shorter blocks covers them.
  static constexpr int log_shrink = window == 64 ? 4 : 3;
  static_assert(runs << log_shrink == window);

  /// Possible numbers of blocks of runs 0 and 1 before the diagonal, without
  /// the last one.
  static constexpr int candidates = 2 * window;
  struct Crossings {
    int votes[candidates / lanes];      // per warp: number of low candidates
    std::uint8_t of_run_0[candidates];  // blocks of run 0 per candidate
    std::uint8_t of_run_2[candidates];  // blocks of run 2 per candidate
  };
  static constexpr std::size_t crossings_begin =
      sizeof(Element) * runs * window;
  static_assert(crossings_begin % alignof(Crossings) == 0);

  /// Loads the last items of the next blocks of every run, and counts these
  /// blocks.
  template <class Size, class Run>
  KOKKOS_FORCEINLINE_FUNCTION void load_ends(int rank, Run const& at,
                                             Size const (&sizes)[runs],
                                             Size const (&taken)[runs],
                                             int log_step,
                                             int (&whole)[runs]) const {
    KOKKOSSORT_UNROLL
    for (int r = 0; r < runs; ++r) {
      Size const left = (sizes[r] - taken[r]) >> log_step;
      whole[r]        = left < window ? static_cast<int>(left) : window;
      // Each run starts at another warp.
      KOKKOSSORT_UNROLL
      for (int i = (rank + r * window) % TeamSize; i < window; i += TeamSize)
        if (i < whole[r])
          m_ends[r * window + i] =
              at(r, taken[r] + (static_cast<Size>(i + 1) << log_step) - 1);
    }
  }

  /// Sets first[r] to the number of blocks of run r among the first `goal`
  /// blocks, ordered by their last items. Every thread tests whether runs 0 and
  /// 1 have more of these blocks than its candidate.
  template <class Member, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void take_first(Member const& member,
                                              int const (&whole)[runs],
                                              int goal, int (&first)[runs],
                                              Less const& less) const {
    int const others = whole[2] + whole[3];
    int const least  = goal > others ? goal - others : 0;
    int const most   = Kokkos::min(goal, whole[0] + whole[1]);
    KOKKOSSORT_UNROLL
    for (int j = member.team_rank(); j < candidates; j += TeamSize) {
      bool is_low = false;
      if (least + j <= most) {
        int const number = least + j;
        int const of_0 = merge_path(m_ends, whole[0], m_ends + window, whole[1],
                                    number, window, less);
        int const of_2 =
            merge_path(m_ends + 2 * window, whole[2], m_ends + 3 * window,
                       whole[3], goal - number, window, less);
        m_crossings->of_run_0[j] = static_cast<std::uint8_t>(of_0);
        m_crossings->of_run_2[j] = static_cast<std::uint8_t>(of_2);
        is_low =
            number < most &&
            next_comes_before_last(
                whole, {of_0, number - of_0, of_2, goal - number - of_2}, less);
      }
      int const votes = Warp<Exec>::count(Warp<Exec>::ballot(is_low));
      if (j % lanes == 0) m_crossings->votes[j / lanes] = votes;
    }
    member.team_barrier();
    int low = 0;
    KOKKOSSORT_UNROLL
    for (int w = 0; w < candidates / lanes; ++w) low += m_crossings->votes[w];
    // If all candidates are low, the blocks are both windows of runs 0 and 1.
    bool const is_last = low == candidates;
    first[0]           = is_last ? window : m_crossings->of_run_0[low];
    first[1]           = least + low - first[0];
    first[2]           = is_last ? 0 : m_crossings->of_run_2[low];
    first[3]           = goal - least - low - first[2];
  }

  /// Whether the next block of runs 0 and 1 comes before the last of runs 2 and
  /// 3, with of[r] blocks of run r taken.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION bool next_comes_before_last(
      int const (&whole)[runs], Kokkos::Array<int, runs> const& of,
      Less const& less) const {
    Element const* const next_of_0 = m_ends + of[0];
    Element const* const next_of_1 = m_ends + window + of[1];
    Element const* const last_of_2 = m_ends + 2 * window + of[2] - 1;
    Element const* const last_of_3 = m_ends + 3 * window + of[3] - 1;
    bool const is_of_1 =
        of[0] == whole[0] || (of[1] < whole[1] && less(*next_of_1, *next_of_0));
    bool const is_of_2 =
        of[3] == 0 || (of[2] > 0 && less(*last_of_3, *last_of_2));
    // Equal items are in the order of their runs.
    return !less(is_of_2 ? *last_of_2 : *last_of_3,
                 is_of_1 ? *next_of_1 : *next_of_0);
  }

  Element* m_ends;
  Crossings* m_crossings;
};

}  // namespace KokkosSort::Impl

#endif
