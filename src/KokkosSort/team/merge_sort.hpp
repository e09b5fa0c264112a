// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_MERGE_SORT_HPP
#define KOKKOSSORT_TEAM_MERGE_SORT_HPP

#include <KokkosSort/thread/merge.hpp>
#include <KokkosSort/thread/network.hpp>
#include <KokkosSort/tuning/unroll.hpp>
#include <KokkosSort/tuning/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// A team's stable merge sort in scratch. Each thread sorts ItemsPerThread
/// elements in registers, then runs are merged pairwise, every thread merging
/// the stretch of the merge path that fills its own places.
///
/// Each stretch ends where the next thread's begins, and both ends are read
/// from one table. A comparator that contradicts itself can make such ends run
/// backwards; then the merge is left out, so that no element is lost.
template <class Element, int TeamSize, int ItemsPerThread>
class TeamMergeSort {
 public:
  static constexpr int capacity = TeamSize * ItemsPerThread;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return TeamSize == 1 ? 2 * capacity * sizeof(Element)
                         : capacity * sizeof(Element) + ends_bytes;
  }

  KOKKOS_INLINE_FUNCTION explicit TeamMergeSort(void* scratch)
      : m_elements(static_cast<Element*>(scratch)),
        m_ends(reinterpret_cast<std::uint16_t*>(m_elements + capacity)) {}

  /// Where the caller puts the elements, and finds them sorted.
  KOKKOS_FORCEINLINE_FUNCTION Element* elements() const { return m_elements; }

  /// Sorts elements()[0, size). Call by the whole team after a barrier that
  /// follows the writes; ends with a barrier.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION void sort(Member const& member, int size,
                                   Less const& less) const {
    // Half the elements a thread where they suffice: every thread then has
    // work, and merges of half the length.
    constexpr int half = (ItemsPerThread / 2) | 1;
    if constexpr (TeamSize == 1) {
      serial_merge_sort(m_elements, m_elements + capacity, size, less);
    } else if (size <= TeamSize * half) {
      sort_by<half>(member, size, less);
    } else {
      sort_by<ItemsPerThread>(member, size, less);
    }
  }

  /// Merges elements()[0, middle) with elements()[middle, size) under the
  /// same terms.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION void merge(Member const& member, int middle, int size,
                                    Less const& less) const {
    if constexpr (TeamSize == 1) {
      serial_merge(m_elements, middle, size, m_elements + capacity, less);
      for (int i = 0; i < size; ++i) m_elements[i] = m_elements[capacity + i];
    } else {
      merge_pair<ItemsPerThread>(member, 0, middle, size, less);
    }
  }

 private:
  // The merge looks ahead by one element: behind the last one lie the ends.
  static constexpr std::size_t ends_bytes = TeamSize * sizeof(std::uint16_t) >
                                                    sizeof(Element)
                                                ? TeamSize *
                                                      sizeof(std::uint16_t)
                                                : sizeof(Element);

  /// The sort with N elements a thread.
  template <int N, class Member, class Less>
  KOKKOS_INLINE_FUNCTION void sort_by(Member const& member, int size,
                                      Less const& less) const {
    int const first = member.team_rank() * N;
    int const left  = size - first;
    int const own   = left < 0 ? 0 : left < N ? left : N;
    Element items[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < own) items[i] = m_elements[first + i];
    sort_registers(items, own, less);
    store(first, own, items);
    member.team_barrier();
    for (int width = N; width < size; width *= 2) {
      int const pair   = first / (2 * width) * (2 * width);
      int const begin  = pair < size ? pair : size;
      int const middle = begin + width < size ? begin + width : size;
      int const end    = begin + 2 * width < size ? begin + 2 * width : size;
      merge_pair<N>(member, begin, middle, end, less);
    }
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void store(int first, int own,
                                         Element const (&items)[N]) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < own) m_elements[first + i] = items[i];
  }

  /// This thread's part in the merge of [begin, middle) and [middle, end): N
  /// places of the result, from its rank times N on.
  template <int N, class Member, class Less>
  KOKKOS_FORCEINLINE_FUNCTION void merge_pair(Member const& member, int begin,
                                              int middle, int end,
                                              Less const& less) const {
    Element const* const a = m_elements + begin;
    Element const* const b = m_elements + middle;
    int const first        = member.team_rank() * N;
    int const total        = end - begin;
    int const diagonal     = first - begin < total ? first - begin : total;
    int const next         = diagonal + N < total ? diagonal + N : total;
    int const split = merge_path([&](int i) -> Element const& { return a[i]; },
                                 middle - begin,
                                 [&](int i) -> Element const& { return b[i]; },
                                 end - middle, diagonal, less);
    m_ends[member.team_rank()] = static_cast<std::uint16_t>(split);
    member.team_barrier();

    // The last thread of a pair has no successor in it: its stretch ends with
    // the runs.
    int const next_split =
        next == total ? middle - begin : m_ends[member.team_rank() + 1];
    int const own      = next - diagonal;
    bool const forward = next_split >= split && next_split - split <= own;
    Element merged[N];
    if (forward && own > 0)
      merge_to_registers(m_elements, begin + split, begin + next_split,
                         middle + diagonal - split, middle + next - next_split,
                         merged, less);
    bool const broken =
        Warp<typename Member::execution_space>::any_in_team(member, !forward);
    if (!broken) store(first, own, merged);
    member.team_barrier();
  }

  Element* m_elements;
  std::uint16_t* m_ends;
};

}  // namespace KokkosSort::Impl

#endif
