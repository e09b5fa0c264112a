// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_RADIX_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_RADIX_BOUNDARIES_HPP

#include <support/boundaries.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

template <class Key, class Value>
struct Boundaries<Algorithm::Radix, Key, Value> {
  using Sort =
      Impl::RadixSort<Exec, decltype(Impl::order_for<Key>(ascending)), Value>;

  using Tuning = typename Sort::Tuning;

  static constexpr std::size_t tile = Tuning::lsd_shape.tile();
  static constexpr std::size_t leaf = Sort::leaf_capacity;

  /// Maximum size for one planned MSD pass.
  static std::size_t one_level() {
    return static_cast<std::size_t>((1 << Tuning::max_log_digits) *
                                    Tuning::leaf_fill * leaf);
  }

  static std::vector<std::size_t> all() {
    return {Tuning::few_keys_shape.tile(),
            Tuning::medium_shape.tile(),
            Tuning::msd_shape.tile(),
            tile,
            leaf,
            2 * tile,
            2 * leaf,
            one_level()};
  }
};

/// Radix sort with the start that it does not choose for few keys: MSD passes
/// on a device, LSD passes on a host. It has no public tag.
struct RadixOtherStart : Impl::AlgorithmTag {};

template <class Key, class Value>
struct Boundaries<RadixOtherStart, Key, Value>
    : Boundaries<Algorithm::Radix, Key, Value> {};

}  // namespace KokkosSort::Test

namespace KokkosSort::Impl {

template <>
struct SorterTemplate<Test::RadixOtherStart> {
  template <class Exec, class Order, class Value>
  using type =
      RadixSort<Exec, Order, Value,
                TeamShape<Exec>::is_host ? RadixStart::lsd : RadixStart::msd>;
};

}  // namespace KokkosSort::Impl

#endif
