// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/segments.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::SortCrsTest {
namespace {

/// The members of KokkosSparse::StaticCrsGraph that are read.
struct Graph {
  Kokkos::View<std::size_t const*, Memory> row_map;
  DeviceView<int> entries;
};
/// The members of KokkosSparse::CrsMatrix that are read.
struct Matrix {
  Graph graph;
  DeviceView<double> values;
};

/// A matrix whose value is the position of its entry.
Matrix make_matrix(Array<int> const& columns, SegmentShape const& shape) {
  std::vector<double> values(columns.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(i);
  std::vector<std::size_t> const rows(shape.offsets.begin(),
                                      shape.offsets.end());
  return {{to_device(rows), to_device(columns)}, to_device(values)};
}

constexpr std::uint64_t n = 40000;

/// Calls check(columns, shape, order) for matrices of mixed rows.
template <class Check>
void for_matrices(Check const& check) {
  auto const columns = input_keys<int>(n, Distribution::sqrt_values);
  for (auto const& shape : {random_segments(n, 5), random_segments(n, 200),
                            heavy_tail(n), SegmentShape{"one", {0, n}}}) {
    SCOPED_TRACE(shape.name);
    check(columns, shape, segmented_order(columns, shape, std::less<int>{}));
  }
}

TEST(SortCrs, Graphs) {
  for_matrices([](auto const& columns, auto const& shape, auto const& order) {
    auto const sorted = in_order(columns, order);
    Graph const first = make_matrix(columns, shape).graph;
    sort_crs_graph(Exec{}, first);
    Exec{}.fence();
    EXPECT_EQ(on_host(first.entries), sorted);
    Graph const second = make_matrix(columns, shape).graph;
    sort_crs_graph(second.row_map, second.entries);
    EXPECT_EQ(on_host(second.entries), sorted);
    Graph const third = make_matrix(columns, shape).graph;
    sort_crs_graph(third);
    EXPECT_EQ(on_host(third.entries), sorted);
  });
}

TEST(SortCrs, Matrices) {
  for_matrices([](auto const& columns, auto const& shape, auto const& order) {
    auto const check = [&](auto const& sort) {
      Matrix const matrix = make_matrix(columns, shape);
      sort(matrix);
      Exec{}.fence();
      EXPECT_EQ(on_host(matrix.graph.entries), in_order(columns, order));
      auto const values = on_host(matrix.values);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(values[i], static_cast<double>(order[i]));
    };
    check([](Matrix const& a) {
      sort_crs_matrix(Exec{}, a.graph.row_map, a.graph.entries, a.values);
    });
    check([](Matrix const& a) {
      sort_crs_matrix(a.graph.row_map, a.graph.entries, a.values);
    });
    check([](Matrix const& a) { sort_crs_matrix(a); });
    check([](Matrix const& a) {
      Exec const exec;
      Workspace<Memory> const workspace(
          exec, sort_crs_matrix_workspace_size(exec, a));
      EXPECT_EQ(workspace.bytes(),
                sort_crs_matrix_workspace_size(exec, a.graph.row_map,
                                               a.graph.entries, a.values));
      sort_crs_matrix(exec, a, workspace);
      exec.fence();
    });
  });
}

TEST(SortCrs, CanBePrepared) {
  Matrix const matrix{{to_device(std::vector<std::size_t>{0, 3}),
                       to_device(std::vector<int>{1, 3, 2})},
                      to_device(std::vector<double>{1, 3, 2})};
  Exec const exec;
  prepare(sort_crs_matrix, exec, matrix.graph.row_map, matrix.graph.entries,
          matrix.values)
      .run();
  exec.fence();
  EXPECT_EQ(on_host(matrix.graph.entries), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(on_host(matrix.values), (std::vector<double>{1, 2, 3}));
  prepare(sort_crs_graph, exec, matrix.graph.row_map, matrix.graph.entries,
          descending)
      .run(matrix.graph.row_map, matrix.graph.entries);
  exec.fence();
  EXPECT_EQ(on_host(matrix.graph.entries), (std::vector<int>{3, 2, 1}));
}

TEST(SortCrs, Descending) {
  Graph const graph{to_device(std::vector<std::size_t>{0, 3, 5}),
                    to_device(std::vector<int>{1, 3, 2, 4, 5})};
  Workspace<Memory> const workspace(
      Exec{}, sort_crs_graph_workspace_size(Exec{}, graph, descending));
  sort_crs_graph(Exec{}, graph, descending, workspace);
  Exec{}.fence();
  EXPECT_EQ(on_host(graph.entries), (std::vector<int>{3, 2, 1, 5, 4}));
}

TEST(SortCrs, RefusesExtentsThatDiffer) {
  Matrix const matrix{{to_device(std::vector<std::size_t>{0, 3}),
                       to_device(std::vector<int>{1, 3, 2})},
                      to_device(std::vector<double>{1, 2})};
  EXPECT_TRUE(refuses([&] { sort_crs_matrix(Exec{}, matrix); },
                      {"KokkosSort::sort_crs_matrix:", "'values' has extent 2",
                       "'entries' has extent 3"}));
}

TEST(SortCrs, RefusesViewsThatOverlap) {
  auto const both = to_device(std::vector<unsigned>{0, 2});
  EXPECT_TRUE(
      refuses([&] { sort_crs_graph(both, both); },
              {"KokkosSort::sort_crs_graph:", "'row_map' overlaps 'entries'"}));
  auto const row_map = to_device(std::vector<unsigned>{0, 2});
  EXPECT_TRUE(
      refuses([&] { sort_crs_matrix(Exec{}, row_map, both, both); },
              {"KokkosSort::sort_crs_matrix:", "'values' overlaps 'entries'"}));
}

}  // namespace
}  // namespace KokkosSort::Test::SortCrsTest
