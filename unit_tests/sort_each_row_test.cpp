// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/call.hpp>
#include <support/comparators.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::SortEachRowTest {
namespace {

/// Extents and strides of a matrix of unsigned integers.
struct Shape {
  std::size_t rows;
  std::size_t columns;
  std::size_t row_stride;
  std::size_t column_stride;

  std::size_t span() const {
    return rows == 0 || columns == 0
               ? 0
               : (rows - 1) * row_stride + (columns - 1) * column_stride + 1;
  }
};

std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (std::size_t const rows : {0, 1, 2, 3, 100, 5000})
    for (std::size_t const columns : {0, 1, 2, 33, 300, 5000}) {
      if (rows * columns > 600000) continue;
      all.push_back({rows, columns, columns, 1});       // LayoutRight
      all.push_back({rows, columns, 1, rows});          // LayoutLeft
      all.push_back({rows, columns, columns + 3, 1});   // padded
      all.push_back({rows, columns, 2 * columns, 2});   // every other
      all.push_back({rows, columns, 3, 3 * rows + 1});  // both
    }
  return all;
}

using Matrix = Kokkos::View<std::uint32_t**, Kokkos::LayoutStride, Memory,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Sorts the rows of `keys` in place by the standard library.
template <class Less>
void sort_rows_of(Shape const& shape, std::vector<std::uint32_t>& keys,
                  Less const& less) {
  std::vector<std::uint32_t> row(shape.columns);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    auto const at = [&](std::size_t j) -> std::uint32_t& {
      return keys[i * shape.row_stride + j * shape.column_stride];
    };
    for (std::size_t j = 0; j < shape.columns; ++j) row[j] = at(j);
    std::sort(row.begin(), row.end(), less);
    for (std::size_t j = 0; j < shape.columns; ++j) at(j) = row[j];
  }
}

template <class Less, class... Options>
void check(Shape const& shape, Less const& less, Options const&... options) {
  SCOPED_TRACE(std::to_string(shape.rows) + " x " +
               std::to_string(shape.columns) + ", strides " +
               std::to_string(shape.row_stride) + " and " +
               std::to_string(shape.column_stride));
  auto const input =
      input_keys<std::uint32_t>(shape.span(), Distribution::uniform);
  auto expected = input;
  sort_rows_of(shape, expected, less);
  PoisonedWorkspace scratch;
  {
    Guarded<std::uint32_t> const keys(input);
    Matrix const matrix(
        keys.data(), Kokkos::LayoutStride(shape.rows, shape.row_stride,
                                          shape.columns, shape.column_stride));
    auto const bytes = sort_each_row_workspace_size(Exec{}, matrix, options...);
    sort_each_row(Exec{}, matrix, scratch.prepare(bytes), options...);
    ASSERT_TRUE(same_sequence(keys.values(), expected));
    EXPECT_TRUE(keys.guards_hold());
    EXPECT_TRUE(scratch.guards_hold());
  }
  Guarded<std::uint32_t> const keys(input);
  Matrix const transposed(
      keys.data(), Kokkos::LayoutStride(shape.columns, shape.column_stride,
                                        shape.rows, shape.row_stride));
  auto const bytes =
      sort_each_column_workspace_size(Exec{}, transposed, options...);
  sort_each_column(Exec{}, transposed, options..., scratch.prepare(bytes));
  ASSERT_TRUE(same_sequence(keys.values(), expected));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

TEST(SortEachRow, EveryLayout) {
  for (auto const& shape : shapes()) check(shape, std::less<>{});
}

TEST(SortEachRow, Descending) {
  for (auto const& shape : shapes())
    if (shape.rows * shape.columns < 100000)
      check(shape, std::greater<>{}, descending);
}

TEST(SortEachRow, WithoutAnInstance) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> const left("left", 3, 2);
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> const right("right", 3,
                                                                  2);
  auto const host = Kokkos::create_mirror_view(left);
  double const numbers[3][2]{{2, 1}, {-1, 0}, {7, -7}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) host(i, j) = numbers[i][j];
  Kokkos::deep_copy(left, host);
  auto const right_host = Kokkos::create_mirror_view(right);
  Kokkos::deep_copy(right_host, host);
  Kokkos::deep_copy(right, right_host);
  sort_each_row(left);
  sort_each_column(right, Greater{});
  Kokkos::deep_copy(host, left);
  Kokkos::deep_copy(right_host, right);
  double const by_row[3][2]{{1, 2}, {-1, 0}, {-7, 7}};
  double const by_column[3][2]{{7, 1}, {2, 0}, {-1, -7}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(host(i, j), by_row[i][j]);
      EXPECT_EQ(right_host(i, j), by_column[i][j]);
    }
}

TEST(SortEachRow, CanBePrepared) {
  Exec const exec;
  Kokkos::View<int**, Kokkos::LayoutLeft, Memory> const matrix("matrix", 1, 3);
  auto const host = Kokkos::create_mirror_view(matrix);
  for (int j = 0; j < 3; ++j) host(0, j) = 5 - j;
  Kokkos::deep_copy(matrix, host);
  prepare(sort_each_column, exec, matrix).run(matrix);
  prepare(sort_each_row, exec, matrix).run(matrix);
  exec.fence();
  Kokkos::deep_copy(host, matrix);
  for (int j = 0; j < 3; ++j) EXPECT_EQ(host(0, j), 3 + j);
}

TEST(SortEachRow, RefusesAWorkspaceThatIsTooSmall) {
  Exec const exec;
  Kokkos::View<int**, Kokkos::LayoutLeft, Memory> const matrix("matrix", 70,
                                                               900);
  auto const bytes = sort_each_row_workspace_size(exec, matrix);
  Workspace<Memory> const small(exec, bytes - 1);
  EXPECT_TRUE(refuses(
      [&] { sort_each_row(exec, matrix, small); },
      {"KokkosSort::sort_each_row:", "'workspace'", std::to_string(bytes)}));
  auto const of_columns = sort_each_column_workspace_size(exec, matrix);
  EXPECT_LT(of_columns, bytes) << "columns need no copy";
  Workspace<Memory> const smaller(exec, of_columns - 1);
  EXPECT_TRUE(refuses([&] { sort_each_column(exec, matrix, smaller); },
                      {"KokkosSort::sort_each_column:", "'workspace'"}));
}

}  // namespace
}  // namespace KokkosSort::Test::SortEachRowTest
