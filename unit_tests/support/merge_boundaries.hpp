// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_MERGE_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_MERGE_BOUNDARIES_HPP

#include <support/boundaries.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

template <class Key, class Value>
struct Boundaries<Algorithm::Merge, Key, Value> {
  using Sort =
      Impl::MergeSort<Exec, decltype(Impl::order_for<Key>(ascending)), Value>;

  static constexpr std::size_t tile = Sort::tile;
  static constexpr std::size_t leaf = tile;

  /// Keys up to which one team splits, and checks the splits, on its own.
  static std::size_t one_level() { return (Sort::team - 1) * tile; }

  static std::vector<std::size_t> all() {
    constexpr std::size_t ways = Sort::ways;
    std::vector<std::size_t> sizes{tile, 2 * tile, 3 * tile, ways * tile,
                                   ways * ways * tile};
    if (Sort::team > 1) sizes.push_back(one_level());
    return sizes;
  }
};

}  // namespace KokkosSort::Test

#endif
