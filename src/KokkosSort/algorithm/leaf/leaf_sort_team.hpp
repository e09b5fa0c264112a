// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_LEAF_SORT_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_LEAF_SORT_TEAM_HPP

#include <KokkosSort/algorithm/leaf/merge_runs_team.hpp>
#include <KokkosSort/algorithm/leaf/msd_rank_sort_team.hpp>
#include <KokkosSort/algorithm/leaf/stretch_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/opaque_rank_member.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Whether a leaf ranks items by counting digits.
template <class Order>
inline constexpr bool is_counted_v =
    Order::equal_is_identical && sizeof(typename Order::item_type) <= 8;

/// Sorts as many elements as one team holds in scratch: integers by counting or
/// a network unless these give up, everything else by merging. Stable, except
/// for numbers without values, whose equal keys are identical.
template <class Exec, class Order, class Value, class Tuning>
struct TeamLeafSort {
  using Key     = typename Order::key_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Data    = Arrays<Key, Value>;
  using Member  = TeamMember<Exec>;

  static constexpr int team = Tuning::team_size;

  using MergeSort = TeamMergeSort<Element, team, Tuning::leaf_items_per_thread>;
  using RankSort =
      TeamMsdRankSort<Exec, Order, Value, team, Tuning::leaf_items_per_thread,
                      Tuning::leaf_network>;
  using RunSort = TeamMergeRuns<Order, Value, MergeSort>;

  static constexpr std::uint64_t capacity = MergeSort::capacity;
  static constexpr bool is_counted        = is_counted_v<Order>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    if constexpr (is_counted) {
      return RankSort::scratch_bytes() > MergeSort::scratch_bytes()
                 ? RankSort::scratch_bytes()
                 : MergeSort::scratch_bytes();
    } else {
      return MergeSort::scratch_bytes();
    }
  }

  /// Sorts [begin, begin + size) of `from` into the same positions of `to`.
  KOKKOS_INLINE_FUNCTION static void sort(Member const& member,
                                          std::byte* scratch,
                                          Order const& order, Data const& from,
                                          Data const& to, std::uint64_t begin,
                                          int size) {
    sort_from(member, scratch, order, StretchSource<Order, Value>(from, begin),
              to, begin, size);
  }

  /// Sorts the elements of a source into to[begin, begin + size).
  template <class Source>
  KOKKOS_INLINE_FUNCTION static void sort_from(
      Member const& member, std::byte* scratch, Order const& order,
      Source const& source, Data const& to, std::uint64_t begin, int size) {
    OpaqueRankMember<Exec, Member> const fresh(member);
    if constexpr (is_counted) {
      RankSort const ranks(scratch);
      if (ranks.sort(fresh, order, source, to, begin, size)) return;
      if constexpr (RankSort::has_last_network) {
        OpaqueRankMember<Exec, Member> const again(member);
        if (ranks.sort_crowded(again, order, source, to, begin, size)) return;
      }
    }
    MergeSort const sort(scratch);
    source.template load_elements<team, Tuning::leaf_items_per_thread>(
        fresh, order, size, sort.elements());
    fresh.team_barrier();
    sort.sort(fresh, size, typename Traits::Less{order});
    Traits::store_all(fresh, order, to, begin, size, sort.elements());
  }
};

}  // namespace KokkosSort::Impl

#endif
