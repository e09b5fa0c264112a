// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Partition of keys in place by the key of one rank, which already is at its
// position. As many keys are misplaced in front of that position as behind it.
//
// Exchange  a team takes every so many tiles of either side. It lists the
//           misplaced keys of one tile in scratch, then swaps them with those
//           that are left of a tile of the other side. So each key is read
//           once, and the misplaced ones are written once.
// Rest      when a team has no tile left on one side, some of its keys may
//           still be misplaced on the other. It lists them in memory.
// Swap      the lists of both sides are equally long. Another kernel swaps
//           their keys in pairs.
//
// Source: P. Tsigas, Y. Zhang, "A simple, fast parallel implementation of
// Quicksort and its performance evaluation on SUN Enterprise 10000" (2003),
// phase 1. There the processes take blocks at run time. Here the tiles of each
// team are fixed, so that the result is the same in every run.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_EXCHANGE_MISPLACED_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_EXCHANGE_MISPLACED_HPP

#include <KokkosSort/algorithm/selection/candidate_order_thread.hpp>
#include <KokkosSort/algorithm/selection/held_keys_thread.hpp>
#include <KokkosSort/algorithm/selection/settle_rank.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Lists of the keys that teams left misplaced, one in front of the position of
/// the rank and one behind.
template <class Index>
struct MisplacedLists {
  Index* front;
  Index* back;
  std::uint64_t room;  // of each list
};

/// Exchanges misplaced keys, and lists the rest.
template <class Selection, class Index>
struct ExchangeMisplaced {
  using Exec   = typename Selection::Execution;
  using Member = typename Selection::Member;
  using By     = typename Selection::By;
  using Key    = typename Selection::Key;
  using Found  = FoundRank<typename By::Entry>;
  using Lanes  = Warp<Exec>;
  using Lists  = MisplacedLists<Index>;
  // By look-back: there are few teams, and each waits once.
  using Sums = TileSums<Exec, SharedWords, false>;

  // The queues of 12 teams per multiprocessor of an H200 fit in its scratch. So
  // many partition 2^28 u32 keys in 0.64 ms, and 8 of twice the size in 0.69.
  static constexpr int team      = Selection::is_host ? 1 : 128;
  static constexpr int min_teams = 12;
  using Scan                     = TeamScan<Exec, team, int>;

  /// Keys per thread, a sector of memory. It holds them while others are
  /// exchanged: 0.86 ms if the exchange reads the keys once more. A host's
  /// queues of 8-byte keys take 20 KB of its first cache.
  static constexpr bool holds_keys = By::is_held && sizeof(Key) <= 16;
  static constexpr int items =
      Selection::is_host ? 1024 : bounded(32 / sizeof(Key), 2, 8);
  static constexpr int tile = team * items;
  static_assert(tile <= 1 << 16);

  /// Number of teams: as many as are resident, with 2,048 threads per
  /// multiprocessor, but on average each has a tile of either side at least.
  /// On a host the result must not depend on the number of threads, and 256
  /// teams occupy as many.
  static std::size_t teams(Exec const& exec, std::size_t n) {
    std::size_t const most =
        Selection::is_host
            ? 256
            : std::max<std::size_t>(
                  resident_teams<team>(exec) * min_teams * team / 2048, 1);
    return std::min(most, div_up(n, std::size_t{2 * tile}));
  }
  static TileWords take_words(Arena& arena, std::size_t teams) {
    return TileWords::take(arena, teams, 2 * Sums::words_per_tile, 0);
  }

  By by;
  Strided<Key> keys;
  std::uint64_t n;
  std::uint64_t middle;  // position of the key of the rank
  Found* found;          // its position before it came there
  TileWords words;
  Lists lists;

  /// Scratch of a team. The list takes the place of the queued keys.
  struct Shared {
    std::uint64_t before;  // listed keys of teams in front
    std::uint32_t ticket;
    int sums[2][Scan::warps + 1];    // of even tiles and of odd ones
    std::uint16_t offsets[2][tile];  // within the tile, of misplaced keys
  };
  using QueuedKeys = Key[2][tile];
  /// Keys that are listed without a second read. About 200 random keys per team
  /// are left, and the list fits in the place of the queues of u32 keys.
  static constexpr int list_room          = 1024;
  static constexpr std::size_t keys_begin = round_up(sizeof(Shared), 16);

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    std::size_t const keys = holds_keys ? sizeof(QueuedKeys) : 0;
    std::size_t const list = list_room * sizeof(Index);
    return keys_begin + (keys > list ? keys : list);
  }

  // An item that is compared in place is read again for each comparison.
  using Pivot = std::conditional_t<By::is_held, typename By::Item, NoValue>;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto& shared =
        *reinterpret_cast<Shared*>(team_scratch(member, scratch_bytes()));
    with_stride(keys, [&](auto stride) {
      Partition<decltype(stride)>(*this, stride, member, shared).run();
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Pivot pivot() const {
    if constexpr (By::is_held) {
      return by.m_order.encode(keys[middle]);
    } else {
      return {};
    }
  }

  /// The team's tiles of one side, and the queue of the misplaced keys of the
  /// tile that was read last. All else follows, since registers are short.
  struct Side {
    int which;           // 0: in front of the rank, 1: behind it
    std::uint64_t next;  // begin of the tile to be read next
    int head = 0;        // of the queue
    int tail = 0;

    KOKKOS_FORCEINLINE_FUNCTION int queued() const { return tail - head; }
  };

  /// The work of a team.
  template <class Stride>
  class Partition {
   public:
    KOKKOS_FORCEINLINE_FUNCTION Partition(ExchangeMisplaced const& exchange,
                                          Stride stride, Member const& handle,
                                          Shared& scratch)
        : s(exchange),
          m_stride(stride),
          member(handle),
          shared(scratch),
          m_origin(exchange.found->position),
          m_pivot(exchange.pivot()) {}

    KOKKOS_INLINE_FUNCTION void run() {
      std::uint64_t const number =
          s.words.count == 0 ? 0
                             : next_work_item<SharedWords>(
                                   member, s.words.ticket, &shared.ticket);
      Side now   = side(0, number);
      Side other = side(1, number);
      load(now);
      while (now.next < end_of(now)) {
        queue(now);
        int const pairs =
            now.queued() < other.queued() ? now.queued() : other.queued();
        now.head += pairs;
        other.head += pairs;
        if (now.queued() > 0) Kokkos::kokkos_swap(now, other);
        load(now);  // on its way during the exchange
        exchange(now, other, pairs);
      }
      list_rest(other, number);
    }

   private:
    // A host's thread reads its keys from the cache.
    static constexpr bool loads = holds_keys && !Selection::is_host;

    ExchangeMisplaced const& s;
    Stride m_stride;
    Member const& member;
    Shared& shared;
    std::uint64_t m_origin;  // where the key of the rank came from
    Pivot m_pivot;
    int m_turn = 0;
    // Keys of the tile to be read next.
    std::conditional_t<loads, HeldKeys<Key, items>, NoValue> m_held;

    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin_of(Side const& side) const {
      return side.which == 0 ? 0 : s.middle + 1;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t end_of(Side const& side) const {
      return side.which == 0 ? s.middle : s.n;
    }
    /// Tiles begin at multiples of the warp's size, so that the keys of a warp
    /// share lines of memory.
    KOKKOS_FORCEINLINE_FUNCTION Side side(int which,
                                          std::uint64_t number) const {
      std::uint64_t const begin = begin_of({which, 0});
      return {which, begin / Lanes::size * Lanes::size + number * tile};
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t last_read(
        Side const& side) const {
      return side.next - step();
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t step() const {
      return static_cast<std::uint64_t>(member.league_size()) * tile;
    }
    KOKKOS_FORCEINLINE_FUNCTION Key& key(std::uint64_t i) const {
      return s.keys.data[static_cast<std::ptrdiff_t>(i) * m_stride];
    }
    KOKKOS_FORCEINLINE_FUNCTION QueuedKeys& queued_keys() const {
      return *reinterpret_cast<QueuedKeys*>(
          reinterpret_cast<std::byte*>(&shared) + keys_begin);
    }
    KOKKOS_FORCEINLINE_FUNCTION Index* list() const {
      return reinterpret_cast<Index*>(reinterpret_cast<std::byte*>(&shared) +
                                      keys_begin);
    }
    /// The offsets within the next tile that belong to the side.
    KOKKOS_FORCEINLINE_FUNCTION int low(Side const& side) const {
      return side.next < begin_of(side)
                 ? static_cast<int>(begin_of(side) - side.next)
                 : 0;
    }
    KOKKOS_FORCEINLINE_FUNCTION int high(Side const& side) const {
      return end_of(side) - side.next < tile
                 ? static_cast<int>(end_of(side) - side.next)
                 : tile;
    }

    /// Loads the next tile of a side, if there is one.
    KOKKOS_FORCEINLINE_FUNCTION void load(Side const& side) {
      if constexpr (loads) {
        if (side.next >= end_of(side)) return;
        int const first = member.team_rank() * items;
        m_held.load(&key(side.next + first), m_stride, low(side) - first,
                    high(side) - first);
      }
    }

    /// Whether key i belongs to the other side. Equivalent keys are ordered by
    /// their indices before the key of the rank was put in its position.
    KOKKOS_FORCEINLINE_FUNCTION bool is_misplaced(Side const& side,
                                                  Key const& k,
                                                  std::uint64_t i) const {
      bool is_before;
      if constexpr (By::is_held) {
        is_before = comes_before(s.by.m_order.encode(k), m_pivot, i);
      } else {
        is_before = comes_before(s.by.m_order.encode(k),
                                 s.by.m_order.encode(key(s.middle)), i);
      }
      return is_before == (side.which == 1);
    }
    template <class A, class B>
    KOKKOS_FORCEINLINE_FUNCTION bool comes_before(A const& item,
                                                  B const& of_rank,
                                                  std::uint64_t i) const {
      return s.by.m_order.less(item, of_rank) ||
             (!s.by.m_order.less(of_rank, item) &&
              (i == m_origin ? s.middle : i) < m_origin);
    }

    /// Calls put(rank, offset, key) per misplaced key of the next tile, which
    /// was loaded, in the order of the offsets. Returns their number. Called by
    /// the whole team; contains barriers before the calls.
    template <class Put>
    KOKKOS_FORCEINLINE_FUNCTION int for_each_misplaced(Side const& side,
                                                       Put const& put) {
      std::uint64_t const tile_begin = side.next;
      int const first                = member.team_rank() * items;
      int const begin                = low(side);
      int const end                  = high(side);
      if constexpr (Selection::is_host) {
        int count = 0;
        for (int offset = begin; offset < end; ++offset) {
          std::uint64_t const i =
              tile_begin + static_cast<std::uint64_t>(offset);
          if (is_misplaced(side, key(i), i)) put(count++, offset, key(i));
        }
        return count;
      } else {
        unsigned votes = 0;
        KOKKOSSORT_UNROLL
        for (int k = 0; k < items; ++k)
          if (first + k >= begin && first + k < end &&
              is_misplaced(side, own_key(tile_begin + first, k),
                           tile_begin + first + k))
            votes |= 1u << k;
        int total;
        int rank = Scan::exclusive(
            member, Kokkos::Experimental::popcount_builtin(votes),
            shared.sums[m_turn ^= 1], total);
        KOKKOSSORT_UNROLL
        for (int k = 0; k < items; ++k)
          if ((votes >> k & 1) != 0)
            put(rank++, first + k, own_key(tile_begin + first, k));
        return total;
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION Key const& own_key(std::uint64_t first,
                                                   int k) const {
      if constexpr (loads) {
        return m_held[k];
      } else {
        return key(first + k);
      }
    }

    /// Queues the misplaced keys of the next tile. The queue was empty.
    KOKKOS_FORCEINLINE_FUNCTION void queue(Side& side) {
      auto* const offsets = shared.offsets[side.which];
      side.tail =
          for_each_misplaced(side, [&](int rank, int offset, Key const& k) {
            offsets[rank] = static_cast<std::uint16_t>(offset);
            if constexpr (holds_keys) queued_keys()[side.which][rank] = k;
          });
      side.head = 0;
      side.next += step();
    }

    KOKKOS_FORCEINLINE_FUNCTION Key queued_key(Side const& side, int rank,
                                               std::uint64_t i) const {
      if constexpr (holds_keys) {
        return queued_keys()[side.which][rank];
      } else {
        return key(i);
      }
    }

    /// Swaps the keys of the last `pairs` pairs that left the queues.
    KOKKOS_FORCEINLINE_FUNCTION void exchange(Side const& a, Side const& b,
                                              int pairs) const {
      if (pairs == 0) return;
      member.team_barrier();
      for (int j = member.team_rank() - pairs; j < 0; j += team) {
        std::uint64_t const of_a =
            last_read(a) + shared.offsets[a.which][a.head + j];
        std::uint64_t const of_b =
            last_read(b) + shared.offsets[b.which][b.head + j];
        Key const k = queued_key(a, a.head + j, of_a);
        key(of_a)   = queued_key(b, b.head + j, of_b);
        key(of_b)   = k;
      }
    }

    /// Lists the keys of a side that are still misplaced: those in its queue,
    /// and those of the tiles that were not read. These are listed in scratch
    /// first. If there are more, they are read once more. `middle` fills the
    /// list if a comparator contradicts itself then.
    KOKKOS_INLINE_FUNCTION void list_rest(Side const& side,
                                          std::uint64_t number) {
      auto const queued = static_cast<std::uint64_t>(side.queued());
      std::uint64_t const rest =
          for_each_of_rest(side, [&](std::uint64_t rank, std::uint64_t i) {
            if (rank < list_room) list()[rank] = static_cast<Index>(i);
          });
      std::uint64_t const all   = queued + rest;
      std::uint64_t const first = before_team(side, number, all);
      Index* const to = side.which == 0 ? s.lists.front : s.lists.back;
      auto const put  = [&](std::uint64_t rank, std::uint64_t i) {
        if (rank < all && first + rank < s.lists.room)
          to[first + rank] = static_cast<Index>(i);
      };
      auto const thread = static_cast<std::uint64_t>(member.team_rank());
      for (std::uint64_t r = thread; r < queued; r += team)
        put(r, last_read(side) +
                   shared.offsets[side.which][side.head + static_cast<int>(r)]);
      if (rest <= list_room) {
        for (std::uint64_t r = thread; r < rest; r += team)
          put(queued + r, list()[r]);
        return;
      }
      std::uint64_t const again = for_each_of_rest(
          side,
          [&](std::uint64_t rank, std::uint64_t i) { put(queued + rank, i); });
      for (std::uint64_t r = again + thread; r < rest; r += team)
        put(queued + r, s.middle);
    }

    /// Calls put(rank, i) per misplaced key of the tiles that were not read.
    /// Returns their number. Called by the whole team; contains barriers.
    template <class Put>
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t for_each_of_rest(Side side,
                                                               Put const& put) {
      std::uint64_t rank = 0;
      for (; side.next < end_of(side); side.next += step()) {
        load(side);
        rank += static_cast<std::uint64_t>(
            for_each_misplaced(side, [&](int r, int offset, Key const&) {
              put(rank + static_cast<std::uint64_t>(r),
                  side.next + static_cast<std::uint64_t>(offset));
            }));
      }
      return rank;
    }

    /// Returns the number of keys that teams in front list of a side. The last
    /// team sets the number of pairs. A comparator that contradicts itself may
    /// leave more on one side, and more than there is room for.
    KOKKOS_INLINE_FUNCTION std::uint64_t before_team(
        Side const& side, std::uint64_t number, std::uint64_t listed) const {
      auto const teams = static_cast<std::uint64_t>(member.league_size());
      int const rank   = member.team_rank();
      if (rank < Lanes::size) {
        std::uint64_t pairs = s.lists.room;
        for (int which = 0; which < 2; ++which) {
          std::uint64_t const own = which == side.which ? listed : 0;
          std::uint64_t before    = 0;
          if (teams > 1) {
            Sums const sums(s.words.sums + which * teams, teams);
            if (rank == 0) sums.publish(number, own);
            before = sums.sum_before(number, own, rank);
          }
          if (before + own < pairs) pairs = before + own;
          if (rank == 0 && which == side.which) shared.before = before;
        }
        if (rank == 0 && number + 1 == teams) s.found->listed = pairs;
      }
      member.team_barrier();
      return shared.before;
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
