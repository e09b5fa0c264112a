// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_EACH_ROW_HPP
#define KOKKOSSORT_SORT_EACH_ROW_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/matrix_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_each_row.
struct SortEachRow : Impl::OnDefaultInstance<SortEachRow> {
  using Impl::OnDefaultInstance<SortEachRow>::operator();

  /// Sorts the elements within each row of a matrix, in place. It is the
  /// segmented sort of segments of one length. The call also goes without
  /// `exec`, on the default instance of the matrix's execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param matrix rank-2 view of any layout and any trivially copyable type,
  ///   accessible from `exec`
  /// @param options an order as for sort(), a Workspace
  ///
  /// Order and stability: see Ascending; stable. The result is the same in
  /// every run.
  ///
  /// Memory: sort_each_row_workspace_size(exec, matrix, options...) bytes:
  /// those of segmented_sort() for all elements. If the elements of one row lie
  /// among those of others in memory, as with LayoutLeft, a copy comes on top.
  /// A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: as segmented_sort(), and two that copy the rows
  /// if they lie among one another.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one the
  /// call fences `exec` before it returns.
  ///
  /// The method is that of segmented_sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if the workspace is too small or bits(begin, end) does not fit
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableMatrixView Matrix, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Matrix const& matrix,
                  Options const&... options) const {
    Impl::forward_sort_lines("sort_each_row", exec, matrix,
                             Impl::rows_in(matrix), options...);
  }
};

/// Type of KokkosSort::sort_each_column.
struct SortEachColumn : Impl::OnDefaultInstance<SortEachColumn> {
  using Impl::OnDefaultInstance<SortEachColumn>::operator();

  /// Sorts the elements within each column of a matrix, in place. Calls,
  /// parameters, order, memory, launches, fences and errors are those of
  /// sort_each_row() for the transposed matrix.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableMatrixView Matrix, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Matrix const& matrix,
                  Options const&... options) const {
    Impl::forward_sort_lines("sort_each_column", exec, matrix,
                             Impl::columns_in(matrix), options...);
  }
};

/// Type of KokkosSort::sort_each_row_workspace_size.
struct SortEachRowWorkspaceSize {
  /// Returns the bytes of workspace that sort_each_row() needs with these
  /// arguments. The result depends on extents and strides, not on the elements.
  /// No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableMatrixView Matrix, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Matrix const& matrix,
                         Options const&... options) const {
    return Impl::forward_lines_size(exec, matrix, Impl::rows_in(matrix),
                                    options...);
  }
};

/// Type of KokkosSort::sort_each_column_workspace_size.
struct SortEachColumnWorkspaceSize {
  /// Returns the bytes of workspace that sort_each_column() needs with these
  /// arguments, as sort_each_row_workspace_size().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableMatrixView Matrix, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Matrix const& matrix,
                         Options const&... options) const {
    return Impl::forward_lines_size(exec, matrix, Impl::columns_in(matrix),
                                    options...);
  }
};

}  // namespace Function

/// Sorts within each row: see Function::SortEachRow.
inline constexpr Function::SortEachRow sort_each_row{};
/// Sorts within each column: see Function::SortEachColumn.
inline constexpr Function::SortEachColumn sort_each_column{};
/// Returns the bytes it needs: see Function::SortEachRowWorkspaceSize.
inline constexpr Function::SortEachRowWorkspaceSize
    sort_each_row_workspace_size{};
/// Returns the bytes it needs: see Function::SortEachColumnWorkspaceSize.
inline constexpr Function::SortEachColumnWorkspaceSize
    sort_each_column_workspace_size{};

}  // namespace KokkosSort

#endif
