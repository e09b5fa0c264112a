// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_CROWDED_CELLS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_CROWDED_CELLS_TEAM_HPP

#include <KokkosSort/algorithm/leaf/counters_team.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/multiply_high.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Cell that holds the item of a position: its bounds in the tile, and whether
/// it needs no further distribution. At first a cell is a segment.
struct TileCell {
  std::uint32_t word =
      0;  // begin and flags in the lower half, end in the upper

  static constexpr std::uint32_t sorted_bit = 0x8000;
  static constexpr std::uint32_t final_bit  = 0x4000;
  static constexpr int max_position         = 0x3fff;

  KOKKOS_FORCEINLINE_FUNCTION static TileCell of(int begin, int end) {
    return {static_cast<std::uint32_t>(begin) | static_cast<std::uint32_t>(end)
                                                    << 16};
  }
  /// Whether the position has an item.
  KOKKOS_FORCEINLINE_FUNCTION bool exists() const { return word != 0; }
  KOKKOS_FORCEINLINE_FUNCTION int begin() const {
    return static_cast<int>(word & max_position);
  }
  KOKKOS_FORCEINLINE_FUNCTION int end() const {
    return static_cast<int>(word >> 16);
  }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return end() - begin(); }
  /// Whether the items are at their ranks.
  KOKKOS_FORCEINLINE_FUNCTION bool is_sorted() const {
    return (word & sorted_bit) != 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_crowded(int crowd) const {
    return (word & (sorted_bit | final_bit)) == 0 && size() > crowd;
  }
};

/// Distributes the items of crowded cells, and repeats that until nearly all
/// cells hold few items. A cell of m items is divided into m of equal width.
/// The cells of all segments share one array of counters, since a cell has as
/// many counters as positions.
template <class Exec, class Item, class Tuning>
class TeamCrowdedCells {
  static constexpr int team     = Tuning::team_size;
  static constexpr int capacity = Tuning::capacity;
  static constexpr int crowd    = Tuning::crowd;
  static constexpr int items    = Tuning::items_per_thread;
  // The begins of crowded cells are more than `crowd` positions apart.
  static constexpr int ranges = div_up(capacity, crowd);
  static_assert(capacity <= TileCell::max_position);

  // Native atomic operations are on these types.
  using Limit =
      std::conditional_t<sizeof(Item) == 8, unsigned long long, std::uint32_t>;

  using Counters = TeamCounters<Exec, team, round_up(capacity, 4)>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t counters_bytes() {
    return round_up(Counters::scratch_bytes(), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t ranges_bytes() {
    return round_up(2 * ranges * sizeof(Limit), 16);
  }

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return counters_bytes() + ranges_bytes() +
           round_up(capacity * sizeof(std::uint16_t), 16);
  }

  KOKKOS_INLINE_FUNCTION TeamCrowdedCells(std::byte* scratch, Item* staged)
      : m_staged(staged),
        m_counters(scratch),
        m_low(reinterpret_cast<Limit*>(scratch + counters_bytes())),
        m_high(m_low + ranges),
        m_origins(reinterpret_cast<std::uint16_t*>(scratch + counters_bytes() +
                                                   ranges_bytes())) {}

  /// Position that the item at `at` had before distribute().
  KOKKOS_FORCEINLINE_FUNCTION std::uint16_t& origin(int at) const {
    return m_origins[at];
  }

  /// Distributes the items, of which each thread holds those at i * team + rank
  /// below `end`, and which are staged. Called after a barrier; ends with one.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void distribute(Member const& member, int end,
                                         Item (&own)[items],
                                         TileCell (&cells)[items]) const {
    for (int at = member.team_rank(); at < end; at += team)
      m_origins[at] = static_cast<std::uint16_t>(at);
    KOKKOSSORT_NO_UNROLL
    for (int round = 0; round < Tuning::max_rounds; ++round) {
      find_ranges(member, own, cells);
      if (!move(member, round, end, own, cells)) return;
    }
  }

 private:
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void find_ranges(
      Member const& member, Item const (&own)[items],
      TileCell const (&cells)[items]) const {
    // The first item of a cell is a limit that most others pass.
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = i * team + member.team_rank();
      if (cells[i].is_crowded(crowd) && at == cells[i].begin())
        m_low[at / crowd] = m_high[at / crowd] = own[i];
    }
    m_counters.clear(member);
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (!cells[i].is_crowded(crowd)) continue;
      int const r = cells[i].begin() / crowd;
      // Most items are within the range that the thread sees.
      if (own[i] < *static_cast<Limit volatile*>(m_low + r))
        Kokkos::atomic_min(&m_low[r], Limit{own[i]});
      if (own[i] > *static_cast<Limit volatile*>(m_high + r))
        Kokkos::atomic_max(&m_high[r], Limit{own[i]});
    }
    member.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_one_value(TileCell cell) const {
    int const r = cell.begin() / crowd;
    return m_low[r] == m_high[r];
  }

  /// Returns the new cell of an item in a crowded cell of several values.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t part_of(Item item,
                                                    TileCell cell) const {
    using Word       = typename Digit<Item>::Word;
    int const r      = cell.begin() / crowd;
    auto const low   = static_cast<Item>(m_low[r]);
    int const unused = Kokkos::Experimental::countl_zero_builtin(
        static_cast<Word>(m_high[r] - m_low[r]));
    return static_cast<std::uint32_t>(cell.begin()) +
           multiply_high(
               Digit<Item>::window(static_cast<Item>(item - low), unused),
               static_cast<std::uint32_t>(cell.size()));
  }

  /// Moves the items of crowded cells to new ones. Returns whether any of these
  /// is crowded. Ends with a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool move(Member const& member, int round,
                                        int end, Item (&own)[items],
                                        TileCell (&cells)[items]) const {
    count(member, end, own, cells);
    // Counts of squares are of no use here.
    m_counters.scan(member, std::uint32_t{1} << 30);
    std::uint16_t origins[items];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i)
      if (cells[i].is_crowded(crowd))
        origins[i] = m_origins[i * team + member.team_rank()];
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (!cells[i].is_crowded(crowd)) continue;
      if (is_one_value(cells[i])) {
        // Items that have moved are no longer in order of their origins.
        cells[i].word |= round > 0 ? TileCell::final_bit : TileCell::sorted_bit;
        continue;
      }
      std::uint32_t const to = m_counters.take(part_of(own[i], cells[i]));
      m_staged[to]           = own[i];
      m_origins[to]          = origins[i];
    }
    member.team_barrier();
    bool is_crowded = false;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (!cells[i].is_crowded(crowd)) continue;
      own[i]                   = m_staged[i * team + member.team_rank()];
      std::uint32_t const part = part_of(own[i], cells[i]);
      int const first          = cells[i].begin();
      cells[i]                 = TileCell::of(
          static_cast<int>(part) == first ? first : m_counters.begin(part),
          m_counters.end(part));
      is_crowded = is_crowded || cells[i].is_crowded(crowd);
    }
    return Warp<Exec>::any_in_team(member, is_crowded);
  }

  /// Counts the items of each new cell. Other cells keep their positions. Ends
  /// with a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void count(Member const& member, int end,
                                         Item const (&own)[items],
                                         TileCell const (&cells)[items]) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = i * team + member.team_rank();
      if (at >= end) continue;
      if (cells[i].is_crowded(crowd) && !is_one_value(cells[i])) {
        m_counters.take(part_of(own[i], cells[i]));
      } else if (!cells[i].exists()) {
        m_counters.add(static_cast<std::uint32_t>(at), 1);
      } else if (at == cells[i].begin()) {
        m_counters.add(static_cast<std::uint32_t>(at),
                       static_cast<std::uint32_t>(cells[i].size()));
      }
    }
    member.team_barrier();
  }

  Item* m_staged;
  Counters m_counters;
  Limit* m_low;
  Limit* m_high;
  std::uint16_t* m_origins;
};

}  // namespace KokkosSort::Impl

#endif
