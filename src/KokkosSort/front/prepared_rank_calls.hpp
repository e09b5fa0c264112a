// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PREPARED_RANK_CALLS_HPP
#define KOKKOSSORT_FRONT_PREPARED_RANK_CALLS_HPP

#include <KokkosSort/front/prepared_calls.hpp>
#include <KokkosSort/front/rank_dispatch.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace KokkosSort {

namespace Function {
struct NthElement;
struct PartialSort;
struct Argpartition;
struct Quantiles;
}  // namespace Function

namespace Impl {

/// A function that takes a number behind its views.
struct TakesNumber : NeverWaits {
  static constexpr bool takes_number = true;
};

template <>
struct PreparedCall<Function::NthElement> : TakesNumber {
  static constexpr char const* name = "nth_element";

  template <class Exec, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   std::size_t nth, Options const&... options) {
    return nth_element_bytes(name, exec, keys, nth, options...);
  }
  static std::string view_name(std::size_t) { return "keys"; }
};

template <>
struct PreparedCall<Function::PartialSort> : TakesNumber {
  static constexpr char const* name = "partial_sort";

  template <class Exec, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   std::size_t k, Options const&... options) {
    return partial_sort_bytes(exec, keys, k, options...);
  }
  static std::string view_name(std::size_t) { return "keys"; }
};

template <>
struct PreparedCall<Function::Argpartition> : TakesNumber {
  static constexpr char const* name = "argpartition";

  template <class Exec, class Positions, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Positions const& positions,
                                   Keys const& keys, std::size_t nth,
                                   Options const&... options) {
    check_argpartition(positions, keys, nth);
    return argpartition_bytes(exec, keys, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "positions" : "keys";
  }
};

template <>
struct PreparedCall<Function::Quantiles> : NeverWaits {
  static constexpr char const* name = "quantiles";

  template <class Exec, class Keys, class Result, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   std::span<double const> probabilities,
                                   Result const& result,
                                   Options const&... options) {
    check_quantiles(keys, probabilities, result);
    return quantiles_bytes(exec, keys, probabilities.size(), options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : "result";
  }
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
