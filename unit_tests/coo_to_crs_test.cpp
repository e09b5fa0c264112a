// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/coordinates.hpp>
#include <support/events.hpp>
#include <KokkosSort/coo_to_crs.hpp>
#include <KokkosSort/prepare.hpp>

#include <cstdint>
#include <string>
#include <vector>

// coo_to_crs() against one loop over the sorted entries.

namespace KokkosSort::Test::CooToCrsTest {
namespace {

using namespace Coordinates;
using RunInputs::Add;
using RunInputs::Affine;
using RunInputs::Compose;

/// Between guard zones, in a poisoned workspace of the exact size.
template <class Offset, class Layout = Kokkos::LayoutRight, class Row,
          class Column, class Value, class Combine, class... Options>
void check(Coo<Row, Column, Value> const& coo, std::size_t row_count,
           Combine const& combine, Placement placement,
           Options const&... options) {
  std::size_t const n = coo.rows.size();
  SCOPED_TRACE(std::to_string(n) + " entries, " + std::to_string(row_count) +
               " rows");
  constexpr bool keeps = (std::is_same_v<Options, KeepDuplicates> || ...);
  auto const right     = matrix_of(coo, row_count, combine, keeps);
  Exec const exec;
  Guarded<Row> const rows(Array<Row>(coo.rows.begin(), coo.rows.end()),
                          placement);
  Guarded<Column> const columns(
      Array<Column>(coo.columns.begin(), coo.columns.end()), placement);
  Guarded<Value> const values(coo.values, placement);
  Guarded<Offset> const row_map(Array<Offset>(row_count + 1), placement);
  Guarded<Column> const entries(Array<Column>(n), placement);
  Guarded<Value> const out(Array<Value>(n), placement);
  PoisonedWorkspace scratch;
  auto const verify = [&] {
    expect_begins(
        row_map.values(),
        std::vector<Offset>(right.row_map.begin(), right.row_map.end()),
        "offset");
    expect_begins(entries.values(), right.columns, "column");
    EXPECT_TRUE(row_map.guards_hold());
    EXPECT_TRUE(entries.guards_hold());
    EXPECT_TRUE(out.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
    EXPECT_TRUE(rows.untouched());
    EXPECT_TRUE(columns.untouched());
    EXPECT_TRUE(values.untouched());
  };
  auto const call = [&](auto const&... views) {
    std::size_t const bytes =
        coo_to_crs_workspace_size(exec, views..., options...);
    coo_to_crs(exec, views..., options..., scratch.prepare(bytes));
    exec.fence();
    verify();
  };
  auto const from = rows.template view<Layout, Row const>();
  auto const at   = columns.template view<Layout, Column const>();
  call(from, at, values.template view<Layout, Value const>(),
       row_map.template view<Layout>(), entries.template view<Layout>(),
       out.template view<Layout>());
  expect_begins(out.values(), right.values, "value");
  call(from, at, row_map.template view<Layout>(),
       entries.template view<Layout>());
}

TEST(CooToCrs, SmallSizes) {
  for (std::size_t n = 0; n < 34; ++n)
    for (std::size_t const row_count : {0, 1, 2, 9})
      for (std::size_t const repeats : {1, 3, 40}) {
        auto const coo = entries<int, int, double>(n, row_count, repeats);
        check<int>(coo, row_count, Add{}, {n % 3, 1});
        check<int>(coo, row_count, Add{}, {n % 3, 1}, keep_duplicates);
      }
}

TEST(CooToCrs, Sizes) {
  for (std::size_t const n : {2815, 2816, 2817, 8191, 8192, 8193, 60021})
    for (std::size_t const row_count : {1, 100, 100000}) {
      auto const coo = entries<int, int, double>(n, row_count, 3);
      check<std::size_t>(coo, row_count, Add{}, {1, 1});
      check<std::uint32_t>(coo, row_count, Add{}, {0, 1}, keep_duplicates);
    }
}

TEST(CooToCrs, TypesAndLayouts) {
  std::size_t const n = 30011;
  check<std::int64_t, Kokkos::LayoutStride>(
      entries<std::size_t, std::int64_t, double>(n, 500, 4), 500, Add{},
      {3, 3});
  check<int, Kokkos::LayoutStride>(
      entries<std::int64_t, std::uint64_t, std::uint32_t>(n, 500, 4), 500,
      Add{}, {3, 3}, keep_duplicates);
  check<int>(entries<std::uint16_t, std::int16_t, std::uint64_t>(n, 500, 4),
             500, Add{}, {1, 1});
}

TEST(CooToCrs, CombinesInTheOrderOfTheInput) {
  std::size_t const n = 100003;
  for (std::size_t const repeats : {2, 100, 100000})
    check<int>(entries<int, int, Affine>(n, 50, repeats), 50, Compose{}, {1, 1},
               reduction(Compose{}));
}

TEST(CooToCrs, LeavesOutEntriesOfNoRow) {
  std::size_t const n = 5003;
  auto coo            = entries<int, int, double>(n, 40, 3);
  for (std::size_t i = 0; i < n; i += 5) coo.rows[i] = i % 2 == 0 ? -1 : 40;
  check<int>(coo, 40, Add{}, {1, 1});
  check<int>(coo, 40, Add{}, {1, 1}, keep_duplicates);
  for (auto& row : coo.rows) row = -7;
  check<int>(coo, 40, Add{}, {1, 1});
}

TEST(CooToCrs, WithoutAnInstanceAndPrepared) {
  auto const rows    = to_device(std::vector<int>{1, 0, 1, 0});
  auto const columns = to_device(std::vector<int>{2, 5, 2, 1});
  auto const values  = to_device(std::vector<float>{1, 2, 3, 4});
  DeviceView<int> const row_map("row_map", 4), entries("entries", 4);
  DeviceView<float> const out("out", 4);
  auto const check = [&](char const* way) {
    Exec{}.fence();
    EXPECT_EQ(on_host(row_map), (Array<int>{0, 2, 3, 3})) << way;
    auto const found = on_host(out);
    EXPECT_EQ(Array<float>(found.begin(), found.begin() + 3),
              (Array<float>{4, 2, 4}))
        << way;
    Kokkos::deep_copy(row_map, -1);
    Kokkos::deep_copy(out, -1);
  };
  coo_to_crs(rows, columns, values, row_map, entries, out);
  check("default instance");
  auto prepared =
      prepare(coo_to_crs, Exec{}, rows, columns, values, row_map, entries, out);
  prepared.run();
  check("prepared");
  prepared.run(rows, columns, values, row_map, entries, out);
  check("prepared, with views");
  prepare(coo_to_crs, Exec{}, rows, columns, row_map, entries, keep_duplicates)
      .run();
  Exec{}.fence();
  EXPECT_EQ(on_host(row_map), (Array<int>{0, 2, 4, 4}));
  EXPECT_EQ(on_host(entries), (Array<int>{1, 5, 2, 2}));
}

TEST(CooToCrs, NeitherAllocatesNorFencesWithAWorkspace) {
  Exec const exec;
  std::size_t const n = 50000;
  DeviceView<int> const rows("rows", n), columns("columns", n), row_map("m", 9),
      entries("entries", n);
  DeviceView<double> const values("values", n), out("out", n);
  Workspace<Memory> const workspace(
      exec, coo_to_crs_workspace_size(exec, rows, columns, values, row_map,
                                      entries, out));
  check_quiet("coo_to_crs", [&] {
    coo_to_crs(exec, rows, columns, values, row_map, entries, out, workspace);
  });
}

TEST(CooToCrs, RefusesViewsThatDoNotFit) {
  DeviceView<int> const rows("rows", 300), columns("columns", 300),
      row_map("row_map", 5), entries("entries", 300), few("few", 299);
  DeviceView<double> const values("values", 300), out("out", 300),
      little("little", 299);
  auto const refuse = [&](auto const& call, std::string const& argument,
                          std::string const& problem) {
    EXPECT_TRUE(refuses(
        call,
        {"KokkosSort::coo_to_crs: argument '" + argument + "'", problem}));
  };
  refuse([&] { coo_to_crs(rows, few, row_map, entries); }, "columns",
         "has extent 299");
  refuse([&] { coo_to_crs(rows, columns, little, row_map, entries, out); },
         "values", "has extent 299");
  refuse([&] { coo_to_crs(rows, columns, row_map, few); }, "entries",
         "must have room for 300");
  refuse([&] { coo_to_crs(rows, columns, values, row_map, entries, little); },
         "out_values", "must have room for 300");
  refuse([&] { coo_to_crs(rows, columns, DeviceView<int>(), entries); },
         "row_map", "has extent 0");
  refuse(
      [&] {
        coo_to_crs(rows, columns, DeviceView<std::int8_t>("map", 5), entries);
      },
      "row_map", "cannot hold the number 300");
  refuse([&] { coo_to_crs(rows, columns, row_map, rows); }, "entries",
         "overlaps 'rows'");
  refuse([&] { coo_to_crs(rows, columns, entries, entries); }, "row_map",
         "overlaps 'entries'");
  refuse([&] { coo_to_crs(rows, columns, values, row_map, entries, values); },
         "out_values", "overlaps 'values'");
  refuse(
      [&] {
        coo_to_crs(Exec{}, rows, columns, row_map, entries,
                   Workspace<Memory>(Exec{}, 8));
      },
      "workspace", "has 8 bytes");
}

}  // namespace
}  // namespace KokkosSort::Test::CooToCrsTest
