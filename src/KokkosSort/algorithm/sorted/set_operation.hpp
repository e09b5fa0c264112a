// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations on two sorted multisets: union, intersection, difference and
// symmetric difference, after S. Baxter, "Modern GPU" (2013).
//
// All of them form pairs of equivalent elements: the first of one array with
// the first of the other, and so on. A rule states which elements are copied:
// those of the first array with a partner, and those without one in either.
//
// Phase 1  SplitTiles  one thread per tile finds the elements of both arrays in
//                      front of it, along the balanced path, so that no pair is
//                      split. It also clears the words of phase 2.
// Phase 2  Combine     one team per tile. Each thread walks along its part of
//                      the balanced path and counts what it copies. It walks
//                      again and copies, or lists, what it has counted. On
//                      devices a further team sums the counts of tiles for the
//                      number in front of each (tile_sums_team.hpp).
//
// On devices tiles are in scratch, and all accesses to memory are contiguous.
// Large elements stay where they are. On hosts one thread walks along a tile.
//
// The work is O(n). There are two launches, one if there is a single tile.
// Extra memory: 16 bytes per tile.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_SET_OPERATION_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_SET_OPERATION_HPP

#include <KokkosSort/algorithm/sorted/merge_two.hpp>
#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/block/balanced_path_thread.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The elements that an operation copies. It is known at run time only, so that
/// all operations share the kernels.
struct SetRule {
  bool pairs;    // the first array's element of each pair
  bool a_alone;  // elements of the first array without a partner
  bool b_alone;  // elements of the second one

  /// Returns the greatest number of elements that may be copied.
  std::uint64_t most(std::uint64_t a, std::uint64_t b) const {
    return b_alone ? a + b : a_alone || a < b ? a : b;
  }
};
inline constexpr SetRule rule_of_union{true, true, true};
inline constexpr SetRule rule_of_intersection{true, false, false};
inline constexpr SetRule rule_of_difference{false, true, false};
inline constexpr SetRule rule_of_symmetric_difference{false, true, true};

template <class Exec, class Order, class Count,
          class Tuning = MergeTuning<Exec, sizeof(typename Order::item_type)>>
struct SetOperation {
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Source = SortedArray<Key, NoValue>;
  using Merge  = MergeTwo<Exec, Order, NoValue, Tuning>;
  using Less   = typename Merge::KeyLess;
  using Member = TeamMember<Exec>;
  using Index  = std::uint32_t;  // within a tile
  using Sums   = TileSums<Exec>;
  using Scan   = TeamScan<Exec, Tuning::team_size, Index>;

  static constexpr int team       = Tuning::team_size;
  static constexpr bool is_staged = Tuning::is_staged;
  static constexpr int tile       = Merge::tile;
  static constexpr int share      = tile / team;
  // A pair that a crossing would split lies in front of it as a whole.
  static constexpr int capacity = tile + 1;
  static constexpr int most_own = share + 1;
  static_assert(share * team == tile && capacity < 1 << 16);

  struct State {
    Order order;
    Source a;
    Source b;
    SetRule rule;
    Strided<Key> out;
    std::uint64_t room;
    Count* count;
    TileWords words;  // its carries are the splits

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t n() const {
      return a.size + b.size;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t tiles() const {
      return tiles_of(n());
    }
  };

  /// Without elements there is one tile, which sets the count to 0.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t tiles_of(std::uint64_t n) {
    return n == 0 ? 1 : div_up(n, static_cast<std::uint64_t>(tile));
  }

  static std::size_t workspace_bytes(std::uint64_t n) {
    return measured_bytes([&](Arena& arena) {
      TileWords::take(arena, tiles_of(n), Sums::words_per_tile, 1);
    });
  }

  static void run(Exec const& exec, Order const& order, Source const& a,
                  Source const& b, SetRule const& rule, Strided<Key> const& out,
                  Count* count, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::set_operation"));
    State const s{order,
                  a,
                  b,
                  rule,
                  out,
                  rule.most(a.size, b.size),
                  count,
                  TileWords::take(arena, tiles_of(a.size + b.size),
                                  Sums::words_per_tile, 1)};
    if (s.words.count > 0)
      launch_teams<team>("KokkosSort::set_operation::split_tiles", exec,
                         div_up(s.tiles(), static_cast<std::uint64_t>(team)),
                         SplitTiles{s});
    launch_teams<team, Tuning::min_teams>("KokkosSort::set_operation::combine",
                                          exec, Sums::teams(s.tiles()),
                                          Combine{s});
  }

  /// Phase 1. A split is the number of elements of `a` in front of the tile.
  /// Its lowest bit is set if the tile begins one element behind its diagonal.
  struct SplitTiles {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          member.team_rank();
      if (t >= s.tiles()) return;
      if (t == 0) *s.words.ticket = 0;
      for (int i = 0; i < Sums::words_per_tile; ++i)
        s.words.sums[s.tiles() * i + t] = 0;
      auto const a = Merge::reader(s.order, s.a);
      auto const b = Merge::reader(s.order, s.b);
      Less const less{s.order};
      std::uint64_t const diagonal = t * tile;
      std::uint64_t const from_a =
          merge_path_by_quarters(a, s.a.size, b, s.b.size, diagonal, less);
      auto const crossing = balanced(a, b, s.b.size, diagonal, from_a, less);
      s.words.carries[t] =
          crossing.a << 1 | (crossing.a + crossing.b - diagonal);
    }
  };

  /// Elements of both arrays that make a tile. If the arrays are not sorted, a
  /// tile may end before it begins. It then has other elements of the arrays.
  struct Part {
    std::uint64_t a;
    std::uint64_t b;
    Index of_a;
    Index size;

    KOKKOS_FORCEINLINE_FUNCTION Part(State const& s, std::uint64_t t) {
      bool const is_last        = t + 1 == s.tiles();
      std::uint64_t const begin = s.words.count == 0 ? 0 : s.words.carries[t];
      std::uint64_t const end =
          is_last ? s.a.size << 1 : s.words.carries[t + 1];
      std::uint64_t const behind = is_last ? s.n() : (t + 1) * tile + (end & 1);
      std::uint64_t const front  = t * tile + (begin & 1);
      a                          = begin >> 1;
      b                          = front - a;
      size                       = static_cast<Index>(behind - front);
      of_a                       = end >> 1 < a ? 0
                                                : static_cast<Index>(Kokkos::min(
                                (end >> 1) - a, std::uint64_t{size}));
    }
  };

  /// Phase 2.
  struct Combine {
    State s;

    /// Scratch of a team, in front of its arrays.
    struct Shared {
      std::uint64_t before;  // elements that the tiles before copy
      std::uint32_t ticket;
      Index scan[Scan::scratch_bytes() / sizeof(Index)];
      Index borders[team + 1];  // of the threads: a, and b in the upper half
    };
    static constexpr std::size_t items_begin = round_up(sizeof(Shared), 16);
    static constexpr std::size_t list_begin =
        items_begin + round_up(capacity * sizeof(Item), 2);

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return is_staged ? list_begin + team * most_own * sizeof(std::uint16_t)
                       : items_begin;
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto& shared             = *reinterpret_cast<Shared*>(scratch);
      std::uint64_t const t =
          take_tile<Sums>(member, s.words, s.tiles(), &shared.ticket);
      if (t == s.tiles()) return;
      Part const part(s, t);
      if constexpr (is_staged) {
        auto* const items = reinterpret_cast<Item*>(scratch + items_begin);
        load(member.team_rank(), part, items);
        member.team_barrier();
        combine(
            member, t, part, [=](Index i) { return items[i]; },
            [=](Index i) { return items[part.of_a + i]; }, shared, items,
            reinterpret_cast<std::uint16_t*>(scratch + list_begin));
      } else {
        combine(member, t, part, Merge::reader(s.order, s.a, part.a),
                Merge::reader(s.order, s.b, part.b), shared, nullptr, nullptr);
      }
    }

   private:
    /// Loads the elements of both arrays, one behind the other. All reads are
    /// issued before the first is waited for.
    KOKKOS_FORCEINLINE_FUNCTION void load(int rank, Part const& part,
                                          Item* items) const {
      Key held[share];
      auto const first = static_cast<Index>(rank);
      KOKKOSSORT_UNROLL
      for (Index i = 0; i < share; ++i)
        if (i * team + first < part.size)
          held[i] = key_of(part, i * team + first);
      KOKKOSSORT_UNROLL
      for (Index i = 0; i < share; ++i)
        if (i * team + first < part.size)
          items[i * team + first] = s.order.encode(held[i]);
      if (rank == 0 && part.size > tile)
        items[tile] = s.order.encode(key_of(part, tile));
    }
    KOKKOS_FORCEINLINE_FUNCTION Key const& key_of(Part const& part,
                                                  Index i) const {
      return i < part.of_a ? s.a.keys[part.a + i]
                           : s.b.keys[part.b + (i - part.of_a)];
    }

    template <class RunA, class RunB>
    KOKKOS_INLINE_FUNCTION void combine(Member const& member, std::uint64_t t,
                                        Part const& part, RunA const& a,
                                        RunB const& b, Shared& shared,
                                        Item const* items,
                                        std::uint16_t* list) const {
      int const rank = member.team_rank();
      find_border(rank, part, a, b, shared.borders);
      member.team_barrier();
      Index own = 0;
      walk(rank, a, b, shared.borders, [&](bool, Index) { ++own; });
      Index total;
      Index const first = Scan::exclusive(member, own, shared.scan, total);
      Sums const sums(s.words.sums, s.tiles());
      if (s.words.count > 0 && rank == 0) sums.publish(t, total);
      if constexpr (is_staged) {
        Index at = first;
        walk(rank, a, b, shared.borders, [&](bool is_b, Index i) {
          list[at++] = static_cast<std::uint16_t>(is_b ? part.of_a + i : i);
        });
      }
      if (rank < Warp<Exec>::size) {
        std::uint64_t const before =
            s.words.count > 0 ? sums.sum_before(t, total, rank) : 0;
        if (rank == 0) shared.before = before;
      }
      member.team_barrier();
      std::uint64_t const before = shared.before;
      if constexpr (is_staged) {
        for (auto i = static_cast<Index>(rank); i < total; i += team)
          write(before + i, s.order.decode(items[listed(part, list[i])]));
      } else {
        std::uint64_t at = before + first;
        walk(rank, a, b, shared.borders, [&](bool is_b, Index i) {
          write(at++, is_b ? s.b.keys[part.b + i] : s.a.keys[part.a + i]);
        });
      }
      if (t + 1 == s.tiles() && rank == 0)
        *s.count = static_cast<Count>(Kokkos::min(before + total, s.room));
    }

    /// Finds where the part of the tile ends that a thread walks along.
    template <class RunA, class RunB>
    KOKKOS_FORCEINLINE_FUNCTION void find_border(int rank, Part const& part,
                                                 RunA const& a, RunB const& b,
                                                 Index* borders) const {
      Less const less{s.order};
      Index const of_b = part.size - part.of_a;
      Index const end  = static_cast<Index>(rank + 1) * share;
      Index const diagonal =
          rank == team - 1 || end > part.size ? part.size : end;
      Index const from_a  = merge_path(a, part.of_a, b, of_b, diagonal, less);
      auto const crossing = balanced(a, b, of_b, diagonal, from_a, less);
      borders[rank + 1]   = crossing.a | crossing.b << 16;
      if (rank == 0) borders[0] = 0;
    }

    /// Calls put(is_b, i) for the elements that are copied of those of a
    /// thread. The bound of the loop holds for arrays that are not sorted.
    template <class RunA, class RunB, class Put>
    KOKKOS_FORCEINLINE_FUNCTION void walk(int rank, RunA const& a,
                                          RunB const& b, Index const* borders,
                                          Put const& put) const {
      Index i           = borders[rank] & 0xffff;
      Index j           = borders[rank] >> 16;
      Index const i_end = borders[rank + 1] & 0xffff;
      Index const j_end = borders[rank + 1] >> 16;
      for (int step = 0; step < most_own && (i < i_end || j < j_end); ++step) {
        bool const is_both = i < i_end && j < j_end;
        bool const is_b    = is_both ? s.order.less(b(j), a(i)) : j < j_end;
        bool const is_pair = is_both && !is_b && !s.order.less(a(i), b(j));
        if (is_b ? s.rule.b_alone : is_pair ? s.rule.pairs : s.rule.a_alone)
          put(is_b, is_b ? j : i);
        i += is_b ? 0 : 1;
        j += is_b || is_pair ? 1 : 0;
      }
    }

    /// Returns the index of an item. A comparator that contradicts itself may
    /// list fewer items than it has counted.
    KOKKOS_FORCEINLINE_FUNCTION static Index listed(Part const& part, Index i) {
      return Order::equal_is_identical || i < part.size ? i : 0;
    }

    /// If arrays are not sorted, more may be copied than there is room for.
    KOKKOS_FORCEINLINE_FUNCTION void write(std::uint64_t i,
                                           Key const& key) const {
      if (i < s.room) s.out[i] = key;
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
