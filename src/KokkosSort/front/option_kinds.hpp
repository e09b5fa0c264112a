// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_OPTION_KINDS_HPP
#define KOKKOSSORT_FRONT_OPTION_KINDS_HPP

#include <KokkosSort/core/memory_block.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

/// Base of every tag of Algorithm, by which options are recognized.
struct AlgorithmTag {};

template <class T>
inline constexpr bool is_algorithm_v = std::is_base_of_v<AlgorithmTag, T>;

constexpr bool is_memory_block(void const*) { return false; }
template <class Space>
constexpr bool is_memory_block(MemoryBlock<Space> const*) {
  return true;
}
template <class T>
inline constexpr bool is_workspace_v =
    is_memory_block(static_cast<T const*>(nullptr));

/// Options come in any order, each kind at most once. An option that is neither
/// an algorithm tag nor a workspace is an order.
template <class T>
inline constexpr bool is_order_v = !is_algorithm_v<T> && !is_workspace_v<T>;

template <class... Options>
concept ValidOptions = ((is_order_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
                       ((is_algorithm_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
                       ((is_workspace_v<Options> ? 1 : 0) + ... + 0) <= 1;

/// An order and a workspace at most.
template <class... Options>
concept SearchOptions =
    ValidOptions<Options...> &&
    ((!Kokkos::is_view_v<Options> && !is_algorithm_v<Options>) && ...);

struct IsOrder {
  template <class T>
  static constexpr bool value = is_order_v<T>;
};
struct IsAlgorithm {
  template <class T>
  static constexpr bool value = is_algorithm_v<T>;
};
struct IsWorkspace {
  template <class T>
  static constexpr bool value = is_workspace_v<T>;
};

/// Stands for a workspace that was not given.
struct OwnMemory {};

/// The option of a kind, or `otherwise`.
template <class Kind, class Otherwise>
Otherwise const& pick(Otherwise const& otherwise) {
  return otherwise;
}
template <class Kind, class Otherwise, class First, class... Rest>
auto const& pick(Otherwise const& otherwise, First const& first,
                 Rest const&... rest) {
  if constexpr (Kind::template value<First>) {
    return first;
  } else {
    return pick<Kind>(otherwise, rest...);
  }
}

}  // namespace KokkosSort::Impl

#endif
