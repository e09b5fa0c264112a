// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_VIEWS_HPP
#define KOKKOSSORT_FRONT_VIEWS_HPP

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

template <class T>
concept ExecutionSpaceInstance = Kokkos::is_execution_space_v<T>;

template <class T>
concept AnyView = Kokkos::is_view_v<T>;

/// True for the columns of by_columns().
template <class T>
inline constexpr bool is_columns_v = false;

template <class T>
concept KeysArgument = AnyView<T> || is_columns_v<T>;

/// Rank-1 view, of any layout.
template <class T>
concept Rank1View = AnyView<T> && (T::rank == 1);

template <class T>
concept MutableRank1View =
    Rank1View<T> && !std::is_const_v<typename T::value_type>;

/// Rank-1 view of integers, const or not.
template <class T>
concept PermutationView =
    Rank1View<T> && std::is_integral_v<typename T::non_const_value_type>;

/// Views of one type of element, const or not.
template <class T, class Other>
concept SameElements = std::is_same_v<typename T::non_const_value_type,
                                      typename Other::non_const_value_type>;

template <class Exec, class ViewType>
inline constexpr bool is_accessible_v =
    Kokkos::SpaceAccessibility<Exec,
                               typename ViewType::memory_space>::accessible;

/// True if the bytes of a T may be copied to memory without a T in it. This
/// includes `std::pair` and `std::tuple` of numbers, which only lack a trivial
/// assignment.
template <class T>
inline constexpr bool is_element_v =
    std::is_trivially_copyable_v<T> ||
    (std::is_trivially_copy_constructible_v<T> &&
     std::is_trivially_destructible_v<T> && std::is_copy_assignable_v<T>);

// Checks of views, each with its text once. They return true, so that a
// static_assert calls them.

template <class Exec, class Keys>
constexpr bool check_keys_accessible() {
  static_assert(is_accessible_v<Exec, Keys>,
                "the keys must be accessible from the execution space");
  return true;
}

template <class Exec, class Permutation>
constexpr bool check_permutation_accessible() {
  static_assert(is_accessible_v<Exec, Permutation>,
                "the permutation must be accessible from the execution space");
  return true;
}

template <class Key>
KOKKOS_INLINE_FUNCTION constexpr bool check_key_type() {
  static_assert(is_element_v<Key>,
                "KokkosSort: the keys must be of a trivially copyable type, "
                "since their bytes are copied");
  return true;
}

}  // namespace KokkosSort::Impl

#endif
