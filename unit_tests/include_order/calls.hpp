// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of every public function in a file that includes Kokkos_Sort.hpp as
// well. They are qualified, after a using-directive and after a
// using-declaration, with and without an execution space. The keys are of the
// global namespace and of Kokkos::Experimental. NaN comes last if the library's
// function ran and not the one of Kokkos.
//
// A source includes this file behind both headers, with
// KOKKOSSORT_INCLUDE_ORDER_SUITE for the name of its tests.

#ifndef KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_CALLS_HPP
#define KOKKOSSORT_UNIT_TESTS_INCLUDE_ORDER_CALLS_HPP

#include "lookups.hpp"
#include "segment_calls.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace UsersCode {
namespace {

/// `instance` is an execution space or nothing.
template <class Key, Lookup lookup, class... Instance>
void check_sorts(Instance const&... instance) {
  auto const keys = view_of<Key>(nan_first);
  call_sort<lookup>(instance..., keys);
  EXPECT_EQ(text_of(keys), "1 2 3 nan nan");
  EXPECT_TRUE(call_is_sorted<lookup>(instance..., keys));
  EXPECT_EQ(call_is_sorted_until<lookup>(instance..., keys), keys.extent(0));
  call_sort<lookup>(instance..., keys, KokkosSort::descending);
  EXPECT_EQ(text_of(keys), "nan nan 3 2 1");
  call_stable_sort<lookup>(instance..., keys);
  EXPECT_EQ(text_of(keys), "1 2 3 nan nan");
  EXPECT_FALSE(call_is_sorted<lookup>(
      instance..., view_of<Key>(std::vector<float>{1, nan_first[0], 0})));

  auto const some = view_of<Key>(nan_first);
  call_sort<lookup>(instance..., some, 0, 3);
  EXPECT_EQ(text_of(some), "1 3 nan nan 2");

  std::vector<int> const order{0, 1, 2, 3, 4};
  auto const first = view_of<Key>(nan_first), second = view_of<Key>(nan_first);
  auto const values = view_of<int>(order), others = view_of<int>(order);
  call_sort_by_key<lookup>(instance..., first, values);
  call_stable_sort_by_key<lookup>(instance..., second, others);
  EXPECT_EQ(text_of(first), "1 2 3 nan nan");
  EXPECT_EQ(text_of(second), "1 2 3 nan nan");
  EXPECT_EQ(text_of(others), "2 4 1 0 3");
}

template <class Key, Lookup lookup, class... Instance>
void check_others(Instance const&... instance) {
  auto const keys = view_of<Key>(nan_first);
  View<int> const permutation("permutation", keys.extent(0));
  call_argsort<lookup>(instance..., permutation, keys);
  EXPECT_EQ(text_of(permutation), "2 4 1 0 3");
  View<Key> const gathered("gathered", keys.extent(0));
  call_permute<lookup>(instance..., permutation, keys,
                       call_gather<lookup>(keys, gathered));
  EXPECT_EQ(text_of(keys), "1 2 3 nan nan");
  EXPECT_EQ(text_of(gathered), "1 2 3 nan nan");
  // A view is an accessor too.
  call_permute<lookup>(instance..., permutation,
                       call_elements<lookup>(keys, keys.extent(0)));
  EXPECT_EQ(text_of(keys), "3 nan 2 1 nan");
  auto const input = view_of<Key>(nan_first);
  View<Key> const both("both", 2);
  View<int> const positions("positions", 2);
  call_min_max<lookup>(instance..., input, both);
  call_arg_min_max<lookup>(instance..., positions, input);
  EXPECT_EQ(text_of(both), "1 nan");
  EXPECT_EQ(text_of(positions), "2 3");
  EXPECT_EQ(static_cast<float>(call_min_max<lookup>(instance..., input).first),
            1.0f);
}

template <class Key, Lookup lookup, class... Instance>
void check_selections(Instance const&... instance) {
  auto const keys   = view_of<Key>(nan_first);
  auto const values = view_of<int>(std::vector<int>{0, 1, 2, 3, 4});
  View<Key> const first("first", 4), first_keys("first_keys", 4);
  View<int> const first_values("first_values", 4), positions("positions", 4);
  call_top_k<lookup>(instance..., keys, first);
  EXPECT_EQ(text_of(first), "1 2 3 nan");
  Kokkos::View<int, Exec> const first_two("first_two");
  Kokkos::deep_copy(first_two, 2);
  call_top_k_counted<lookup>(instance..., keys, first_two, first_keys);
  EXPECT_EQ(text_of(first_keys), "3 nan 0 0");
  call_top_k_by_key<lookup>(instance..., keys, values, first_keys,
                            first_values);
  EXPECT_EQ(text_of(first_keys), "1 2 3 nan");
  EXPECT_EQ(text_of(first_values), "2 4 1 0");
  call_arg_top_k<lookup>(instance..., positions, keys);
  EXPECT_EQ(text_of(positions), "2 4 1 0");
}

/// Two segments: the first three keys and the others.
template <class Key, Lookup lookup, class... Instance>
void check_ranks(Instance const&... instance) {
  auto const keys = view_of<Key>(nan_first), some = view_of<Key>(nan_first),
             others = view_of<Key>(nan_first);
  View<int> const positions("positions", 5);
  View<Key> const both("both", 2);
  call_nth_element<lookup>(instance..., some, 2);
  EXPECT_EQ(text_of(View<Key>(some, Kokkos::pair(2, 5))), "3 nan nan");
  call_partial_sort<lookup>(instance..., others, 3);
  EXPECT_EQ(text_of(others), "1 2 3 nan nan");
  call_argpartition<lookup>(instance..., positions, keys, 1);
  EXPECT_EQ(text_of(View<int>(positions, Kokkos::pair(0, 2))), "2 4");
  call_quantiles<lookup>(instance..., keys, std::vector<double>{0.5, 1}, both);
  EXPECT_EQ(text_of(both), "3 nan");
}

template <Lookup lookup, class... Instance>
void check_rows(Instance const&... instance) {
  Kokkos::View<unsigned**, Exec> const rows("rows", 3, 2);
  Kokkos::deep_copy(Kokkos::subview(rows, 0, 1), 1u);
  View<int> const permutation("permutation", 3);
  call_argsort_rows<lookup>(instance..., permutation, rows);
  EXPECT_EQ(text_of(permutation), "1 2 0");

  auto const offsets = view_of<int>(std::vector<int>{0, 2, 3, 3});
  auto const bytes   = view_of<char>(std::vector<char>{'a', 'b', 'a'});
  call_argsort_strings<lookup>(instance..., permutation, offsets, bytes);
  EXPECT_EQ(text_of(permutation), "2 1 0");

  auto const first  = view_of<int>(std::vector<int>{1, 2, 1});
  auto const second = view_of<int>(std::vector<int>{3, 4, 5});
  auto const both =
      call_by_columns<lookup>(first, KokkosSort::descending(second));
  call_argsort<lookup>(instance..., permutation, both);
  EXPECT_EQ(text_of(permutation), "2 0 1");
  call_sort_by_key<lookup>(instance..., both, permutation);
  EXPECT_EQ(text_of(permutation), "1 2 0");
  call_sort<lookup>(instance..., both);
  EXPECT_TRUE(call_is_sorted<lookup>(instance..., both));
}

template <class Key, Lookup lookup, class... Instance>
void check_sorted_data(Instance const&... instance) {
  auto const a      = view_of<Key>(std::vector<float>{1, 2, 2, nan_first[0]});
  auto const b      = view_of<Key>(std::vector<float>{0, 2, nan_first[0]});
  auto const tags   = view_of<int>(std::vector<int>{1, 2, 3, 4});
  auto const others = view_of<int>(std::vector<int>{5, 6, 7});
  View<Key> const out("out", 7), out_keys("out_keys", 7);
  View<int> const out_values("out_values", 7), numbers("numbers", 8);
  Kokkos::View<int, Exec> const count("count");
  call_merge<lookup>(instance..., a, b, out);
  EXPECT_EQ(text_of(out), "0 1 2 2 2 nan nan");
  call_merge_by_key<lookup>(instance..., a, tags, b, others, out_keys,
                            out_values);
  EXPECT_EQ(text_of(out_values), "5 1 2 3 6 4 7");
  auto const bounds = view_of<int>(std::vector<int>{0, 3, 4});
  View<Key> const of_runs("of_runs", 4);
  View<int> const with_runs("with_runs", 4);
  call_merge_runs<lookup>(instance..., a, bounds, of_runs);
  EXPECT_EQ(text_of(of_runs), "1 2 2 nan");
  call_merge_runs_by_key<lookup>(instance..., a, tags, bounds, of_runs,
                                 with_runs);
  EXPECT_EQ(text_of(with_runs), "1 2 3 4");
  View<Key> const of_sets("of_sets", 7);
  call_set_union<lookup>(instance..., a, b, of_sets, count);
  EXPECT_EQ(text_of(of_sets), "0 1 2 2 nan 0 0");
  call_set_intersection<lookup>(instance..., a, b, of_sets, count);
  EXPECT_EQ(text_of(of_sets), "2 nan 2 2 nan 0 0");
  call_set_symmetric_difference<lookup>(instance..., a, b, of_sets, count);
  EXPECT_EQ(text_of(of_sets), "0 1 2 2 nan 0 0");
  call_set_difference<lookup>(instance..., a, b, of_sets, count);
  EXPECT_EQ(text_of(of_sets), "1 2 2 2 nan 0 0");
  call_unique<lookup>(instance..., out, out_keys, count);
  EXPECT_EQ(text_of(out_keys), "0 1 2 nan 2 nan nan");
  call_run_length_encode<lookup>(instance..., out, out_keys, numbers, count);
  EXPECT_EQ(text_of(numbers), "1 1 3 2 0 0 0 0");
  call_group_by<lookup>(instance..., out, numbers, count);
  EXPECT_EQ(text_of(numbers), "0 1 2 5 7 0 0 0");
  View<int> const bins("bins", 3), bin_offsets("bin_offsets", 5);
  call_bin_by<lookup>(instance..., bins, bin_offsets,
                      view_of<int>(std::vector<int>{3, 1, 3}));
  EXPECT_EQ(text_of(bins), "1 0 2");
  EXPECT_EQ(text_of(bin_offsets), "0 0 1 1 3");
  View<int> const results("results", 7);
  View<int> const first("first", 3), last("last", 3);
  call_lower_bound<lookup>(instance..., a, b, first);
  call_upper_bound<lookup>(instance..., a, b, last);
  EXPECT_EQ(text_of(first), "0 1 3");
  EXPECT_EQ(text_of(last), "0 3 4");
  View<int> const counts("counts", 4);
  call_histogram<lookup>(instance..., out, b, counts);
  EXPECT_EQ(text_of(counts), "0 2 3 2");
  call_equal_range<lookup>(instance..., out, b, first, last);
  EXPECT_EQ(text_of(first), "0 2 5");
  EXPECT_EQ(text_of(last), "1 5 7");
  call_unique_by_key<lookup>(instance..., out, out_values, out_keys, results,
                             count);
  EXPECT_EQ(text_of(results), "5 1 2 4 0 0 0");
  call_reduce_by_key<lookup>(instance..., out, out_values, out_keys, results,
                             count);
  EXPECT_EQ(text_of(results), "5 1 11 11 0 0 0");
  call_reduce_by_key<lookup>(instance..., out, out_values, out_keys, results,
                             count, call_reduction<lookup>(Last{}));
  EXPECT_EQ(text_of(results), "5 1 6 7 0 0 0");
  call_inclusive_scan_by_key<lookup>(instance..., out, out_values, results);
  EXPECT_EQ(text_of(results), "5 1 2 5 11 4 11");
  call_exclusive_scan_by_key<lookup>(instance..., out, out_values, results, 10);
  EXPECT_EQ(text_of(results), "10 10 10 12 15 10 14");
}

template <Lookup lookup>
void check_sizes_for_sorted_data() {
  Exec const exec;
  View<int> const a("a", 20000), b("b", 30000), c("c", 50001);
  auto const out = Kokkos::subview(c, Kokkos::pair(0, 50000));
  Kokkos::View<int, Exec> const count("count");
  EXPECT_GT(call_merge_workspace_size<lookup>(exec, a, b, out), 0u);
  EXPECT_GT(call_merge_by_key_workspace_size<lookup>(exec, a, a, b, b, out, c),
            0u);
  EXPECT_GT(call_merge_runs_workspace_size<lookup>(exec, b, a, b), 0u);
  EXPECT_GT(call_merge_runs_by_key_workspace_size<lookup>(exec, b, b, a, b, b),
            0u);
  EXPECT_GT(call_set_union_workspace_size<lookup>(exec, a, b, c, count), 0u);
  EXPECT_GT(call_set_intersection_workspace_size<lookup>(exec, a, b, c, count),
            0u);
  EXPECT_GT(call_set_difference_workspace_size<lookup>(exec, a, b, c, count),
            0u);
  EXPECT_GT(call_set_symmetric_difference_workspace_size<lookup>(exec, a, b, c,
                                                                 count),
            0u);
  EXPECT_GT(call_unique_workspace_size<lookup>(exec, b, c, count), 0u);
  EXPECT_GT(call_unique_by_key_workspace_size<lookup>(exec, b, b, c, c, count),
            0u);
  EXPECT_GT(call_run_length_encode_workspace_size<lookup>(exec, b, c, c, count),
            0u);
  EXPECT_GT(call_group_by_workspace_size<lookup>(exec, b, c, count), 0u);
  View<int> const numbers("numbers", b.extent(0));
  EXPECT_GT(call_bin_by_workspace_size<lookup>(exec, numbers, numbers, numbers),
            0u);
  EXPECT_GT(call_reduce_by_key_workspace_size<lookup>(exec, b, b, c, c, count),
            0u);
  EXPECT_GT(call_inclusive_scan_by_key_workspace_size<lookup>(exec, b, b, c),
            0u);
  EXPECT_GT(call_exclusive_scan_by_key_workspace_size<lookup>(exec, b, b, c, 0),
            0u);
}

/// One team makes every call for teams.
template <class Key, Lookup lookup>
struct TeamCalls {
  View<Key> first;
  View<Key> second;
  View<Key> third;
  View<Key> merged;
  View<int> values;
  View<Key> least;
  View<Key> least_by_key;
  View<int> least_values;

  static constexpr std::size_t bytes =
      KokkosSort::sort_by_key_team_scratch_size<Key, int>(5) +
      KokkosSort::top_k_by_key_team_scratch_size<Key, int>(2);

  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Exec>::member_type const& member) const {
    void* const scratch = member.team_scratch(0).get_shmem(std::size_t{bytes});
    call_sort_team<lookup>(member, first, scratch);
    call_sort_by_key_team<lookup>(member, second, values, scratch);
    call_merge_team<lookup>(member, first, second, merged);
    call_top_k_team<lookup>(member, merged, least, scratch);
    call_top_k_by_key_team<lookup>(member, second, values, least_by_key,
                                   least_values, scratch);
    if (member.team_rank() == 0) call_sort_thread<lookup>(third);
  }
};

template <class Key, Lookup lookup>
void check_teams() {
  TeamCalls<Key, lookup> const calls{
      view_of<Key>(nan_first),
      view_of<Key>(nan_first),
      view_of<Key>(nan_first),
      View<Key>("merged", 10),
      view_of<int>(std::vector<int>{0, 1, 2, 3, 4}),
      View<Key>("least", 3),
      View<Key>("least_by_key", 2),
      View<int>("least_values", 2)};
  Kokkos::TeamPolicy<Exec> policy(1, 1);
  policy.set_scratch_size(0,
                          Kokkos::PerTeam(static_cast<int>(calls.bytes) + 64));
  Kokkos::parallel_for("teams", policy, calls);
  EXPECT_EQ(text_of(calls.first), "1 2 3 nan nan");
  EXPECT_EQ(text_of(calls.second), "1 2 3 nan nan");
  EXPECT_EQ(text_of(calls.third), "1 2 3 nan nan");
  EXPECT_EQ(text_of(calls.merged), "1 1 2 2 3 3 nan nan nan nan");
  EXPECT_EQ(text_of(calls.values), "2 4 1 0 3");
  EXPECT_EQ(text_of(calls.least), "1 1 2");
  EXPECT_EQ(text_of(calls.least_by_key), "1 2");
  EXPECT_EQ(text_of(calls.least_values), "2 4");
}

template <class Key, Lookup lookup>
void check_workspaces() {
  Exec const exec;
  auto const keys = view_of<Key>(nan_first);
  View<int> const index("index", keys.extent(0));
  Kokkos::View<int, Exec> const number("number");
  std::size_t const bytes =
      call_sort_workspace_size<lookup>(exec, keys) +
      call_sort_by_key_workspace_size<lookup>(exec, keys, index) +
      call_argsort_workspace_size<lookup>(exec, index, keys) +
      call_argsort_rows_workspace_size<lookup>(
          exec, index, Kokkos::View<unsigned**, Exec>("rows", 5, 2)) +
      call_argsort_strings_workspace_size<lookup>(
          exec, index, index, Kokkos::View<char*, Exec>("bytes", 5)) +
      call_sort_workspace_size<lookup>(exec, call_by_columns<lookup>(index)) +
      call_permute_workspace_size<lookup>(exec, index, keys) +
      call_top_k_workspace_size<lookup>(exec, keys, 2) +
      call_top_k_by_key_workspace_size<lookup>(exec, keys, 2) +
      call_nth_element_workspace_size<lookup>(exec, keys, 2) +
      call_partial_sort_workspace_size<lookup>(exec, keys, 2) +
      call_argpartition_workspace_size<lookup>(exec, keys) +
      call_quantiles_workspace_size<lookup>(exec, keys, 2) +
      call_segmented_sort_workspace_size<lookup>(exec, keys, index) +
      call_sort_counted_workspace_size<lookup>(exec, keys, number) +
      call_sort_counted_by_key_workspace_size<lookup>(exec, keys, index,
                                                      number) +
      call_segmented_sort_by_key_workspace_size<lookup>(exec, keys, keys,
                                                        index) +
      call_segmented_argsort_workspace_size<lookup>(exec, index, keys, index) +
      call_sort_crs_graph_workspace_size<lookup>(exec, index, keys) +
      call_sort_crs_matrix_workspace_size<lookup>(exec, index, keys, keys) +
      call_coo_to_crs_workspace_size<lookup>(exec, index, index, index, index) +
      call_sort_and_merge_workspace_size<lookup>(exec, index, index, index,
                                                 index) +
      call_sort_each_row_workspace_size<lookup>(
          exec, Kokkos::View<float**, Exec>("rows", 5, 2)) +
      call_sort_each_column_workspace_size<lookup>(
          exec, Kokkos::View<float**, Exec>("rows", 5, 2)) +
      call_min_max_workspace_size<lookup>(exec, keys);
  KokkosSort::Workspace<Exec::memory_space> const space(exec, bytes);
  call_sort<lookup>(exec, keys, space);
  call_sort<lookup>(keys, space);
  EXPECT_EQ(text_of(keys), "1 2 3 nan nan");
  call_prepare<lookup>(KokkosSort::sort, exec, keys, KokkosSort::descending,
                       space)
      .run();
  EXPECT_EQ(text_of(keys), "nan nan 3 2 1");
}

template <class Key, Lookup lookup>
void check() {
  check_sorts<Key, lookup>();
  check_sorts<Key, lookup>(Exec{});
  check_others<Key, lookup>();
  check_others<Key, lookup>(Exec{});
  check_sorted_data<Key, lookup>();
  check_sorted_data<Key, lookup>(Exec{});
  check_sizes_for_sorted_data<lookup>();
  check_selections<Key, lookup>();
  check_selections<Key, lookup>(Exec{});
  check_segments<Key, lookup>();
  check_segments<Key, lookup>(Exec{});
  check_matrices<lookup>();
  check_matrices<lookup>(Exec{});
  check_ranks<Key, lookup>();
  check_ranks<Key, lookup>(Exec{});
  check_rows<lookup>();
  check_rows<lookup>(Exec{});
  check_teams<Key, lookup>();
  check_workspaces<Key, lookup>();
}

template <class Key>
class KOKKOSSORT_INCLUDE_ORDER_SUITE : public testing::Test {};
using Keys = testing::Types<float, Kokkos::Experimental::half_t,
                            Kokkos::Experimental::bhalf_t>;
TYPED_TEST_SUITE(KOKKOSSORT_INCLUDE_ORDER_SUITE, Keys, );

TYPED_TEST(KOKKOSSORT_INCLUDE_ORDER_SUITE, Qualified) {
  check<TypeParam, Lookup::qualified>();
}
TYPED_TEST(KOKKOSSORT_INCLUDE_ORDER_SUITE, AfterUsingDirective) {
  check<TypeParam, Lookup::directive>();
}
TYPED_TEST(KOKKOSSORT_INCLUDE_ORDER_SUITE, AfterUsingDeclaration) {
  check<TypeParam, Lookup::declaration>();
}

}  // namespace
}  // namespace UsersCode

#endif
