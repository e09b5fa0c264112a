// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP

#include <KokkosSort/algorithm/sorted/sorted_tuning.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

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

/// Keys of one tile in memory, read by one thread.
template <class Order>
struct TileKeys {
  using Key = typename Order::key_type;

  Order const& order;
  Strided<Key const> keys;
  std::uint64_t begin;
  int size;

  KOKKOS_FORCEINLINE_FUNCTION Key const& key(int i) const {
    return keys[begin + static_cast<std::uint64_t>(i)];
  }
  /// Whether a run begins at item i of the tile.
  KOKKOS_FORCEINLINE_FUNCTION bool begins_run(int i) const {
    std::uint64_t const at = begin + static_cast<std::uint64_t>(i);
    return at == 0 ||
           differ(order, order.encode(keys[at - 1]), order.encode(keys[at]));
  }
};

}  // namespace KokkosSort::Impl

#endif
