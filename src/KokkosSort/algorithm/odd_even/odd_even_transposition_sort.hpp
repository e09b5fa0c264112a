// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Odd-even transposition sort, the "odd-even sort" that B. Jan et al.,
// "Parallel butterfly sorting algorithm on GPU" (2013), section 4, compare the
// butterfly sort with. It is a baseline with O(n^2) work and n launches.
//
// SortTile  executes all rounds in one launch, for an array that fits in the
//           scratch of one team
// OneRound  executes one of n rounds per launch: compares each even (then each
//           odd) key with its right neighbor in device memory
//
// The sort is in place, needs no extra memory and takes any order. It is
// stable, since only neighbors that are out of order are exchanged.
#ifndef KOKKOSSORT_ALGORITHM_ODD_EVEN_ODD_EVEN_TRANSPOSITION_SORT_HPP
#define KOKKOSSORT_ALGORITHM_ODD_EVEN_ODD_EVEN_TRANSPOSITION_SORT_HPP

#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct OddEvenTranspositionSort
    : InPlaceSort<OddEvenTranspositionSort<Exec, Order, Value>, Exec, Order,
                  Value> {
  using Steps   = Network<Exec, Order, Value>;
  using Key     = typename Steps::Key;
  using Element = typename Steps::Element;
  using Less    = typename Steps::Less;
  using State   = typename Steps::State;
  using Member  = typename Steps::Member;
  using Tile    = typename Steps::Tile;

  static constexpr int team              = Steps::team;
  static constexpr std::string_view name = "odd_even_transposition";
  static constexpr bool is_stable        = true;
  static constexpr bool is_quadratic     = true;
  static constexpr char const* region =
      "KokkosSort::odd_even_transposition_sort";

  static void sort(Exec const& exec, State const& s) {
    if (s.n <= Steps::tile) {
      launch_teams<team>("KokkosSort::odd_even_transposition_sort::sort_tile",
                         exec, 1, SortTile{s});
      return;
    }
    for (std::int64_t round = 0; round < s.n; ++round)
      launch_teams<team>("KokkosSort::odd_even_transposition_sort::one_round",
                         exec, teams_for<team, Steps::Tuning::run>(s.n / 2),
                         OneRound{s, static_cast<int>(round % 2)});
  }

  struct SortTile {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Tile::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Steps::template with_tile<Tile, false>(
          s, member, typename Steps::AllAscending{}, Steps::log_tile,
          [&](Tile const& elements, int size, auto) {
            for (int round = 0; round < size; ++round) {
              for (int i = 2 * member.team_rank() + round % 2; i + 1 < size;
                   i += 2 * team)
                compare_exchange(elements[i], elements[i + 1], Less{s.order});
              member.team_barrier();
            }
          });
    }
  };

  struct OneRound {
    State s;
    std::int64_t first;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      for_each_of<team, Steps::Tuning::run>(
          member, (s.n - first) / 2, [&](std::int64_t i) {
            Steps::template with_partition<2>(
                s, {first + 2 * i, first + 2 * i, 1},
                [&](Element(&held)[2], int) {
                  compare_exchange(held[0], held[1], Less{s.order});
                });
          });
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
