// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts as codes on top of Kokkos have them, written with KokkosSort. The text
// between two marks is shown in docs/migrating.md.
#include <Kokkos_Core.hpp>
#include <KokkosSort.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T*, Exec>;

// [tree]
// Sorts Morton codes and returns the permutation of the objects.
View<unsigned> sort_objects(const Exec& exec,
                            const View<std::uint64_t>& codes) {
  View<unsigned> permutation("permutation", codes.extent(0));
  KokkosSort::argsort(exec, permutation, codes);
  KokkosSort::permute(exec, permutation, codes);
  return permutation;
}
// [tree]

// Structures of arrays of eight particles, and one of their columns.
struct Block {
  double x[8];
  int cell[8];
};
struct Positions {
  View<Block> blocks;
  KOKKOS_FUNCTION double& operator()(std::size_t i) const {
    return blocks(i / 8).x[i % 8];
  }
};

// [particles]
struct Binning {
  View<int> permutation;  // particles by cell
  View<int> offsets;      // of each cell, and the end
};

template <class... Slices>
Binning bin_particles(const Exec& exec, const View<int>& cells, int cell_count,
                      const Slices&... slices) {
  const std::size_t n = cells.extent(0);
  Binning bins{View<int>("permutation", n),
               View<int>("offsets", static_cast<std::size_t>(cell_count) + 1)};
  KokkosSort::bin_by(exec, bins.permutation, bins.offsets, cells);
  KokkosSort::permute(exec, bins.permutation,
                      KokkosSort::elements(slices, n)...);
  return bins;
}
// [particles]

// [assemble]
// Sorts the entries of each row of a matrix, and adds those of one column. The
// arrays stay as long as they are; the matrix ends at the last offset.
void sort_and_merge_entries(const Exec& exec, const View<int>& row_map,
                            const View<int>& entries,
                            const View<double>& values) {
  KokkosSort::sort_and_merge(exec, row_map, entries, values, row_map, entries,
                             values);
}
// [assemble]

template <class T, std::size_t n>
View<T> view_of(const T (&numbers)[n]) {
  View<T> view("view", n);
  Kokkos::deep_copy(
      view, Kokkos::View<const T*, Kokkos::HostSpace,
                         Kokkos::MemoryTraits<Kokkos::Unmanaged>>(numbers, n));
  return view;
}

template <class T, std::size_t n>
bool holds(const View<T>& view, const T (&numbers)[n]) {
  const auto host =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  for (std::size_t i = 0; i < n; ++i)
    if (host(i) != numbers[i]) return false;
  return true;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const Exec exec;
  const auto order = sort_objects(exec, view_of<std::uint64_t>({30, 10, 20}));
  bool right       = holds<unsigned>(order, {1, 2, 0});

  View<Block> blocks("blocks", 1);
  const auto binning =
      bin_particles(exec, view_of<int>({2, 0, 2, 0}), 3, Positions{blocks});
  right = right && holds<int>(binning.permutation, {1, 3, 0, 2}) &&
          holds<int>(binning.offsets, {0, 2, 2, 4});

  const auto row_map = view_of<int>({0, 1, 4, 4}),
             entries = view_of<int>({7, 5, 2, 5});
  const auto values  = view_of<double>({1, 2, 3, 4});
  sort_and_merge_entries(exec, row_map, entries, values);
  const auto first =
      KokkosSort::is_sorted(exec, Kokkos::subview(entries, Kokkos::pair(1, 3)));
  right = right && first && holds<int>(row_map, {0, 1, 3, 3}) &&
          holds<double>(values, {1, 3, 6});
  std::printf("13_from_kokkos: %s\n", right ? "all right" : "wrong");
  return right ? 0 : 1;
}
