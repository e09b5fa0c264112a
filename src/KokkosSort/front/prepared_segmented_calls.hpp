// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PREPARED_SEGMENTED_CALLS_HPP
#define KOKKOSSORT_FRONT_PREPARED_SEGMENTED_CALLS_HPP

#include <KokkosSort/front/crs_dispatch.hpp>
#include <KokkosSort/front/crs_views.hpp>
#include <KokkosSort/front/matrix_dispatch.hpp>
#include <KokkosSort/front/merge_crs_dispatch.hpp>
#include <KokkosSort/front/prepared_calls.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/front/segmented_top_k_dispatch.hpp>
#include <KokkosSort/front/strings_dispatch.hpp>

#include <cstddef>
#include <string>

// The functions of segments, rows and CRS, as prepare() takes them.

namespace KokkosSort {

namespace Function {
struct SegmentedSort;
struct StableSegmentedSort;
struct SegmentedSortByKey;
struct StableSegmentedSortByKey;
struct SegmentedArgsort;
struct SegmentedTopK;
struct SegmentedTopKByKey;
struct ArgsortStrings;
struct SortCounted;
struct SortCountedByKey;
struct SortCrsGraph;
struct SortCrsMatrix;
struct CooToCrs;
struct SortAndMerge;
struct SortEachRow;
struct SortEachColumn;
}  // namespace Function

namespace Impl {

/// Segments by begins and ends are held like an option.
template <class Function>
struct PreparedSegmentedSort : NeverWaits {
  template <class Exec, class Keys, class Offsets, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Offsets const& offsets,
                                   Options const&... options) {
    check_segmented_views(PreparedCall<Function>::name, keys, NoView{},
                          offsets);
    return forward_segmented_size(exec, keys, NoView{}, offsets, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : "offsets";
  }
};
template <>
struct PreparedCall<Function::SegmentedSort>
    : PreparedSegmentedSort<Function::SegmentedSort> {
  static constexpr char const* name = "segmented_sort";
};
template <>
struct PreparedCall<Function::StableSegmentedSort>
    : PreparedSegmentedSort<Function::StableSegmentedSort> {
  static constexpr char const* name = "stable_segmented_sort";
};

template <class Function>
struct PreparedSegmentedSortByKey : NeverWaits {
  template <class Exec, class Keys, class Values, class Offsets,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Values const& values, Offsets const& offsets,
                                   Options const&... options) {
    check_segmented_views(PreparedCall<Function>::name, keys, values, offsets);
    return forward_segmented_size(exec, keys, values, offsets, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : i == 1 ? "values" : "offsets";
  }
};
template <>
struct PreparedCall<Function::SegmentedSortByKey>
    : PreparedSegmentedSortByKey<Function::SegmentedSortByKey> {
  static constexpr char const* name = "segmented_sort_by_key";
};
template <>
struct PreparedCall<Function::StableSegmentedSortByKey>
    : PreparedSegmentedSortByKey<Function::StableSegmentedSortByKey> {
  static constexpr char const* name = "stable_segmented_sort_by_key";
};

template <>
struct PreparedCall<Function::SegmentedTopK> : NeverWaits {
  static constexpr char const* name = "segmented_top_k";

  template <class Exec, class Keys, class Offsets, class Result,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Offsets const& offsets, Result const& result,
                                   Options const&...) {
    using Select = SelectFor<Exec, Keys, Offsets, NoValue, Options...>;
    check_segmented_top_k<Select>(name, keys, offsets, result);
    return 0;
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "offsets", "result"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::SegmentedTopKByKey> : NeverWaits {
  static constexpr char const* name = "segmented_top_k_by_key";

  template <class Exec, class Keys, class Values, class Offsets, class Result,
            class ResultValues, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values, Offsets const& offsets,
                                   Result const& result,
                                   ResultValues const& result_values,
                                   Options const&...) {
    using Select =
        SelectFor<Exec, Keys, Offsets, MovedType<Values>, Options...>;
    check_segmented_top_k_by_key<Select>(name, keys, values, offsets, result,
                                         result_values);
    return 0;
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "values", "offsets", "result",
                                     "result_values"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::ArgsortStrings> : NeverWaits {
  static constexpr char const* name = "argsort_strings";

  template <class Exec, class Permutation, class Offsets, class Bytes,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   Offsets const& offsets, Bytes const& bytes,
                                   Options const&... options) {
    using Choice = StringsChoice<Exec, Permutation, Offsets, Bytes, Options...>;
    static_assert(
        check_preparable<PickedAlgorithm<Options...>, Choice::fences>());
    check_argsort_strings(permutation, offsets, bytes);
    return forward_argsort_strings_size(exec, permutation, offsets, bytes,
                                        options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"permutation", "offsets", "bytes"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::SortCounted> : NeverWaits {
  static constexpr char const* name = "sort_counted";

  template <class Exec, class Keys, class Count, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Count const& count,
                                   Options const&... options) {
    CountedFirst<Count> const first{count};
    check_segmented_views(name, keys, NoView{}, first);
    return forward_segmented_size(exec, keys, NoView{}, first, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : "count";
  }
};
template <>
struct PreparedCall<Function::SortCountedByKey> : NeverWaits {
  static constexpr char const* name = "sort_counted_by_key";

  template <class Exec, class Keys, class Values, class Count, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Values const& values, Count const& count,
                                   Options const&... options) {
    CountedFirst<Count> const first{count};
    check_segmented_views(name, keys, values, first);
    return forward_segmented_size(exec, keys, values, first, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "keys" : i == 1 ? "values" : "count";
  }
};

template <>
struct PreparedCall<Function::SegmentedArgsort> : NeverWaits {
  static constexpr char const* name = "segmented_argsort";

  template <class Exec, class Permutation, class Keys, class Offsets,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   Keys const& keys, Offsets const& offsets,
                                   Options const&... options) {
    check_segmented_argsort_views(name, permutation, keys, offsets);
    return forward_segmented_argsort_size(exec, permutation, keys, offsets,
                                          options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "permutation" : i == 1 ? "keys" : "offsets";
  }
};

template <>
struct PreparedCall<Function::SortCrsGraph> : NeverWaits {
  static constexpr char const* name = "sort_crs_graph";

  template <class Exec, class RowMap, class Entries, class... Options>
  static std::size_t checked_bytes(Exec const& exec, RowMap const& row_map,
                                   Entries const& entries,
                                   Options const&... options) {
    check_crs_graph(name, row_map, entries);
    return forward_segmented_size(exec, entries, NoView{}, row_map, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "row_map" : "entries";
  }
};
template <>
struct PreparedCall<Function::SortCrsMatrix> : NeverWaits {
  static constexpr char const* name = "sort_crs_matrix";

  template <class Exec, class RowMap, class Entries, class Values,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec, RowMap const& row_map,
                                   Entries const& entries, Values const& values,
                                   Options const&... options) {
    check_crs_matrix(name, row_map, entries, values);
    return forward_segmented_size(exec, entries, values, row_map, options...);
  }
  static std::string view_name(std::size_t i) {
    return i == 0 ? "row_map" : i == 1 ? "entries" : "values";
  }
};

template <>
struct PreparedCall<Function::CooToCrs> : NeverWaits {
  static constexpr char const* name = "coo_to_crs";

  template <class Exec, class Rows, class Columns, class Values, class RowMap,
            class Entries, class OutValues, class... Options>
    requires CooOptions<Options...>
  static std::size_t checked_bytes(Exec const& exec, Rows const& rows,
                                   Columns const& columns, Values const& values,
                                   RowMap const& row_map,
                                   Entries const& entries,
                                   OutValues const& out_values,
                                   Options const&... options) {
    check_coo_views(rows, columns, values, row_map, entries, out_values);
    return coo_to_crs_bytes(exec, rows, columns, row_map, out_values,
                            options...);
  }
  template <class Exec, class Rows, class Columns, class RowMap, class Entries,
            class... Options>
    requires CooOptions<Options...>
  static std::size_t checked_bytes(Exec const& exec, Rows const& rows,
                                   Columns const& columns,
                                   RowMap const& row_map,
                                   Entries const& entries,
                                   Options const&... options) {
    return checked_bytes(exec, rows, columns, NoView{}, row_map, entries,
                         NoView{}, options...);
  }
  // The views of a graph have other positions.
  static std::string view_name(std::size_t i) {
    return "views[" + std::to_string(i) + "]";
  }
};

template <>
struct PreparedCall<Function::SortAndMerge> : NeverWaits {
  static constexpr char const* name = "sort_and_merge";

  template <class Exec, class RowMap, class Entries, class Values,
            class OutRowMap, class OutEntries, class OutValues,
            class... Options>
    requires MergeOptions<Options...>
  static std::size_t checked_bytes(Exec const& exec, RowMap const& row_map,
                                   Entries const& entries, Values const& values,
                                   OutRowMap const& out_row_map,
                                   OutEntries const& out_entries,
                                   OutValues const& out_values,
                                   Options const&... options) {
    check_merge_views(row_map, entries, values, out_row_map, out_entries,
                      out_values);
    return merge_crs_bytes(exec, row_map, entries, out_row_map, out_values,
                           options...);
  }
  template <class Exec, class RowMap, class Entries, class OutRowMap,
            class OutEntries, class... Options>
    requires MergeOptions<Options...>
  static std::size_t checked_bytes(Exec const& exec, RowMap const& row_map,
                                   Entries const& entries,
                                   OutRowMap const& out_row_map,
                                   OutEntries const& out_entries,
                                   Options const&... options) {
    return checked_bytes(exec, row_map, entries, NoView{}, out_row_map,
                         out_entries, NoView{}, options...);
  }
  // As for coo_to_crs().
  static std::string view_name(std::size_t i) {
    return "views[" + std::to_string(i) + "]";
  }
};

template <>
struct PreparedCall<Function::SortEachRow> : NeverWaits {
  static constexpr char const* name = "sort_each_row";

  template <class Exec, class Matrix, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Matrix const& matrix,
                                   Options const&... options) {
    return forward_lines_size(exec, matrix, rows_in(matrix), options...);
  }
  static std::string view_name(std::size_t) { return "matrix"; }
};
template <>
struct PreparedCall<Function::SortEachColumn> : NeverWaits {
  static constexpr char const* name = "sort_each_column";

  template <class Exec, class Matrix, class... Options>
  static std::size_t checked_bytes(Exec const& exec, Matrix const& matrix,
                                   Options const&... options) {
    return forward_lines_size(exec, matrix, columns_in(matrix), options...);
  }
  static std::string view_name(std::size_t) { return "matrix"; }
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
