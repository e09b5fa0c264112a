// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_OPTIONS_HPP
#define KOKKOSSORT_FRONT_OPTIONS_HPP

#include <KokkosSort/core/memory_block.hpp>
#include <KokkosSort/front/algorithm_tags.hpp>
#include <KokkosSort/front/order_options.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

template <class T>
concept ExecutionSpaceInstance = Kokkos::is_execution_space_v<T>;

template <class T>
concept AnyView = Kokkos::is_view_v<T>;

/// Rank-1 view, of any layout.
template <class T>
concept Rank1View = AnyView<T> &&(T::rank == 1);

template <class T>
concept MutableRank1View =
    Rank1View<T> && !std::is_const_v<typename T::value_type>;

template <class Exec, class ViewType>
inline constexpr bool is_accessible_v =
    Kokkos::SpaceAccessibility<Exec,
                               typename ViewType::memory_space>::accessible;

/// Whether the bytes of a T may be copied to memory where no T was made, as
/// those of keys and values are. std::pair and std::tuple of numbers are not
/// trivially copyable by the letter, since they have an assignment of their
/// own; nothing but that is missing.
template <class T>
inline constexpr bool is_element_v =
    std::is_trivially_copyable_v<T> ||
    (std::is_trivially_copy_constructible_v<T> &&
     std::is_trivially_destructible_v<T> && std::is_copy_assignable_v<T>);

constexpr bool is_memory_block(void const*) { return false; }
template <class Space>
constexpr bool is_memory_block(MemoryBlock<Space> const*) {
  return true;
}
template <class T>
inline constexpr bool is_workspace_v =
    is_memory_block(static_cast<T const*>(nullptr));

/// Options come in any order; each kind at most once. What is neither an
/// algorithm tag nor a workspace is an order.
template <class T>
inline constexpr bool is_order_v = !is_algorithm_v<T> && !is_workspace_v<T>;

template <class... Options>
concept ValidOptions = ((is_order_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
                       ((is_algorithm_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
                       ((is_workspace_v<Options> ? 1 : 0) + ... + 0) <= 1;

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

inline constexpr Ascending default_order{};
inline constexpr Algorithm::Automatic default_algorithm{};

template <class Key, class... Options>
auto pick_order(Options const&... options) {
  return order_for<Key>(pick<IsOrder>(default_order, options...));
}

template <class... Options>
using PickedAlgorithm = std::remove_cvref_t<decltype(pick<IsAlgorithm>(
    default_algorithm, std::declval<Options const&>()...))>;

}  // namespace KokkosSort::Impl

#endif
