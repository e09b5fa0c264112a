// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CRS_VIEWS_HPP
#define KOKKOSSORT_FRONT_CRS_VIEWS_HPP

#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/overlap.hpp>
#include <KokkosSort/front/segment_views.hpp>
#include <KokkosSort/front/views.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

// Recognized by their members, so that no package of sparse matrices is needed.

/// Graph in compressed row storage.
template <class T>
concept CrsGraph = !AnyView<T> && requires(T const& graph) {
  requires OffsetsView<std::remove_cvref_t<decltype(graph.row_map)>>;
  requires MutableRank1View<std::remove_cvref_t<decltype(graph.entries)>>;
};

/// Matrix in compressed row storage.
template <class T>
concept CrsMatrix = !AnyView<T> && requires(T const& matrix) {
  requires CrsGraph<std::remove_cvref_t<decltype(matrix.graph)>>;
  requires MutableRank1View<std::remove_cvref_t<decltype(matrix.values)>>;
};

/// The checks of the views of a sort of rows, by the names of its arguments.
template <class RowMap, class Entries>
void check_crs_graph(char const* function, RowMap const& row_map,
                     Entries const& entries) {
  check_apart(function, "row_map", row_map, "entries", entries);
}
template <class RowMap, class Entries, class Values>
void check_crs_matrix(char const* function, RowMap const& row_map,
                      Entries const& entries, Values const& values) {
  check_crs_graph(function, row_map, entries);
  check_extent(function, "values", values.extent(0), "entries",
               entries.extent(0));
  check_apart(function, "values", values, "entries", entries);
  check_apart(function, "row_map", row_map, "values", values);
}

}  // namespace KokkosSort::Impl

#endif
