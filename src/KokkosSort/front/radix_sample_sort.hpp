// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default sort of a device for 64-bit numbers. If keys are spread, radix sort
// by MSD passes (radix_sort.hpp) sorts them in half the time of sample sort. If
// keys crowd, sample sort (sample_sort.hpp) takes 0.45 to 0.95 of the time of
// radix sort's LSD passes. For 2^27 and more keys with 64-bit values it takes
// up to 1.15.
//
// As in radix sort the device chooses, by a probe of a sample or by the sizes
// of the leaves. Kernels of the path not taken return immediately, and the host
// waits for nothing.
//
// It is stable. Launches: those of radix sort without its LSD passes, and those
// of sample sort. Extra memory: the greater of theirs, since one runs after the
// other.
#ifndef KOKKOSSORT_FRONT_RADIX_SAMPLE_SORT_HPP
#define KOKKOSSORT_FRONT_RADIX_SAMPLE_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace KokkosSort::Impl {

/// Sorts few keys by sample sort alone, unless always_msd is true.
template <class Exec, class Order, class Value, bool always_msd = false>
struct RadixSampleSort {
  using Key    = typename Order::key_type;
  using Radix  = RadixSort<Exec, Order, Value, RadixStart::msd>;
  using Sample = SampleSort<Exec, Order, Value>;

  static constexpr std::string_view name = "radix_sample";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = true;

  /// Returns true if n is large enough for both sorters.
  static bool uses_msd(std::size_t n) {
    return (always_msd || n >= Radix::Tuning::min_before_sample) &&
           n > Radix::leaf_capacity && n > Sample::Buckets::leaf_capacity;
  }

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    std::size_t const of_sample = Sample::workspace_bytes(exec, order, n);
    if (!uses_msd(n)) return of_sample;
    return sizeof(RadixFlags) + Arena::alignment +
           std::max(of_sample, Radix::workspace_bytes(exec, order, n));
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (!uses_msd(n)) {
      Sample::run(exec, order, keys, values, n, arena);
      return;
    }
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::radix_sample_sort"));
    // Outlives radix sort, whose memory sample sort reuses.
    auto* const flags           = arena.take<RadixFlags>(1);
    Arena of_radix              = arena;
    typename Radix::State state = Radix::plan(exec, order, n, of_radix);
    state.data[0]               = {keys, values};
    state.flags                 = flags;
    Radix::clear(exec, state);
    Radix::run_msd(exec, state, of_radix);
    Radix::copy_back(exec, state, false);
    Sample::run_predicated(exec, order, keys, values, n, arena,
                           &flags->needs_lsd);
  }
};

}  // namespace KokkosSort::Impl

#endif
