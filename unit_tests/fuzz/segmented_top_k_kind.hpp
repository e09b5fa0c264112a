// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_SEGMENTED_TOP_K_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_SEGMENTED_TOP_K_KIND_HPP

#include <fuzz/counted_kind.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosSort::Test::Fuzz {

/// segmented_top_k() with or without values, of all segments or of the first.
template <Function function, class Key, class Value, Ordering ordering,
          bool is_counted = false>
struct SegmentedTopKKind : Kind<function, Key, Value, ordering, Tags::None> {
  using Base = Kind<function, Key, Value, ordering, Tags::None>;
  using Held = std::conditional_t<std::is_void_v<Value>, unsigned char, Value>;
  using Number = std::int32_t;

  static constexpr bool has_values = !std::is_void_v<Value>;

  static void fill(Case& c) {
    fill_keys(c, make_input<Key>(c));
    draw_overlaps(c);
    if constexpr (is_counted) draw_first_segments<Number>(c);
    std::size_t const size = Shape(c).size();
    c.result.reset(sizeof(Key), size, c.parameters.result);
    c.index.reset(sizeof(Held), has_values ? size : 0, c.parameters.index);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout, [&](auto layout) {
      Base::with_order(c.parameters, [&](auto const& order) {
        with_segments(c, [&](auto const& of) {
          call_with<decltype(layout)>(c, of, order);
        });
      });
    });
  }

  static std::string verify(Case& c, Plant plant) {
    auto const input  = inputs<Key>(c.keys);
    auto const values = inputs<Held>(c.values);
    auto const found  = results<Key>(c.result);
    auto const beside = results<Held>(c.index);
    auto keys         = inputs<Key>(c.result);
    auto others       = inputs<Held>(c.index);
    auto const less   = oracle_of<Key>(c);
    Shape const shape(c);
    for (std::size_t i = 0; i < c.segments.ends.size(); ++i) {
      std::size_t const begin = c.segments.begins[i];
      auto const part         = part_of(input, begin, c.segments.ends[i]);
      std::vector<std::uint32_t> origins;
      bool const is_order = c.parameters.is_order(c.kind);
      if (is_order) origins = stable_origins<Key>(part, less);
      for (std::size_t j = 0; j < std::min(shape.k, part.size()); ++j) {
        std::size_t const at = shape.at(i, j);
        keys[at]             = is_order ? part[origins[j]] : found[at];
        if (has_values)
          others[at] = is_order ? values[begin + origins[j]] : beside[at];
      }
    }
    return verify_elements(c, plant, keys, others);
  }

 private:
  /// The rows of the results, one after another in the memory of these, or
  /// column after column. Padding stands between them in strided views.
  struct Shape {
    std::size_t rows = 0, k = 0, padding = 0;
    bool has_rows = true;

    explicit Shape(Case const& c) {
      Parameters const& p = c.parameters;
      Draw draw(p.key_seed ^ 0x70d);
      rows = c.segments.device_ends.extent(0);
      // Few keys of many segments, or many of few.
      static std::size_t const limit = limit_of_scratch();
      std::size_t const most =
          std::min({limit, (4 * p.size + 1000) / std::max<std::size_t>(rows, 1),
                    draw.once_in(2) ? limit : std::size_t{10}});
      k                  = draw.below(most + 1);
      bool const strided = p.layout == Layout::stride;
      padding            = strided ? draw.below(3) : 0;
      has_rows = strided ? draw.once_in(2) : p.layout == Layout::right;
    }
    std::size_t row_step() const { return has_rows ? k + padding : 1; }
    std::size_t column_step() const { return has_rows ? 1 : rows + padding; }
    std::size_t size() const {
      return has_rows ? rows * row_step() : k * column_step();
    }
    std::size_t at(std::size_t i, std::size_t j) const {
      return i * row_step() + j * column_step();
    }
  };

  /// The greatest k that a team has scratch for.
  static std::size_t limit_of_scratch() {
    std::size_t k    = 0;
    auto const bytes = [](std::size_t count) {
      return has_values ? top_k_by_key_team_scratch_size<Key, Held>(count)
                        : top_k_team_scratch_size<Key>(count);
    };
    while (bytes(k + 1) <= 40 * 1024) ++k;
    return k;
  }

  /// These segments may overlap.
  static void draw_overlaps(Case& c) {
    Draw draw(c.parameters.key_seed ^ 0x0ee);
    FuzzSegments& s = c.segments;
    if (!s.have_gaps || draw.once_in(2)) return;
    for (std::size_t i = 0; i < s.ends.size(); ++i) {
      std::size_t const longest = 2 * (s.ends[i] - s.begins[i] + 1);
      s.ends[i]                 = static_cast<std::uint32_t>(
          std::min(c.parameters.size, s.begins[i] + draw.below(longest)));
    }
    s.device_ends = to_device(s.ends);
  }

  template <class Work>
  static void with_segments(Case const& c, Work const& work) {
    FuzzSegments const& s = c.segments;
    if constexpr (is_counted) {
      with_first_segments<Number>(c, work);
    } else {
      s.have_gaps ? work(segments(s.device_begins, s.device_ends))
                  : work(s.device_begins);
    }
  }

  template <class ViewLayout, class T>
  static auto rows_of(Field& field, Shape const& shape) {
    auto const flat = field.template view<ViewLayout, T>();
    using Rows      = Kokkos::View<T**, ViewLayout, Memory,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    if constexpr (std::is_same_v<ViewLayout, Kokkos::LayoutStride>) {
      std::size_t const step = flat.stride(0);
      return Rows(flat.data(),
                  Kokkos::LayoutStride(shape.rows, shape.row_step() * step,
                                       shape.k, shape.column_step() * step));
    } else {
      return Rows(flat.data(), shape.rows, shape.k);
    }
  }

  template <class ViewLayout, class Of, class Order>
  static void call_with(Case& c, Of const& of, Order const& order) {
    Shape const shape(c);
    auto const keys = c.keys.template view<ViewLayout, Key const>();
    auto const rows = rows_of<ViewLayout, Key>(c.result, shape);
    Base::in_workspace(c, 0, [&](auto const&... workspace) {
      if constexpr (has_values) {
        Base::invoke(c, segmented_top_k_by_key, keys,
                     c.values.template view<ViewLayout, Value const>(), of,
                     rows, rows_of<ViewLayout, Value>(c.index, shape), order,
                     workspace...);
      } else {
        Base::invoke(c, segmented_top_k, keys, of, rows, workspace..., order);
      }
    });
  }
};

/// segmented_top_k() of the first segments.
template <Function function, class Key, class Value, Ordering ordering>
using CountedTopKKind = SegmentedTopKKind<function, Key, Value, ordering, true>;
template <Function function, class Key, class Value, Ordering ordering>
using AllTopKKind = SegmentedTopKKind<function, Key, Value, ordering>;

}  // namespace KokkosSort::Test::Fuzz

#endif
