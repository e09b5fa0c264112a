// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The basic bitonic sort: H. Peters, O. Schulz-Hildebrandt, N. Luttenberger,
// "Fast in-place sorting with CUDA based on bitonic sort" (2010), section 3.1.
// It has the virtual padding of section 3.3 and is the baseline of
// bitonic_sort.hpp.
//
// MultiStep  executes one step of one phase per launch, with degree 1: one
//            comparator per thread, in device memory
//
// The sort is in place and needs no extra memory. It is not stable, has the
// same result in every run, and takes any order. It has log2(n) (log2(n) + 1) /
// 2 launches, each of which reads and writes every key.
#ifndef KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_ONE_STEP_HPP
#define KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_ONE_STEP_HPP

#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>

#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct BitonicOneStepSort
    : InPlaceSort<BitonicOneStepSort<Exec, Order, Value>, Exec, Order, Value> {
  using Steps       = Network<Exec, Order, Value>;
  using Key         = typename Steps::Key;
  using State       = typename Steps::State;
  using Alternating = typename Steps::Alternating;

  static constexpr std::string_view name = "bitonic_one_step";
  static constexpr bool is_stable        = false;
  static constexpr char const* region    = "KokkosSort::bitonic_one_step";

  static void sort(Exec const& exec, State const& s) {
    for (int phase = 1; phase <= s.phases(); ++phase) {
      for (int step = phase; step > 0; --step)
        Steps::half_clean_one("KokkosSort::bitonic_one_step::one_step", exec, s,
                              step, Alternating{s.n, phase});
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
