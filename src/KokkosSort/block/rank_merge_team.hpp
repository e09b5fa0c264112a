// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_RANK_MERGE_TEAM_HPP
#define KOKKOSSORT_BLOCK_RANK_MERGE_TEAM_HPP

#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Stable merge sort by a team of at most one element per thread, for the least
/// latency. A thread keeps its element in registers until the end. Runs of 8
/// are sorted by counting, then runs are merged pairwise. Each element finds
/// its rank in the other run by a binary search, so that a merge is one search
/// and one barrier. On an H200, 512 threads sort 512 elements of 4 bytes in 6.3
/// thousand cycles. MergeStretches takes 11.5 thousand.
///
/// If the comparator contradicts itself, two elements may find the same rank.
/// All elements then keep their positions, so that none is lost. Comparators
/// with never_contradicts are not checked.
template <class Element, int TeamSize>
class TeamRankMerge {
  /// Longer runs save a merge, but take as many comparisons per element. Small
  /// teams are those of hosts and SYCL.
  static constexpr int run = TeamSize < 32 ? 2 : 8;

 public:
  /// The check takes two bytes per element of the buffer.
  static constexpr bool is_possible =
      TeamSize % run == 0 && sizeof(Element) >= sizeof(std::uint16_t);

  /// Sorts elements[0, size). The buffer has room for as many. Called by the
  /// whole team after a barrier that follows the writes; ends with a barrier.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION static void sort(Member const& member,
                                          Element* elements, Element* buffer,
                                          int size, Less const& less) {
    int const at   = member.team_rank();
    bool const has = at < size;
    int position   = at;
    Element own{};  // initialized to avoid a compiler warning
    if (has) {
      own = elements[at];
      // A search may read a position that no element has moved to.
      if constexpr (is_checked<Less>) buffer[at] = own;
      position = count_in_run(elements, own, at, size, less);
    }
    synchronize(member, run);
    Element* from = buffer;
    Element* to   = elements;
    KOKKOSSORT_NO_UNROLL
    for (int width = run; width < size; width *= 2) {
      if (has) from[position] = own;
      synchronize(member, 2 * width);
      // From the begin of the own run to that of the pair.
      if (has)
        position +=
            rank_in_other(from, own, at, width, size, less) - (at & width);
      Element* const swapped = from;
      from                   = to;
      to                     = swapped;
    }
    member.team_barrier();
    if constexpr (is_checked<Less>)
      if (share_positions(member, position, size,
                          reinterpret_cast<std::uint16_t*>(buffer)))
        position = at;
    if (has) elements[position] = own;
    member.team_barrier();
  }

 private:
  template <class Less>
  static constexpr bool is_checked =
      !requires { requires Less::never_contradicts; };

  /// Waits for the threads that share `width` elements.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void synchronize(Member const& member,
                                                      int width) {
    using Lanes = Warp<typename Member::execution_space>;
    if (width <= Lanes::size) {
      Lanes::sync();
    } else {
      member.team_barrier();
    }
  }

  /// Whether an element of another run comes before `own`. An equal one does if
  /// its run is `ahead`. Makes one comparison.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION static bool is_before(Element const& other,
                                                    Element const& own,
                                                    bool ahead,
                                                    Less const& less) {
    return less(ahead ? own : other, ahead ? other : own) != ahead;
  }

  /// Returns the position of element `at` after its run is sorted.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION static int count_in_run(Element const* elements,
                                                      Element const& own,
                                                      int at, int size,
                                                      Less const& less) {
    int const first = at / run * run;
    int position    = first;
    KOKKOSSORT_UNROLL
    for (int other = first; other < first + run; ++other)
      if (other < size && other != at &&
          is_before(elements[other], own, other < at, less))
        ++position;
    return position;
  }

  /// Returns how many elements of the other run of the pair come before `own`.
  template <class Less>
  KOKKOS_FORCEINLINE_FUNCTION static int rank_in_other(Element const* elements,
                                                       Element const& own,
                                                       int at, int width,
                                                       int size,
                                                       Less const& less) {
    bool const ahead     = (at & width) != 0;
    int const begin      = (at & -width) ^ width;
    int const count      = size - begin < width ? size - begin : width;
    Element const* other = elements + begin;
    int rank             = 0;
    // Steps of width / 2, width / 4, … 1, and 1 again.
    int step = width / 2;
    KOKKOSSORT_NO_UNROLL
    for (int steps_left = width; steps_left > 0; steps_left /= 2) {
      int const next = rank + step;
      if (next <= count && is_before(other[next - 1], own, ahead, less))
        rank = next;
      step = step > 1 ? step / 2 : 1;
    }
    return rank;
  }

  /// Returns whether two elements have the same position.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool share_positions(
      Member const& member, int position, int size, std::uint16_t* owners) {
    int const at = member.team_rank();
    if (at < size) owners[position] = static_cast<std::uint16_t>(at);
    member.team_barrier();
    return Warp<typename Member::execution_space>::any_in_team(
        member, at < size && owners[position] != at);
  }
};

}  // namespace KokkosSort::Impl

#endif
