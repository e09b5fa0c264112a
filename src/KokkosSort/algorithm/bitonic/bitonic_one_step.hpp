// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The basic bitonic sort: H. Peters, O. Schulz-Hildebrandt, N. Luttenberger,
// "Fast in-place sorting with CUDA based on bitonic sort" (2010), section 3.1,
// with the virtual padding of section 3.3. The baseline of bitonic_sort.hpp.
//
// OneStep  one step of one phase a launch, one comparator a thread, all in
//          device memory
//
// In place, no extra memory. Not stable; the same in every run. Any order.
// log2(n) (log2(n) + 1) / 2 launches, each reading and writing every key.
#ifndef KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_ONE_STEP_HPP
#define KOKKOSSORT_ALGORITHM_BITONIC_BITONIC_ONE_STEP_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value>
struct BitonicOneStepSort {
  using Steps       = Network<Exec, Order, Value>;
  using Key         = typename Steps::Key;
  using State       = typename Steps::State;
  using Alternating = typename Steps::Alternating;
  using OneStep     = typename Steps::template MultiStep<1, Alternating>;

  static constexpr std::string_view name = "bitonic_one_step";
  static constexpr bool is_stable        = false;
  static constexpr bool is_in_place      = true;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static std::size_t workspace_bytes(Exec const&, Order const&, std::size_t) {
    return 0;
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena&) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::bitonic_one_step"));
    State const s{order, {keys, values}, static_cast<std::int64_t>(n)};
    for (int phase = 1; phase <= s.phases(); ++phase) {
      for (int step = phase; step > 0; --step)
        launch_teams<Steps::team>("KokkosSort::bitonic_one_step::one_step",
                                  exec,
                                  teams_for<Steps::team, Steps::Tuning::run>(
                                      Steps::partitions(s, step, 1)),
                                  OneStep{s, step, Alternating{s.n, phase}});
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
