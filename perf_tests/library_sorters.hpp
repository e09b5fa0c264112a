// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_LIBRARY_SORTERS_HPP
#define KOKKOSSORT_PERF_LIBRARY_SORTERS_HPP

#include "benchmark_sorter.hpp"
#include "library_entries.hpp"

#include <KokkosSort.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Perf {

template <OrderForm form, class Key, class Value, class Tag>
BenchmarkSorter<Key, Value> library_sorter(Tag const tag) {
  constexpr bool has_values = !std::is_same_v<Value, NoValues>;
  auto const scratch_bytes  = [tag](Input<Key, Value> const& input) {
    return with_order<form>([&](auto const&... order) {
      if constexpr (has_values) {
        return sort_by_key_workspace_size(input.exec, input.keys, input.values,
                                           tag, order...);
      } else {
        return sort_workspace_size(input.exec, input.keys, tag, order...);
      }
    });
  };
  auto const sort = [tag](Input<Key, Value> const& input) {
    with_order<form>([&](auto const&... order) {
      if constexpr (has_values) {
        sort_by_key(input.exec, input.keys, input.values, tag, input.scratch,
                    order...);
      } else {
        KokkosSort::sort(input.exec, input.keys, tag, input.scratch, order...);
      }
    });
    return Output<Key, Value>{input.keys.data(), input.values.data()};
  };
  return {std::string(library_name<Impl::AlgorithmEntry<Tag>>), scratch_bytes,
          sort};
}

/// Enters one algorithm for the orders that it takes.
template <class Key, class Value, class Tag>
bool enter_algorithm(Tag tag) {
  if constexpr (is_built_v<OrderForm::bits, Key>)
    sorters<OrderForm::bits, Key, Value>().push_back(
        library_sorter<OrderForm::bits, Key, Value>(tag));
  if constexpr (is_built_v<OrderForm::less, Key> &&
                !Impl::AlgorithmEntry<Tag>::numbers_only)
    sorters<OrderForm::less, Key, Value>().push_back(
        library_sorter<OrderForm::less, Key, Value>(tag));
  return true;
}

}  // namespace KokkosSort::Perf

#endif
