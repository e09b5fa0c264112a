// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_MERGE_SORT_TEAM_HPP
#define KOKKOSSORT_BLOCK_MERGE_SORT_TEAM_HPP

#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Stable merge sort by a team in scratch. Each thread sorts ItemsPerThread
/// elements in registers. Runs are then merged pairwise: every thread merges
/// the stretch of the merge path that fills its own positions.
///
/// Each stretch must end where that of the next thread begins. A comparator
/// that contradicts itself can violate this. The merge is then skipped, so that
/// no element is lost. Comparators with never_contradicts are not checked.
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
    } else if (size <= TeamSize * half) {
      sort_by<half>(member, size, less);
    } else {
      sort_by<whole>(member, size, less);
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
  // Odd numbers keep threads that step through their elements out of each
  // other's banks.
  static constexpr int whole = ItemsPerThread | 1;

  // The last thread with elements looks ahead by a whole share and one element
  // more, while other threads write the ends. These begin behind all that is
  // read, at an address that is even for every size of element.
  static constexpr std::size_t ends_begin =
      round_up((round_up(capacity, whole) + 1) * sizeof(Element), 2);

  template <class Less>
  static constexpr bool is_checked =
      !requires { requires Less::never_contradicts; };

  /// Sorts with N elements per thread.
  template <int N, class Member, class Less>
  KOKKOS_INLINE_FUNCTION void sort_by(Member const& member, int size,
                                      Less const& less) const {
    int const first = member.team_rank() * N;
    int const left  = size - first;
    int const own   = left < 0 ? 0 : left < N ? left : N;
    sort_own<N>(first, own, less);
    member.team_barrier();
    int step = bit_floor(N);
    KOKKOSSORT_NO_UNROLL
    for (int width = N; width < size; width *= 2, step *= 2) {
      int const pair   = first / (2 * width) * (2 * width);
      int const begin  = pair < size ? pair : size;
      int const middle = begin + width < size ? begin + width : size;
      int const end    = begin + 2 * width < size ? begin + 2 * width : size;
      merge_stretch<N, false>(member, begin, middle, end, first - begin, step,
                              less);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static constexpr int bit_floor(int value) {
    int power = 1;
    while (2 * power <= value) power *= 2;
    return power;
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
    merge_stretch<N, true>(member, begin, middle, end, first,
                           bit_floor(capacity / 2), less);
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

  /// Sorts the elements of a thread in registers.
  template <int N, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void sort_own(int first, int own,
                                            Less const& less) const {
    Element items[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < own) items[i] = m_elements[first + i];
    sort_registers(items, own, less);
    store(first, own, items);
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void store(int first, int own,
                                         Element const (&items)[N]) const {
    if (own == N) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) m_elements[first + i] = items[i];
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i < own) m_elements[first + i] = items[i];
    }
  }

  /// Merges the part of this thread in the merge of [begin, middle) and
  /// [middle, end): N positions of the result, from begin + first on. With
  /// Long, runs are so long that few threads reach the end of one.
  template <int N, bool Long, class Member, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void merge_stretch(Member const& member,
                                                 int begin, int middle, int end,
                                                 int first, int step,
                                                 Less const& less) const {
    int const a_size   = middle - begin;
    int const b_size   = end - middle;
    int const total    = end - begin;
    int const diagonal = first < total ? first : total;
    int const next     = diagonal + N < total ? diagonal + N : total;
    int const own      = next - diagonal;
    int const split =
        merge_path(m_elements + begin, a_size, m_elements + middle, b_size,
                   diagonal, step, less);
    if constexpr (is_checked<Less>)
      m_ends[member.team_rank()] = static_cast<std::uint16_t>(split);

    int const a = begin + split;
    int const b = middle + diagonal - split;
    int a_next  = begin + split;
    Element merged[N];
    if (Long && split + N <= a_size && diagonal - split + N <= b_size) {
      a_next = merge_to_registers(m_elements, a, b, merged, less);
    } else if (own > 0) {
      a_next = merge_to_registers(m_elements, a, middle, b, end, merged, less);
    }
    member.team_barrier();
    bool broken = false;
    if constexpr (is_checked<Less>) {
      // The last thread of a pair takes the rest. Every other thread must stop
      // where the next one began.
      bool const fits =
          next == total || a_next == begin + m_ends[member.team_rank() + 1];
      broken =
          Warp<typename Member::execution_space>::any_in_team(member, !fits);
    }
    if (!broken) store(begin + diagonal, own, merged);
    member.team_barrier();
  }

  Element* m_elements;
  std::uint16_t* m_ends;
};

}  // namespace KokkosSort::Impl

#endif
