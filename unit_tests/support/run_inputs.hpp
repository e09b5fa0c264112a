// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_RUN_INPUTS_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_RUN_INPUTS_HPP

#include <support/call.hpp>
#include <support/comparators.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

// Sorted keys, and values that tests combine within runs of equal keys.

namespace KokkosSort::Test::RunInputs {

/// Combines values by their sum.
struct Add {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const {
    return static_cast<T>(a + b);
  }
};

/// Affine maps x -> factor x + summand, composed: the order of the values
/// decides.
struct Affine {
  std::uint32_t factor;
  std::uint32_t summand;
};
struct Compose {
  KOKKOS_FUNCTION Affine operator()(Affine const& a, Affine const& b) const {
    return {a.factor * b.factor, b.factor * a.summand + b.summand};
  }
};

/// Returns values in no order, whose combination depends on all of them.
template <class Value>
std::vector<Value> weights(std::size_t n) {
  std::vector<Value> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const number = static_cast<std::uint32_t>(i * 2654435761u >> 20);
    if constexpr (std::is_same_v<Value, Affine>) {
      values[i] = {2 * number + 1, static_cast<std::uint32_t>(i)};
    } else {
      values[i] = static_cast<Value>(number);
    }
  }
  return values;
}

template <class Key>
auto sorted_input(std::size_t n, Distribution distribution,
                  std::uint64_t seed = 1) {
  return stable_reference(input_keys<Key>(n, distribution, seed),
                          OracleLess<Key>{});
}

/// Returns sorted keys, `length` equal ones per run.
inline std::vector<std::uint32_t> runs_of(std::size_t n, std::size_t length) {
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i)
    keys[i] = static_cast<std::uint32_t>(i / length);
  return keys;
}

/// Two arrays for functions of two sorted ones, with zeros of both signs and
/// NaN of both signs. They are not sorted.
inline std::array<std::vector<double>, 2> zeros_and_nan() {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> a(3000, 0.5), b(9000, 0.0);
  a[17] = b[0] = -0.0;
  a[18]        = 0.0;
  a[19] = b[7] = nan;
  a[20]        = std::copysign(nan, -1.0);
  return {a, b};
}

/// Two arrays of records with many equivalent keys, not sorted.
inline std::array<std::vector<Record>, 2> records_of_few_keys() {
  std::vector<Record> a(30001), b(40001);
  for (std::uint32_t i = 0; i < a.size(); ++i) a[i] = {i * 7919 % 101, i};
  for (std::uint32_t i = 0; i < b.size(); ++i) b[i] = {i * 7919 % 97, ~i};
  return {a, b};
}

}  // namespace KokkosSort::Test::RunInputs

#endif
