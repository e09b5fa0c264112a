// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_AND_MERGE_HPP
#define KOKKOSSORT_SORT_AND_MERGE_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/crs_views.hpp>
#include <KokkosSort/front/merge_crs_dispatch.hpp>
#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_and_merge.
struct SortAndMerge : Impl::OnDefaultInstance<SortAndMerge> {
  using Impl::OnDefaultInstance<SortAndMerge>::operator();

  /// Sorts the entries of each row of a sparse matrix in compressed row storage
  /// by column, and sums up those of one column. The rows become shorter, hence
  /// the new offsets. The number of entries is the last of these, on the
  /// device. The call also goes without `exec`, on the default instance of the
  /// execution space of `row_map`.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param row_map rank-1 view of integers of 32 or 64 bits, one more than
  ///   there are rows; may be of const. The first is 0, and they ascend
  /// @param entries rank-1 view of the column indices, of any integral type;
  ///   n = extent(0). Elements from row_map(rows) on are ignored
  /// @param values rank-1 view of the values, as long as `entries`, of any
  ///   trivially copyable type
  /// @param out_row_map rank-1 view of an integral type, as long as `row_map`
  /// @param out_entries rank-1 view of the columns' type with room for n
  ///   columns. Elements behind the last entry are unspecified
  /// @param out_values rank-1 view of the values' type with room for n values,
  ///   likewise
  /// @param options in any order, each kind at most once: a Workspace, and
  ///   reduction(combine) in place of the sum
  ///
  /// An output may be the input of its kind, which is then overwritten.
  ///
  /// Order and stability: columns ascend within a row. Entries of one row and
  /// column are combined in the order of the input. As by reduce_by_key(), n
  /// and the types alone decide the groups, and the result is the same bit by
  /// bit in every run.
  ///
  /// Memory: sort_and_merge_workspace_size(exec, ...) bytes: a copy of the
  /// entries and values, and the greater of their segmented sort and two keys
  /// per entry. A key has 8 bytes, or 16 if a column has more than 4. A call
  /// with a Workspace allocates nothing.
  ///
  /// Launches and complexity: one segmented_sort_by_key(), one reduce_by_key(),
  /// and six launches more. Their number follows from the extents. O(n log n)
  /// by the sort, and O(r log n + n log r) for r rows.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// The methods are those of segmented_sort() and reduce_by_key().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - extents differ, or an output has no room for n elements,
  /// - `row_map` is empty, a type of offsets cannot hold n, or there are more
  ///   than 4294967295 rows with columns of up to 4 bytes,
  /// - outputs overlap in memory (as far as contiguity shows),
  /// - the Workspace is too small.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::PermutationView Entries,
            Impl::Rank1View Values, Impl::IndexView OutRowMap,
            Impl::ResultOf<Entries> OutEntries,
            Impl::ResultOf<Values> OutValues, class... Options>
    requires Impl::MergeOptions<Options...>
  void operator()(ExecutionSpace const& exec, RowMap const& row_map,
                  Entries const& entries, Values const& values,
                  OutRowMap const& out_row_map, OutEntries const& out_entries,
                  OutValues const& out_values,
                  Options const&... options) const {
    Impl::forward_sort_and_merge(exec, row_map, entries, values, out_row_map,
                                 out_entries, out_values, options...);
  }

  /// As above, for a graph, which has no values. One entry per row and column
  /// remains.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::PermutationView Entries,
            Impl::IndexView OutRowMap, Impl::ResultOf<Entries> OutEntries,
            class... Options>
    requires Impl::MergeOptions<Options...>
  void operator()(ExecutionSpace const& exec, RowMap const& row_map,
                  Entries const& entries, OutRowMap const& out_row_map,
                  OutEntries const& out_entries,
                  Options const&... options) const {
    Impl::forward_sort_and_merge(exec, row_map, entries, Impl::NoView{},
                                 out_row_map, out_entries, Impl::NoView{},
                                 options...);
  }

  /// As above, for a matrix as by sort_crs_matrix(), and the outputs.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsMatrix Matrix,
            class... Arguments>
  void operator()(ExecutionSpace const& exec, Matrix const& matrix,
                  Arguments const&... arguments) const {
    (*this)(exec, matrix.graph.row_map, matrix.graph.entries, matrix.values,
            arguments...);
  }

  /// As above, for a graph as by sort_crs_graph(), and the outputs.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsGraph Graph,
            class... Arguments>
  void operator()(ExecutionSpace const& exec, Graph const& graph,
                  Arguments const&... arguments) const {
    (*this)(exec, graph.row_map, graph.entries, arguments...);
  }
};

/// Type of KokkosSort::sort_and_merge_workspace_size.
struct SortAndMergeWorkspaceSize {
  /// Returns the bytes of workspace that sort_and_merge() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::PermutationView Entries,
            Impl::Rank1View Values, Impl::IndexView OutRowMap,
            Impl::ResultOf<Entries> OutEntries,
            Impl::ResultOf<Values> OutValues, class... Options>
    requires Impl::MergeOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, RowMap const& row_map,
                         Entries const& entries, Values const&,
                         OutRowMap const& out_row_map, OutEntries const&,
                         OutValues const& out_values,
                         Options const&... options) const {
    return Impl::merge_crs_bytes(exec, row_map, entries, out_row_map,
                                 out_values, options...);
  }
  /// As above, for a graph.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::PermutationView Entries,
            Impl::IndexView OutRowMap, Impl::ResultOf<Entries> OutEntries,
            class... Options>
    requires Impl::MergeOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, RowMap const& row_map,
                         Entries const& entries, OutRowMap const& out_row_map,
                         OutEntries const&, Options const&... options) const {
    return Impl::merge_crs_bytes(exec, row_map, entries, out_row_map,
                                 Impl::NoView{}, options...);
  }
  /// As above, for a matrix.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsMatrix Matrix,
            class... Arguments>
  std::size_t operator()(ExecutionSpace const& exec, Matrix const& matrix,
                         Arguments const&... arguments) const {
    return (*this)(exec, matrix.graph.row_map, matrix.graph.entries,
                   matrix.values, arguments...);
  }
  /// As above, for a graph.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsGraph Graph,
            class... Arguments>
  std::size_t operator()(ExecutionSpace const& exec, Graph const& graph,
                         Arguments const&... arguments) const {
    return (*this)(exec, graph.row_map, graph.entries, arguments...);
  }
};

}  // namespace Function

/// Sorts and merges the entries of each row: see Function::SortAndMerge.
inline constexpr Function::SortAndMerge sort_and_merge{};
/// Returns the bytes it needs: see Function::SortAndMergeWorkspaceSize.
inline constexpr Function::SortAndMergeWorkspaceSize
    sort_and_merge_workspace_size{};

}  // namespace KokkosSort

#endif
