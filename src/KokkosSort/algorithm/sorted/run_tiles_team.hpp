// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_RUN_TILES_TEAM_HPP

#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

// Parts of the functions that find runs of equivalent keys.

/// Runs that begin in a tile. Indices are within the tile.
struct RunTally {
  std::uint32_t count = 0;
  std::uint32_t first = 0;  // of the first and the last run, if there are any
  std::uint32_t last  = 0;
};

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

  /// Returns the keys of tile t of `n` keys.
  KOKKOS_FORCEINLINE_FUNCTION static TileKeys of_tile(
      Order const& order, Strided<Key const> const& keys, std::uint64_t n,
      std::uint64_t t, int tile) {
    std::uint64_t const begin = t * static_cast<std::uint64_t>(tile);
    std::uint64_t const left  = n - begin;
    return {order, keys, begin,
            left < static_cast<std::uint64_t>(tile) ? static_cast<int>(left)
                                                    : tile};
  }

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
