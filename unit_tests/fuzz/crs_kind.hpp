// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_CRS_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_CRS_KIND_HPP

#include <fuzz/sorted_kind.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// Kinds of case that return a sparse matrix, or a graph if Value is void. The
// columns are in the case's `keys`, the rows of the entries or their offsets in
// `rows`. The columns are returned in `result`, the values in `index`, the
// offsets in `offsets`, or all of them in place.

namespace KokkosSort::Test::Fuzz {

/// Treatment of entries of one row and column.
enum class Duplicates { summed, last, kept };

struct TakeLast {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const&, T const& later) const {
    return later;
  }
};

template <Function function, class Column, class Value, Duplicates duplicates>
struct CrsKind : Kind<function, Column, Value, Ordering::natural, Tags::None> {
  using Base = Kind<function, Column, Value, Ordering::natural, Tags::None>;
  using Held = std::conditional_t<std::is_void_v<Value>, unsigned char, Value>;

  static constexpr bool has_values = !std::is_void_v<Value>;
  static constexpr bool is_coo     = function == Function::coo_to_crs;

  using Offset =
      std::conditional_t<(sizeof(Column) > 4), std::uint64_t, std::int32_t>;
  using RowOfEntry =
      std::conditional_t<std::is_signed_v<Column>, std::int64_t, std::uint16_t>;
  using Row = std::conditional_t<is_coo, RowOfEntry, Offset>;

  static constexpr KindTraits traits() {
    KindTraits t     = Base::traits();
    t.has_directions = false;
    return t;
  }

  static void fill(Case& c) {
    Parameters const& p = c.parameters;
    Draw draw(p.key_seed ^ 0xc25);
    std::size_t const row_count = draw.below(std::size_t{1} << draw.below(13));
    auto columns                = make_input<Column>(c);
    std::size_t const most      = draw.between(1, 120);
    if (draw.once_in(2))
      for (auto& column : columns)
        column = static_cast<Column>(column % static_cast<Column>(most));
    fill_keys(c, columns);
    auto const rows = is_coo ? draw_rows(draw, p.size, row_count)
                             : draw_row_map(draw, p.size, row_count);
    c.rows.reset(sizeof(Row), rows.size(), p.keys);
    fill_field(c.rows, rows);
    c.offsets.reset(sizeof(Offset),
                    is_crs_in_place(c.kind, p) ? 0 : row_count + 1, p.result);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout,
                [&](auto layout) { call_with<decltype(layout)>(c); });
  }

  static std::string verify(Case& c, Plant plant) {
    bool const is_in_place = is_crs_in_place(c.kind, c.parameters);
    auto const entries     = sorted_entries(c);
    auto const columns     = inputs<Column>(c.keys);
    auto const values      = inputs<Held>(c.values);
    std::vector<Offset> row_map(row_count_of(c) + 1);
    Array<Column> out;
    Array<Held> others;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      auto const [row, column, i] = entries[e];
      bool const is_new           = duplicates == Duplicates::kept || e == 0 ||
                          row != std::get<0>(entries[e - 1]) ||
                          column != std::get<1>(entries[e - 1]);
      if (is_new) {
        out.push_back(column);
        ++row_map[row + 1];
      }
      if constexpr (has_values) {
        if (is_new) {
          others.push_back(values[i]);
        } else if constexpr (duplicates == Duplicates::summed) {
          others.back() = static_cast<Held>(others.back() + values[i]);
        } else {
          others.back() = values[i];
        }
      }
    }
    for (std::size_t r = 1; r < row_map.size(); ++r)
      row_map[r] += row_map[r - 1];
    Field& found = is_in_place ? c.keys : c.result;
    plant_in_result<Column>(found, plant, out.size());
    auto verdict =
        verify_front(is_in_place ? c.rows : c.offsets, "offset", row_map);
    if (verdict.empty()) verdict = verify_front(found, "column", out);
    return verdict.empty()
               ? verify_front(is_in_place ? c.values : c.index, "value", others)
               : verdict;
  }

 private:
  static std::size_t row_count_of(Case const& c) {
    return (is_coo ? c.offsets : c.rows).size() - 1;
  }

  /// Rows of a few entries or of many. Some are none of the matrix.
  static std::vector<Row> draw_rows(Draw& draw, std::size_t n,
                                    std::size_t row_count) {
    bool const is_skewed = draw.once_in(3), all_are_in = draw.once_in(3);
    std::vector<Row> rows(n);
    for (auto& row : rows) {
      std::size_t const last =
          is_skewed ? draw.below(row_count + 1) : row_count;
      row = static_cast<Row>(draw.below(last + 1));
      if (all_are_in && row_count > 0)
        row = static_cast<Row>(static_cast<std::size_t>(row) % row_count);
      if (all_are_in || !draw.once_in(8)) continue;
      row = draw.once_in(2) ? static_cast<Row>(-1)
                            : std::numeric_limits<Row>::min();
      if (draw.once_in(3)) row = std::numeric_limits<Row>::max();
    }
    return rows;
  }
  /// Ascending offsets from 0. Entries behind the last are in no row.
  static std::vector<Row> draw_row_map(Draw& draw, std::size_t n,
                                       std::size_t row_count) {
    std::size_t const last = row_count == 0    ? 0
                             : draw.once_in(3) ? draw.below(n + 1)
                                               : n;
    std::vector<Row> row_map(row_count + 1);
    for (auto& offset : row_map)
      offset = static_cast<Row>(draw.below(last + 1));
    std::sort(row_map.begin(), row_map.end());
    row_map.front() = 0;
    row_map.back()  = static_cast<Row>(last);
    return row_map;
  }

  using Entry = std::tuple<std::size_t, Column, std::size_t>;

  /// Row, column and number of the entries by a sort of the standard library.
  static std::vector<Entry> sorted_entries(Case const& c) {
    auto const columns = inputs<Column>(c.keys);
    auto const rows    = inputs<Row>(c.rows);
    std::vector<Entry> entries;
    if constexpr (is_coo) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        auto const row = static_cast<std::uint64_t>(rows[i]);  // -1 is large
        if (row < row_count_of(c)) entries.emplace_back(row, columns[i], i);
      }
    } else {
      for (std::size_t r = 0; r < row_count_of(c); ++r)
        for (auto i = static_cast<std::size_t>(rows[r]);
             i < static_cast<std::size_t>(rows[r + 1]); ++i)
          entries.emplace_back(r, columns[i], i);
    }
    std::sort(entries.begin(), entries.end());
    return entries;
  }

  /// work() or work(option).
  template <class Work>
  static void with_duplicates(Work const& work) {
    if constexpr (duplicates == Duplicates::kept) {
      work(keep_duplicates);
    } else if constexpr (duplicates == Duplicates::last) {
      work(reduction(TakeLast{}));
    } else {
      work();
    }
  }

  template <class ViewLayout>
  static void call_with(Case& c) {
    with_duplicates([&](auto const&... option) {
      auto const run = [&](auto const& callee, auto const& bytes,
                           auto const&... views) {
        Base::in_workspace(c, bytes(c.exec(), views..., option...),
                           [&](auto const&... workspace) {
                             Base::invoke(c, callee, views..., option...,
                                          workspace...);
                           });
      };
      if constexpr (is_coo) {
        call_coo<ViewLayout>(c, run);
      } else {
        call_merge<ViewLayout>(c, run);
      }
    });
  }

  template <class ViewLayout>
  static void call_coo(Case& c, auto const& run) {
    auto const rows    = c.rows.template view<ViewLayout, Row const>();
    auto const columns = c.keys.template view<ViewLayout, Column const>();
    auto const row_map = c.offsets.template view<ViewLayout, Offset>();
    auto const entries = c.result.template view<ViewLayout, Column>();
    if constexpr (has_values) {
      run(coo_to_crs, coo_to_crs_workspace_size, rows, columns,
          c.values.template view<ViewLayout, Held const>(), row_map, entries,
          c.index.template view<ViewLayout, Held>());
    } else {
      run(coo_to_crs, coo_to_crs_workspace_size, rows, columns, row_map,
          entries);
    }
  }

  template <class ViewLayout>
  static void call_merge(Case& c, auto const& run) {
    auto const row_map     = c.rows.template view<ViewLayout, Offset>();
    auto const entries     = c.keys.template view<ViewLayout, Column>();
    bool const is_in_place = is_crs_in_place(c.kind, c.parameters);
    auto const out_row_map =
        is_in_place ? row_map : c.offsets.template view<ViewLayout, Offset>();
    auto const out =
        is_in_place ? entries : c.result.template view<ViewLayout, Column>();
    if constexpr (has_values) {
      auto const values = c.values.template view<ViewLayout, Held>();
      run(sort_and_merge, sort_and_merge_workspace_size, row_map, entries,
          values, out_row_map, out,
          is_in_place ? values : c.index.template view<ViewLayout, Held>());
    } else {
      run(sort_and_merge, sort_and_merge_workspace_size, row_map, entries,
          out_row_map, out);
    }
  }
};

template <Function function, class Column, class Value, Duplicates duplicates>
bool add_crs_kind(char const* name) {
  using Added = CrsKind<function, Column, Value, duplicates>;
  return add(
      {name, Added::traits(), &Added::call, &Added::fill, &Added::verify});
}

}  // namespace KokkosSort::Test::Fuzz

#endif
