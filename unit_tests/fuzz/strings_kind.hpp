// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_STRINGS_KIND_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_STRINGS_KIND_HPP

#include <fuzz/sorted_kind.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Kinds of case that sort strings. The bytes are in the case's `keys`, the
// offsets of CRS or the begins in `rows`, and ends in `offsets`.

namespace KokkosSort::Test::Fuzz {

template <Function function, class Byte, class Index, Ordering ordering>
struct StringsKind : Kind<function, Byte, Index, ordering, Tags::None> {
  using Base = Kind<function, Byte, Index, ordering, Tags::None>;
  using Offset =
      std::conditional_t<(sizeof(Index) > 4), std::int64_t, std::uint32_t>;

  static constexpr KindTraits traits() {
    KindTraits t = Base::traits();
    t.most       = Base::template capped<Index>(30000);
    return t;
  }

  static void fill(Case& c) {
    Parameters const& p = c.parameters;
    Draw draw(p.key_seed);
    auto const strings    = draw_strings(draw, p.size);
    bool const are_joined = draw.once_in(2);
    std::string bytes(draw.below(5), 'x');
    std::vector<Offset> begins, ends;
    for (auto const& string : strings) {
      begins.push_back(static_cast<Offset>(bytes.size()));
      bytes += string;
      ends.push_back(static_cast<Offset>(bytes.size()));
    }
    if (are_joined) {
      if (p.size > 0 || draw.once_in(2))
        begins.push_back(static_cast<Offset>(bytes.size()));
      ends.clear();
    } else {
      scatter(draw, bytes.size(), begins, ends);
    }
    c.keys.reset(1, bytes.size(), p.keys);
    fill_field(c.keys, bytes);
    c.rows.reset(sizeof(Offset), begins.size(), p.values);
    fill_field(c.rows, begins);
    c.offsets.reset(sizeof(Offset), ends.size(), p.index);
    fill_field(c.offsets, ends);
    c.segments.have_gaps = !are_joined;
  }

  static void call(Case& c) {
    with_layout(c.parameters.layout,
                [&](auto layout) { call_with<decltype(layout)>(c); });
  }

  static std::string verify(Case& c, Plant plant) {
    auto const strings = inputs_of(c);
    auto order         = index_tags<std::uint32_t>(strings.size());
    std::stable_sort(
        order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
          return c.parameters.is_descending ? strings[b] < strings[a]
                                            : strings[a] < strings[b];
        });
    Array<Index> permutation;
    for (std::uint32_t const i : order)
      permutation.push_back(static_cast<Index>(i));
    plant_in_result<Index>(c.result, plant, strings.size());
    return verify_returned(c.result, "index", permutation);
  }

 private:
  /// Strings of one prefix, each of which begins as an earlier one may do. Few
  /// letters make ties, and a zero or a byte above 127 is one of them.
  static std::vector<std::string> draw_strings(Draw& draw, std::size_t n) {
    auto const letter = [&draw, letters = draw.between(1, 4),
                         any = draw.once_in(4)] {
      return any ? static_cast<char>(draw.bits())
                 : "\0a\xff\x7f"[draw.below(letters)];
    };
    auto const append = [&](std::string& string, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) string += letter();
    };
    std::string prefix;
    if (draw.once_in(2)) append(prefix, draw.below(40));
    std::size_t const most   = std::size_t{1} << draw.below(6);
    std::size_t const repeat = draw.between(1, 6);
    std::vector<std::string> strings(n, prefix);
    for (std::size_t i = 0; i < n; ++i) {
      auto& string = strings[i];
      if (i > 0 && !draw.once_in(repeat)) {
        string = strings[draw.below(i)];
        if (draw.once_in(3)) continue;
        string.resize(draw.between(0, string.size()));
      }
      append(string, draw.below(most + 1));
      if (draw.once_in(100)) string.clear();
    }
    return strings;
  }

  /// Brings strings into another sequence. Some share bytes.
  static void scatter(Draw& draw, std::size_t bytes,
                      std::vector<Offset>& begins, std::vector<Offset>& ends) {
    bool const share = draw.once_in(2);
    for (std::size_t i = 0; i < begins.size(); ++i) {
      std::size_t const j = draw.below(i + 1);
      std::swap(begins[i], begins[j]);
      std::swap(ends[i], ends[j]);
    }
    for (std::size_t i = 0; share && i < begins.size(); ++i) {
      if (!draw.once_in(4)) continue;
      std::size_t const begin = draw.below(bytes + 1);
      begins[i]               = static_cast<Offset>(begin);
      ends[i]                 = static_cast<Offset>(
          begin + draw.below(std::min<std::size_t>(bytes - begin, 60) + 1));
    }
  }

  static std::vector<std::string> inputs_of(Case const& c) {
    auto const bytes  = inputs<char>(c.keys);
    auto const begins = inputs<Offset>(c.rows);
    auto const ends   = inputs<Offset>(c.offsets);
    std::vector<std::string> strings(c.parameters.size);
    for (std::size_t i = 0; i < strings.size(); ++i) {
      auto const end = c.segments.have_gaps ? ends[i] : begins[i + 1];
      for (auto at = static_cast<std::size_t>(begins[i]);
           at < static_cast<std::size_t>(end); ++at)
        strings[i] += bytes[at];
    }
    return strings;
  }

  template <class ViewLayout>
  static void call_with(Case& c) {
    auto const permutation = c.result.template view<ViewLayout, Index>();
    auto const bytes       = c.keys.template view<ViewLayout, Byte const>();
    auto const begins      = c.rows.template view<ViewLayout, Offset const>();
    Base::with_order(c.parameters, [&](auto const& order) {
      auto const run = [&](auto const& offsets) {
        Base::in_workspace(c,
                           argsort_strings_workspace_size(
                               c.exec(), permutation, offsets, bytes, order),
                           [&](auto const&... workspace) {
                             Base::invoke(c, argsort_strings, permutation,
                                          offsets, bytes, order, workspace...);
                           });
      };
      if (c.segments.have_gaps) {
        run(segments(begins,
                     c.offsets.template view<ViewLayout, Offset const>()));
      } else {
        run(begins);
      }
    });
  }
};

}  // namespace KokkosSort::Test::Fuzz

#endif
