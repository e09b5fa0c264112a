// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PREPARED_CALLS_HPP
#define KOKKOSSORT_FRONT_PREPARED_CALLS_HPP

#include <KokkosSort/front/argsort_rows_dispatch.hpp>
#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/permute_checks.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/front/views.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace KokkosSort {

namespace Function {
struct Sort;
struct StableSort;
struct SortByKey;
struct StableSortByKey;
struct Argsort;
struct ArgsortRows;
struct Permute;
}  // namespace Function

namespace Impl {

// A function that can be prepared has a PreparedCall:
//
//   checked_bytes(exec, arguments...)  performs the checks of the views and
//                                      returns the bytes of workspace
//   never_waits(arguments...)          whether its launches can be recorded
//   view_name(i)                       the name of its view i in messages
//   takes_number                       present if it takes a number as well

template <class Function>
struct PreparedCall;

/// Rejects an algorithm that does more than launch kernels. The message cannot
/// hold the algorithm's name: the compiler prints it as Tag.
template <class Tag, bool fences>
constexpr bool check_preparable() {
  static_assert(!fences,
                "KokkosSort: prepare() repeats launches alone, but the host "
                "waits between the launches of the algorithm Tag");
  return true;
}
template <class Exec, class Keys, class Values, class... Options>
constexpr bool check_preparable_sort() {
  using Choice = Chosen<Promise::none, Exec, Keys, Values, Options...>;
  return check_preparable<typename Choice::Tag,
                          fences_v<typename Choice::type::Direct>>();
}

template <class Exec, class AllColumns, class... Arguments>
std::size_t checked_columns_bytes(char const* function, Exec const& exec,
                                  AllColumns const& columns,
                                  Arguments const&... arguments) {
  using Sort = ColumnsInPlaceOf<Exec, AllColumns, Arguments...>;
  static_assert(
      check_preparable<PickedAlgorithm<Arguments...>, Sort::fences>());
  check_sort_columns(function, columns, values_among(arguments...));
  return forward_sort_columns_size(exec, columns, arguments...);
}

struct NeverWaits {
  template <class... Arguments>
  static bool never_waits(Arguments const&...) {
    return true;
  }
};

struct PreparedSort : NeverWaits {
  template <class Exec, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Options const&... options) {
    static_assert(check_preparable_sort<Exec, Keys, NoView, Options...>());
    return forward_workspace_size(exec, keys, NoView{}, options...);
  }
  template <class Exec, ColumnsArgument Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& columns,
                                   Options const&... options) {
    return checked_columns_bytes("sort", exec, columns, options...);
  }
  static std::string view_name(std::size_t) { return "keys"; }
};
template <>
struct PreparedCall<Function::Sort> : PreparedSort {
  static constexpr char const* name = "sort";
};
template <>
struct PreparedCall<Function::StableSort> : PreparedSort {
  static constexpr char const* name = "stable_sort";
};

template <class Function>
struct PreparedSortByKey : NeverWaits {
  template <class Exec, class Keys, class Values, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Values const& values,
                                   Options const&... options) {
    static_assert(check_preparable_sort<Exec, Keys, Values, Options...>());
    check_sort_views(PreparedCall<Function>::name, keys, values);
    return forward_workspace_size(exec, keys, values, options...);
  }
  template <class Exec, ColumnsArgument Keys, class Values, class... More>
  static std::size_t checked_bytes(Exec const& exec, Keys const& columns,
                                   Values const& values, More const&... more) {
    return checked_columns_bytes("sort_by_key", exec, columns, values, more...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : "values";
  }
};
template <>
struct PreparedCall<Function::SortByKey>
    : PreparedSortByKey<Function::SortByKey> {
  static constexpr char const* name = "sort_by_key";
};
template <>
struct PreparedCall<Function::StableSortByKey>
    : PreparedSortByKey<Function::StableSortByKey> {
  static constexpr char const* name = "stable_sort_by_key";
};

template <>
struct PreparedCall<Function::Argsort> : NeverWaits {
  static constexpr char const* name = "argsort";

  template <class Exec, class Permutation, class Keys, class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   Keys const& keys,
                                   Options const&... options) {
    static_assert(check_preparable_sort<Exec, typename Keys::non_const_type,
                                        Permutation, Options...>());
    check_argsort_views(name, permutation, "keys", keys);
    return forward_argsort_workspace_size(exec, permutation, keys, options...);
  }
  template <class Exec, class Permutation, ColumnsArgument Keys,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   Keys const& columns,
                                   Options const&... options) {
    using Argsort = ColumnsArgsort<Exec, Permutation, Keys, Options...>;
    static_assert(
        check_preparable<PickedAlgorithm<Options...>, Argsort::fences>());
    check_argsort_columns(name, permutation, columns);
    return forward_argsort_columns_size(exec, permutation, columns, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "permutation" : "keys";
  }
};

template <>
struct PreparedCall<Function::ArgsortRows> {
  static constexpr char const* name = "argsort_rows";

  template <class Exec, class Permutation, class RowWords, class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   RowWords const& rows,
                                   Options const&... options) {
    using Choice =
        typename RowsChoice<Exec, Permutation, RowWords, Options...>::Choice;
    static_assert(check_preparable<typename Choice::Tag,
                                   fences_v<typename Choice::type::Direct>>());
    check_argsort_rows(permutation, rows, options...);
    return forward_argsort_rows_workspace_size(exec, permutation, rows,
                                               options...);
  }
  /// Tie rounds read a count from the device.
  template <class Permutation, class RowWords, class... Options>
  static bool never_waits(Permutation const&, RowWords const& rows,
                          Options const&...) {
    return rows.extent(0) < 2 || row_bits(rows).count() <= 64;
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "permutation" : "rows";
  }
};

template <>
struct PreparedCall<Function::Permute> : NeverWaits {
  static constexpr char const* name = "permute";

  template <class Exec, class Permutation, class... Arguments>
  static std::size_t checked_bytes(Exec const&, Permutation const& permutation,
                                   Arguments const&... arguments) {
    check_permute(describe_all(permutation, arguments...));
    return forward_permute_workspace_size(permutation, arguments...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "permutation" : "payloads[" + std::to_string(i - 1) + "]";
  }
};

/// A call that prepare() takes: of a function with a PreparedCall, with an
/// execution space and views without a range.
template <class Function, class Exec, class... Arguments>
concept PreparableCall =
    requires { PreparedCall<Function>::name; } &&
    requires(Function const& function, Exec const& exec,
             Arguments const&... arguments) { function(exec, arguments...); } &&
    (requires { PreparedCall<Function>::takes_number; } ||
     (!std::is_integral_v<Arguments> && ...));

template <class T>
inline constexpr bool is_prepared_view_v =
    AnyView<T> || is_gather_v<T> || is_columns_v<T>;

template <class T>
auto view_or_nothing(T const& argument) {
  if constexpr (is_prepared_view_v<T>) {
    return std::tie(argument);
  } else {
    return std::tuple<>();
  }
}

/// References to the arguments that are views, gather() or by_columns().
template <class... Arguments>
auto views_among(Arguments const&... arguments) {
  return std::tuple_cat(view_or_nothing(arguments)...);
}

/// Throws unless two views are of the same elements.
template <class Prepared, class Given>
void check_same_view(std::string const& name, Prepared const& prepared,
                     Given const& given) {
  static_assert(AnyView<Given>,
                "KokkosSort: run() takes the views that were prepared, in "
                "their order and without the options");
  static_assert((Prepared::rank == Given::rank) &&
                    std::is_same_v<typename Prepared::non_const_value_type,
                                   typename Given::non_const_value_type>,
                "KokkosSort: run() takes views of the rank and the type that "
                "were prepared");
  auto const check = [&](char const* property, std::size_t is,
                         std::size_t was) {
    if (is != was)
      invalid_argument("Prepared::run", name.c_str(),
                       "has " + std::string(property) + " " +
                           std::to_string(is) + ", but the prepared view has " +
                           std::to_string(was));
  };
  for (int i = 0; i < static_cast<int>(Prepared::rank); ++i) {
    check("extent", given.extent(i), prepared.extent(i));
    if (prepared.extent(i) > 1)
      check("stride", given.stride(i), prepared.stride(i));
  }
  if (given.data() != prepared.data())
    invalid_argument("Prepared::run", name.c_str(),
                     "has another address than the prepared view");
}

template <class... Columns, std::size_t... i>
void check_same_columns(std::tuple<Columns...> const& prepared,
                        std::tuple<Columns...> const& given,
                        std::index_sequence<i...>) {
  (check_same_view(column_name(i), std::get<i>(prepared), std::get<i>(given)),
   ...);
}

template <class Prepared, class Given>
void check_same_argument(std::string const& name, Prepared const& prepared,
                         Given const& given) {
  if constexpr (is_gather_v<Prepared>) {
    static_assert(is_gather_v<Given>,
                  "KokkosSort: run() takes gather() if it was prepared");
    check_same_view(name + ".source", prepared.source, given.source);
    check_same_view(name + ".destination", prepared.destination,
                    given.destination);
  } else if constexpr (is_columns_v<Prepared>) {
    static_assert(std::is_same_v<Prepared, Given>,
                  "KokkosSort: run() takes columns of the types and in the "
                  "directions that were prepared");
    auto const views = column_views(prepared);
    check_same_columns(
        views, column_views(given),
        std::make_index_sequence<std::tuple_size_v<decltype(views)>>{});
  } else {
    check_same_view(name, prepared, given);
  }
}

}  // namespace Impl
}  // namespace KokkosSort

#endif
