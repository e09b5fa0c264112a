// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_BENCHMARK_SORTER_HPP
#define KOKKOSSORT_PERF_BENCHMARK_SORTER_HPP

#include "benchmark_case.hpp"

#include "benchmark_case.hpp"

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

/// 16 bytes of which 8 are the key. Only a comparator can order them.
struct Record16 {
  std::uint64_t key;
  std::uint64_t payload;
};

/// Whether the build has benchmark cases of this form on such keys. A record
/// has no order of its own.
template <OrderForm form, class Key>
inline constexpr bool is_built_v =
    !std::is_arithmetic_v<Key> ? form == OrderForm::less :
#if defined(KOKKOSSORT_PERF_ORDER_BITS)
                               form == OrderForm::bits ||
#endif
#if defined(KOKKOSSORT_PERF_ORDER_LESS)
                                   form == OrderForm::less ||
#endif
                                   false;

/// A comparator as an application would write one, opaque to every sorter.
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

/// Calls f(options...) with the options that select an order of this form.
template <OrderForm form, class F>
auto with_order(F&& f) {
  if constexpr (form == OrderForm::bits) {
    return f();
  } else {
    return f(KeyLess{});
  }
}

/// Stands for values if keys are sorted alone.
struct NoValues {};

/// Arguments of a sorter: the input, which it may overwrite, and scratch.
template <class Key, class Value>
struct Input {
  Exec exec;
  Kokkos::View<Key*, Memory> keys;
  Kokkos::View<Value*, Memory> values;
  Workspace<Memory> scratch;

  std::size_t count() const { return keys.extent(0); }
};

/// Location of a sorter's result.
template <class Key, class Value>
struct Output {
  Key const* keys;
  Value const* values;
};

template <class Key, class Value>
struct BenchmarkSorter {
  std::string name;
  std::function<std::size_t(Input<Key, Value> const&)> scratch_bytes;
  std::function<Output<Key, Value>(Input<Key, Value> const&)> sort;
};

template <class Key, class Value>
using BenchmarkSorters = std::vector<BenchmarkSorter<Key, Value>>;

/// The sorters of all benchmark cases of one type and form. They are compiled
/// in groups, each of which adds its own.
template <OrderForm form, class Key, class Value>
BenchmarkSorters<Key, Value>& sorters() {
  static BenchmarkSorters<Key, Value> all;
  return all;
}

/// A sorter that works in place and allocates its own scratch.
template <class Key, class Value, class Sort>
BenchmarkSorter<Key, Value> in_place(std::string name, Sort sort) {
  return {std::move(name), [](auto const&) { return std::size_t{0}; },
          [sort](Input<Key, Value> const& input) {
            sort(input);
            return Output<Key, Value>{input.keys.data(), input.values.data()};
          }};
}

}  // namespace KokkosSort::Perf

#endif
