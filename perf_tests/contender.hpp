// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_CONTENDER_HPP
#define KOKKOSSORT_PERF_CONTENDER_HPP

#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosSort::Perf {

using Exec   = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// 16 bytes of which 8 are the key: what only a comparator can order.
struct Record16 {
  std::uint64_t key;
  std::uint64_t payload;
};

/// A comparator as an application would write one; no sorter knows what it is.
struct KeyLess {
  template <class Key>
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(Key const& a,
                                              Key const& b) const {
    if constexpr (std::is_same_v<Key, Record16>) {
      return a.key < b.key;
    } else {
      return a < b;
    }
  }
};

/// Stands for values where keys are sorted alone.
struct NoValues {};

/// What a sorter gets: the input, which it may overwrite, and scratch.
template <class Key, class Value>
struct Input {
  Exec exec;
  Kokkos::View<Key*, Memory> keys;
  Kokkos::View<Value*, Memory> values;
  Workspace<Memory> scratch;

  std::size_t count() const { return keys.extent(0); }
};

/// Where a sorter left its result.
template <class Key, class Value>
struct Output {
  Key const* keys;
  Value const* values;
};

template <class Key, class Value>
struct Contender {
  std::string name;
  std::function<std::size_t(Input<Key, Value> const&)> scratch_bytes;
  std::function<Output<Key, Value>(Input<Key, Value> const&)> sort;
};

template <class Key, class Value>
using Contenders = std::vector<Contender<Key, Value>>;

/// A sorter that works in place and takes care of its own scratch.
template <class Key, class Value, class Sort>
Contender<Key, Value> in_place(std::string name, Sort sort) {
  return {std::move(name), [](auto const&) { return std::size_t{0}; },
          [sort](Input<Key, Value> const& input) {
            sort(input);
            return Output<Key, Value>{input.keys.data(), input.values.data()};
          }};
}

}  // namespace KokkosSort::Perf

#endif
