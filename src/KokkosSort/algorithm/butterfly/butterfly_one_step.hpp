// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Full butterfly sort: B. Jan, B. Montrucchio, C. Ragusa, F. G. Khan, O. Khan,
// "Parallel butterfly sorting algorithm on GPU" (2013), section 3.B.2. One step
// per launch, as published, it is the baseline of butterfly_sort.hpp and the
// counterpart of bitonic_one_step.hpp.
//
// OutKernel  executes the out-kernel of a stage: one butterfly per thread, in
//            device memory
// MultiStep  executes one in-kernel, with degree 1: one butterfly per thread
//
// Differences from the paper, and why:
// - Any length is sorted, by the virtual padding of butterfly_sort.hpp.
// - In-kernels run from x - 1, as the paper's formula (1) counts them.
//
// The sort is in place and needs no extra memory. It is not stable, has the
// same result in every run, and takes any order. It has log2(n) (log2(n) + 1) /
// 2 launches, each of which reads and writes every key.
#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_BUTTERFLY_ONE_STEP_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_BUTTERFLY_ONE_STEP_HPP

#include <KokkosSort/algorithm/butterfly/butterfly_sort.hpp>
#include <KokkosSort/algorithm/network/in_place_sort.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>

#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct ButterflyOneStepSort
    : InPlaceSort<ButterflyOneStepSort<Exec, Order, Value>, Exec, Order,
                  Value> {
  using Steps        = Network<Exec, Order, Value>;
  using Key          = typename Steps::Key;
  using State        = typename Steps::State;
  using AllAscending = typename Steps::AllAscending;
  using Fused        = ButterflySort<Exec, Order, Value>;

  static constexpr std::string_view name = "butterfly_one_step";
  static constexpr bool is_stable        = false;
  static constexpr char const* region    = "KokkosSort::butterfly_one_step";

  static void sort(Exec const& exec, State const& s) {
    for (int stage = 1; stage <= s.phases(); ++stage) {
      Steps::one_step("KokkosSort::butterfly_one_step::out_kernel", exec, s,
                      stage, typename Fused::template OutKernel<1>{s, stage});
      for (int step = stage - 1; step > 0; --step)
        Steps::half_clean_one("KokkosSort::butterfly_one_step::in_kernel", exec,
                              s, step, AllAscending{});
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
