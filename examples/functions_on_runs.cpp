// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One short use of each function on sorted keys, runs and bins, as
// functions.cpp.
#include "functions.hpp"

#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>
#include <Kokkos_Sort.hpp>

#include <cstdio>

void use_merge(const Exec& exec, const Kokkos::View<int*>& keys) {
  KokkosSort::sort(exec, keys);
  // [merge]
  Kokkos::View<int*> merged("merged", 2 * n);
  KokkosSort::merge(exec, keys, keys, merged);  // both are sorted
  // [merge]
  // [merge_by_key]
  Kokkos::View<char*> tags("tags", n), others("others", n);
  Kokkos::View<char*> merged_tags("merged_tags", 2 * n);
  KokkosSort::merge_by_key(exec, keys, tags, keys, others, merged, merged_tags);
  // [merge_by_key]
  expect(KokkosSort::is_sorted(exec, merged), "merge");
}

void use_merge_runs(const Exec& exec, const Kokkos::View<int*>& keys) {
  KokkosSort::sort(exec, keys);
  Kokkos::View<int*> out("out", n);
  Kokkos::View<char*> tags("tags", n), out_tags("out_tags", n);
  // [merge_runs]
  Kokkos::View<int*> offsets("offsets", 3);  // two sorted runs
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Exec>(exec, 0, 3),
      KOKKOS_LAMBDA(int i) { offsets(i) = i * n / 2; });
  KokkosSort::merge_runs(exec, keys, offsets, out);
  // [merge_runs]
  // [merge_runs_by_key]
  KokkosSort::merge_runs_by_key(exec, keys, tags, offsets, out, out_tags);
  // [merge_runs_by_key]
  expect(KokkosSort::is_sorted(exec, out), "merge_runs");
}

void use_set_operations(const Exec& exec, const Kokkos::View<int*>& keys) {
  KokkosSort::sort(exec, keys);
  const auto a = Kokkos::subview(keys, Kokkos::pair(0, n / 2));
  const auto b = Kokkos::subview(keys, Kokkos::pair(n / 2, n));
  // [set_operations]
  Kokkos::View<int*> out("out", n);  // room for all keys of a and b
  Kokkos::View<int> count("count");  // stays on the device
  KokkosSort::set_union(exec, a, b, out, count);
  KokkosSort::set_intersection(exec, a, b, out, count);
  KokkosSort::set_difference(exec, a, b, out, count);
  KokkosSort::set_symmetric_difference(exec, a, b, out, count);
  // [set_operations]
  expect(
      KokkosSort::is_sorted(exec, Kokkos::subview(out, Kokkos::pair(0, n / 2))),
      "set_operations");
}

void use_unique(const Exec& exec, const Kokkos::View<int*>& keys) {
  KokkosSort::sort(exec, keys);
  // [unique]
  Kokkos::View<int*> out("out", n);
  Kokkos::View<int> count("count");  // stays on the device
  KokkosSort::unique(exec, keys, out, count);
  // [unique]
  // [unique_by_key]
  Kokkos::View<double*> values("values", n), first("first", n);
  KokkosSort::unique_by_key(exec, keys, values, out, first, count);
  // [unique_by_key]
  // [run_length_encode]
  Kokkos::View<int*> lengths("lengths", n);
  KokkosSort::run_length_encode(exec, keys, out, lengths, count);
  // [run_length_encode]
  // [group_by]
  Kokkos::View<int*> offsets("offsets", n + 1);
  KokkosSort::group_by(exec, keys, offsets, count);
  // [group_by]
  // [reduce_by_key]
  Kokkos::View<double*> sums("sums", n);
  KokkosSort::reduce_by_key(exec, keys, values, out, sums, count);
  // [reduce_by_key]
  // [scan_by_key]
  KokkosSort::inclusive_scan_by_key(exec, keys, values, sums);
  KokkosSort::exclusive_scan_by_key(exec, keys, values, sums, 0.0);
  // [scan_by_key]
  int groups = 0;
  Kokkos::deep_copy(groups, count);
  expect(groups == 1000, "unique");
}

void use_bins(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [bin_by]
  // The keys are numbers of 1000 bins.
  Kokkos::View<int*> order("order", n), offsets("offsets", 1001);
  KokkosSort::bin_by(exec, order, offsets, keys);
  KokkosSort::permute(exec, order, keys);
  // [bin_by]
  expect(KokkosSort::is_sorted(exec, keys), "bin_by");
  // [bin_sort]
  using Keys  = Kokkos::View<int*>;
  using BinOp = Kokkos::BinOp1D<Keys>;
  KokkosSort::BinSort<Keys, BinOp> sorter(exec, keys, BinOp(10, 0, 1000), true);
  sorter.create_permute_vector(exec);
  sorter.sort(exec, keys);
  // [bin_sort]
  expect(KokkosSort::is_sorted(exec, keys), "BinSort");
}

void use_bounds(const Exec& exec, const Kokkos::View<int*>& keys) {
  const auto queries = make_keys();
  KokkosSort::sort(exec, keys);
  // [lower_bound]
  Kokkos::View<int*> first("first", n);
  KokkosSort::lower_bound(exec, keys, queries, first);
  // [lower_bound]
  // [upper_bound]
  Kokkos::View<int*> last("last", n);
  KokkosSort::upper_bound(exec, keys, queries, last);
  // [upper_bound]
  // [equal_range]
  KokkosSort::equal_range(exec, keys, queries, first, last);
  // [equal_range]
  const auto splitters = Kokkos::subview(keys, Kokkos::pair(0, 9));
  // [histogram]
  Kokkos::View<int*> counts("counts", splitters.extent(0) + 1);
  KokkosSort::histogram(exec, keys, splitters, counts);
  // [histogram]
  int below = 1;
  Kokkos::deep_copy(below, Kokkos::subview(counts, 0));
  expect(below == 0, "histogram");
  const auto [least, greatest] = KokkosSort::min_max(exec, last);
  expect(least == n / 1000 && greatest == n, "bounds");
}

void use_coo_to_crs(const Exec& exec) {
  Kokkos::View<int*> rows("rows", n), columns("columns", n);
  Kokkos::View<double*> values("values", n);
  Kokkos::deep_copy(values, 0.5);
  // [coo_to_crs]
  Kokkos::View<int*> row_map("row_map", 101), entries("entries", n);
  Kokkos::View<double*> sums("sums", n);
  KokkosSort::coo_to_crs(exec, rows, columns, values, row_map, entries, sums);
  Kokkos::View<int> count = Kokkos::subview(row_map, 100);  // on the device
  // [coo_to_crs]
  int found = 0;
  Kokkos::deep_copy(found, count);
  expect(found == 1, "coo_to_crs");
}

void use_sort_and_merge(const Exec& exec) {
  const Kokkos::View<int*> row_map("row_map", 101), entries("entries", n);
  const Kokkos::View<double*> values("values", n);
  Kokkos::deep_copy(Kokkos::subview(row_map, 100), n);
  // [sort_and_merge]
  Kokkos::View<int*> merged_map("merged_map", 101), merged("merged", n);
  Kokkos::View<double*> sums("sums", n);
  KokkosSort::sort_and_merge(exec, row_map, entries, values, merged_map, merged,
                             sums);
  Kokkos::View<int> count = Kokkos::subview(merged_map, 100);  // on the device
  // [sort_and_merge]
  int found = 0;
  Kokkos::deep_copy(found, count);
  expect(found == 1, "sort_and_merge");
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const Exec exec;
  use_merge(exec, make_keys());
  use_merge_runs(exec, make_keys());
  use_set_operations(exec, make_keys());
  use_unique(exec, make_keys());
  use_bins(exec, make_keys());
  use_bounds(exec, make_keys());
  use_coo_to_crs(exec);
  use_sort_and_merge(exec);
  std::printf("functions_on_runs: %d wrong\n", failed);
  return failed;
}
