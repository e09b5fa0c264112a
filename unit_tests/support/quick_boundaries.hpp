// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_QUICK_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_QUICK_BOUNDARIES_HPP

#include <support/boundaries.hpp>
#include <KokkosSort/algorithm/quick/gpu_quick_sort.hpp>
#include <KokkosSort/algorithm/quick/gpu_quick_two_kernels_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/radix_quick_sort.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

template <class Key, class Value, class Options>
struct QuickBoundaries {
  using State =
      Impl::QuickState<Exec, decltype(Impl::order_for<Key>(ascending)), Value,
                       Options>;

  static constexpr std::size_t tile = State::tile;
  static constexpr std::size_t leaf = State::leaf_capacity;

  static std::size_t resident() {
    return Impl::resident_teams<State::team>(Exec());
  }

  /// Minimum size from which phase one leaves sequences that phase two must
  /// partition. It is bounded, because large devices reach it late.
  static std::size_t one_level() {
    return std::min<std::size_t>(
        leaf * State::Tuning::sequences_per_resident_team * resident(),
        1 << 21);
  }

  static std::vector<std::size_t> all() {
    // Size at which a section grows from one tile to two.
    std::size_t const spread =
        2 * tile * State::Tuning::sections_per_resident_team * resident();
    return {tile,       2 * tile, leaf,
            2 * leaf,   3 * leaf, std::min<std::size_t>(spread, 1 << 21),
            one_level()};
  }
};

template <class Key, class Value>
struct Boundaries<Algorithm::Quick, Key, Value>
    : QuickBoundaries<Key, Value, Impl::QuickSortOptions> {};
template <class Key, class Value>
struct Boundaries<Algorithm::QuickOneLaunch, Key, Value>
    : QuickBoundaries<Key, Value, Impl::QuickOneLaunchOptionsOn<Exec>> {};
template <class Key, class Value>
struct Boundaries<Algorithm::GpuQuick, Key, Value>
    : QuickBoundaries<Key, Value, Impl::GpuQuickOptions> {};
template <class Key, class Value>
struct Boundaries<Algorithm::GpuQuickTwoKernels, Key, Value>
    : QuickBoundaries<Key, Value, Impl::GpuQuickTwoKernelsOptions> {};
template <class Key, class Value>
struct Boundaries<Algorithm::RadixQuick, Key, Value>
    : QuickBoundaries<Key, Value, Impl::RadixQuickSortOptions> {};

}  // namespace KokkosSort::Test

#endif
