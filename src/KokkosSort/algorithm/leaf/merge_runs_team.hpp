// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_MERGE_RUNS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_MERGE_RUNS_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Stable merge sort of any number of elements by one team, in device memory:
/// runs that fit in scratch, then merge passes between two arrays. It is the
/// fallback that bounds the depth of the distribution sorts: O(m log m) for any
/// m and any order.
template <class Order, class Value, class TeamSort>
class TeamMergeRuns {
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<typename Order::key_type, Value>;

  static constexpr std::uint64_t run = TeamSort::capacity;

 public:
  /// Scratch of TeamSort, and two words for the splits in front of it.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 2 * sizeof(std::uint64_t) + TeamSort::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION TeamMergeRuns(void* scratch, Order const& order)
      : m_splits(static_cast<std::uint64_t*>(scratch)),
        m_sort(m_splits + 2),
        m_order(order) {}

  /// Sorts [begin, begin + size) of arrays[from]; the result is in arrays[0].
  /// The stretches of both arrays are overwritten.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sort(Member const& member,
                                   Data const (&arrays)[2], int from,
                                   std::uint64_t begin,
                                   std::uint64_t size) const {
    for (std::uint64_t i = 0; i < size; i += run) {
      int const length = static_cast<int>(size - i < run ? size - i : run);
      Traits::load_all(member, m_order, arrays[from], begin + i, length,
                       m_sort.elements());
      m_sort.sort(member, length, Less{m_order});
      Traits::store_all(member, m_order, arrays[from], begin + i, length,
                        m_sort.elements());
    }
    for (std::uint64_t width = run; width < size; width *= 2) {
      for (std::uint64_t i = 0; i < size; i += 2 * width)
        merge_pair(member, arrays[from], arrays[1 - from], begin + i, width,
                   size - i < 2 * width ? size - i : 2 * width);
      from = 1 - from;
    }
    if (from == 1) copy_all(member, arrays[1], arrays[0], begin, size);
    member.team_barrier();
  }

 private:
  template <class Member>
  KOKKOS_INLINE_FUNCTION void merge_pair(Member const& member, Data const& from,
                                         Data const& to, std::uint64_t begin,
                                         std::uint64_t width,
                                         std::uint64_t size) const {
    std::uint64_t const a_size = width < size ? width : size;
    std::uint64_t const b_size = size - a_size;
    std::uint64_t split        = 0;
    for (std::uint64_t done = 0; done < size; done += run) {
      std::uint64_t const next   = done + run < size ? done + run : size;
      std::uint64_t const length = next - done;
      if (member.team_rank() == 0)
        m_splits[0] = end_of_tile(from, begin, a_size, b_size, next);
      member.team_barrier();
      // A comparator that contradicts itself may put the end of the tile at an
      // impossible position: before its start, or more than a tile away.
      std::uint64_t next_split = m_splits[0];
      if (next_split < split) next_split = split;
      if (next_split > split + length) next_split = split + length;

      int const a_length      = static_cast<int>(next_split - split);
      int const b_length      = static_cast<int>(length) - a_length;
      Element* const elements = m_sort.elements();
      Traits::load_all(member, m_order, from, begin + split, a_length,
                       elements);
      Traits::load_all(member, m_order, from, begin + a_size + (done - split),
                       b_length, elements + a_length);
      m_sort.merge(member, {a_length, a_length + b_length}, Less{m_order});
      Traits::store_all(member, m_order, to, begin + done, a_length + b_length,
                        elements);
      split = next_split;
    }
  }

  KOKKOS_INLINE_FUNCTION std::uint64_t end_of_tile(
      Data const& from, std::uint64_t begin, std::uint64_t a_size,
      std::uint64_t b_size, std::uint64_t diagonal) const {
    auto const at = [&](std::uint64_t first) {
      return [&, first](std::uint64_t i) {
        return Traits::load(m_order, from, first + i);
      };
    };
    return merge_path(at(begin), a_size, at(begin + a_size), b_size, diagonal,
                      Less{m_order});
  }

  std::uint64_t* m_splits;
  TeamSort m_sort;
  Order m_order;
};

}  // namespace KokkosSort::Impl

#endif
