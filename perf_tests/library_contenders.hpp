// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_LIBRARY_CONTENDERS_HPP
#define KOKKOSSORT_PERF_LIBRARY_CONTENDERS_HPP

#include "contender.hpp"
#include "contest.hpp"

#include <KokkosSort.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

namespace KokkosSort::Perf {

template <class Tag>
struct LibraryEntry {
  std::string_view name;
  Tag tag;
};

/// The algorithms of the library, under the names of the tables.
inline constexpr std::tuple library_entries{
    LibraryEntry<Algorithm::Automatic>{"default", {}},
    LibraryEntry<Algorithm::Sample>{"sample", {}},
};

/// Calls f(options...) with what asks the library for an order of this form.
template <OrderForm form, class F>
auto with_order(F&& f) {
  if constexpr (form == OrderForm::bits) {
    return f();
  } else {
    return f(KeyLess{});
  }
}

template <OrderForm form, class Key, class Value, class Tag>
Contender<Key, Value> library_contender(LibraryEntry<Tag> const& entry) {
  constexpr bool has_values = !std::is_same_v<Value, NoValues>;
  Tag const tag             = entry.tag;
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
  return {std::string(entry.name), scratch_bytes, sort};
}

template <OrderForm form, class Key, class Value>
void add_library(Contenders<Key, Value>& contenders) {
  std::apply(
      [&](auto const&... entry) {
        (contenders.push_back(library_contender<form, Key, Value>(entry)), ...);
      },
      library_entries);
}

}  // namespace KokkosSort::Perf

#endif
