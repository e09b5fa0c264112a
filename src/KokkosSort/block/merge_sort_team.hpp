// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_MERGE_SORT_TEAM_HPP
#define KOKKOSSORT_BLOCK_MERGE_SORT_TEAM_HPP

#include <KokkosSort/block/merge_stretches_team.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/rank_merge_team.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Stable merge sort by a team in scratch, of ItemsPerThread elements per
/// thread: see MergeStretches, and TeamRankMerge for few.
template <class Element, int TeamSize, int ItemsPerThread>
class TeamMergeSort {
 public:
  static constexpr int capacity = TeamSize * ItemsPerThread;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return TeamSize == 1 ? 2 * capacity * sizeof(Element)
                         : ends_begin + TeamSize * sizeof(std::uint16_t);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamMergeSort(void* scratch)
      : m_elements(static_cast<Element*>(scratch)),
        m_ends(reinterpret_cast<std::uint16_t*>(
            static_cast<std::byte*>(scratch) + ends_begin)) {}

  /// Elements: written by the caller before sort(), sorted after it.
  KOKKOS_FORCEINLINE_FUNCTION Element* elements() const { return m_elements; }

  /// Sorts elements()[0, size). Called by the whole team after a barrier that
  /// follows the writes; ends with a barrier.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION void sort(Member const& member, int size,
                                   Less const& less) const {
    // With half the elements per thread, if they suffice, every thread has work
    // and the merges are half as long.
    constexpr int half = (ItemsPerThread / 2) | 1;
    if constexpr (TeamSize == 1) {
      serial_merge_sort(m_elements, m_elements + capacity, size, less);
    } else if (sorts_few && size <= TeamSize) {
      Few::sort(member, m_elements, m_elements + TeamSize, size, less);
    } else if (size <= TeamSize * half) {
      stretches().template sort<half>(member, size, less, Any{});
    } else {
      stretches().template sort<whole>(member, size, less, Any{});
    }
  }

  /// Number of elements in Runs runs that can be merged. Each of the first Runs
  /// / 2 pairs may end with a thread whose positions it does not fill.
  template <int Runs>
  static constexpr int merge_capacity =
      TeamSize == 1 ? capacity : (TeamSize - (Runs / 2 - 1)) * ItemsPerThread;

  /// Merges the Runs runs (a power of two) of elements() that end at ends[0],
  /// ends[1], …. Barriers are as in sort().
  template <class Member, int Runs, class Less>
  KOKKOS_INLINE_FUNCTION void merge(Member const& member,
                                    int const (&ends)[Runs],
                                    Less const& less) const {
    static_assert(Runs >= 2 && (Runs & (Runs - 1)) == 0,
                  "runs are merged in pairs");
    int bounds[Runs + 1] = {0};
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r) bounds[r + 1] = ends[r];
    if constexpr (TeamSize == 1) {
      merge_serially(bounds, less);
    } else {
      KOKKOSSORT_NO_UNROLL
      for (int runs = Runs; runs > 1; runs /= 2) {
        merge_pairs(member, bounds, less);
        KOKKOSSORT_UNROLL
        for (int r = 0; r <= Runs; ++r)
          bounds[r] = bounds[2 * r < Runs ? 2 * r : Runs];
      }
    }
  }

 private:
  // Scratch has room for their buffer.
  using Few                       = TeamRankMerge<Element, TeamSize>;
  static constexpr bool sorts_few = Few::is_possible && ItemsPerThread >= 2;

  // Odd numbers keep threads that step through their elements out of each
  // other's banks.
  static constexpr int whole = ItemsPerThread | 1;

  // The last thread with elements looks ahead by a whole share and one element
  // more, while other threads write the ends. These begin behind all that is
  // read, at an address that is even for every size of element.
  static constexpr std::size_t ends_begin =
      round_up((round_up(capacity, whole) + 1) * sizeof(Element), 2);

  struct Any {
    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Member const& member,
                                                bool holds) const {
      return Warp<typename Member::execution_space>::any_in_team(member, holds);
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION MergeStretches<Element> stretches() const {
    return {m_elements, m_ends};
  }

  /// Merges the runs between bounds[0], bounds[1], … two by two. The threads of
  /// a pair are as many as its elements fill.
  template <class Member, int Bounds, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void merge_pairs(Member const& member,
                                               int const (&bounds)[Bounds],
                                               Less const& less) const {
    constexpr int N = ItemsPerThread;
    int begin       = bounds[0];
    int middle      = bounds[1];
    int end         = bounds[2];
    int first       = member.team_rank() * N;
    KOKKOSSORT_UNROLL
    for (int r = 2; r + 2 < Bounds; r += 2) {
      int const threads = div_up(bounds[r] - bounds[r - 2], N);
      int const own     = first - threads * N;
      if (own >= 0) {
        first  = own;
        begin  = bounds[r];
        middle = bounds[r + 1];
        end    = bounds[r + 2];
      }
    }
    stretches().template merge<N, true>(
        member, begin, middle, end, first,
        MergeStretches<Element>::bit_floor(capacity / 2), less, Any{});
  }

  template <int Bounds, class Less>
  KOKKOS_INLINE_FUNCTION void merge_serially(int (&bounds)[Bounds],
                                             Less const& less) const {
    Element* from = m_elements;
    Element* to   = m_elements + capacity;
    for (int runs = Bounds - 1; runs > 1; runs /= 2) {
      for (int r = 0; r < runs; r += 2)
        serial_merge(from + bounds[r], bounds[r + 1] - bounds[r],
                     bounds[r + 2] - bounds[r], to + bounds[r], less);
      for (int r = 0; r <= runs / 2; ++r) bounds[r] = bounds[2 * r];
      Element* const swapped = from;
      from                   = to;
      to                     = swapped;
    }
    if (from != m_elements) {
      int const size = bounds[1];
      for (int i = 0; i < size; ++i) m_elements[i] = from[i];
    }
  }

  Element* m_elements;
  std::uint16_t* m_ends;
};

}  // namespace KokkosSort::Impl

#endif
