// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CRS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_CRS_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/sorted/compact_runs.hpp>
#include <KokkosSort/algorithm/sorted/entry_keys_thread.hpp>
#include <KokkosSort/algorithm/sorted/reduce_runs.hpp>
#include <KokkosSort/algorithm/sorted/search_bounds.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/crs_views.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/reduce_dispatch.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/front/sorted_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace KokkosSort {

/// Option of coo_to_crs(): entries of one row and column stay, in the order of
/// the input.
struct KeepDuplicates {};

namespace Impl {

// coo_to_crs() sorts keys of row and column stably with their values. Then it
// sums up the runs of equal keys, and searches every row.

struct IsDuplicates {
  template <class T>
  static constexpr bool value =
      is_reduction_v<T> || std::is_same_v<T, KeepDuplicates>;
};

/// A reduction and a workspace at most.
template <class... Options>
concept MergeOptions =
    ((is_workspace_v<Options> || is_reduction_v<Options>) && ...) &&
    ((is_workspace_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
    ((is_reduction_v<Options> ? 1 : 0) + ... + 0) <= 1;

/// As above, or keep_duplicates in place of the reduction.
template <class... Options>
concept CooOptions =
    ((is_workspace_v<Options> || IsDuplicates::value<Options>) && ...) &&
    ((is_workspace_v<Options> ? 1 : 0) + ... + 0) <= 1 &&
    ((IsDuplicates::value<Options> ? 1 : 0) + ... + 0) <= 1;

template <class... Options>
auto pick_duplicates(Options const&... options) {
  constexpr Reduction<Plus> sum{};
  return pick<IsDuplicates>(sum, options...);
}

/// The arrays of a matrix that is written.
template <class Offset, class Column, class Value>
struct CrsRows {
  Strided<Offset> row_map;
  std::uint64_t row_count;
  Strided<Column> columns;
  Strided<Value> values;
};

template <class RowMap, class Entries, class Values>
auto crs_rows(RowMap const& row_map, Entries const& entries,
              Values const& values) {
  using Value = typename Values::value_type;
  return CrsRows<MovedType<RowMap>, typename Entries::value_type, Value>{
      written(row_map), row_map.extent(0) - 1, strided(entries),
      strided_as<Value>(values)};
}

/// The kernels that follow the sort of the entries.
template <class Exec, class Offset, class Column, class Value>
struct WriteCrs {
  using Key    = EntryKey<Column>;
  using Order  = BitsOrder<Key>;
  using Sorted = Arrays<Key, Value>;
  using Rows   = CrsRows<Offset, Column, Value>;

  template <class Combine>
  using Reduce  = ReduceRuns<Exec, Order, Value, Value, std::uint64_t, Combine>;
  using Compact = CompactRuns<Exec, Order, NoRunResult, std::uint64_t>;

  struct Merged {
    Key* keys;
    std::uint64_t* count;
  };
  static Merged take_merged(Arena& arena, std::size_t n) {
    return {arena.take<Key>(n), arena.take<std::uint64_t>(1)};
  }

  static std::size_t workspace_bytes(std::size_t, KeepDuplicates const&) {
    return 0;
  }
  template <class Combine>
  static std::size_t workspace_bytes(std::size_t n, Reduction<Combine> const&) {
    return Arena::alignment +
           measured_bytes([&](Arena& arena) { take_merged(arena, n); }) +
           (is_value_v<Value> ? Reduce<Combine>::workspace_bytes(n)
                              : Compact::workspace_bytes(n));
  }

  /// The values of the keys are in their place.
  static void run(Exec const& exec, Sorted const& sorted, std::size_t n,
                  Rows const& rows, KeepDuplicates const&, Arena&) {
    write(exec, sorted.keys.data, n, n, rows);
  }
  template <class Combine>
  static void run(Exec const& exec, Sorted const& sorted, std::size_t n,
                  Rows const& rows, Reduction<Combine> const& reduction,
                  Arena& arena) {
    Merged const merged = take_merged(arena, n);
    Strided<Key const> const keys{sorted.keys.data};
    Strided<Key> const out{merged.keys};
    if constexpr (is_value_v<Value>) {
      Reduce<Combine>::run(exec, Order{}, reduction.combine,
                           {keys,
                            {sorted.values.data, sorted.values.stride},
                            n,
                            out,
                            rows.values,
                            merged.count},
                           arena);
    } else {
      Compact::run(exec, Order{}, keys, n, out, NoRunResult{}, merged.count,
                   arena);
    }
    write(exec, merged.keys, n, StoredCount{merged.count}, rows);
  }

 private:
  template <class Count>
  static void write(Exec const& exec, Key const* keys, std::size_t n,
                    Count const& count, Rows const& rows) {
    using Search = SearchBounds<Exec, Order, Offset, FirstOfRow<Key>, Count>;
    Search::run("KokkosSort::crs::find_rows", exec,
                Search{Order{},
                       Strided<Key const>{keys},
                       count,
                       FirstOfRow<Key>{},
                       rows.row_count + 1,
                       rows.row_map,
                       {}});
    for_each_row("KokkosSort::crs::write_columns", exec, n,
                 ColumnsOfKeys<Key, Column, Count>{keys, count, rows.columns});
  }
};

/// Enqueues a copy of the elements of a view.
template <class Exec, class ViewType, class T>
void copy_elements(char const* label, Exec const& exec, ViewType const& from,
                   Strided<T> const& to) {
  gather_rows(
      label, exec, SameRow{}, from.extent(0),
      move_list(Move<T>{Rows<T const>{reinterpret_cast<T const*>(from.data()),
                                      stride_of(from), 1, 1},
                        Rows<T>{to.data, to.stride, 1, 1}}));
}

/// The checks of the views of a matrix that is written for n entries.
template <class RowMap, class Entries, class Values>
void check_crs_result(char const* function, std::size_t n, char const* of,
                      char const* row_map_name, RowMap const& row_map,
                      char const* entries_name, Entries const& entries,
                      Values const& values) {
  using Column             = typename Entries::value_type;
  std::size_t const extent = row_map.extent(0);
  if (extent == 0)
    invalid_argument(function, row_map_name,
                     "has extent 0, but must have one element more than there "
                     "are rows");
  if (sizeof(Column) <= 4 &&
      extent - 1 > std::numeric_limits<std::uint32_t>::max())
    invalid_argument(function, row_map_name,
                     "has extent " + std::to_string(extent) +
                         ", but columns of up to 4 bytes allow at most "
                         "4294967295 rows");
  check_number<typename RowMap::value_type>(function, row_map_name, n);
  check_room(function, entries_name, entries.extent(0), of, n);
  check_apart(function, row_map_name, row_map, entries_name, entries);
  if constexpr (AnyView<Values>) {
    check_room(function, "out_values", values.extent(0), of, n);
    check_apart_from(function, Named{"out_values", values},
                     Named{row_map_name, row_map},
                     Named{entries_name, entries});
  }
}

/// The kernels of coo_to_crs(). Values and OutValues are NoView for a graph.
template <class Exec, class Rows, class Columns, class OutValues, class RowMap,
          class Duplicates>
struct CooToCrsRows {
  using Column = typename Columns::non_const_value_type;
  using Value  = typename OutValues::value_type;
  using Key    = EntryKey<Column>;
  using Write  = WriteCrs<Exec, MovedType<RowMap>, Column, Value>;
  using Sorted = typename Write::Sorted;
  using Choice = Chosen<is_value_v<Value> ? Promise::stable : Promise::none,
                        Exec, Kokkos::View<Key*, Exec>, OutValues>;
  using Sorter = typename Choice::type;

  static constexpr bool keeps = std::is_same_v<Duplicates, KeepDuplicates>;

  /// Kept values are sorted where they remain.
  static Sorted take(Arena& arena, std::size_t n) {
    Sorted sorted{Strided<Key>{arena.take<Key>(n)}, {}};
    if constexpr (is_value_v<Value> && !keeps)
      sorted.values.data = arena.take<Value>(n);
    return sorted;
  }
  static std::size_t workspace_bytes(Exec const& exec, std::size_t n,
                                     Duplicates const& duplicates) {
    std::size_t const sort =
        n < 2 ? 0 : Sorter::workspace_bytes(exec, typename Choice::Order{}, n);
    return measured_bytes([&](Arena& arena) { take(arena, n); }) +
           Arena::alignment +
           std::max(sort, Write::workspace_bytes(n, duplicates));
  }

  template <class Values>
  static void run(Exec const& exec, Rows const& rows, Columns const& columns,
                  Values const& values, typename Write::Rows const& out,
                  Duplicates const& duplicates, Arena& arena) {
    std::size_t const n = columns.extent(0);
    Sorted sorted       = take(arena, n);
    Arena rest          = arena;  // the sums take the place of the sort
    if constexpr (is_value_v<Value>) {
      if constexpr (keeps) sorted.values = out.values;
      copy_elements("KokkosSort::coo_to_crs::copy_values", exec, values,
                    sorted.values);
    }
    for_each_row("KokkosSort::coo_to_crs::make_keys", exec, n,
                 CooKeys<Key, typename Rows::non_const_value_type, Column>{
                     {rows.data(), stride_of(rows)},
                     {columns.data(), stride_of(columns)},
                     out.row_count,
                     sorted.keys.data});
    using SortedValue = typename Choice::Value;
    Strided<SortedValue> sorted_values{};
    if constexpr (is_value_v<Value>)
      sorted_values = {reinterpret_cast<SortedValue*>(sorted.values.data),
                       sorted.values.stride};
    if (n > 1)
      Sorter::run(exec, typename Choice::Order{}, sorted.keys, sorted_values, n,
                  arena);
    Write::run(exec, sorted, n, out, duplicates, rest);
  }
};

template <class Rows, class Columns, class Values, class RowMap, class Entries,
          class OutValues>
void check_coo_views(Rows const& rows, Columns const& columns,
                     Values const& values, RowMap const& row_map,
                     Entries const& entries, OutValues const& out_values) {
  char const* const function = "coo_to_crs";
  std::size_t const n        = rows.extent(0);
  check_extent(function, "columns", columns.extent(0), "rows", n);
  if constexpr (AnyView<Values>)
    check_extent(function, "values", values.extent(0), "rows", n);
  check_crs_result(function, n, "rows", "row_map", row_map, "entries", entries,
                   out_values);
  auto const check = [&](auto const&... written) {
    (check_apart_from(function, written, Named{"rows", rows},
                      Named{"columns", columns}),
     ...);
    if constexpr (AnyView<Values>)
      (check_apart_from(function, written, Named{"values", values}), ...);
  };
  check(Named{"row_map", row_map}, Named{"entries", entries});
  if constexpr (AnyView<OutValues>) check(Named{"out_values", out_values});
}

template <class Exec, class Rows, class Columns, class OutValues, class RowMap,
          class... Options>
std::size_t coo_to_crs_bytes(Exec const& exec, Rows const& rows, Columns const&,
                             RowMap const&, OutValues const&,
                             Options const&... options) {
  auto const duplicates = pick_duplicates(options...);
  return CooToCrsRows<Exec, Rows, Columns, OutValues, RowMap,
                      std::remove_const_t<decltype(duplicates)>>::
      workspace_bytes(exec, rows.extent(0), duplicates);
}

template <class Exec, class Rows, class Columns, class Values, class RowMap,
          class Entries, class OutValues, class... Options>
void forward_coo_to_crs(Exec const& exec, Rows const& rows,
                        Columns const& columns, Values const& values,
                        RowMap const& row_map, Entries const& entries,
                        OutValues const& out_values,
                        Options const&... options) {
  static_assert(check_data<Exec, Rows, Columns, RowMap, Entries>());
  if constexpr (AnyView<Values>)
    static_assert(check_data<Exec, Values, OutValues>());
  check_coo_views(rows, columns, values, row_map, entries, out_values);
  auto const duplicates = pick_duplicates(options...);
  constexpr OwnMemory own{};
  with_workspace(
      "coo_to_crs", exec,
      coo_to_crs_bytes(exec, rows, columns, row_map, out_values, options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        CooToCrsRows<Exec, Rows, Columns, OutValues, RowMap,
                     std::remove_const_t<decltype(duplicates)>>::
            run(exec, rows, columns, values,
                crs_rows(row_map, entries, out_values), duplicates, arena);
      });
}

}  // namespace Impl

}  // namespace KokkosSort

#endif
