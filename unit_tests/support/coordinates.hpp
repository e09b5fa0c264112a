// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_SUPPORT_COORDINATES_HPP
#define KOKKOSSORT_UNIT_TESTS_SUPPORT_COORDINATES_HPP

#include <support/run_inputs.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

// Entries of sparse matrices in coordinate form, and the matrix that they make
// by one loop on the host.

namespace KokkosSort::Test::Coordinates {

template <class Row, class Column, class Value>
struct Coo {
  std::vector<Row> rows;
  std::vector<Column> columns;
  Array<Value> values;
};

/// Returns n entries, with about `repeats` per row and column.
template <class Row, class Column, class Value>
Coo<Row, Column, Value> entries(std::size_t n, std::size_t row_count,
                                std::size_t repeats) {
  Coo<Row, Column, Value> coo{std::vector<Row>(n), std::vector<Column>(n),
                              RunInputs::weights<Value>(n)};
  std::size_t const distinct    = n / repeats + 1;
  std::size_t const per_row     = distinct / (row_count + 1) + 1;
  constexpr bool signed_columns = Column(-1) < Column(0);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const which = (i * 2654435761u >> 7) % distinct;
    // Few rows have many entries, and some have none.
    std::size_t const row = which % 7 == 0 ? 0 : which / per_row * 3;
    coo.rows[i] = static_cast<Row>(row_count == 0 ? 0 : row % row_count);
    coo.columns[i] =
        static_cast<Column>(signed_columns ? static_cast<long>(which) - 9
                                           : static_cast<long>(which));
  }
  return coo;
}

template <class Column, class Value>
struct Crs {
  std::vector<std::uint64_t> row_map;
  std::vector<Column> columns;
  std::vector<Value> values;
};

/// Returns the matrix of the entries. combine(a, b) is called with values of
/// equal row and column; entries are kept if `keeps`.
template <class Row, class Column, class Value, class Combine>
Crs<Column, Value> matrix_of(Coo<Row, Column, Value> const& coo,
                             std::size_t row_count, Combine const& combine,
                             bool keeps) {
  auto const row = [&](std::size_t i) {
    return static_cast<std::uint64_t>(coo.rows[i]);
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < coo.rows.size(); ++i)
    if (row(i) < row_count) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return row(a) != row(b) ? row(a) < row(b)
                                             : coo.columns[a] < coo.columns[b];
                   });
  Crs<Column, Value> crs{std::vector<std::uint64_t>(row_count + 1), {}, {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t const at = order[i];
    if (!keeps && i > 0 && row(order[i - 1]) == row(at) &&
        coo.columns[order[i - 1]] == coo.columns[at]) {
      crs.values.back() = combine(crs.values.back(), coo.values[at]);
      continue;
    }
    ++crs.row_map[row(at) + 1];
    crs.columns.push_back(coo.columns[at]);
    crs.values.push_back(coo.values[at]);
  }
  std::partial_sum(crs.row_map.begin(), crs.row_map.end(), crs.row_map.begin());
  return crs;
}

/// Compares the first elements, and leaves what is behind them.
template <class Found, class Right>
void expect_begins(Found const& found, Right const& right, char const* name) {
  ASSERT_GE(found.size(), right.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    ASSERT_TRUE(same_bytes<typename Right::value_type>(found[i], right[i]))
        << name << " " << i << " of " << right.size();
}

}  // namespace KokkosSort::Test::Coordinates

#endif
