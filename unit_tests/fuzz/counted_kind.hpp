// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_COUNTED_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_COUNTED_KIND_HPP

#include <fuzz/sorted_kind.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

// Kinds of case whose number of keys or segments is on the device.

namespace KokkosSort::Test::Fuzz {

/// Draws how many segments count. The bounds of the others are not read, so
/// half of the cases replace them by those of all keys.
template <class Number>
void draw_first_segments(Case& c) {
  FuzzSegments& s = c.segments;
  c.draw_count<Number>(s.ends.size());
  auto const n           = static_cast<std::uint32_t>(c.parameters.size);
  auto const fill_behind = [](auto const& view, std::size_t kept,
                              std::uint32_t bound) {
    if (kept < view.extent(0))
      Kokkos::deep_copy(
          Kokkos::subview(view, Kokkos::pair(kept, view.extent(0))), bound);
  };
  if (Draw(c.parameters.key_seed ^ 0xf125).once_in(2)) {
    s.have_gaps ? fill_behind(s.device_begins, c.used, 0)
                : fill_behind(s.device_begins, c.used + 1, n);
    fill_behind(s.device_ends, c.used, n);
  }
  s.begins.resize(c.used);
  s.ends.resize(c.used);
}

/// work(counted(segments, count)) with the segments of the case.
template <class Number, class Work>
void with_first_segments(Case const& c, Work const& work) {
  FuzzSegments const& s = c.segments;
  auto const number     = c.count_as<Number>();
  s.have_gaps ? work(counted(segments(s.device_begins, s.device_ends), number))
                  : work(counted(s.device_begins, number));
}

/// Segmented sorts of the first segments.
template <Function function, class Key, class Value, Ordering ordering>
struct CountedKind : Kind<function, Key, Value, ordering, Tags::None> {
  using Base = Kind<function, Key, Value, ordering, Tags::None>;
  using Number =
      std::conditional_t<std::is_void_v<Value>, std::int64_t, std::int32_t>;

  static void fill(Case& c) {
    KeyChecks<Key>::fill(c);
    draw_first_segments<Number>(c);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout, [&](auto layout) {
      Base::with_order(c.parameters, [&](auto const& order) {
        with_first_segments<Number>(c, [&](auto const& first) {
          Base::template call_segmented<decltype(layout)>(c, first, order);
        });
      });
    });
  }

  static std::string verify(Case& c, Plant plant) {
    return KeyChecks<Key>::verify(c, plant);
  }
};

/// top_k_counted(), with a count of the type Number.
template <Function function, class Key, class Number, Ordering ordering>
struct TopKCountedKind : Kind<function, Key, Number, ordering, Tags::None> {
  using Base = Kind<function, Key, Number, ordering, Tags::None>;

  static void fill(Case& c) {
    Parameters const& p = c.parameters;
    c.values.reset(1, 0, p.values);
    c.index.reset(1, 0, p.index);
    bool const has_all = Draw(p.key_seed ^ 0x70b).once_in(8);
    c.result.reset(sizeof(Key), has_all ? p.size : p.rank(), p.result);
    fill_keys(c, make_input<Key>(c));
    c.draw_count<Number>(p.size);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout, [&](auto layout) {
      using ViewLayout  = decltype(layout);
      auto const keys   = c.keys.template view<ViewLayout, Key const>();
      auto const result = c.result.template view<ViewLayout, Key>();
      Base::with_order(c.parameters, [&](auto const& order) {
        Base::in_workspace(
            c, top_k_workspace_size(c.exec(), keys, result.extent(0), order),
            [&](auto const&... workspace) {
              Base::invoke(c, top_k_counted, keys, c.count_as<Number>(), result,
                           order, workspace...);
            });
      });
    });
  }

  static std::string verify(Case& c, Plant plant) {
    auto const input      = part_of(inputs<Key>(c.keys), 0, c.used);
    std::size_t const all = std::min(c.used, c.result.size());
    auto expected         = part_of(results<Key>(c.result), 0, all);
    if (c.parameters.is_order(c.kind)) {
      auto const origins = stable_origins<Key>(input, oracle_of<Key>(c));
      for (std::size_t i = 0; i < all; ++i) expected[i] = input[origins[i]];
    }
    return verify_elements(c, plant, expected, Array<Key>());
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
