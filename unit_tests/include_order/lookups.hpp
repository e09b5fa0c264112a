// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each public function under three ways to find its name, and the views that
// calls.hpp gives them.

#ifndef KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_LOOKUPS_HPP
#define KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_LOOKUPS_HPP

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

// In a namespace of the library its names would be found in any case.
namespace UsersCode {
namespace {

enum class Lookup { qualified, directive, declaration };

#define KOKKOSSORT_TEST_CALL(name)                              \
  template <Lookup lookup, class... Arguments>                  \
  auto call_##name([[maybe_unused]] Arguments const&... args) { \
    if constexpr (lookup == Lookup::qualified) {                \
      return KokkosSort::name(args...);                         \
    } else if constexpr (lookup == Lookup::directive) {         \
      using namespace KokkosSort;                               \
      return name(args...);                                     \
    } else {                                                    \
      using KokkosSort::name;                                   \
      return name(args...);                                     \
    }                                                           \
  }
KOKKOSSORT_TEST_CALL(sort)
KOKKOSSORT_TEST_CALL(stable_sort)
KOKKOSSORT_TEST_CALL(sort_workspace_size)
KOKKOSSORT_TEST_CALL(sort_by_key)
KOKKOSSORT_TEST_CALL(stable_sort_by_key)
KOKKOSSORT_TEST_CALL(sort_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(argsort)
KOKKOSSORT_TEST_CALL(argsort_workspace_size)
KOKKOSSORT_TEST_CALL(argsort_rows)
KOKKOSSORT_TEST_CALL(argsort_rows_workspace_size)
KOKKOSSORT_TEST_CALL(argsort_strings)
KOKKOSSORT_TEST_CALL(argsort_strings_workspace_size)
KOKKOSSORT_TEST_CALL(by_columns)
KOKKOSSORT_TEST_CALL(permute)
KOKKOSSORT_TEST_CALL(gather)
KOKKOSSORT_TEST_CALL(elements)
KOKKOSSORT_TEST_CALL(permute_workspace_size)
KOKKOSSORT_TEST_CALL(prepare)
KOKKOSSORT_TEST_CALL(min_max)
KOKKOSSORT_TEST_CALL(arg_min_max)
KOKKOSSORT_TEST_CALL(min_max_workspace_size)
KOKKOSSORT_TEST_CALL(is_sorted)
KOKKOSSORT_TEST_CALL(is_sorted_until)
KOKKOSSORT_TEST_CALL(merge)
KOKKOSSORT_TEST_CALL(merge_workspace_size)
KOKKOSSORT_TEST_CALL(merge_by_key)
KOKKOSSORT_TEST_CALL(merge_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(merge_runs)
KOKKOSSORT_TEST_CALL(merge_runs_workspace_size)
KOKKOSSORT_TEST_CALL(merge_runs_by_key)
KOKKOSSORT_TEST_CALL(merge_runs_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(set_union)
KOKKOSSORT_TEST_CALL(set_union_workspace_size)
KOKKOSSORT_TEST_CALL(set_intersection)
KOKKOSSORT_TEST_CALL(set_intersection_workspace_size)
KOKKOSSORT_TEST_CALL(set_difference)
KOKKOSSORT_TEST_CALL(set_difference_workspace_size)
KOKKOSSORT_TEST_CALL(set_symmetric_difference)
KOKKOSSORT_TEST_CALL(set_symmetric_difference_workspace_size)
KOKKOSSORT_TEST_CALL(unique)
KOKKOSSORT_TEST_CALL(unique_workspace_size)
KOKKOSSORT_TEST_CALL(unique_by_key)
KOKKOSSORT_TEST_CALL(unique_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(run_length_encode)
KOKKOSSORT_TEST_CALL(run_length_encode_workspace_size)
KOKKOSSORT_TEST_CALL(group_by)
KOKKOSSORT_TEST_CALL(group_by_workspace_size)
KOKKOSSORT_TEST_CALL(bin_by)
KOKKOSSORT_TEST_CALL(bin_by_workspace_size)
KOKKOSSORT_TEST_CALL(reduce_by_key)
KOKKOSSORT_TEST_CALL(reduce_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(reduction)
KOKKOSSORT_TEST_CALL(inclusive_scan_by_key)
KOKKOSSORT_TEST_CALL(inclusive_scan_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(exclusive_scan_by_key)
KOKKOSSORT_TEST_CALL(exclusive_scan_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(histogram)
KOKKOSSORT_TEST_CALL(lower_bound)
KOKKOSSORT_TEST_CALL(upper_bound)
KOKKOSSORT_TEST_CALL(equal_range)
KOKKOSSORT_TEST_CALL(top_k)
KOKKOSSORT_TEST_CALL(top_k_counted)
KOKKOSSORT_TEST_CALL(top_k_by_key)
KOKKOSSORT_TEST_CALL(arg_top_k)
KOKKOSSORT_TEST_CALL(top_k_workspace_size)
KOKKOSSORT_TEST_CALL(top_k_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(sort_crs_graph)
KOKKOSSORT_TEST_CALL(sort_crs_matrix)
KOKKOSSORT_TEST_CALL(sort_crs_graph_workspace_size)
KOKKOSSORT_TEST_CALL(sort_crs_matrix_workspace_size)
KOKKOSSORT_TEST_CALL(coo_to_crs)
KOKKOSSORT_TEST_CALL(coo_to_crs_workspace_size)
KOKKOSSORT_TEST_CALL(sort_and_merge)
KOKKOSSORT_TEST_CALL(sort_and_merge_workspace_size)
KOKKOSSORT_TEST_CALL(sort_each_row)
KOKKOSSORT_TEST_CALL(sort_each_column)
KOKKOSSORT_TEST_CALL(sort_each_row_workspace_size)
KOKKOSSORT_TEST_CALL(sort_each_column_workspace_size)
KOKKOSSORT_TEST_CALL(segments)
KOKKOSSORT_TEST_CALL(segmented_sort)
KOKKOSSORT_TEST_CALL(stable_segmented_sort)
KOKKOSSORT_TEST_CALL(segmented_sort_workspace_size)
KOKKOSSORT_TEST_CALL(segmented_top_k)
KOKKOSSORT_TEST_CALL(segmented_top_k_by_key)
KOKKOSSORT_TEST_CALL(counted)
KOKKOSSORT_TEST_CALL(sort_counted)
KOKKOSSORT_TEST_CALL(sort_counted_workspace_size)
KOKKOSSORT_TEST_CALL(sort_counted_by_key)
KOKKOSSORT_TEST_CALL(sort_counted_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(segmented_sort_by_key)
KOKKOSSORT_TEST_CALL(stable_segmented_sort_by_key)
KOKKOSSORT_TEST_CALL(segmented_sort_by_key_workspace_size)
KOKKOSSORT_TEST_CALL(segmented_argsort)
KOKKOSSORT_TEST_CALL(segmented_argsort_workspace_size)
KOKKOSSORT_TEST_CALL(nth_element)
KOKKOSSORT_TEST_CALL(nth_element_workspace_size)
KOKKOSSORT_TEST_CALL(partial_sort)
KOKKOSSORT_TEST_CALL(partial_sort_workspace_size)
KOKKOSSORT_TEST_CALL(argpartition)
KOKKOSSORT_TEST_CALL(argpartition_workspace_size)
KOKKOSSORT_TEST_CALL(quantiles)
KOKKOSSORT_TEST_CALL(quantiles_workspace_size)
#undef KOKKOSSORT_TEST_CALL

#define KOKKOSSORT_TEST_KERNEL_CALL(name)                      \
  template <Lookup lookup, class... Arguments>                 \
  KOKKOS_FUNCTION void call_##name(Arguments const&... args) { \
    if constexpr (lookup == Lookup::qualified) {               \
      KokkosSort::name(args...);                               \
    } else if constexpr (lookup == Lookup::directive) {        \
      using namespace KokkosSort;                              \
      name(args...);                                           \
    } else {                                                   \
      using KokkosSort::name;                                  \
      name(args...);                                           \
    }                                                          \
  }
KOKKOSSORT_TEST_KERNEL_CALL(sort_team)
KOKKOSSORT_TEST_KERNEL_CALL(sort_by_key_team)
KOKKOSSORT_TEST_KERNEL_CALL(sort_thread)
KOKKOSSORT_TEST_KERNEL_CALL(merge_team)
KOKKOSSORT_TEST_KERNEL_CALL(top_k_team)
KOKKOSSORT_TEST_KERNEL_CALL(top_k_by_key_team)
#undef KOKKOSSORT_TEST_KERNEL_CALL

using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T*, Exec>;

// Two NaN, the first in front. A sort by operator< leaves it there.
inline std::vector<float> const nan_first{
    std::numeric_limits<float>::quiet_NaN(), 3, 1,
    std::numeric_limits<float>::quiet_NaN(), 2};

template <class T, class Number>
View<T> view_of(std::vector<Number> const& numbers) {
  View<T> const view("view", numbers.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    mirror(i) = static_cast<T>(numbers[i]);
  Kokkos::deep_copy(view, mirror);
  return view;
}

/// Keeps the value of the later key.
struct Last {
  KOKKOS_FUNCTION int operator()(int, int later) const { return later; }
};

/// As "1 2 3 nan nan".
template <class T>
std::string text_of(View<T> const& view) {
  auto const mirror =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  std::string text;
  for (std::size_t i = 0; i < mirror.extent(0); ++i) {
    auto const number = static_cast<float>(mirror(i));
    text += i == 0 ? "" : " ";
    text += number == number ? std::to_string(static_cast<int>(number)) : "nan";
  }
  return text;
}

}  // namespace
}  // namespace UsersCode

#endif
