// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One short use of each public function. The text between two marks of one name
// is the example on the page of that function in docs/functions.
#include "functions.hpp"

#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>
#include <KokkosSort_Version.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

static_assert(KOKKOSSORT_VERSION >= 100);

struct Particle {
  double x;
  int id;
};

void use_sort(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [sort]
  KokkosSort::sort(exec, keys);                          // ascending
  KokkosSort::sort(exec, keys, KokkosSort::descending);  // and back
  KokkosSort::sort(exec, keys, 0, n / 2);                // the first half
  // [sort]
  expect(KokkosSort::is_sorted(exec,
                               Kokkos::subview(keys, Kokkos::pair(0, n / 2))),
         "sort");
}

void use_stable_sort(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [stable_sort]
  // Keys that agree in bits 4 to 9 keep their order.
  KokkosSort::stable_sort(exec, keys, KokkosSort::bits(4, 10));
  const bool sorted =
      KokkosSort::is_sorted(exec, keys, KokkosSort::bits(4, 10));
  // [stable_sort]
  expect(sorted, "stable_sort");
}

void use_sort_by_key(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [sort_by_key]
  Kokkos::View<float*> values("values", n);
  Kokkos::deep_copy(exec, values, 1.0f);
  KokkosSort::sort_by_key(exec, keys, values);
  // [sort_by_key]
  expect(KokkosSort::is_sorted(exec, keys), "sort_by_key");
}

void use_stable_sort_by_key(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [stable_sort_by_key]
  Kokkos::View<float*> values("values", n);
  KokkosSort::Workspace<> workspace(
      exec, KokkosSort::sort_by_key_workspace_size(exec, keys, values));
  KokkosSort::stable_sort_by_key(exec, keys, values, workspace);
  // [stable_sort_by_key]
  expect(KokkosSort::is_sorted(exec, keys), "stable_sort_by_key");
}

void use_argsort(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [argsort]
  Kokkos::View<int*> permutation("permutation", n);
  KokkosSort::argsort(exec, permutation, keys);  // the keys stay unchanged
  // [argsort]
  // [permute]
  Kokkos::View<int*> sorted("sorted", n);
  Kokkos::View<double* [3]> position("position", n);
  KokkosSort::permute(exec, permutation, position,
                      KokkosSort::gather(keys, sorted));
  // [permute]
  // [elements]
  Kokkos::View<Particle*> particles("particles", n);
  const auto ids = KOKKOS_LAMBDA(std::size_t i)->int& {
    return particles(i).id;
  };
  KokkosSort::permute(exec, permutation, KokkosSort::elements(ids, n));
  // [elements]
  expect(KokkosSort::is_sorted(exec, sorted), "argsort and permute");
}

// Three segments of the keys, the second of them empty.
Kokkos::View<int*> make_offsets() {
  Kokkos::View<int*> offsets("offsets", 4);
  Kokkos::parallel_for(
      "offsets", 4, KOKKOS_LAMBDA(int i) {
        offsets(i) = i == 0 ? 0 : i == 3 ? n : 100;
      });
  return offsets;
}

void use_segmented_sort(const Exec& exec, const Kokkos::View<int*>& keys) {
  const auto offsets = make_offsets();
  // [segmented_sort]
  KokkosSort::segmented_sort(exec, keys, offsets);  // e.g. rows of a matrix

  Kokkos::View<int[1]> begins("begins"), ends("ends");
  Kokkos::deep_copy(exec, ends, 50);
  KokkosSort::segmented_sort(exec, keys, KokkosSort::segments(begins, ends),
                             KokkosSort::descending);
  // [segmented_sort]
  const auto part = [&](int begin, int end) {
    return Kokkos::subview(keys, Kokkos::pair(begin, end));
  };
  expect(KokkosSort::is_sorted(exec, part(0, 50), KokkosSort::descending) &&
             KokkosSort::is_sorted(exec, part(50, 100)) &&
             KokkosSort::is_sorted(exec, part(100, n)),
         "segmented_sort");
}

void use_segmented_top_k(const Exec& exec, const Kokkos::View<int*>& keys) {
  const auto offsets = make_offsets();
  // [segmented_top_k]
  Kokkos::View<int**> result("result", offsets.extent(0) - 1, 8);
  KokkosSort::segmented_top_k(exec, keys, offsets, result);
  Kokkos::View<float*> values("values", keys.extent(0));
  Kokkos::View<float**> result_values("result_values", result.extent(0), 8);
  KokkosSort::segmented_top_k_by_key(exec, keys, values, offsets, result,
                                     result_values);
  // [segmented_top_k]
  const auto row = Kokkos::subview(result, 0, Kokkos::ALL);
  expect(KokkosSort::is_sorted(exec, row), "segmented_top_k");
}

void use_sort_counted(const Exec& exec, const Kokkos::View<int*>& keys) {
  Kokkos::View<int> count("count");
  Kokkos::deep_copy(count, 600);
  const auto values = make_keys();
  // [sort_counted]
  KokkosSort::sort_counted(exec, keys, count);  // e.g. those of unique()
  KokkosSort::sort_counted_by_key(exec, keys, values, count);
  // [sort_counted]
  const auto first = Kokkos::subview(keys, Kokkos::pair(0, 600));
  expect(KokkosSort::is_sorted(exec, first), "sort_counted");
}

void use_segmented_sort_by_key(const Exec& exec,
                               const Kokkos::View<int*>& keys) {
  const auto offsets = make_offsets();
  // [segmented_sort_by_key]
  Kokkos::View<float*> values("values", n);
  KokkosSort::segmented_sort_by_key(exec, keys, values, offsets);
  // [segmented_sort_by_key]
  expect(
      KokkosSort::is_sorted(exec, Kokkos::subview(keys, Kokkos::pair(100, n))),
      "segmented_sort_by_key");
}

void use_segmented_argsort(const Exec& exec, const Kokkos::View<int*>& keys) {
  const auto offsets = make_offsets();
  // [segmented_argsort]
  Kokkos::View<int*> permutation("permutation", n);
  KokkosSort::segmented_argsort(exec, permutation, keys, offsets);
  KokkosSort::permute(exec, permutation, keys);
  // [segmented_argsort]
  expect(
      KokkosSort::is_sorted(exec, Kokkos::subview(keys, Kokkos::pair(100, n))),
      "segmented_argsort");
}

void use_sort_each_row(const Exec& exec) {
  // [sort_each_row]
  Kokkos::View<float**> matrix("matrix", 1000, 30);
  KokkosSort::sort_each_row(exec, matrix);
  KokkosSort::sort_each_column(exec, matrix, KokkosSort::descending);
  // [sort_each_row]
  expect(matrix.extent(0) == 1000, "sort_each_row");
}

void use_sort_crs(const Exec& exec, const Kokkos::View<int*>& entries) {
  const auto row_map = make_offsets();
  // [sort_crs]
  Kokkos::View<double*> values("values", n);
  KokkosSort::sort_crs_matrix(exec, row_map, entries, values);
  KokkosSort::sort_crs_graph(exec, row_map, entries);  // without values
  // [sort_crs]
  expect(KokkosSort::is_sorted(exec,
                               Kokkos::subview(entries, Kokkos::pair(100, n))),
         "sort_crs");
}

void use_argsort_rows(const Exec& exec) {
  // [argsort_rows]
  Kokkos::View<std::uint32_t* [3]> rows("rows", n);
  Kokkos::View<int*> permutation("permutation", n);
  KokkosSort::argsort_rows(exec, permutation, rows);
  // [argsort_rows]
  const auto [least, greatest] = KokkosSort::min_max(exec, permutation);
  expect(least == 0 && greatest == n - 1, "argsort_rows");
}

void use_argsort_strings(const Exec& exec) {
  // [argsort_strings]
  Kokkos::View<int*> offsets("offsets", n + 1);  // string i begins here
  Kokkos::View<char*> bytes("bytes", 8 * n);
  Kokkos::View<int*> permutation("permutation", n);
  KokkosSort::argsort_strings(exec, permutation, offsets, bytes);
  // [argsort_strings]
  const auto [least, greatest] = KokkosSort::min_max(exec, permutation);
  expect(least == 0 && greatest == n - 1, "argsort_strings");
}

void use_by_columns(const Exec& exec) {
  // [by_columns]
  Kokkos::View<std::uint32_t*> year("year", n);
  Kokkos::View<double*> price("price", n);
  Kokkos::View<int*> permutation("permutation", n);
  const auto rows = KokkosSort::by_columns(KokkosSort::descending(year), price);
  KokkosSort::argsort(exec, permutation, rows);  // the columns stay unchanged
  KokkosSort::sort(exec, rows);                  // rows move together
  // [by_columns]
  expect(KokkosSort::is_sorted(exec, rows), "by_columns");
}

void use_min_max(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [min_max]
  const auto [least, greatest] = KokkosSort::min_max(exec, keys);  // waits

  Kokkos::View<int[2]> result("result");  // stays on the device
  KokkosSort::min_max(exec, keys, result);
  // [min_max]
  expect(least == 0 && greatest == 999, "min_max");
}

void use_arg_min_max(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [arg_min_max]
  Kokkos::View<int[2]> positions("positions");
  KokkosSort::arg_min_max(exec, positions, keys);
  const auto on_host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, positions);
  // [arg_min_max]
  expect(on_host(0) == 0, "arg_min_max");
}

void use_top_k(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [top_k]
  Kokkos::View<int[10]> least("least"), greatest("greatest");
  KokkosSort::top_k(exec, keys, least);  // sorted; the keys stay unchanged
  KokkosSort::top_k(exec, keys, greatest, KokkosSort::descending);

  Kokkos::View<float*> values("values", n);
  Kokkos::View<float[10]> least_values("least_values");
  KokkosSort::top_k_by_key(exec, keys, values, least, least_values);

  Kokkos::View<int[10]> positions("positions");
  KokkosSort::arg_top_k(exec, positions, keys);
  // [top_k]
  const auto on_host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, positions);
  expect(KokkosSort::is_sorted(exec, least) && on_host(0) == 0, "top_k");
}

void use_nth_element(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [nth_element]
  Kokkos::View<int*> positions("positions", n);
  KokkosSort::argpartition(exec, positions, keys, n / 2);  // indices alone
  KokkosSort::nth_element(exec, keys, n / 2);              // median
  KokkosSort::partial_sort(exec, keys, 100);  // the first 100 keys in order
  // [nth_element]
  expect(
      KokkosSort::is_sorted(exec, Kokkos::subview(keys, Kokkos::pair(0, 100))),
      "nth_element");
}

void use_quantiles(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [quantiles]
  const std::array<double, 3> probabilities{0.25, 0.5, 0.75};
  Kokkos::View<int[3]> quartiles("quartiles");
  KokkosSort::quantiles(exec, keys, probabilities, quartiles);
  // [quantiles]
  const auto on_host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, quartiles);
  expect(on_host(1) == 499, "quantiles");
}

struct SortRows {
  // [sort_team]
  Kokkos::View<int**, Kokkos::LayoutRight> rows;

  static constexpr int most = 100;  // columns
  static constexpr std::size_t bytes =
      KokkosSort::sort_team_scratch_size<int>(most);

  KOKKOS_FUNCTION void operator()(
      const Kokkos::TeamPolicy<Exec>::member_type& member) const {
    void* const scratch = member.team_scratch(0).get_shmem(bytes);
    const auto row = Kokkos::subview(rows, member.league_rank(), Kokkos::ALL);
    KokkosSort::sort_team(member, row, scratch, KokkosSort::descending);
  }

  void launch(const Exec& exec) const {
    Kokkos::TeamPolicy<Exec> policy(exec, rows.extent_int(0), Kokkos::AUTO);
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes));
    Kokkos::parallel_for("sort rows", policy, *this);
  }
  // [sort_team]
};

void use_sort_team(const Exec& exec, const Kokkos::View<int*>& keys) {
  const Kokkos::View<int**, Kokkos::LayoutRight> rows("rows", n / 100, 100);
  Kokkos::deep_copy(
      exec, Kokkos::View<int*>(rows.data(), static_cast<std::size_t>(n)), keys);
  SortRows{rows}.launch(exec);
  expect(KokkosSort::is_sorted(exec, Kokkos::subview(rows, 7, Kokkos::ALL),
                               KokkosSort::descending),
         "sort_team");
}

struct FindInRows {
  // [top_k_team]
  Kokkos::View<int**, Kokkos::LayoutRight> rows;
  Kokkos::View<int* [8], Kokkos::LayoutRight> greatest;

  static constexpr std::size_t bytes =
      KokkosSort::top_k_team_scratch_size<int>(8);

  KOKKOS_FUNCTION void operator()(
      const Kokkos::TeamPolicy<Exec>::member_type& member) const {
    void* const scratch = member.team_scratch(0).get_shmem(bytes);
    const int row       = member.league_rank();
    KokkosSort::top_k_team(member, Kokkos::subview(rows, row, Kokkos::ALL),
                           Kokkos::subview(greatest, row, Kokkos::ALL), scratch,
                           KokkosSort::descending);
  }
  // [top_k_team]

  void launch(const Exec& exec) const {
    Kokkos::TeamPolicy<Exec> policy(exec, rows.extent_int(0), Kokkos::AUTO);
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes));
    Kokkos::parallel_for("find in rows", policy, *this);
  }
};

void use_top_k_team(const Exec& exec) {
  const Kokkos::View<int**, Kokkos::LayoutRight> rows("rows", 3, n);
  Kokkos::deep_copy(exec, Kokkos::subview(rows, 1, n / 2), 7);
  const Kokkos::View<int* [8], Kokkos::LayoutRight> greatest("greatest", 3);
  FindInRows{rows, greatest}.launch(exec);
  const auto on_host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, greatest);
  expect(on_host(1, 0) == 7 && on_host(1, 1) == 0 && on_host(2, 0) == 0,
         "top_k_team");
}

void use_is_sorted(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [is_sorted]
  KokkosSort::sort(exec, keys);
  const bool sorted = KokkosSort::is_sorted(exec, keys);
  const bool reversed =
      KokkosSort::is_sorted(exec, keys, KokkosSort::descending);
  // [is_sorted]
  expect(sorted && !reversed, "is_sorted");
  // [is_sorted_until]
  const std::size_t in_order = KokkosSort::is_sorted_until(exec, keys);
  // [is_sorted_until]
  expect(in_order == keys.extent(0), "is_sorted_until");
}

void use_workspace(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [workspace]
  KokkosSort::Workspace<> workspace(
      exec, KokkosSort::sort_workspace_size(exec, keys));
  for (int step = 0; step < 3; ++step)
    KokkosSort::sort(exec, keys, workspace);  // neither allocates nor fences
  // [workspace]
  expect(KokkosSort::is_sorted(exec, keys), "workspace");
}

void use_prepare(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [prepare]
  const auto step = KokkosSort::prepare(KokkosSort::sort, exec, keys);
  for (int i = 0; i < 3; ++i)
    step.run(keys);  // checks that the view is the same; run() does not
  // [prepare]
  expect(KokkosSort::is_sorted(exec, keys), "prepare");
}

void use_label_prefix(const Exec& exec, const Kokkos::View<int*>& keys) {
  // [label_prefix]
  const KokkosSort::LabelPrefix prefix("MyCode::Tree::");
  KokkosSort::sort(exec, keys);  // MyCode::Tree::KokkosSort::...
  // [label_prefix]
  expect(KokkosSort::is_sorted(exec, keys), "label_prefix");
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const Exec exec;
  use_sort(exec, make_keys());
  use_stable_sort(exec, make_keys());
  use_sort_by_key(exec, make_keys());
  use_stable_sort_by_key(exec, make_keys());
  use_argsort(exec, make_keys());
  use_argsort_rows(exec);
  use_argsort_strings(exec);
  use_by_columns(exec);
  use_segmented_sort(exec, make_keys());
  use_segmented_top_k(exec, make_keys());
  use_sort_counted(exec, make_keys());
  use_segmented_sort_by_key(exec, make_keys());
  use_segmented_argsort(exec, make_keys());
  use_sort_each_row(exec);
  use_sort_crs(exec, make_keys());
  use_min_max(exec, make_keys());
  use_arg_min_max(exec, make_keys());
  use_top_k(exec, make_keys());
  use_nth_element(exec, make_keys());
  use_quantiles(exec, make_keys());
  use_sort_team(exec, make_keys());
  use_top_k_team(exec);
  use_is_sorted(exec, make_keys());
  use_workspace(exec, make_keys());
  use_prepare(exec, make_keys());
  use_label_prefix(exec, make_keys());
  std::printf("functions: %d wrong\n", failed);
  return failed;
}
