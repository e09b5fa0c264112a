// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PREPARED_SELECTION_CALLS_HPP
#define KOKKOSSORT_FRONT_PREPARED_SELECTION_CALLS_HPP

#include <KokkosSort/front/prepared_calls.hpp>
#include <KokkosSort/front/top_k_dispatch.hpp>

#include <cstddef>
#include <string>

// The selections, as prepare() takes them.

namespace KokkosSort {

namespace Function {
struct TopK;
struct TopKCounted;
struct TopKByKey;
struct ArgTopK;
}  // namespace Function

namespace Impl {

template <>
struct PreparedCall<Function::TopK> : NeverWaits {
  static constexpr char const* name = "top_k";

  template <class Exec, class Keys, class Result, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Result const& result,
                                   Options const&... options) {
    check_top_k(keys, result);
    return top_k_bytes<false>(exec, keys, result.extent(0), options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : "result";
  }
};

template <>
struct PreparedCall<Function::TopKCounted> : NeverWaits {
  static constexpr char const* name = "top_k_counted";

  template <class Exec, class Keys, class Count, class Result, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Count const& count, Result const& result,
                                   Options const&... options) {
    check_top_k_counted(keys, count, result);
    return top_k_bytes<false>(exec, keys, result.extent(0), options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "count", "result"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::TopKByKey> : NeverWaits {
  static constexpr char const* name = "top_k_by_key";

  template <class Exec, class Keys, class Values, class ResultKeys,
            class ResultValues, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Values const& values,
                                   ResultKeys const& result_keys,
                                   ResultValues const& result_values,
                                   Options const&... options) {
    check_top_k_by_key(keys, values, result_keys, result_values);
    return top_k_bytes<true>(exec, keys, result_keys.extent(0), options...);
  }
  static std::string view_name(std::size_t i) {
    char const* const names[] = {"keys", "values", "result_keys",
                                 "result_values"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::ArgTopK> : NeverWaits {
  static constexpr char const* name = "arg_top_k";

  template <class Exec, class Positions, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Positions const& positions,
                                   Keys const& keys,
                                   Options const&... options) {
    check_arg_top_k(positions, keys);
    return top_k_bytes<true>(exec, keys, positions.extent(0), options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "positions" : "keys";
  }
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
