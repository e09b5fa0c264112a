// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_COO_TO_CRS_HPP
#define KOKKOSSORT_COO_TO_CRS_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/crs_dispatch.hpp>
#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

/// Keeps entries of one row and column: see KeepDuplicates.
inline constexpr KeepDuplicates keep_duplicates{};

namespace Function {

/// Type of KokkosSort::coo_to_crs.
struct CooToCrs : Impl::OnDefaultInstance<CooToCrs> {
  using Impl::OnDefaultInstance<CooToCrs>::operator();

  /// Makes the compressed row storage of a sparse matrix from its entries in
  /// coordinate form, which come in any order. The entries of row r become
  /// those from row_map(r) to in front of row_map(r + 1), by ascending columns.
  /// Their number is the last element of `row_map`, on the device. The call
  /// also goes without `exec`, on the default instance of the rows' execution
  /// space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param rows rank-1 view of the row indices, of any integral type; may be
  ///   of const; n = extent(0). An entry whose row is below 0 or too large is
  ///   left out
  /// @param columns rank-1 view of the column indices, as long as `rows`
  /// @param values rank-1 view of the values, as long as `rows`, of any
  ///   trivially copyable type
  /// @param row_map rank-1 view of an integral type, one element longer than
  ///   there are rows; is overwritten
  /// @param entries rank-1 view of the columns' type with room for n columns.
  ///   Elements behind the last entry are unspecified
  /// @param out_values rank-1 view of the values' type with room for n values,
  ///   likewise
  /// @param options in any order, each kind at most once: a Workspace, and the
  ///   treatment of entries of one row and column. They are summed up, or
  ///   combined by reduction(combine), or left as they are by keep_duplicates
  ///
  /// Order and stability: columns ascend within a row. Entries of one row and
  /// column are combined in the order of the input. As by reduce_by_key(), n
  /// and the types alone decide the groups, and the result is the same bit by
  /// bit in every run. With keep_duplicates entries keep their order.
  ///
  /// Memory: coo_to_crs_workspace_size(exec, ...) bytes: keys of 8 bytes and
  /// the values, n each, and the greater of a sort of these and n keys more.
  /// Columns above 4 bytes have keys of 16 bytes. A call with a Workspace
  /// allocates nothing.
  ///
  /// Launches and complexity: one stable_sort_by_key() of n keys and values,
  /// one reduce_by_key(), and up to four launches more. Their number follows
  /// from the extents. O(n log n) by the sort, and O(r log n) for r rows.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// The method is a sort by row and column, then a sum over equal neighbors.
  /// Source: N. Bell, S. Dalton, L. Olson, "Exposing fine-grained parallelism
  /// in algebraic multigrid methods" (2012).
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - extents differ, or `entries` or `out_values` has no room for n elements,
  /// - `row_map` is empty, its type cannot hold n, or it has more than
  ///   4294967295 rows with columns of up to 4 bytes,
  /// - views overlap in memory (as far as contiguity shows),
  /// - the Workspace is too small.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Rows, Impl::PermutationView Columns,
            Impl::Rank1View Values, Impl::IndexView RowMap,
            Impl::ResultOf<Columns> Entries, Impl::ResultOf<Values> OutValues,
            class... Options>
    requires Impl::CooOptions<Options...>
  void operator()(ExecutionSpace const& exec, Rows const& rows,
                  Columns const& columns, Values const& values,
                  RowMap const& row_map, Entries const& entries,
                  OutValues const& out_values,
                  Options const&... options) const {
    Impl::forward_coo_to_crs(exec, rows, columns, values, row_map, entries,
                             out_values, options...);
  }

  /// As above, for a graph, which has no values. One entry per row and column
  /// remains, or all by keep_duplicates.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Rows, Impl::PermutationView Columns,
            Impl::IndexView RowMap, Impl::ResultOf<Columns> Entries,
            class... Options>
    requires Impl::CooOptions<Options...>
  void operator()(ExecutionSpace const& exec, Rows const& rows,
                  Columns const& columns, RowMap const& row_map,
                  Entries const& entries, Options const&... options) const {
    Impl::forward_coo_to_crs(exec, rows, columns, Impl::NoView{}, row_map,
                             entries, Impl::NoView{}, options...);
  }
};

/// Type of KokkosSort::coo_to_crs_workspace_size.
struct CooToCrsWorkspaceSize {
  /// Returns the bytes of workspace that coo_to_crs() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Rows, Impl::PermutationView Columns,
            Impl::Rank1View Values, Impl::IndexView RowMap,
            Impl::ResultOf<Columns> Entries, Impl::ResultOf<Values> OutValues,
            class... Options>
    requires Impl::CooOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Rows const& rows,
                         Columns const& columns, Values const&,
                         RowMap const& row_map, Entries const&,
                         OutValues const& out_values,
                         Options const&... options) const {
    return Impl::coo_to_crs_bytes(exec, rows, columns, row_map, out_values,
                                  options...);
  }
  /// As above, for a graph.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Rows, Impl::PermutationView Columns,
            Impl::IndexView RowMap, Impl::ResultOf<Columns> Entries,
            class... Options>
    requires Impl::CooOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Rows const& rows,
                         Columns const& columns, RowMap const& row_map,
                         Entries const&, Options const&... options) const {
    return Impl::coo_to_crs_bytes(exec, rows, columns, row_map, Impl::NoView{},
                                  options...);
  }
};

}  // namespace Function

/// Makes compressed rows from coordinates: see Function::CooToCrs.
inline constexpr Function::CooToCrs coo_to_crs{};
/// Returns the bytes it needs: see Function::CooToCrsWorkspaceSize.
inline constexpr Function::CooToCrsWorkspaceSize coo_to_crs_workspace_size{};

}  // namespace KokkosSort

#endif
