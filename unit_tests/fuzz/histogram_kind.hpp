// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_HISTOGRAM_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_HISTOGRAM_KIND_HPP

#include <fuzz/sorted_kind.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace KokkosSort::Test::Fuzz {

/// histogram(), with counts of the type Number. The splitters are the case's
/// `values`.
template <Function function, class Key, class Number, Ordering ordering>
struct HistogramKind : Kind<function, Key, Number, ordering, Tags::None> {
  using Base = Kind<function, Key, Number, ordering, Tags::None>;

  static void fill(Case& c) {
    Parameters const& p = c.parameters;
    Draw draw(p.key_seed ^ 0x415);
    auto keys      = make_input<Key>(c);
    auto splitters = draw_splitters(draw, p, keys);
    if (p.is_order(c.kind)) {
      auto const less = oracle_of<Key>(c);
      std::stable_sort(splitters.begin(), splitters.end(), less);
      if (draw.once_in(4)) std::stable_sort(keys.begin(), keys.end(), less);
    }
    c.values.reset(sizeof(Key), splitters.size(), p.values);
    c.index.reset(1, 0, p.index);
    c.result.reset(sizeof(Number), splitters.size() + 1, p.result);
    fill_field(c.keys, keys);
    fill_field(c.values, splitters);
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout, [&](auto layout) {
      using ViewLayout     = decltype(layout);
      auto const keys      = c.keys.template view<ViewLayout, Key const>();
      auto const splitters = c.values.template view<ViewLayout, Key const>();
      auto const counts    = c.result.template view<ViewLayout, Number>();
      Base::with_order(c.parameters, [&](auto const& order) {
        Base::in_workspace(c, 0, [&](auto const&... workspace) {
          Base::invoke(c, histogram, keys, splitters, counts, order,
                       workspace...);
        });
      });
    });
  }

  static std::string verify(Case& c, Plant plant) {
    auto const splitters = inputs<Key>(c.values);
    auto const less      = oracle_of<Key>(c);
    Array<Number> expected(splitters.size() + 1);
    if (c.parameters.is_order(c.kind)) {
      for (Key const& key : inputs<Key>(c.keys))
        ++expected[static_cast<std::size_t>(
            std::upper_bound(splitters.begin(), splitters.end(), key, less) -
            splitters.begin())];
    } else {
      expected       = results<Number>(c.result);
      Number counted = 0;
      for (Number const count : expected) counted += count;
      if (counted != static_cast<Number>(c.parameters.size))
        return "the counts add up to " + std::to_string(counted);
    }
    plant_in_result<Number>(c.result, plant, expected.size());
    return verify_returned(c.result, "count", expected);
  }

 private:
  /// Splitters of the distribution of the keys, or of another one. Some are
  /// equal to keys. Teams hold up to 4,096 counts in scratch.
  template <class Keys>
  static Keys draw_splitters(Draw& draw, Parameters const& p,
                             Keys const& keys) {
    std::size_t const turn  = draw.below(16);
    std::size_t const count = turn < 8    ? draw.below(41)
                              : turn < 15 ? draw.below(2000)
                                          : draw.between(4090, 4100);
    auto splitters          = make<Key>(
        count, draw.once_in(4) ? p.other : p.distribution, draw.bits());
    for (Key& splitter : splitters)
      if (p.size > 0 && draw.once_in(3)) splitter = keys[draw.below(p.size)];
    return splitters;
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
