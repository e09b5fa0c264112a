// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SORTER_HPP
#define KOKKOSSORT_FRONT_SORTER_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace KokkosSort::Impl {

/// A type that sorts keys in the order Order, with values of type Value or with
/// NoValue. It states about itself:
///   name          the tag's name in Algorithm, if it has a tag
///   is_stable     equivalent keys keep their order
///   is_in_place   no extra memory grows with n
///   is_quadratic  O(n^2) comparisons, so that tests give it few keys
///   numbers_only  it takes no comparator; its static_assert names it
///   fences        run() waits for the host between launches; may be absent.
/// workspace_bytes() returns the bytes that run() takes from its arena. run()
/// enqueues the sort on the instance; it neither fences nor allocates unless it
/// states that it fences.
template <class T, class Exec, class Order, class Value>
concept Sorter = requires(Exec const& exec, Order const& order, std::size_t n,
                          Strided<typename Order::key_type> keys,
                          Strided<Value> values, Arena& arena) {
  { T::name } -> std::convertible_to<std::string_view>;
  typename std::bool_constant<T::is_stable>;
  typename std::bool_constant<T::is_in_place>;
  typename std::bool_constant<T::is_quadratic>;
  typename std::bool_constant<T::numbers_only>;
  { T::workspace_bytes(exec, order, n) } -> std::same_as<std::size_t>;
  T::run(exec, order, keys, values, n, arena);
};

/// Whether a sorter states that it fences.
template <class T>
constexpr bool states_fences() {
  if constexpr (requires { T::fences; }) {
    return T::fences;
  } else {
    return false;
  }
}
template <class T>
inline constexpr bool fences_v = states_fences<T>();

}  // namespace KokkosSort::Impl

#endif
