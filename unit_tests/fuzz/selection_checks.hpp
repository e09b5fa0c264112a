// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_FUZZ_SELECTION_CHECKS_HPP
#define KOKKOSSORT_UNIT_TESTS_FUZZ_SELECTION_CHECKS_HPP

#include <fuzz/case.hpp>
#include <support/oracle.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::Fuzz {

/// Changes what came back: the element of the rank becomes another one.
template <class Elements>
void plant_in_selection(Field& field, Elements const& found, Plant plant,
                        std::size_t at) {
  if (plant != Plant::order && plant != Plant::loss) return;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (same_bytes(found[i], found[at])) continue;
    plant == Plant::order ? field.swap_results(i, at)
                          : field.copy_result(i, at);
    return;
  }
}

/// Whether elements are partitioned at a rank as `sorted` is. `has_order`: the
/// comparator is a strict weak order.
template <class Elements>
std::string verify_partition(Elements const& found, Elements const& sorted,
                             std::size_t rank, bool has_order) {
  if (auto verdict = same_multiset(found, sorted); !verdict)
    return verdict.message();
  if (!has_order) return "";
  if (rank < found.size() && !same_bytes(found[rank], sorted[rank]))
    return "the element of rank " + std::to_string(rank) + " is another one";
  auto const front = [&](Elements const& all) {
    return Elements(all.begin(),
                    all.begin() + static_cast<std::ptrdiff_t>(rank));
  };
  if (!same_multiset(front(found), front(sorted)))
    return "other elements are in front of rank " + std::to_string(rank);
  return "";
}

/// The first elements, in order.
template <class Elements, class Less>
std::string verify_first(Elements const& found, Elements const& sorted,
                         std::size_t k, Less const& is_same) {
  for (std::size_t i = 0; i < k; ++i)
    if (!is_same(found[i], sorted[i]))
      return "element " + std::to_string(i) + " of the first " +
             std::to_string(k) + " is another one";
  return "";
}

/// `input` in the order of `origins`, which a stable sort found.
template <class Elements>
std::string verify_selected_keys(Case& c, Plant plant, Elements const& input,
                                 std::vector<std::uint32_t> const& origins,
                                 auto const& read, auto const& less) {
  std::size_t const rank = c.parameters.rank();
  bool const has_order   = c.parameters.is_order(c.kind);
  bool const is_first    = c.kind.function == Function::top_k;
  bool const is_partial  = c.kind.function == Function::partial_sort;
  Elements sorted;
  for (std::uint32_t const origin : origins) sorted.push_back(input[origin]);
  Field& field = is_first ? c.result : c.keys;
  if (field.size() > 0)
    plant_in_selection(field, read(field), plant,
                       is_partial && rank > 0 ? rank - 1
                       : is_first             ? 0
                                              : rank);
  Elements const found = read(field);
  if (is_first)
    return has_order ? verify_first(found, sorted, rank,
                                    [](auto const& a, auto const& b) {
                                      return same_bytes(a, b);
                                    })
                     : "";
  if (!is_partial) return verify_partition(found, sorted, rank, has_order);
  if (auto verdict = same_multiset(found, sorted); !verdict)
    return verdict.message();
  return has_order ? verify_first(found, sorted, rank,
                                  [&](auto const& a, auto const& b) {
                                    return !less(a, b) && !less(b, a);
                                  })
                   : "";
}

inline std::string verify_selected_indices(
    Case& c, Plant plant, std::vector<std::uint32_t> const& origins) {
  std::size_t const rank = c.parameters.rank();
  auto const read        = [&] {
    std::vector<std::uint32_t> tags(c.result.size());
    for (std::size_t i = 0; i < tags.size(); ++i)
      tags[i] = static_cast<std::uint32_t>(
          tag_of(c.result, i, c.result.element_size()));
    return tags;
  };
  bool const is_first = c.kind.function == Function::arg_top_k;
  if (c.result.size() > 0)
    plant_in_selection(c.result, read(), plant, is_first ? 0 : rank);
  auto const found     = read();
  bool const has_order = c.parameters.is_order(c.kind);
  if (!is_first) return verify_partition(found, origins, rank, has_order);
  for (std::uint32_t const tag : found)
    if (tag >= origins.size()) return "an index is none of the keys'";
  return has_order ? verify_first(found, origins, rank, std::equal_to<>{}) : "";
}

}  // namespace KokkosSort::Test::Fuzz

#endif
