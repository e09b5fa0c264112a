// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_MERGE_CRS_DISPATCH_HPP
#define KOKKOSSORT_FRONT_MERGE_CRS_DISPATCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/sorted/entry_keys_thread.hpp>
#include <KokkosSort/algorithm/sorted/search_bounds.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/crs_dispatch.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// sort_and_merge() sorts a copy of the entries row by row. The keys of row and
// column are in order then, and the rest is that of coo_to_crs().

/// The kernels of sort_and_merge(). OutValues is NoView for a graph.
template <class Exec, class RowMap, class Entries, class OutRowMap,
          class OutValues, class Combine>
struct MergeCrs {
  using Column = typename Entries::non_const_value_type;
  using Value  = typename OutValues::value_type;
  using Key    = EntryKey<Column>;
  using Write  = WriteCrs<Exec, MovedType<OutRowMap>, Column, Value>;
  using Choice = ChosenSegmented<Exec, Column, Value, SegmentsOf<RowMap>>;

  static Arrays<Column, Value> take(Arena& arena, std::size_t n) {
    return take_arrays<Column, Value>(arena, n);
  }
  static std::size_t workspace_bytes(Exec const& exec, std::size_t n,
                                     Reduction<Combine> const& reduction) {
    std::size_t const merge =
        measured_bytes([&](Arena& arena) { arena.take<Key>(n); }) +
        Arena::alignment + Write::workspace_bytes(n, reduction);
    return measured_bytes([&](Arena& arena) { take(arena, n); }) +
           Arena::alignment + std::max(Choice::workspace_bytes(exec, n), merge);
  }

  template <class Values>
  static void run(Exec const& exec, RowMap const& row_map,
                  Entries const& entries, Values const& values,
                  typename Write::Rows const& out,
                  Reduction<Combine> const& reduction, Arena& arena) {
    std::size_t const n = entries.extent(0);
    auto const copy     = take(arena, n);
    Arena rest          = arena;  // the sums take the place of the sort
    copy_elements("KokkosSort::sort_and_merge::copy_columns", exec, entries,
                  copy.keys);
    if constexpr (is_value_v<Value>)
      copy_elements("KokkosSort::sort_and_merge::copy_values", exec, values,
                    copy.values);
    sort(exec, row_map, copy, n, arena);
    Key* const keys = rest.take<Key>(n);
    make_keys(exec, row_map, copy.keys.data, n, keys);
    Write::run(exec, {Strided<Key>{keys}, copy.values}, n, out, reduction,
               rest);
  }

 private:
  static void sort(Exec const& exec, RowMap const& row_map,
                   Arrays<Column, Value> const& copy, std::size_t n,
                   Arena& arena) {
    using SortedColumn = typename Choice::SortedKey;
    using SortedValue  = typename Choice::Sorted;
    typename Choice::Both const order{pick_sorted_order<Column>(),
                                      segments_of(row_map)};
    if (n < 2 || order.m_segments.count == 0) return;
    Choice::Sorter::run(
        exec, order, {reinterpret_cast<SortedColumn*>(copy.keys.data)},
        {reinterpret_cast<SortedValue*>(copy.values.data)}, n, arena);
  }

  /// Searches the row of every entry among the offsets.
  static void make_keys(Exec const& exec, RowMap const& row_map,
                        Column const* columns, std::size_t n, Key* keys) {
    using Positions = EveryPosition<MovedType<RowMap>>;
    using Search    = SearchBounds<Exec, ComparedOrder<RowMap>, Key, Positions>;
    Search::run("KokkosSort::sort_and_merge::find_rows", exec,
                Search{compared_order<RowMap>(),
                       read_only(row_map),
                       row_map.extent(0),
                       Positions{},
                       n,
                       {},
                       Strided<Key>{keys}});
    for_each_row("KokkosSort::sort_and_merge::make_keys", exec, n,
                 CrsKeys<Key, Column>{columns, row_map.extent(0) - 1, keys});
  }
};

/// An output may be the input of its kind, since the inputs are copied before
/// anything is written.
template <class RowMap, class Entries, class Values, class OutRowMap,
          class OutEntries, class OutValues>
void check_merge_views(RowMap const& row_map, Entries const& entries,
                       Values const& values, OutRowMap const& out_row_map,
                       OutEntries const& out_entries,
                       OutValues const& out_values) {
  char const* const function = "sort_and_merge";
  std::size_t const n        = entries.extent(0);
  check_number<typename RowMap::non_const_value_type>(function, "row_map", n);
  check_extent(function, "out_row_map", out_row_map.extent(0), "row_map",
               row_map.extent(0));
  if constexpr (AnyView<Values>)
    check_extent(function, "values", values.extent(0), "entries", n);
  check_crs_result(function, n, "entries", "out_row_map", out_row_map,
                   "out_entries", out_entries, out_values);
}

template <class Exec, class RowMap, class Entries, class OutRowMap,
          class OutValues, class... Options>
std::size_t merge_crs_bytes(Exec const& exec, RowMap const&,
                            Entries const& entries, OutRowMap const&,
                            OutValues const&, Options const&... options) {
  return [&]<class Combine>(Reduction<Combine> const& reduction) {
    return MergeCrs<Exec, RowMap, Entries, OutRowMap, OutValues,
                    Combine>::workspace_bytes(exec, entries.extent(0),
                                              reduction);
  }(pick_duplicates(options...));
}

template <class Exec, class RowMap, class Entries, class Values,
          class OutRowMap, class OutEntries, class OutValues, class... Options>
void forward_sort_and_merge(Exec const& exec, RowMap const& row_map,
                            Entries const& entries, Values const& values,
                            OutRowMap const& out_row_map,
                            OutEntries const& out_entries,
                            OutValues const& out_values,
                            Options const&... options) {
  static_assert(check_data<Exec, RowMap, Entries, OutRowMap, OutEntries>());
  if constexpr (AnyView<Values>)
    static_assert(check_data<Exec, Values, OutValues>());
  check_merge_views(row_map, entries, values, out_row_map, out_entries,
                    out_values);
  constexpr OwnMemory own{};
  with_workspace(
      "sort_and_merge", exec,
      merge_crs_bytes(exec, row_map, entries, out_row_map, out_values,
                      options...),
      pick<IsWorkspace>(own, options...), [&](Arena& arena) {
        [&]<class Combine>(Reduction<Combine> const& reduction) {
          MergeCrs<Exec, RowMap, Entries, OutRowMap, OutValues, Combine>::run(
              exec, row_map, entries, values,
              crs_rows(out_row_map, out_entries, out_values), reduction, arena);
        }(pick_duplicates(options...));
      });
}

}  // namespace KokkosSort::Impl

#endif
