// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Small kernels of functions by rank: the key of the rank goes to its position
// before a partition, and listed keys are swapped behind it. Other functions
// write the keys of several ranks.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_PLACE_RANKS_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_PLACE_RANKS_HPP

#include <KokkosSort/algorithm/selection/exchange_misplaced.hpp>
#include <KokkosSort/algorithm/selection/settle_rank.hpp>
#include <KokkosSort/algorithm/selection/write_selected.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Swaps the listed keys of both sides in pairs. `middle` stands for no key.
template <class Selection, class Index>
struct SwapMisplaced {
  using Member = typename Selection::Member;
  using Key    = typename Selection::Key;

  Strided<Key> keys;
  std::uint64_t middle;
  MisplacedLists<Index> lists;
  FoundRank<typename Selection::Entry> const* found;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    for_each_of_league<Selection::team>(
        member, found->listed, [&](std::uint64_t i) {
          std::uint64_t const a = lists.front[i];
          std::uint64_t const b = lists.back[i];
          if (a != middle && b != middle) Kokkos::kokkos_swap(keys[a], keys[b]);
        });
  }
};

/// Swaps the element of the rank to its position.
template <class Selection, class T>
struct PutRank {
  using Member = typename Selection::Member;

  Strided<T> elements;
  std::uint64_t rank;
  FoundRank<typename Selection::Entry> const* found;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const from = found->position;
    if (member.team_rank() > 0 || from == rank) return;
    T const element = elements[from];
    elements[from]  = elements[rank];
    elements[rank]  = element;
  }
};

/// Writes the keys of several ranks.
template <class Selection>
struct WriteFound {
  using Member = typename Selection::Member;

  typename Selection::By by;
  FoundRank<typename Selection::Entry> const* found;
  WriteKeys<typename Selection::Key> write;
  std::uint64_t count;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    for_each_of_league<Selection::team>(
        member, count, [&](std::uint64_t i) { write(by, i, found[i].entry); });
  }
};

}  // namespace KokkosSort::Impl

#endif
