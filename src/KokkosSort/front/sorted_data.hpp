// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SORTED_DATA_HPP
#define KOKKOSSORT_FRONT_SORTED_DATA_HPP

// Parts that the functions on sorted data share: their options, the checks of
// their views, and these views as the kernels take them.

#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/front/with_workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace KokkosSort::Impl {

/// An order and a workspace at most.
template <class... Options>
concept OrderAndWorkspace =
    ValidOptions<Options...> &&
    ((!AnyView<Options> && !is_algorithm_v<Options>) && ...);

/// A rank-1 view that receives elements of another one.
template <class Result, class Source>
concept ResultOf = MutableRank1View<Result> &&
                   std::is_same_v<typename Result::value_type,
                                  typename Source::non_const_value_type>;

/// Rank-1 view of an integral type that receives indices or numbers.
template <class T>
concept IndexView =
    MutableRank1View<T> && std::is_integral_v<typename T::value_type>;

/// Rank-0 view that receives a number of elements.
template <class T>
concept CountView =
    AnyView<T> && (T::rank == 0) && !std::is_const_v<typename T::value_type> &&
    std::is_integral_v<typename T::value_type>;

/// The order that the options select, for the type by which keys are compared.
template <class Keys, class... Options>
using ComparedOrder =
    decltype(sorted_as(pick_order<typename Keys::non_const_value_type>(
        std::declval<Options const&>()...)));

template <class Keys, class... Options>
auto compared_order(Options const&... options) {
  return sorted_as(pick_order<typename Keys::non_const_value_type>(options...));
}

/// The type of key that this order takes. A comparator takes that of the view.
template <class Keys, class... Options>
using ComparedKey = typename ComparedOrder<Keys, Options...>::key_type;

/// The type by which the elements of a view are compared or moved.
template <class ViewType>
using MovedType = sorted_as_t<typename ViewType::non_const_value_type>;

/// Returns the elements of a view that is written.
template <class ViewType>
Strided<MovedType<ViewType>> written(ViewType const& view) {
  return {reinterpret_cast<MovedType<ViewType>*>(view.data()), stride_of(view)};
}
/// Returns the elements of a view that is read.
template <class ViewType>
Strided<MovedType<ViewType> const> read_only(ViewType const& view) {
  return {reinterpret_cast<MovedType<ViewType> const*>(view.data()),
          stride_of(view)};
}

/// Returns keys under the type by which an order compares them, which a
/// comparator leaves as it is.
template <class Key, class ViewType>
Strided<Key> keys_as(ViewType const& view) {
  return {reinterpret_cast<Key*>(view.data()), stride_of(view)};
}

/// Rejects element types that cannot be moved, and views out of reach.
template <class Exec, class... Views>
constexpr bool check_data() {
  static_assert((is_accessible_v<Exec, Views> && ...),
                "the views must be accessible from the execution space");
  static_assert((is_element_v<typename Views::non_const_value_type> && ...),
                "KokkosSort: the elements must be of a trivially copyable "
                "type, since their bytes are copied");
  return true;
}

/// Throws unless `argument` has room for the elements of `reference`.
inline void check_room(char const* function, char const* argument,
                       std::size_t extent, char const* reference,
                       std::size_t needed) {
  if (extent < needed)
    invalid_argument(function, argument,
                     "has extent " + std::to_string(extent) +
                         ", but must have room for " + std::to_string(needed) +
                         " elements, as '" + reference + "' may fill");
}

/// Throws unless the type of `argument` holds the numbers 0 … n.
template <class Number>
void check_number(char const* function, char const* argument, std::size_t n) {
  if (n > static_cast<std::size_t>(std::numeric_limits<Number>::max()))
    invalid_argument(function, argument,
                     "has a type of " + std::to_string(sizeof(Number)) +
                         " bytes that cannot hold the number " +
                         std::to_string(n));
}

/// A view with its name in messages.
template <class ViewType>
struct Named {
  char const* name;
  ViewType const& view;
};
template <class ViewType>
Named(char const*, ViewType const&) -> Named<ViewType>;

/// Throws if a view that is written overlaps one of the others.
template <class Written, class... Others>
void check_apart_from(char const* function, Named<Written> const& written,
                      Named<Others> const&... others) {
  (check_apart(function, written.name, written.view, others.name, others.view),
   ...);
}

}  // namespace KokkosSort::Impl

#endif
