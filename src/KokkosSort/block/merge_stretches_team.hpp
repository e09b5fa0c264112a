// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_MERGE_STRETCHES_TEAM_HPP
#define KOKKOSSORT_BLOCK_MERGE_STRETCHES_TEAM_HPP

#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Merge sort by a team of any size, in place in scratch. Each thread sorts N
/// elements in registers. Runs are then merged pairwise: every thread merges
/// the stretch of the merge path that fills its own positions. N positions
/// behind the last element must be readable.
///
/// Each stretch must end where that of the next thread begins. A comparator
/// that contradicts itself can violate this. The merge is then skipped, so that
/// no element is lost. `any(member, holds)` returns whether `holds` for any
/// thread of the team, after a barrier. Comparators with never_contradicts are
/// not checked.
template <class Element>
class MergeStretches {
 public:
  /// `ends` has room for one position per thread that has elements.
  KOKKOS_FORCEINLINE_FUNCTION MergeStretches(Element* elements,
                                             std::uint16_t* ends)
      : m_elements(elements), m_ends(ends) {}

  /// Sorts `size` elements, N per thread at most. Called by the whole team
  /// after a barrier that follows the writes; ends with a barrier.
  template <int N, class Member, class Less, class Any>
  KOKKOS_FORCEINLINE_FUNCTION void sort(Member const& member, int size,
                                        Less const& less,
                                        Any const& any) const {
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
      merge<N, false>(member, begin, middle, end, first - begin, step, less,
                      any);
    }
  }

  /// Merges the part of this thread in the merge of [begin, middle) and
  /// [middle, end): N positions of the result, from begin + first on. With
  /// Long, runs are so long that few threads reach the end of one.
  template <int N, bool Long, class Member, class Less, class Any>
  KOKKOS_FORCEINLINE_FUNCTION void merge(Member const& member, int begin,
                                         int middle, int end, int first,
                                         int step, Less const& less,
                                         Any const& any) const {
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
      if (own > 0)
        m_ends[member.team_rank()] = static_cast<std::uint16_t>(split);

    int const a = begin + split;
    int const b = middle + diagonal - split;
    int a_next  = begin + split;
    Element merged[N]{};  // initialized to avoid a compiler warning
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
      broken = any(member, !fits);
    }
    if (!broken) store(begin + diagonal, own, merged);
    member.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION static constexpr int bit_floor(int value) {
    int power = 1;
    while (2 * power <= value) power *= 2;
    return power;
  }

 private:
  template <class Less>
  static constexpr bool is_checked =
      !requires { requires Less::never_contradicts; };

  /// Sorts the elements of a thread in registers.
  template <int N, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void sort_own(int first, int own,
                                            Less const& less) const {
    Element items[N]{};
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

  Element* m_elements;
  std::uint16_t* m_ends;
};

}  // namespace KokkosSort::Impl

#endif
