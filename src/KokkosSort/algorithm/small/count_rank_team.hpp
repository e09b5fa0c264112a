// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_COUNT_RANK_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_COUNT_RANK_TEAM_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks items by comparisons with all of them, for the least latency: two
/// barriers, and no comparison depends on another. Source: comparison counting
/// (Knuth, The Art of Computer Programming, volume 3, section 5.2).
template <class Exec, int TeamSize, class Order>
class TeamCountRank {
  using Item = typename Order::item_type;

  /// Items that a thread reads before it compares them, to hide the latency.
  static constexpr int at_once = 8;

  /// Items of one read. The lanes of a warp read the same words, so that a read
  /// of any width takes one cycle.
  static constexpr int per_read =
      16 % sizeof(Item) == 0 ? 16 / static_cast<int>(sizeof(Item)) : 1;
  static_assert(at_once % per_read == 0);
  struct alignas(per_read > 1 ? 16 : alignof(Item)) Read {
    Item items[per_read];
  };

 public:
  /// Calls put(number, rank) for up to `share` of the `size` items in scratch,
  /// from `first` on. Equal items have the order of their numbers. If the order
  /// contradicts itself, two may have one rank. `items` is aligned to 16 bytes,
  /// `share` a power of two, and `ranks` has room for `share` words. Called by
  /// the whole team after a barrier that follows the writes.
  template <class Member, class Put>
  KOKKOS_FORCEINLINE_FUNCTION static void rank(
      Member const& member, Item const* items, int size, int first, int share,
      std::uint32_t* ranks, Order const& order, Put const& put) {
    for (int r = member.team_rank(); r < share; r += TeamSize) ranks[r] = 0;
    member.team_barrier();
    int const log_share =
        Kokkos::Experimental::countr_zero_builtin(static_cast<unsigned>(share));
    // No more than there is work for.
    int const stretches = div_up(size, at_once);
    int const fit       = TeamSize < share ? 1 : TeamSize >> log_share;
    int const parts     = fit < stretches ? fit : stretches;
    for (int i = member.team_rank(); i < share * parts; i += TeamSize) {
      // A division would take 20 instructions.
      int const own = first + (i & (share - 1));
      if (own < size)
        Warp<Exec>::shared_atomic_add(
            &ranks[i & (share - 1)],
            count_before(items, size, own, i >> log_share, parts, order));
    }
    member.team_barrier();
    for (int r = member.team_rank(); r < share && first + r < size;
         r += TeamSize)
      put(first + r, static_cast<int>(ranks[r]));
  }

 private:
  /// Returns how many items come before item `own`, of every parts-th stretch.
  KOKKOS_INLINE_FUNCTION static std::uint32_t count_before(Item const* items,
                                                           int size, int own,
                                                           int part, int parts,
                                                           Order const& order) {
    Item const item      = items[own];
    std::uint32_t before = 0;
    KOKKOSSORT_NO_UNROLL
    for (int at = part * at_once; at < size; at += parts * at_once) {
      if (at + at_once > size) {
        for (int j = at; j < size; ++j)
          before += comes_before(items[j], j, item, own, order) ? 1 : 0;
        continue;
      }
      Item others[at_once];
      read(items, at, others);
      if (at + at_once <= own) {
        KOKKOSSORT_UNROLL
        for (Item const& other : others)
          before += order.less(item, other) ? 0 : 1;
      } else if (at > own) {
        KOKKOSSORT_UNROLL
        for (Item const& other : others)
          before += order.less(other, item) ? 1 : 0;
      } else {
        KOKKOSSORT_UNROLL
        for (int j = 0; j < at_once; ++j)
          before += comes_before(others[j], at + j, item, own, order) ? 1 : 0;
      }
    }
    return before;
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool comes_before(Item const& other,
                                                       int number,
                                                       Item const& item,
                                                       int own,
                                                       Order const& order) {
    return number < own   ? !order.less(item, other)
           : number > own ? order.less(other, item)
                          : false;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void read(Item const* items, int at,
                                               Item (&others)[at_once]) {
    auto const* const reads = reinterpret_cast<Read const*>(items + at);
    KOKKOSSORT_UNROLL
    for (int r = 0; r < at_once / per_read; ++r) {
      Read const some = reads[r];
      KOKKOSSORT_UNROLL
      for (int j = 0; j < per_read; ++j)
        others[r * per_read + j] = some.items[j];
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
