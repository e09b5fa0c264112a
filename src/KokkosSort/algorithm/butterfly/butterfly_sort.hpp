// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Full butterfly sort: B. Jan, B. Montrucchio, C. Ragusa, F. G. Khan, O. Khan,
// "Parallel butterfly sorting algorithm on GPU" (2013), section 3.B.2.
//
// Stage x turns sorted blocks of 2^(x-1) keys into sorted blocks of 2^x. The
// out-kernel compares the first key of a block with its last, the second with
// the last but one, and so on. The in-kernels x_in = x - 1, … 1 compare keys
// 2^(x_in-1) apart. Every butterfly (comparator) puts the smaller key at the
// lower index: there is one direction.
//
// SortTiles   executes stages 1 … t of each tile of 2^t keys, in registers and
//             scratch
// then for each stage x > t
// OutKernel   executes the out-kernel and the in-kernels after it that stay
//             among the keys of one thread, in registers
// MultiStep   executes further in-kernels of distance 2^t or more, in registers
// ShortSteps  executes the in-kernels of distance below 2^t, in scratch
//
// Differences from the paper, and why:
// - The paper launches every out- and in-kernel separately, log2(n) (log2(n) +
//   1) / 2 of them. Here as many as fit in registers and scratch are fused.
// - Any length is sorted. The smaller key always moves down, so that keys
//   greater than all after the n-th would never move: they need not exist.
// - The in-kernels of the paper as printed run from x. Its formula for the
//   number of stages and its example of 16 keys have x - 1, which is right.
//
// The sort is in place and needs no extra memory. It is not stable, has the
// same result in every run, and takes any order. Its work is O(n log^2 n). It
// has 1 launch for n <= 2^t, and 1 + ceil((x - t) / d) more per further stage
// x, with d up to 4.
#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_BUTTERFLY_SORT_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_BUTTERFLY_SORT_HPP

#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct ButterflySort
    : InPlaceSort<ButterflySort<Exec, Order, Value>, Exec, Order, Value> {
  using Steps        = Network<Exec, Order, Value>;
  using Key          = typename Steps::Key;
  using Element      = typename Steps::Element;
  using Less         = typename Steps::Less;
  using State        = typename Steps::State;
  using Member       = typename Steps::Member;
  using Tuning       = typename Steps::Tuning;
  using AllAscending = typename Steps::AllAscending;

  static constexpr std::string_view name = "butterfly";
  static constexpr bool is_stable        = false;
  static constexpr char const* region    = "KokkosSort::butterfly_sort";

  static void sort(Exec const& exec, State const& s) {
    Steps::sort_tiles(exec, s, AllAscending{});
    for (int stage = Steps::log_tile + 1; stage <= s.phases(); ++stage) {
      int const degree = Steps::degree_of(stage);
      out_kernel<Steps::max_degree>(exec, s, stage, degree);
      Steps::half_clean_all(exec, s, stage - degree, AllAscending{});
    }
  }

  /// Executes the out-kernel of a stage and the Degree - 1 in-kernels after it.
  /// Half of the keys of a thread are a column of the lower half of the block.
  /// The others are their mirror images in the upper half.
  template <int Degree>
  struct OutKernel {
    State s;
    int stage;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      constexpr int items      = 1 << Degree;
      std::int64_t const parts = Steps::partitions(s, stage, Degree);
      for_each_of<Steps::team, Tuning::run>(member, parts, [&](std::int64_t p) {
        Steps::with_partition(s, mirrored_partition<items>(p, stage),
                              [&](Element(&held)[items], int count) {
                                Less const less{s.order};
                                butterfly_step<false, items>(held, count, less);
                                half_clean<false, items / 4>(held, count, items,
                                                             less);
                              });
      });
    }
  };

  template <int Degree>
  static void out_kernel(Exec const& exec, State const& s, int stage,
                         int degree) {
    if (degree == Degree) {
      launch_teams<Steps::team, Tuning::degree_min_teams>(
          "KokkosSort::butterfly_sort::out_kernel", exec,
          teams_for<Steps::team, Tuning::run>(
              Steps::partitions(s, stage, degree)),
          OutKernel<Degree>{s, stage});
    } else if constexpr (Degree > 1) {
      out_kernel<Degree - 1>(exec, s, stage, degree);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
