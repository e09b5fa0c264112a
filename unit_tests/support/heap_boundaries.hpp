// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_HEAP_BOUNDARIES_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_HEAP_BOUNDARIES_HPP

#include <support/boundaries.hpp>
#include <KokkosSort/algorithm/heap/heap_sort.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test {

template <class Key, class Value>
struct Boundaries<Algorithm::Heap, Key, Value> {
  using Sort =
      Impl::HeapSort<Exec, decltype(Impl::order_for<Key>(ascending)), Value>;

  static constexpr std::size_t leaf = Sort::Subheap::capacity;
  static constexpr std::size_t tile = leaf;

  /// Keys of one full layer of metaheaps. A separate test has more than a
  /// million keys.
  static std::size_t one_level() { return 20 * leaf; }

  static std::vector<std::size_t> all() {
    return {leaf,
            2 * leaf,
            3 * leaf,
            4 * leaf,
            Sort::Tuning::min_share,
            2 * Sort::Tuning::min_share};
  }
};
template <class Key, class Value>
struct Boundaries<Algorithm::HeapByInsertions, Key, Value>
    : Boundaries<Algorithm::Heap, Key, Value> {};

}  // namespace KokkosSort::Test

#endif
