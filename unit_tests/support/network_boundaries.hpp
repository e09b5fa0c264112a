// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_NETWORK_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_NETWORK_BOUNDARIES_HPP

#include <support/boundaries.hpp>
#include <KokkosSort/algorithm/network/network_tuning.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

/// Boundaries that the sorting networks have in common: the keys of a tile, and
/// the tiles of a partition of the highest degree.
template <class Key, class Value>
struct NetworkBoundaries {
  using Order   = decltype(Impl::order_for<Key>(ascending));
  using Element = typename Impl::Elements<Order, Value>::type;
  using Tuning  = Impl::NetworkTuning<Exec, sizeof(Element)>;

  static constexpr std::size_t tile = std::size_t{1} << Tuning::log_tile;
  static constexpr std::size_t leaf = tile;

  static std::size_t one_level() { return tile << Tuning::max_degree; }

  static std::vector<std::size_t> all() {
    // Shorter arrays are padded to the square of the items of a thread.
    return {std::size_t{1} << Tuning::log_items,
            std::size_t{1} << (2 * Tuning::lone_log_items),
            tile / 2,
            tile,
            2 * tile,
            3 * tile,
            one_level(),
            2 * one_level()};
  }
};

template <class Key, class Value>
struct Boundaries<Algorithm::Bitonic, Key, Value>
    : NetworkBoundaries<Key, Value> {};
template <class Key, class Value>
struct Boundaries<Algorithm::Butterfly, Key, Value>
    : NetworkBoundaries<Key, Value> {};

template <class Key, class Value>
struct Boundaries<Algorithm::OddEvenMerge, Key, Value>
    : NetworkBoundaries<Key, Value> {
  using Base = NetworkBoundaries<Key, Value>;

  static std::vector<std::size_t> all() {
    auto sizes = Base::all();
    // Phases of more keys than this also have steps between the first and the
    // last.
    sizes.push_back(std::size_t{1} << (2 * Base::Tuning::log_tile -
                                       Base::Tuning::log_items - 1));
    return sizes;
  }
};

/// Small sizes only, since the time grows quadratically.
template <class Key, class Value>
struct QuadraticBoundaries {
  static constexpr std::size_t tile = 100;
  static constexpr std::size_t leaf = 1000;
  static std::size_t one_level() { return 0; }
  static std::vector<std::size_t> all() {
    return {NetworkBoundaries<Key, Value>::tile};
  }
};

template <class Key, class Value>
struct Boundaries<Algorithm::OddEvenTransposition, Key, Value>
    : QuadraticBoundaries<Key, Value> {};
template <class Key, class Value>
struct Boundaries<Algorithm::Rank, Key, Value>
    : QuadraticBoundaries<Key, Value> {};

}  // namespace KokkosSort::Test

#endif
