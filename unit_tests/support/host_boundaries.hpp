// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_HOST_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_HOST_BOUNDARIES_HPP

#include <support/boundaries.hpp>
#include <KokkosSort/algorithm/host/host_tuning.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

/// The automatic choice on a host is HostSort.
template <class Key, class Value>
struct Boundaries<Algorithm::Automatic, Key, Value> {
  using Order   = decltype(Impl::order_for<Key>(ascending));
  using Element = typename Impl::Elements<Order, Value>::type;
  using Tuning  = Impl::HostSortTuning<sizeof(Element)>;

  static constexpr std::size_t tile = Tuning::min_chunk;
  static constexpr std::size_t leaf = Tuning::alone_capacity;

  static std::size_t one_level() { return Tuning::one_level; }

  static std::vector<std::size_t> all() {
    return {tile, 2 * tile, leaf, Tuning::leaf_capacity, one_level()};
  }
};

}  // namespace KokkosSort::Test

#endif
