// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_CRS_HPP
#define KOKKOSSORT_SORT_CRS_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/crs_views.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/segmented_sort_by_key.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_crs_graph.
struct SortCrsGraph {
  /// Sorts the column indices within each row of a graph in compressed row
  /// storage. The calls are sort_crs_graph(exec, row_map, entries, options...)
  /// and sort_crs_graph(exec, graph, options...). A graph is any type with
  /// members row_map and entries, such as KokkosSparse::StaticCrsGraph. Both
  /// calls also go without `exec`, on the default instance of the execution
  /// space of the entries.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param row_map view of offsets, see segmented_sort()
  /// @param entries rank-1 view of the column indices
  /// @param options an order as for sort(), a Workspace
  ///
  /// Order and stability: ascending; stable.
  ///
  /// Memory: sort_crs_graph_workspace_size(exec, ...) bytes, those of
  /// segmented_sort(). A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: as segmented_sort().
  ///
  /// Fences: as segmented_sort().
  ///
  /// The method is that of segmented_sort().
  ///
  /// @throws std::invalid_argument as segmented_sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, RowMap const& row_map,
                  Entries const& entries, Options const&... options) const {
    Impl::check_crs_graph("sort_crs_graph", row_map, entries);
    Impl::forward_segmented_sort("sort_crs_graph", exec, entries,
                                 Impl::NoView{}, row_map, options...);
  }
  /// As above, on the default instance.
  template <Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(RowMap const& row_map, Entries const& entries,
                  Options const&... options) const {
    (*this)(typename Entries::execution_space{}, row_map, entries, options...);
  }
  /// As above, for a graph.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsGraph Graph,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Graph const& graph,
                  Options const&... options) const {
    (*this)(exec, graph.row_map, graph.entries, options...);
  }
  /// As above, for a graph on the default instance.
  template <Impl::CrsGraph Graph, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(Graph const& graph, Options const&... options) const {
    (*this)(graph.row_map, graph.entries, options...);
  }
};

/// Type of KokkosSort::sort_crs_matrix.
struct SortCrsMatrix {
  /// Sorts the column indices within each row of a matrix in compressed row
  /// storage, with their values. The calls are sort_crs_matrix(exec, row_map,
  /// entries, values, options...) and sort_crs_matrix(exec, matrix,
  /// options...). A matrix is any type with members graph and values, such as
  /// KokkosSparse::CrsMatrix. Both calls also go without `exec`, on the default
  /// instance of the execution space of the entries.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param row_map view of offsets, see segmented_sort()
  /// @param entries rank-1 view of the column indices
  /// @param values rank-1 view of the values, as long as `entries`
  /// @param options an order as for sort(), a Workspace
  ///
  /// Order and stability: ascending; stable, so that entries of one column keep
  /// their order.
  ///
  /// Memory: sort_crs_matrix_workspace_size(exec, ...) bytes, those of
  /// segmented_sort_by_key(). A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: as segmented_sort_by_key().
  ///
  /// Fences: as segmented_sort_by_key().
  ///
  /// The method is that of segmented_sort().
  ///
  /// @throws std::invalid_argument as segmented_sort_by_key()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            Impl::MutableRank1View Values, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, RowMap const& row_map,
                  Entries const& entries, Values const& values,
                  Options const&... options) const {
    Impl::check_crs_matrix("sort_crs_matrix", row_map, entries, values);
    Impl::forward_segmented_sort("sort_crs_matrix", exec, entries, values,
                                 row_map, options...);
  }
  /// As above, on the default instance.
  template <Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            Impl::MutableRank1View Values, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(RowMap const& row_map, Entries const& entries,
                  Values const& values, Options const&... options) const {
    (*this)(typename Entries::execution_space{}, row_map, entries, values,
            options...);
  }
  /// As above, for a matrix.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsMatrix Matrix,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Matrix const& matrix,
                  Options const&... options) const {
    (*this)(exec, matrix.graph.row_map, matrix.graph.entries, matrix.values,
            options...);
  }
  /// As above, for a matrix on the default instance.
  template <Impl::CrsMatrix Matrix, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(Matrix const& matrix, Options const&... options) const {
    (*this)(matrix.graph.row_map, matrix.graph.entries, matrix.values,
            options...);
  }
};

/// Type of KokkosSort::sort_crs_graph_workspace_size.
struct SortCrsGraphWorkspaceSize {
  /// Returns the bytes of workspace that sort_crs_graph() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, RowMap const& row_map,
                         Entries const& entries,
                         Options const&... options) const {
    return Impl::forward_segmented_size(exec, entries, Impl::NoView{}, row_map,
                                        options...);
  }
  /// As above, for a graph.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsGraph Graph,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Graph const& graph,
                         Options const&... options) const {
    return (*this)(exec, graph.row_map, graph.entries, options...);
  }
};

/// Type of KokkosSort::sort_crs_matrix_workspace_size.
struct SortCrsMatrixWorkspaceSize {
  /// Returns the bytes of workspace that sort_crs_matrix() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::OffsetsView RowMap, Impl::MutableRank1View Entries,
            Impl::MutableRank1View Values, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, RowMap const& row_map,
                         Entries const& entries, Values const& values,
                         Options const&... options) const {
    return Impl::forward_segmented_size(exec, entries, values, row_map,
                                        options...);
  }
  /// As above, for a matrix.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::CrsMatrix Matrix,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Matrix const& matrix,
                         Options const&... options) const {
    return (*this)(exec, matrix.graph.row_map, matrix.graph.entries,
                   matrix.values, options...);
  }
};

}  // namespace Function

/// Sorts within each row of a graph: see Function::SortCrsGraph.
inline constexpr Function::SortCrsGraph sort_crs_graph{};
/// Sorts within each row of a sparse matrix: see Function::SortCrsMatrix.
inline constexpr Function::SortCrsMatrix sort_crs_matrix{};
/// Returns the bytes it needs: see Function::SortCrsGraphWorkspaceSize.
inline constexpr Function::SortCrsGraphWorkspaceSize
    sort_crs_graph_workspace_size{};
/// Returns the bytes it needs: see Function::SortCrsMatrixWorkspaceSize.
inline constexpr Function::SortCrsMatrixWorkspaceSize
    sort_crs_matrix_workspace_size{};

}  // namespace KokkosSort

#endif
