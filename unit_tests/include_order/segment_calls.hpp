// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of calls.hpp for segments and for sparse matrices.

#ifndef KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_SEGMENT_CALLS_HPP
#define KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_SEGMENT_CALLS_HPP

#include "lookups.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace UsersCode {
namespace {

template <class Key, Lookup lookup, class... Instance>
void check_segments(Instance const&... instance) {
  auto const offsets = view_of<int>(std::vector<int>{0, 3, 5});
  auto const keys    = view_of<Key>(nan_first);
  call_segmented_sort<lookup>(instance..., keys, offsets);
  EXPECT_EQ(text_of(keys), "1 3 nan 2 nan");
  auto const both = call_segments<lookup>(view_of<int>(std::vector<int>{0, 3}),
                                          view_of<int>(std::vector<int>{3, 5}));
  call_stable_segmented_sort<lookup>(instance..., keys, both,
                                     KokkosSort::descending);
  EXPECT_EQ(text_of(keys), "nan 3 1 nan 2");
  std::vector<int> const order{0, 1, 2, 3, 4};
  auto const first = view_of<Key>(nan_first), second = view_of<Key>(nan_first);
  auto const values = view_of<int>(order), others = view_of<int>(order);
  call_segmented_sort_by_key<lookup>(instance..., first, values, offsets);
  call_stable_segmented_sort_by_key<lookup>(instance..., second, others,
                                            offsets);
  EXPECT_EQ(text_of(values), "2 1 0 4 3");
  EXPECT_EQ(text_of(others), "2 1 0 4 3");
  View<int> const permutation("permutation", keys.extent(0));
  call_segmented_argsort<lookup>(instance..., permutation,
                                 view_of<Key>(nan_first), offsets);
  EXPECT_EQ(text_of(permutation), "2 1 0 4 3");
  using Rows = Kokkos::View<Key**, Kokkos::LayoutRight, Exec>;
  Rows const result("result", 2, 2);
  call_segmented_top_k<lookup>(instance..., view_of<Key>(nan_first), offsets,
                               result);
  EXPECT_EQ(text_of(View<Key>(result.data(), 4)), "1 3 2 nan");
  call_segmented_top_k_by_key<lookup>(instance..., view_of<Key>(nan_first),
                                      view_of<Key>(nan_first), offsets, result,
                                      Rows("values", 2, 2));
  Kokkos::View<int, Exec> const number("number");
  Kokkos::deep_copy(number, 1);
  auto const some = view_of<Key>(nan_first), third = view_of<Key>(nan_first);
  call_segmented_sort<lookup>(instance..., some,
                              call_counted<lookup>(offsets, number));
  EXPECT_EQ(text_of(some), "1 3 nan nan 2");
  Kokkos::deep_copy(number, 3);
  call_sort_counted<lookup>(instance..., third, number, KokkosSort::descending);
  EXPECT_EQ(text_of(third), "nan 3 1 nan 2");
  auto const tags = view_of<int>(order);
  call_sort_counted_by_key<lookup>(instance..., third, tags, number);
  EXPECT_EQ(text_of(tags), "2 1 0 3 4");
}

template <Lookup lookup, class... Instance>
void check_matrices(Instance const&... instance) {
  auto const row_map = view_of<int>(std::vector<int>{0, 2, 3});
  auto const entries = view_of<int>(std::vector<int>{7, 5, 6});
  auto const values  = view_of<float>(std::vector<int>{1, 2, 3});
  call_sort_crs_matrix<lookup>(instance..., row_map, entries, values);
  EXPECT_EQ(text_of(values), "2 1 3");
  call_sort_crs_graph<lookup>(instance..., row_map, entries,
                              KokkosSort::descending);
  EXPECT_EQ(text_of(entries), "7 5 6");
  auto const merged = view_of<int>(std::vector<int>{0, 0, 0});
  auto const sums   = view_of<float>(std::vector<int>{0, 0, 0});
  call_coo_to_crs<lookup>(instance..., view_of<int>(std::vector<int>{1, 0, 1}),
                          view_of<int>(std::vector<int>{4, 4, 4}), values,
                          row_map, merged, sums);
  EXPECT_EQ(text_of(row_map), "0 1 2");
  EXPECT_EQ(text_of(sums), "1 5 0");
  call_sort_and_merge<lookup>(instance..., row_map, merged, values, row_map,
                              merged, sums);
  EXPECT_EQ(text_of(row_map), "0 1 2");
  Kokkos::View<int**, Exec> const matrix(entries.data(), 1, 3);
  call_sort_each_column<lookup>(instance..., matrix);
  EXPECT_EQ(text_of(entries), "7 5 6");
  call_sort_each_row<lookup>(instance..., matrix);
  EXPECT_EQ(text_of(entries), "5 6 7");
}

}  // namespace
}  // namespace UsersCode

#endif
