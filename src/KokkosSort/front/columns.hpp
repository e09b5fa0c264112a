// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_COLUMNS_HPP
#define KOKKOSSORT_FRONT_COLUMNS_HPP

#include <KokkosSort/algorithm/columns/column_keys.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/order_options.hpp>
#include <KokkosSort/front/views.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace KokkosSort {

namespace Impl {

template <class T>
inline constexpr bool is_descending_column_v = false;
template <class View>
inline constexpr bool is_descending_column_v<DescendingColumn<View>> = true;

template <class View>
View const& view_of_column(View const& view) {
  return view;
}
template <class View>
View const& view_of_column(DescendingColumn<View> const& column) {
  return column.column;
}

/// View of rank 1, or matrix whose number of columns is part of its type.
template <class View>
inline constexpr bool is_column_view_v =
    AnyView<View> &&
    (View::rank == 1 || (View::rank == 2 && View::rank_dynamic <= 1));

/// Argument of by_columns(): a view, or a view in descending order.
template <class T>
concept ColumnArgument = is_column_view_v<
    std::remove_cvref_t<decltype(view_of_column(std::declval<T const&>()))>>;

}  // namespace Impl

/// Keys of several columns: by_columns() returns them. The first columns in
/// which two rows differ decide.
template <Impl::ColumnArgument... Arguments>
struct Columns {
  /// Execution space of the first column.
  using execution_space =
      typename std::remove_cvref_t<decltype(Impl::view_of_column(
          std::declval<std::tuple_element_t<
              0, std::tuple<Arguments...>> const&>()))>::execution_space;

  /// Views, or views in descending order.
  std::tuple<Arguments...> arguments;
};

namespace Impl {

template <class... Arguments>
inline constexpr bool is_columns_v<Columns<Arguments...>> = true;

template <class T>
concept ColumnsArgument = is_columns_v<T>;

/// The columns of an argument as a tuple: one of a view of rank 1, all of a
/// matrix.
template <bool is_descending, class View>
auto columns_of_view(View const& view) {
  using T = typename View::value_type;
  static_assert(NumericKey<std::remove_const_t<T>>,
                "KokkosSort: a column holds numbers: integers of 8 to 128 "
                "bits, bool, float, double or a half type of Kokkos");
  if constexpr (View::rank == 1) {
    return std::tuple(Column<T, is_descending>{strided(view)});
  } else {
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::tuple(Column<T, is_descending>{
          {view.data() + k * view.stride(1),
           static_cast<std::ptrdiff_t>(view.stride(0))}}...);
    }(std::make_index_sequence<View::static_extent(1)>{});
  }
}

inline ColumnList<> column_list() { return {}; }
template <class First, class... Rest>
ColumnList<First, Rest...> column_list(First const& first,
                                       Rest const&... rest) {
  return {first, column_list(rest...)};
}

/// Returns the columns as the kernels take them.
template <class... Arguments>
auto kernel_columns(Columns<Arguments...> const& columns) {
  auto const all = std::apply(
      [](Arguments const&... each) {
        return std::tuple_cat(
            columns_of_view<is_descending_column_v<Arguments>>(
                view_of_column(each))...);
      },
      columns.arguments);
  return std::apply([](auto const&... each) { return column_list(each...); },
                    all);
}

template <class AllColumns>
using ColumnListOf =
    decltype(kernel_columns(std::declval<AllColumns const&>()));

/// The views of the columns as a tuple.
template <class... Arguments>
auto column_views(Columns<Arguments...> const& columns) {
  return std::apply(
      [](Arguments const&... each) {
        return std::tuple(view_of_column(each)...);
      },
      columns.arguments);
}

/// All views but the first ones.
template <std::size_t first, class... Views>
auto views_behind(std::tuple<Views...> const& views) {
  return [&]<std::size_t... k>(std::index_sequence<k...>) {
    return std::tuple(std::get<first + k>(views)...);
  }(std::make_index_sequence<sizeof...(Views) - first>{});
}

/// Calls action(view, i) per argument i of by_columns().
template <class... Arguments, class Action>
void for_each_column(Columns<Arguments...> const& columns,
                     Action const& action) {
  std::apply(
      [&](auto const&... each) {
        std::size_t i = 0;
        (action(each, i++), ...);
      },
      column_views(columns));
}

template <class... Arguments>
std::size_t count_rows(Columns<Arguments...> const& columns) {
  return view_of_column(std::get<0>(columns.arguments)).extent(0);
}

inline std::string column_name(std::size_t i) {
  return "columns[" + std::to_string(i) + "]";
}

/// Throws unless all columns are as long as the first.
template <class AllColumns>
void check_column_extents(char const* function, AllColumns const& columns) {
  for_each_column(columns, [&](auto const& view, std::size_t i) {
    check_extent(function, column_name(i).c_str(), view.extent(0), "columns[0]",
                 count_rows(columns));
  });
}

template <class Exec, class... Views>
constexpr bool check_columns_accessible(std::tuple<Views...> const*) {
  static_assert((is_accessible_v<Exec, Views> && ...),
                "the columns must be accessible from the execution space");
  return true;
}
template <class Exec, class AllColumns>
constexpr bool check_columns_accessible() {
  using Views = decltype(column_views(std::declval<AllColumns const&>()));
  return check_columns_accessible<Exec>(static_cast<Views*>(nullptr));
}

}  // namespace Impl
}  // namespace KokkosSort

#endif
