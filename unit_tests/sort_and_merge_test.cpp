// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/coordinates.hpp>
#include <support/events.hpp>
#include <KokkosSort/prepare.hpp>
#include <KokkosSort/sort_and_merge.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

// sort_and_merge() against one loop over the sorted entries.

namespace KokkosSort::Test::SortAndMergeTest {
namespace {

using namespace Coordinates;
using RunInputs::Add;
using RunInputs::Affine;
using RunInputs::Compose;

/// Entries in rows, in the order of the input within a row. Entries of no row
/// are behind the last row.
template <class Offset, class Column, class Value>
struct Input {
  std::vector<Offset> row_map;
  Array<Column> columns;
  Array<Value> values;
};
template <class Offset, class Column, class Value>
Input<Offset, Column, Value> in_rows(Coo<int, Column, Value> const& coo,
                                     std::size_t row_count) {
  std::size_t const n = coo.rows.size();
  auto const row      = [&](std::size_t i) {
    return std::min(static_cast<std::size_t>(coo.rows[i]), row_count);
  };
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return row(a) < row(b); });
  Input<Offset, Column, Value> input{std::vector<Offset>(row_count + 1),
                                     Array<Column>(n), Array<Value>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    if (row(i) < row_count) ++input.row_map[row(i) + 1];
    input.columns[i] = coo.columns[order[i]];
    input.values[i]  = coo.values[order[i]];
  }
  std::partial_sum(input.row_map.begin(), input.row_map.end(),
                   input.row_map.begin());
  return input;
}

/// Between guard zones, in a poisoned workspace of the exact size: a matrix, a
/// graph, and a matrix in place.
template <class Offset, class Layout = Kokkos::LayoutRight, class Column,
          class Value, class Combine, class... Options>
void check(Coo<int, Column, Value> const& coo, std::size_t row_count,
           Combine const& combine, Placement placement,
           Options const&... options) {
  std::size_t const n = coo.rows.size();
  SCOPED_TRACE(std::to_string(n) + " entries, " + std::to_string(row_count) +
               " rows");
  auto const right = matrix_of(coo, row_count, combine, false);
  auto const input = in_rows<Offset>(coo, row_count);
  Exec const exec;
  Guarded<Offset> const row_map(input.row_map, placement);
  Guarded<Column> const entries(input.columns, placement);
  Guarded<Value> const values(input.values, placement);
  Guarded<Offset> const out_row_map(Array<Offset>(row_count + 1), placement);
  Guarded<Column> const out_entries(Array<Column>(n), placement);
  Guarded<Value> const out_values(Array<Value>(n), placement);
  PoisonedWorkspace scratch;
  auto const call = [&](auto const& offsets, auto const& columns,
                        auto const&... views) {
    std::size_t const bytes =
        sort_and_merge_workspace_size(exec, views..., options...);
    sort_and_merge(exec, views..., options..., scratch.prepare(bytes));
    exec.fence();
    expect_begins(
        offsets.values(),
        std::vector<Offset>(right.row_map.begin(), right.row_map.end()),
        "offset");
    expect_begins(columns.values(), right.columns, "column");
    EXPECT_TRUE(offsets.guards_hold());
    EXPECT_TRUE(columns.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
  };
  auto const map  = row_map.template view<Layout, Offset const>();
  auto const from = entries.template view<Layout, Column const>();
  auto const with = values.template view<Layout, Value const>();
  call(out_row_map, out_entries, map, from, with,
       out_row_map.template view<Layout>(), out_entries.template view<Layout>(),
       out_values.template view<Layout>());
  expect_begins(out_values.values(), right.values, "value");
  EXPECT_TRUE(out_values.guards_hold());
  call(out_row_map, out_entries, map, from, out_row_map.template view<Layout>(),
       out_entries.template view<Layout>());
  EXPECT_TRUE(row_map.untouched());
  EXPECT_TRUE(entries.untouched());
  EXPECT_TRUE(values.untouched());
  call(row_map, entries, map, from, with, row_map.template view<Layout>(),
       entries.template view<Layout>(), values.template view<Layout>());
  expect_begins(values.values(), right.values, "value");
  EXPECT_TRUE(values.guards_hold());
}

TEST(SortAndMerge, SmallSizes) {
  for (std::size_t n = 0; n < 34; ++n)
    for (std::size_t const row_count : {0, 1, 2, 9})
      for (std::size_t const repeats : {1, 3, 40}) {
        auto coo = entries<int, int, double>(n, row_count, repeats);
        if (row_count == 0) coo.rows.assign(n, 5);
        check<int>(coo, row_count, Add{}, {n % 3, 1});
      }
}

TEST(SortAndMerge, Sizes) {
  for (std::size_t const n : {2815, 2816, 2817, 8191, 8192, 8193, 60021})
    for (std::size_t const row_count : {1, 100, 100000})
      check<std::size_t>(entries<int, int, double>(n, row_count, 3), row_count,
                         Add{}, {1, 1});
}

TEST(SortAndMerge, TypesAndLayouts) {
  std::size_t const n = 30011;
  check<std::int64_t, Kokkos::LayoutStride>(
      entries<int, std::int64_t, double>(n, 500, 4), 500, Add{}, {3, 3});
  check<std::uint32_t>(entries<int, std::int16_t, std::uint64_t>(n, 500, 4),
                       500, Add{}, {1, 1});
}

TEST(SortAndMerge, CombinesInTheOrderOfTheInput) {
  std::size_t const n = 100003;
  for (std::size_t const repeats : {2, 100, 100000})
    check<int>(entries<int, int, Affine>(n, 50, repeats), 50, Compose{}, {1, 1},
               reduction(Compose{}));
}

TEST(SortAndMerge, IgnoresEntriesBehindTheLastRow) {
  std::size_t const n = 5003;
  auto coo            = entries<int, int, double>(n, 40, 3);
  for (std::size_t i = 0; i < n; i += 5) coo.rows[i] = 40;
  check<int>(coo, 40, Add{}, {1, 1});
  coo.rows.assign(n, 40);
  check<int>(coo, 40, Add{}, {1, 1});
}

/// The members of KokkosSparse::StaticCrsGraph that are read.
struct Graph {
  Kokkos::View<int const*, Memory> row_map;
  DeviceView<int> entries;
};
/// The members of KokkosSparse::CrsMatrix that are read.
struct Matrix {
  Graph graph;
  DeviceView<float> values;
};

TEST(SortAndMerge, MatricesGraphsAndPrepared) {
  Matrix const matrix{{to_device(std::vector<int>{0, 1, 4, 4}),
                       to_device(std::vector<int>{7, 5, 2, 5})},
                      to_device(std::vector<float>{1, 2, 3, 4})};
  DeviceView<int> const row_map("row_map", 4), entries("entries", 4);
  DeviceView<float> const out("out", 4);
  auto const check = [&](char const* way) {
    Exec{}.fence();
    EXPECT_EQ(on_host(row_map), (std::vector<int>{0, 1, 3, 3})) << way;
    auto const found = on_host(entries);
    EXPECT_EQ(std::vector<int>(found.begin(), found.begin() + 3),
              (std::vector<int>{7, 2, 5}))
        << way;
    Kokkos::deep_copy(row_map, -1);
    Kokkos::deep_copy(entries, -1);
  };
  Exec const exec;
  Workspace<Memory> const workspace(
      exec, sort_and_merge_workspace_size(exec, matrix, row_map, entries, out));
  EXPECT_LE(sort_and_merge_workspace_size(exec, matrix.graph, row_map, entries),
            workspace.bytes());
  sort_and_merge(exec, matrix, row_map, entries, out, workspace);
  check("matrix");
  EXPECT_EQ(on_host(out)[2], 6);
  sort_and_merge(exec, matrix.graph, row_map, entries, workspace);
  check("graph");
  sort_and_merge(matrix.graph.row_map, matrix.graph.entries, row_map, entries);
  check("default instance");
  auto prepared =
      prepare(sort_and_merge, exec, matrix.graph.row_map, matrix.graph.entries,
              matrix.values, row_map, entries, out);
  prepared.run();
  check("prepared");
  prepare(sort_and_merge, exec, matrix.graph.row_map, matrix.graph.entries,
          row_map, entries)
      .run();
  check("prepared graph");
}

TEST(SortAndMerge, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  std::size_t const n = 50000;
  auto const row_map  = to_device(std::vector<int>{0, 3, 20000, 50000});
  DeviceView<int> const entries("entries", n), map("m", 4), out("out", n);
  DeviceView<double> const values("values", n), sums("sums", n);
  Workspace<Memory> const workspace(
      exec, sort_and_merge_workspace_size(exec, row_map, entries, values, map,
                                          out, sums));
  check_quiet("sort_and_merge", [&] {
    sort_and_merge(exec, row_map, entries, values, map, out, sums, workspace);
  });
}

TEST(SortAndMerge, RefusesViewsThatDoNotFit) {
  DeviceView<int> const row_map("row_map", 5), entries("entries", 300),
      map("map", 5), out("out", 300), few("few", 299);
  DeviceView<double> const values("values", 300), sums("sums", 300),
      little("little", 299);
  auto const refuse = [&](auto const& call, std::string const& argument,
                          std::string const& problem) {
    EXPECT_TRUE(refuses(
        call,
        {"KokkosSort::sort_and_merge: argument '" + argument + "'", problem}));
  };
  refuse([&] { sort_and_merge(row_map, entries, few, out); }, "out_row_map",
         "has extent 299");
  refuse([&] { sort_and_merge(row_map, entries, little, map, out, sums); },
         "values", "has extent 299");
  refuse([&] { sort_and_merge(row_map, entries, map, few); }, "out_entries",
         "must have room for 300");
  refuse([&] { sort_and_merge(row_map, entries, values, map, out, little); },
         "out_values", "must have room for 300");
  refuse([&] { sort_and_merge(few, out, out, out); }, "out_row_map",
         "has extent 300");
  refuse(
      [&] {
        sort_and_merge(DeviceView<int>(), entries, DeviceView<int>(), out);
      },
      "out_row_map", "has extent 0");
  refuse(
      [&] {
        sort_and_merge(row_map, entries, DeviceView<std::int8_t>("map", 5),
                       out);
      },
      "out_row_map", "cannot hold the number 300");
  refuse([&] { sort_and_merge(out, entries, out, out); }, "out_row_map",
         "overlaps 'out_entries'");
  refuse(
      [&] {
        sort_and_merge(Exec{}, row_map, entries, map, out,
                       Workspace<Memory>(Exec{}, 8));
      },
      "workspace", "has 8 bytes");
}

}  // namespace
}  // namespace KokkosSort::Test::SortAndMergeTest
