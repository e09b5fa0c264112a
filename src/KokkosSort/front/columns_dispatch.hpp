// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_COLUMNS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_COLUMNS_DISPATCH_HPP

#include <KokkosSort/algorithm/columns/column_sort.hpp>
#include <KokkosSort/front/columns.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosSort::Impl {

/// Stands for a view of values of a type.
template <class T>
struct ViewOf {
  using value_type = T;
};

/// The sort of the rows that go on behind the integers of their list.
template <class Exec, class List, class Value>
struct RestChoice {
  using type = NoRest;
};

/// The sort of rows of a ColumnList that carries values of type Carried, by the
/// algorithm Tag. If `numbers`, these become the numbers of the rows.
template <class Exec, class List, class Tag, class Carried, bool numbers>
struct ListChoice {
  static constexpr Promise promise =
      is_value_v<Carried> ? Promise::stable : Promise::none;

  using Key    = typename PackedKey<List::bits>::type;
  using Choice = Chosen<promise, Exec, ViewOf<Key>, ViewOf<Carried>, Tag>;
  using Value  = typename Choice::Value;
  using Sorter = typename Choice::type;
  using Ties =
      SegmentedChoice<Exec, BitsOrder<std::uint64_t>, Value, TiedRows<Value>>;
  using type = ColumnSort<Sorter, Ties, Exec, List, Value, numbers,
                          typename RestChoice<Exec, List, Value>::type>;
  static_assert(check_stability<Tag, promise, Sorter::is_stable>());

  static constexpr bool fences = fences_v<typename Sorter::Direct>;
};

template <class Exec, class AllColumns, class Tag, class Carried, bool numbers>
using ColumnsChoice =
    ListChoice<Exec, ColumnListOf<AllColumns>, Tag, Carried, numbers>;

/// Options of a function of columns, with values in front of them.
template <class... Arguments>
concept ColumnsOptions = ((is_algorithm_v<Arguments> ? 1 : 0) + ... + 0) <= 1 &&
                         ((is_workspace_v<Arguments> ? 1 : 0) + ... + 0) <= 1;

template <class... Options>
constexpr bool check_columns_options() {
  static_assert(((!is_order_v<Options> || AnyView<Options>) && ...),
                "KokkosSort: columns have orders of their own; write "
                "descending(column)");
  return true;
}

// argsort(exec, permutation, by_columns(...))

template <class Exec, class Permutation, class AllColumns, class... Options>
using ColumnsArgsort =
    ColumnsChoice<Exec, AllColumns, PickedAlgorithm<Options...>,
                  typename Permutation::value_type, true>;

template <class Exec, class Permutation, class AllColumns, class... Options>
std::size_t forward_argsort_columns_size(Exec const& exec, Permutation const&,
                                         AllColumns const& columns,
                                         Options const&...) {
  std::size_t const n = count_rows(columns);
  using Argsort = ColumnsArgsort<Exec, Permutation, AllColumns, Options...>;
  return n < 2 ? 0 : Argsort::type::workspace_bytes(exec, n);
}

template <class Permutation, class AllColumns>
void check_argsort_columns(char const* function, Permutation const& permutation,
                           AllColumns const& columns) {
  check_column_extents(function, columns);
  for_each_column(columns, [&](auto const& view, std::size_t i) {
    check_argsort_views(function, permutation, column_name(i).c_str(), view);
  });
}

template <class Exec, class Permutation, class AllColumns, class... Options>
void forward_argsort_columns(Exec const& exec, Permutation const& permutation,
                             AllColumns const& columns,
                             Options const&... options) {
  static_assert(check_permutation_accessible<Exec, Permutation>());
  static_assert(check_columns_accessible<Exec, AllColumns>());
  static_assert(check_columns_options<Options...>());
  using Argsort = ColumnsArgsort<Exec, Permutation, AllColumns, Options...>;
  check_argsort_columns("argsort", permutation, columns);
  std::size_t const n = count_rows(columns);
  if (n == 0) return;
  constexpr OwnMemory own{};
  with_workspace(
      "argsort", exec,
      forward_argsort_columns_size(exec, permutation, columns, options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        if (n < 2) return fill_iota(exec, strided(permutation), n);
        Argsort::type::run(exec, kernel_columns(columns),
                           strided_as<typename Argsort::Value>(permutation), n,
                           arena);
      });
}

// sort(exec, by_columns(...)) and sort_by_key(exec, by_columns(...), ...)

template <class T>
auto value_or_nothing(T const& argument) {
  if constexpr (AnyView<T>) {
    return std::tuple(argument);
  } else {
    return std::tuple<>();
  }
}

/// The values among the arguments.
template <class... Arguments>
auto values_among(Arguments const&... arguments) {
  return std::tuple_cat(value_or_nothing(arguments)...);
}

/// The first views that the integers of the first sort hold as a whole.
template <class AllColumns>
struct HeldViews;
template <class... Arguments>
struct HeldViews<Columns<Arguments...>> {
  std::size_t views = 0;
  int bits          = 0;

  static constexpr HeldViews count() {
    int const widths[] = {ColumnListOf<Columns<Arguments>>::bits...};
    HeldViews held;
    for (int const width : widths) {
      if (held.bits + width > PackedKey<1>::most) break;
      held.bits += width;
      ++held.views;
    }
    return held;
  }
};

/// Integers that hold whole rows are sorted with one value or none. Otherwise
/// an index is sorted, and the rows move by it.
template <class Exec, class AllColumns, class Tag, class... Values>
class ColumnsInPlace {
  using List = ColumnListOf<AllColumns>;

  template <class Carried, bool numbers>
  using Choice = ColumnsChoice<Exec, AllColumns, Tag, Carried, numbers>;

  static constexpr bool holds_row = PackedKey<List::bits>::holds_row;
  static constexpr auto held      = HeldViews<AllColumns>::count();

  /// Type of the values that are sorted with the integers; void: an index.
  static constexpr auto carried() {
    if constexpr (!holds_row || sizeof...(Values) > 1) {
      return std::type_identity<void>{};
    } else if constexpr (sizeof...(Values) == 0) {
      return std::type_identity<NoValue>{};
    } else if constexpr (((Values::rank == 1) && ...)) {
      return std::type_identity<typename Values::value_type...>{};
    } else {
      return std::type_identity<void>{};
    }
  }
  using Carried = typename decltype(carried())::type;

  static constexpr bool by_index          = std::is_void_v<Carried>;
  static constexpr std::size_t most_short = 0xffffffffu;

  using AnyChoice =
      Choice<std::conditional_t<by_index, std::uint32_t, Carried>, by_index>;

 public:
  static constexpr bool fences = AnyChoice::fences;

  static std::size_t workspace_bytes(Exec const& exec,
                                     AllColumns const& columns,
                                     std::tuple<Values...> const& values) {
    std::size_t const n = count_rows(columns);
    if (n < 2) return 0;
    if constexpr (!by_index) {
      return Choice<Carried, false>::type::workspace_bytes(exec, n);
    } else {
      return n > most_short
                 ? indexed_bytes<std::uint64_t>(exec, columns, values)
                 : indexed_bytes<std::uint32_t>(exec, columns, values);
    }
  }

  static void run(Exec const& exec, AllColumns const& columns,
                  std::tuple<Values...> const& values, Arena& arena) {
    std::size_t const n = count_rows(columns);
    if constexpr (!by_index) {
      using Sort = Choice<Carried, false>;
      Strided<typename Sort::Value> sorted;
      if constexpr (is_value_v<Carried>)
        sorted = strided_as<typename Sort::Value>(std::get<0>(values));
      List const list = kernel_columns(columns);
      unpack_rows<held.bits>(exec, list,
                             Sort::type::run(exec, list, sorted, n, arena), n);
    } else {
      if (n > most_short) {
        run_indexed<std::uint64_t>(exec, columns, values, arena);
      } else {
        run_indexed<std::uint32_t>(exec, columns, values, arena);
      }
    }
  }

 private:
  /// The two launches that move values, and columns that the integers do not
  /// hold.
  static auto plan_moves(Arena& arena, AllColumns const& columns,
                         std::tuple<Values...> const& values) {
    return std::apply(
        [&](auto const&... views) {
          return plan_permute(arena, count_rows(columns), views...);
        },
        std::tuple_cat(views_behind<held.views>(column_views(columns)),
                       values));
  }

  template <class Index>
  static std::size_t indexed_bytes(Exec const& exec, AllColumns const& columns,
                                   std::tuple<Values...> const& values) {
    std::size_t const n = count_rows(columns);
    Arena arena;
    arena.take<Index>(n);
    return arena.used() + Arena::alignment +
           std::max(Choice<Index, true>::type::workspace_bytes(exec, n),
                    measured_bytes([&](Arena& moves) {
                      plan_moves(moves, columns, values);
                    }));
  }

  template <class Index>
  static void run_indexed(Exec const& exec, AllColumns const& columns,
                          std::tuple<Values...> const& values, Arena& arena) {
    using Sort          = typename Choice<Index, true>::type;
    std::size_t const n = count_rows(columns);
    Strided<Index> const index{arena.take<Index>(n)};
    Arena moves      = arena;  // the rows move after the sort
    List const list  = kernel_columns(columns);
    auto* const keys = Sort::run(exec, list, index, n, arena);
    unpack_rows<held.bits>(exec, list, keys, n);
    auto const plan = plan_moves(moves, columns, values);
    gather_rows("KokkosSort::columns::gather", exec, index, n, plan.gathers);
    gather_rows("KokkosSort::columns::copy_back", exec, SameRow{}, n,
                plan.copies_back);
  }
};

template <class Exec, class AllColumns, class Tag, class... Values>
ColumnsInPlace<Exec, AllColumns, Tag, Values...> columns_in_place(
    std::tuple<Values...> const&) {
  return {};
}
template <class Exec, class AllColumns, class... Arguments>
using ColumnsInPlaceOf =
    decltype(columns_in_place<Exec, AllColumns, PickedAlgorithm<Arguments...>>(
        values_among(std::declval<Arguments const&>()...)));

template <class Exec, class AllColumns, class... Arguments>
std::size_t forward_sort_columns_size(Exec const& exec,
                                      AllColumns const& columns,
                                      Arguments const&... arguments) {
  return ColumnsInPlaceOf<Exec, AllColumns, Arguments...>::workspace_bytes(
      exec, columns, values_among(arguments...));
}

/// The checks of the views of a sort of columns in place: all that is written.
template <class AllColumns, class... Values>
void check_sort_columns(char const* function, AllColumns const& columns,
                        std::tuple<Values...> const& values) {
  check_column_extents(function, columns);
  std::vector<std::pair<std::string, MemorySpan>> written;
  auto const add = [&](std::string const& name, auto const& view) {
    check_extent(function, name.c_str(), view.extent(0), "columns[0]",
                 count_rows(columns));
    for (auto const& [other, memory] : written)
      if (surely_overlap(memory_of(view), memory))
        refuse_overlap(function, name.c_str(), other);
    written.emplace_back(name, memory_of(view));
  };
  for_each_column(columns, [&](auto const& view, std::size_t i) {
    add(column_name(i), view);
  });
  std::apply(
      [&](Values const&... each) {
        std::size_t i = 0;
        (add(sizeof...(Values) == 1 ? "values"
                                    : "values[" + std::to_string(i++) + "]",
             each),
         ...);
      },
      values);
}

template <class Exec, class AllColumns, class... Arguments>
void forward_sort_columns(char const* function, Exec const& exec,
                          AllColumns const& columns,
                          Arguments const&... arguments) {
  static_assert(check_columns_accessible<Exec, AllColumns>());
  static_assert(check_columns_options<Arguments...>());
  auto const values = values_among(arguments...);
  check_sort_columns(function, columns, values);
  if (count_rows(columns) < 2) return;
  constexpr OwnMemory own{};
  with_workspace(function, exec,
                 forward_sort_columns_size(exec, columns, arguments...),
                 pick<IsWorkspace>(own, arguments...), [&](Arena& arena) {
                   ColumnsInPlaceOf<Exec, AllColumns, Arguments...>::run(
                       exec, columns, values, arena);
                 });
}

}  // namespace KokkosSort::Impl

#endif
