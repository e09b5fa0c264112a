// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_PACKED_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_PACKED_HPP

#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/algorithm/segmented/crowded_cells_team.hpp>
#include <KokkosSort/algorithm/segmented/segment_map_team.hpp>
#include <KokkosSort/algorithm/segmented/segmented_tuning.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorts the short segments of keys with values, or of a comparator, many per
/// team: those that begin in the team's stretch of the keys. An item is ranked
/// by comparisons with all items of its segment. Longer segments of numbers are
/// first distributed among cells, and an item is ranked within its cell.
///
/// Comparisons that contradict each other may give two items of a segment the
/// same rank. That segment is left as it was.
template <class Sort>
struct SortPacked {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::ValueType;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Member = TeamMember<Exec>;

  static constexpr int team        = Tuning::team_size;
  static constexpr int capacity    = Tuning::capacity;
  static constexpr int items       = Tuning::items_per_thread;
  static constexpr bool is_counted = is_counted_v<Order>;
  static constexpr bool has_values = is_value_v<Value>;
  static_assert(!is_counted || has_values, "sort_packed_keys.hpp sorts these");
  // An order of integers cannot contradict itself.
  static constexpr bool may_contradict =
      !Order::equal_is_identical && !has_ordinals_v<Order>;

  using Map   = TeamSegmentMap<Exec, capacity>;
  using Cells = TeamCrowdedCells<Exec, Item, Tuning>;

  State s;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t staged_bytes() {
    return round_up(capacity * sizeof(Item), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr int bit_words() {
    return div_up(capacity, 32);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t rest = 0;
    if constexpr (is_counted) rest = Cells::scratch_bytes();
    if constexpr (may_contradict)
      rest = 2 * bit_words() * sizeof(std::uint32_t);
    return staged_bytes() + Map::scratch_bytes() + rest;
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const stretch   = member.league_rank();
    std::uint64_t const first_one = s.first_segment[stretch];
    if (first_one == 0) return;
    std::byte* const scratch  = team_scratch(member, scratch_bytes());
    std::uint64_t const begin = stretch * Tuning::stretch;
    Map const map(scratch + staged_bytes());
    map.clear(member);
    member.team_barrier();
    std::uint64_t const end = s.last_segment[stretch];
    for (std::uint64_t i = first_one - 1 + member.team_rank(); i < end;
         i += team) {
      SegmentBounds const bounds = s.segments.bounds(i, s.n);
      // Offsets that decrease may list segments of other stretches.
      if (bounds.size() > 0 && bounds.begin - begin < Tuning::stretch)
        map.add(static_cast<int>(bounds.begin - begin), bounds.end - begin,
                bounds.size() > 1 && bounds.size() <= Tuning::most);
    }
    member.team_barrier();
    if (map.end() > 0) sort_tile(member, scratch, map, begin);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void sort_tile(Member const& member,
                                             std::byte* scratch, Map const& map,
                                             std::uint64_t begin) const {
    Item* const staged    = reinterpret_cast<Item*>(scratch);
    std::byte* const rest = scratch + staged_bytes() + Map::scratch_bytes();
    Item own[items];
    TileCell cells[items];
    bool const is_crowded = load(member, staged, map, begin, own, cells);
    if constexpr (is_counted) {
      if (Warp<Exec>::any_in_team(member, is_crowded)) {
        Cells const crowded(rest, staged);
        crowded.distribute(member, map.end(), own, cells);
        rank_items(member, staged, own, cells,
                   [&](int i) { return crowded.origin(i); });
        store_moved(member, begin, own, cells, crowded);
        return;
      }
    } else {
      member.team_barrier();
    }
    rank_items(member, staged, own, cells, [](int i) { return i; });
    if constexpr (may_contradict)
      keep_contradictory(member, reinterpret_cast<std::uint32_t*>(rest), cells);
    store(member, begin, own, cells);
  }

  /// Loads the items and finds their segments. Returns whether a segment is
  /// crowded. A barrier must follow.
  KOKKOS_FORCEINLINE_FUNCTION bool load(Member const& member, Item* staged,
                                        Map const& map, std::uint64_t begin,
                                        Item (&own)[items],
                                        TileCell (&cells)[items]) const {
    int const end   = map.end();
    bool is_crowded = false;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = i * team + member.team_rank();
      cells[i]     = TileCell{};
      int first;
      int last;
      if (at >= end || !map.find(at, first, last)) continue;
      cells[i]   = TileCell::of(first, last);
      own[i]     = s.order.encode(s.data.keys[begin + at]);
      staged[at] = own[i];
      is_crowded = is_crowded || last - first > Tuning::crowd;
    }
    return is_crowded;
  }

  /// Replaces the end of each cell by the rank of the item. `tie` orders the
  /// positions of equivalent items.
  template <class Tie>
  KOKKOS_FORCEINLINE_FUNCTION void rank_items(Member const& member,
                                              Item const* staged,
                                              Item const (&own)[items],
                                              TileCell (&cells)[items],
                                              Tie const& tie) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (!cells[i].exists()) continue;
      int const at    = i * team + member.team_rank();
      int const first = cells[i].begin();
      int rank        = at;
      if (!cells[i].is_sorted()) {
        rank               = first;
        int const last     = cells[i].end();
        auto const own_tie = tie(at);
        for (int other = first; other < last; ++other) {
          if constexpr (!Order::equal_is_identical)
            if (other == at) continue;
          rank += comes_before(staged[other], own[i], tie(other) < own_tie);
        }
      }
      cells[i] = TileCell::of(first, rank + 1);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static int rank_of(TileCell cell) {
    return cell.end() - 1;
  }

  KOKKOS_FORCEINLINE_FUNCTION int comes_before(Item const& other,
                                               Item const& item,
                                               bool is_earlier) const {
    if constexpr (Order::equal_is_identical) {
      return other < item || (other == item && is_earlier) ? 1 : 0;
    } else {
      // One comparison per pair of positions, made in the same way for both.
      return (is_earlier ? !s.order.less(item, other)
                         : s.order.less(other, item))
                 ? 1
                 : 0;
    }
  }

  /// Gives the items of a segment their own positions as ranks if two of its
  /// ranks are equal.
  KOKKOS_INLINE_FUNCTION void keep_contradictory(
      Member const& member, std::uint32_t* taken,
      TileCell (&cells)[items]) const {
    std::uint32_t* const kept = taken + bit_words();
    for (int w = member.team_rank(); w < 2 * bit_words(); w += team)
      taken[w] = 0;
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (!cells[i].exists()) continue;
      int const rank          = rank_of(cells[i]);
      int const first         = cells[i].begin();
      std::uint32_t const bit = std::uint32_t{1} << (rank % 32);
      if ((Kokkos::atomic_fetch_or(&taken[rank / 32], bit) & bit) != 0)
        Warp<Exec>::shared_atomic_or(&kept[first / 32],
                                     std::uint32_t{1} << (first % 32));
    }
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const first = cells[i].begin();
      if (cells[i].exists() && (kept[first / 32] >> (first % 32) & 1u) != 0)
        cells[i] = TileCell::of(first, i * team + member.team_rank() + 1);
    }
  }

  /// Writes elements that did not move before they were ranked.
  KOKKOS_FORCEINLINE_FUNCTION void store(Member const& member,
                                         std::uint64_t begin,
                                         Item const (&own)[items],
                                         TileCell const (&cells)[items]) const {
    store_keys(begin, own, cells);
    if constexpr (has_values) {
      Value values[items];
      load_values(member, begin, cells, values);
      member.team_barrier();
      KOKKOSSORT_UNROLL
      for (int i = 0; i < items; ++i)
        if (cells[i].exists())
          s.data.values[begin + rank_of(cells[i])] = values[i];
    }
  }

  /// Writes elements that moved. The values are still at their origins.
  KOKKOS_FORCEINLINE_FUNCTION void store_moved(Member const& member,
                                               std::uint64_t begin,
                                               Item const (&own)[items],
                                               TileCell const (&cells)[items],
                                               Cells const& crowded) const {
    store_keys(begin, own, cells);
    Value values[items];
    load_values(member, begin, cells, values);
    std::uint16_t origins[items];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].exists())
        origins[i] = crowded.origin(i * team + member.team_rank());
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].exists())
        crowded.origin(origins[i]) =
            static_cast<std::uint16_t>(rank_of(cells[i]));
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].exists())
        s.data.values[begin + crowded.origin(i * team + member.team_rank())] =
            values[i];
  }

  KOKKOS_FORCEINLINE_FUNCTION void store_keys(
      std::uint64_t begin, Item const (&own)[items],
      TileCell const (&cells)[items]) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].exists())
        s.data.keys[begin + rank_of(cells[i])] = s.order.decode(own[i]);
  }
  KOKKOS_FORCEINLINE_FUNCTION void load_values(Member const& member,
                                               std::uint64_t begin,
                                               TileCell const (&cells)[items],
                                               Value (&values)[items]) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].exists())
        values[i] = s.data.values[begin + i * team + member.team_rank()];
  }
};

}  // namespace KokkosSort::Impl

#endif
