// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stable merge of two sorted arrays along their merge path, after O. Green, R.
// McColl, D. Bader, "GPU Merge Path: a GPU merging algorithm" (2012).
//
// Phase 1  SplitTiles   one thread per tile of the result finds which elements
//                       of both arrays the tile consists of
// Phase 2  MergeStaged  one team per tile merges these elements in scratch, or
//          MergeDirect  where they are: large elements, and hosts
//
// Differences from the paper, and why:
// - The search of phase 1 halves its range twice per step, by three
//   comparisons. Each step waits for memory, whose latency dominates the phase.
// - A tile whose elements all come from one array is copied without scratch.
// - If the arrays are not sorted by the comparator, a tile may end before it
//   begins. Its end is then moved, so that every access stays in bounds.
//
// The work is O(n). There are two launches, one if the result is a single tile.
// Extra memory: 8 bytes per tile.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_MERGE_TWO_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_MERGE_TWO_HPP

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Sorted keys that are read, with their values.
template <class Key, class Value>
struct SortedArray {
  Strided<Key const> keys;
  Strided<Value const> values;
  std::uint64_t size = 0;
};

/// Returns merge_path(), found by steps that quarter the range.
template <class RunA, class RunB, class Less>
KOKKOS_INLINE_FUNCTION std::uint64_t merge_path_by_quarters(
    RunA const& a, std::uint64_t a_size, RunB const& b, std::uint64_t b_size,
    std::uint64_t diagonal, Less const& less) {
  std::uint64_t low  = diagonal > b_size ? diagonal - b_size : 0;
  std::uint64_t high = diagonal < a_size ? diagonal : a_size;
  while (low < high) {
    std::uint64_t const size   = high - low;
    std::uint64_t const first  = low + size / 4;
    std::uint64_t const second = low + size / 2;
    std::uint64_t const third  = second + size / 4;
    // None of the three waits for another one.
    bool const at_first  = less(b(diagonal - 1 - first), a(first));
    bool const at_second = less(b(diagonal - 1 - second), a(second));
    bool const at_third  = less(b(diagonal - 1 - third), a(third));
    low  = at_first ? low : (at_second ? first : at_third ? second : third) + 1;
    high = at_first ? first : at_second ? second : at_third ? third : high;
  }
  return low;
}

template <class Exec, class Order, class Value,
          class Tuning =
              MergeTuning<Exec, sizeof(typename Elements<Order, Value>::type)>>
struct MergeTwo {
  using Key     = typename Order::key_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Source  = SortedArray<Key, Value>;
  using Data    = Arrays<Key, Value>;
  using Member  = TeamMember<Exec>;
  using TeamSort =
      TeamMergeSort<Element, Tuning::team_size, Tuning::items_per_thread>;

  static constexpr int team       = Tuning::team_size;
  static constexpr bool is_staged = Tuning::is_staged;
  static constexpr int tile =
      is_staged ? TeamSort::capacity : Tuning::direct_tile;

  /// Arguments of both phases.
  struct State {
    Order order;
    Source a;
    Source b;
    Data to;
    std::uint64_t* splits;  // [tile]: elements of `a` before it; null: one tile

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t n() const {
      return a.size + b.size;
    }
  };

  static std::uint64_t tiles_of(std::uint64_t n) {
    return div_up(n, static_cast<std::uint64_t>(tile));
  }

  static std::size_t workspace_bytes(std::uint64_t n) {
    return measured_bytes([&](Arena& arena) { take_splits(arena, n); });
  }

  static void run(Exec const& exec, Order const& order, Source const& a,
                  Source const& b, Data const& to, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::merge"));
    State const s{order, a, b, to, take_splits(arena, a.size + b.size)};
    std::uint64_t const tiles = tiles_of(s.n());
    if (s.splits != nullptr)
      launch_teams<team>("KokkosSort::merge::split_tiles", exec,
                         tiles / team + 1, SplitTiles{s, tiles});
    if constexpr (is_staged) {
      launch_teams<team, Tuning::min_teams>("KokkosSort::merge::merge_tiles",
                                            exec, tiles, MergeStaged{s});
    } else {
      launch_teams<team>("KokkosSort::merge::merge_tiles", exec, tiles,
                         MergeDirect{s});
    }
  }

  static std::uint64_t* take_splits(Arena& arena, std::uint64_t n) {
    std::uint64_t const tiles = tiles_of(n);
    return tiles < 2 ? nullptr : arena.take<std::uint64_t>(tiles + 1);
  }

  /// Phase 1.
  struct SplitTiles {
    State s;
    std::uint64_t tiles;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const t =
          static_cast<std::uint64_t>(member.league_rank()) * team +
          member.team_rank();
      if (t > tiles) return;
      std::uint64_t const diagonal = Kokkos::min(t * tile, s.n());
      s.splits[t] = merge_path_by_quarters(reader(s.order, s.a), s.a.size,
                                           reader(s.order, s.b), s.b.size,
                                           diagonal, KeyLess{s.order});
    }
  };

  struct KeyLess {
    Order const& order;
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(
        typename Order::item_type const& a,
        typename Order::item_type const& b) const {
      return order.less(a, b);
    }
  };

  /// Returns a callable that reads item i of an array from `begin` on.
  KOKKOS_FORCEINLINE_FUNCTION static auto reader(Order const& order,
                                                 Source const& source,
                                                 std::uint64_t begin = 0) {
    return [&order, &source, begin](std::uint64_t i) -> decltype(auto) {
      return order.encode(source.keys[begin + i]);
    };
  }

  /// Elements of both arrays that make a tile.
  struct Stretch {
    std::uint64_t begin;  // in the result
    std::uint64_t a;
    std::uint64_t b;
    int of_a;
    int size;

    KOKKOS_FORCEINLINE_FUNCTION Stretch(State const& s, std::uint64_t t)
        : begin(t * tile),
          a(s.splits == nullptr ? 0 : s.splits[t]),
          b(begin - a),
          size(static_cast<int>(
              Kokkos::min(s.n() - begin, static_cast<std::uint64_t>(tile)))) {
      std::uint64_t const end =
          s.splits == nullptr ? s.a.size : s.splits[t + 1];
      of_a = end < a ? 0
                     : static_cast<int>(Kokkos::min(
                           end - a, static_cast<std::uint64_t>(size)));
    }
  };

  /// Phase 2 in scratch.
  struct MergeStaged {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return TeamSort::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      TeamSort const sort(team_scratch(member, scratch_bytes()));
      Stretch const part(s, static_cast<std::uint64_t>(member.league_rank()));
      if (part.of_a == 0 || part.of_a == part.size) {
        copy(member.team_rank(), part);
        return;
      }
      load(member.team_rank(), part, sort.elements());
      member.team_barrier();
      int const ends[2] = {part.of_a, part.size};
      sort.merge(member, ends, Less{s.order});
      Traits::template store_tile<team, tile>(member, s.order, s.to, part.begin,
                                              part.size, sort.elements());
    }

   private:
    /// Loads the elements of both arrays, one behind the other.
    KOKKOS_FORCEINLINE_FUNCTION void load(int rank, Stretch const& part,
                                          Element* elements) const {
      read(rank, part, s.a.keys, s.b.keys, [&](int i, Key const& key) {
        if constexpr (is_value_v<Value>) {
          elements[i].item = s.order.encode(key);
        } else {
          elements[i] = s.order.encode(key);
        }
      });
      if constexpr (is_value_v<Value>)
        read(rank, part, s.a.values, s.b.values,
             [&](int i, Value const& value) { elements[i].value = value; });
    }

    /// Copies a tile whose elements all come from one array.
    KOKKOS_FORCEINLINE_FUNCTION void copy(int rank, Stretch const& part) const {
      read(rank, part, s.a.keys, s.b.keys, [&](int i, Key const& key) {
        s.to.keys[part.begin + static_cast<std::uint64_t>(i)] = key;
      });
      if constexpr (is_value_v<Value>)
        read(rank, part, s.a.values, s.b.values,
             [&](int i, Value const& value) {
               s.to.values[part.begin + static_cast<std::uint64_t>(i)] = value;
             });
    }

    /// Calls put(i, element) for the elements of a thread. For a whole tile of
    /// contiguous elements, all reads are issued before the first is waited
    /// for.
    template <class T, class Put>
    KOKKOS_FORCEINLINE_FUNCTION static void read(int rank, Stretch const& part,
                                                 Strided<T const> const& a,
                                                 Strided<T const> const& b,
                                                 Put const& put) {
      if (part.size != tile || a.stride != 1 || b.stride != 1) {
        for (int i = rank; i < part.size; i += team)
          put(i, i < part.of_a ? a[part.a + i] : b[part.b + (i - part.of_a)]);
        return;
      }
      constexpr int rounds  = tile / team;
      T const* const from_a = a.data + part.a + rank;
      T const* const from_b = b.data + part.b + rank - part.of_a;
      T held[rounds];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < rounds; ++i)
        held[i] = (i * team + rank < part.of_a ? from_a : from_b)[i * team];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < rounds; ++i) put(i * team + rank, held[i]);
    }
  };

  /// Phase 2 in memory: on a host one thread merges a tile, on a device each
  /// thread finds its elements by searches of their own.
  struct MergeDirect {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Stretch const part(s, static_cast<std::uint64_t>(member.league_rank()));
      std::uint64_t const a_end = part.a + part.of_a;
      std::uint64_t const b_end = part.b + (part.size - part.of_a);
      if constexpr (team == 1) {
        merge_serially(part.a, a_end, part.b, b_end, part.begin);
      } else {
        for (int i = member.team_rank(); i < part.size; i += team) {
          int const split =
              merge_path(reader(s.order, s.a, part.a), part.of_a,
                         reader(s.order, s.b, part.b), part.size - part.of_a, i,
                         KeyLess{s.order});
          std::uint64_t const a = part.a + split;
          std::uint64_t const b = part.b + (i - split);
          bool const from_b = b < b_end && (a >= a_end || comes_first(b, a));
          move(from_b ? s.b : s.a, from_b ? b : a, part.begin + i);
        }
      }
    }

   private:
    /// Whether element b of the second array comes before element a of the
    /// first.
    KOKKOS_FORCEINLINE_FUNCTION bool comes_first(std::uint64_t b,
                                                 std::uint64_t a) const {
      return s.order.less(s.order.encode(s.b.keys[b]),
                          s.order.encode(s.a.keys[a]));
    }
    KOKKOS_FORCEINLINE_FUNCTION void move(Source const& from, std::uint64_t i,
                                          std::uint64_t to) const {
      s.to.keys[to] = from.keys[i];
      if constexpr (is_value_v<Value>) s.to.values[to] = from.values[i];
    }

    KOKKOS_INLINE_FUNCTION void merge_serially(std::uint64_t a,
                                               std::uint64_t a_end,
                                               std::uint64_t b,
                                               std::uint64_t b_end,
                                               std::uint64_t to) const {
      while (a < a_end && b < b_end) {
        if (comes_first(b, a)) {
          move(s.b, b++, to++);
        } else {
          move(s.a, a++, to++);
        }
      }
      while (a < a_end) move(s.a, a++, to++);
      while (b < b_end) move(s.b, b++, to++);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
