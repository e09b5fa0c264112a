// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_MERGE_PATH_HPP
#define KOKKOSSORT_TEAM_MERGE_PATH_HPP

#include <KokkosSort/tuning/unroll.hpp>
#include <KokkosSort/tuning/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// merge_path() through Runs runs in device memory, by each warp of a team. One
/// thread reads a hundred items, one after another; a warp reads the ends of a
/// window of blocks of every run at once, finds in scratch which of the blocks
/// lie before the diagonal, and goes on with shorter blocks.
template <class Exec, class Element, int Runs>
class WarpMergePath {
 public:
  static constexpr int lanes = Warp<Exec>::size;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int team_size) {
    return team_size / lanes * sizeof(Element) * Runs * window;
  }

  KOKKOS_INLINE_FUNCTION explicit WarpMergePath(void* scratch)
      : m_ends(static_cast<Element*>(scratch)) {}

  /// Call by whole warps; every thread gets taken[]. Everything else as for
  /// merge_path().
  template <class Size, class Run, class Less>
  KOKKOS_INLINE_FUNCTION void find(int team_rank, Run const& at,
                                   Size const (&sizes)[Runs], Size diagonal,
                                   Size (&taken)[Runs],
                                   Less const& less) const {
    constexpr Size partial = Runs - 1;
    Element* const ends    = m_ends + team_rank / lanes * Runs * window;
    int const lane         = team_rank % lanes;
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r) taken[r] = 0;
    int log_step = 0;
    while (Size{window} << log_step < diagonal) ++log_step;
    for (Size count = 0; count < diagonal;
         log_step   = Kokkos::max(log_step - log_shrink, 0)) {
      Size const blocks = (diagonal + partial) >> log_step;
      Size const goal   = blocks > partial ? (blocks - partial) << log_step : 0;
      if (count == goal) continue;
      int whole[Runs];
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        Size const left = (sizes[r] - taken[r]) >> log_step;
        whole[r]        = left < window ? static_cast<int>(left) : window;
        for (int i = lane; i < whole[r]; i += lanes)
          ends[r * window + i] =
              at(r, taken[r] + (static_cast<Size>(i + 1) << log_step) - 1);
      }
      Warp<Exec>::sync();
      // No more than a window: less than Runs << log_shrink blocks are in
      // question.
      int left = static_cast<int>((goal - count) >> log_step);
      int first[Runs];
      count_first(lane, ends, whole, left, first, less);
      Warp<Exec>::sync();
      // A comparator that contradicts itself may have counted too few or many.
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        first[r] = first[r] < left ? first[r] : left;
        left -= first[r];
      }
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        int const more =
            whole[r] - first[r] < left ? whole[r] - first[r] : left;
        left -= more;
        taken[r] += static_cast<Size>(first[r] + more) << log_step;
      }
      count = goal;
    }
  }

 private:
  /// Blocks of each run: one a lane, fewer of elements so long that they would
  /// fill the scratch.
  static constexpr int window = sizeof(Element) <= 16 ? 32 : 8;
  /// How much shorter the blocks become: of what blocks leave in question, less
  /// than Runs times their length, a window of shorter ones covers all.
  static constexpr int log_shrink = window / Runs == 8 ? 3 : 1;
  static_assert(Runs << log_shrink == window);
  static_assert(lanes == 1 || lanes >= window, "a lane has one block of a run");

  /// first[r]: how many of the first `goal` blocks, by their ends, run r has.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION static void count_first(
      int lane, Element const* ends, int const (&whole)[Runs], int goal,
      int (&first)[Runs], Less const& less) {
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r) first[r] = 0;
    for (int i = lane; i < window; i += lanes) {
      int before[Runs];
      count_before(ends, whole, i, before, less);
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        bool const is_first = i < whole[r] && i + before[r] < goal;
        first[r] += is_first ? 1 : 0;
      }
    }
    if constexpr (lanes > 1) {
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r)
        first[r] = Warp<Exec>::count(Warp<Exec>::ballot(first[r] > 0));
    }
  }

  /// before[r]: how many blocks of the other runs come before block i of run r.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION static void count_before(Element const* ends,
                                                       int const (&whole)[Runs],
                                                       int i,
                                                       int (&before)[Runs],
                                                       Less const& less) {
    int of_run[Runs][Runs] = {};
    // All searches side by side: each of their steps is a wait for scratch.
    KOKKOSSORT_UNROLL
    for (int step = window; step > 0; step /= 2) {
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        KOKKOSSORT_UNROLL
        for (int q = 0; q < Runs; ++q) {
          if (q == r) continue;
          int const next = of_run[r][q] + step;
          if (i < whole[r] && next <= whole[q]) {
            Element const& own   = ends[r * window + i];
            Element const& other = ends[q * window + next - 1];
            // Equal items come in the order of their runs.
            bool const passes = q < r ? !less(own, other) : less(other, own);
            of_run[r][q]      = passes ? next : of_run[r][q];
          }
        }
      }
    }
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r) {
      before[r] = 0;
      KOKKOSSORT_UNROLL
      for (int q = 0; q < Runs; ++q) before[r] += of_run[r][q];
    }
  }

  Element* m_ends;
};

}  // namespace KokkosSort::Impl

#endif
