// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// Parts of the functions that find runs of equivalent keys: their memory, and
// the access to the keys of a tile.

/// Words that the tiles of a launch share, 0 at first. A single tile needs
/// none.
struct TileWords {
  std::uint32_t* ticket  = nullptr;
  std::uint64_t* sums    = nullptr;  // [tile]
  std::uint64_t* carries = nullptr;  // [tile][words of a carry]
  std::uint64_t count    = 0;        // words in all

  static TileWords take(Arena& arena, std::uint64_t tiles,
                        int words_per_carry) {
    if (tiles < 2) return {};
    std::uint64_t const count =
        1 + tiles * (1 + static_cast<std::uint64_t>(words_per_carry));
    auto* const words = arena.take<std::uint64_t>(count);
    return {reinterpret_cast<std::uint32_t*>(words), words + 1,
            words + 1 + tiles, count};
  }
};

template <class Exec>
struct ClearWords {
  static constexpr int team  = TeamShape<Exec>::size;
  static constexpr int share = team * cleared_per_thread<Exec>;

  std::uint64_t* words;
  std::uint64_t count;

  KOKKOS_INLINE_FUNCTION void operator()(TeamMember<Exec> const& member) const {
    std::uint64_t const begin =
        static_cast<std::uint64_t>(member.league_rank()) * share;
    for (int i = member.team_rank(); i < share; i += team)
      if (begin + i < count) words[begin + i] = 0;
  }
};

template <class Exec>
void clear_words(char const* label, Exec const& exec, TileWords const& words) {
  if (words.count == 0) return;
  using Kernel = ClearWords<Exec>;
  launch_teams<Kernel::team>(
      label, exec,
      div_up(words.count, static_cast<std::uint64_t>(Kernel::share)),
      Kernel{reinterpret_cast<std::uint64_t*>(words.ticket), words.count});
}

/// Whether two neighbors are not equivalent.
template <class Order>
KOKKOS_FORCEINLINE_FUNCTION bool differ(
    Order const& order, typename Order::item_type const& before,
    typename Order::item_type const& after) {
  if constexpr (Order::equal_is_identical) {
    return before != after;
  } else {
    // If sorted keys differ, the first comparison holds.
    return order.less(before, after) || order.less(after, before);
  }
}

/// Calls put(i, element) for the elements of a thread among `size` elements
/// from `begin` on. For a whole tile of contiguous elements, all reads are
/// issued before the first is waited for. No barrier.
template <int TeamSize, int Items, class T, class Put>
KOKKOS_FORCEINLINE_FUNCTION void read_tile(int rank,
                                           Strided<T const> const& from,
                                           std::uint64_t begin, int size,
                                           Put const& put) {
  if (size != TeamSize * Items || from.stride != 1) {
    for (int i = rank; i < size; i += TeamSize) put(i, from[begin + i]);
    return;
  }
  T const* const first = from.data + begin + rank;
  T held[Items];
  KOKKOSSORT_UNROLL
  for (int i = 0; i < Items; ++i) held[i] = first[i * TeamSize];
  KOKKOSSORT_UNROLL
  for (int i = 0; i < Items; ++i) put(i * TeamSize + rank, held[i]);
}

/// Keys of one tile, in scratch or in memory if they are large.
template <class Exec, class Order, bool IsStaged>
struct TileKeys {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

  Order const& order;
  Strided<Key const> keys;
  std::uint64_t begin;
  int size;
  Item* staged;

  /// Stages the keys. A barrier must follow.
  template <int TeamSize, int Items>
  KOKKOS_FORCEINLINE_FUNCTION void load(int rank) const {
    if constexpr (IsStaged)
      read_tile<TeamSize, Items>(
          rank, keys, begin, size,
          [&](int i, Key const& key) { staged[i] = order.encode(key); });
  }

  /// Returns item i of the tile.
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) item(int i) const {
    if constexpr (IsStaged) {
      return static_cast<Item const&>(staged[i]);
    } else {
      return order.encode(keys[begin + i]);
    }
  }
  /// Returns key i of the tile.
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) key(int i) const {
    if constexpr (IsStaged) {
      return order.decode(staged[i]);
    } else {
      return static_cast<Key const&>(keys[begin + i]);
    }
  }

  /// Whether a run begins at item i of the tile.
  KOKKOS_FORCEINLINE_FUNCTION bool begins_run(int i) const {
    if (i > 0) return differ(order, item(i - 1), item(i));
    return begin == 0 || differ(order, order.encode(keys[begin - 1]), item(0));
  }

  /// Returns a bit per item of [first, first + Items) that begins a run.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t begins_of(int first) const {
    std::uint32_t begins = 0;
    if constexpr (IsStaged) {
      // The predecessor stays in a register.
      if (first + Items <= size && first > 0) {
        Item before = staged[first - 1];
        KOKKOSSORT_UNROLL
        for (int j = 0; j < Items; ++j) {
          Item const here = staged[first + j];
          begins |= (differ(order, before, here) ? 1u : 0u) << j;
          before = here;
        }
        return begins;
      }
    }
    for (int j = 0; j < Items; ++j)
      if (first + j < size && begins_run(first + j)) begins |= 1u << j;
    return begins;
  }
};

}  // namespace KokkosSort::Impl

#endif
