// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for CUDA and HIP, never run: sorts of segments, rows and CRS, and
// those of a caller's own kernel.

#include <KokkosSort.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using Exec   = Kokkos::DefaultExecutionSpace;
using Keys   = Kokkos::View<std::uint32_t*, Exec>;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Greater {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return b < a;
  }
};

/// Each team sorts and merges two halves of its keys.
struct SortHalves {
  Keys keys;
  Keys merged;

  static constexpr int half = 512;
  static constexpr std::size_t bytes =
      KokkosSort::sort_team_scratch_size<std::uint32_t>(half);

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    void* const scratch = member.team_scratch(0).get_shmem(std::size_t{bytes});
    int const begin     = member.league_rank() * 2 * half;
    auto const first =
        Kokkos::subview(keys, Kokkos::make_pair(begin, begin + half));
    auto const second = Kokkos::subview(
        keys, Kokkos::make_pair(begin + half, begin + 2 * half));
    KokkosSort::sort_team(member, first, scratch);
    KokkosSort::sort_team(member, second, scratch);
    KokkosSort::merge_team(
        member, first, second,
        Kokkos::subview(merged, Kokkos::make_pair(begin, begin + 2 * half)));
  }
};

}  // namespace

void segments(Exec const& exec, Keys const& keys,
              Kokkos::View<std::int64_t*, Exec> const& offsets,
              Kokkos::View<int*, Exec> const& permutation) {
  KokkosSort::segmented_sort(exec, keys, offsets);
  KokkosSort::segmented_top_k(
      exec, keys, offsets, Kokkos::View<std::uint32_t**, Exec>("result", 1, 8));
  KokkosSort::segmented_top_k_by_key(
      exec, keys, permutation, offsets,
      Kokkos::View<std::uint32_t**, Exec>("result", 1, 8),
      Kokkos::View<int**, Exec>("values", 1, 8));
  KokkosSort::sort_counted(exec, keys, Kokkos::View<int, Exec>("count"));
  KokkosSort::segmented_argsort(exec, permutation, keys, offsets, Greater{});
}

void rows(Exec const& exec, Kokkos::View<double**, Exec> const& matrix) {
  KokkosSort::sort_each_row(exec, matrix);
}

void crs(Exec const& exec, Kokkos::View<std::size_t*, Exec> const& row_map,
         Kokkos::View<int*, Exec> const& entries,
         Kokkos::View<double*, Exec> const& values) {
  KokkosSort::sort_crs_matrix(exec, row_map, entries, values);
  KokkosSort::sort_and_merge(exec, row_map, entries, values, row_map, entries,
                             values);
  KokkosSort::coo_to_crs(exec, row_map, entries, values, row_map, entries,
                         values);
}

void teams(Exec const& exec, Keys const& keys, Keys const& merged) {
  Kokkos::TeamPolicy<Exec> policy(exec, 100, 64);
  policy.set_scratch_size(0,
                          Kokkos::PerTeam(static_cast<int>(SortHalves::bytes)));
  Kokkos::parallel_for("teams", policy, SortHalves{keys, merged});
}
