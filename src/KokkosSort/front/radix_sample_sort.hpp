// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the library chooses on a device for numbers of 64 bits: radix sort by
// leading digits (radix_sort.hpp) where they are spread, which takes half the
// time of sample sort, and sample sort (sample_sort.hpp) where they crowd
// together, which takes 0.45 to 0.95 of the time of radix sort's passes by all
// digits (up to 1.15 from 2^27 keys on with 64-bit values).
//
// The device decides, as in radix sort: a guess by a sample, or what the leaves
// turn out to be. Kernels of what is not due end at once, and the host waits
// for nothing.
//
// Stable. Launches: those of radix sort without its passes by all digits, and
// those of sample sort. Extra memory: the greater of theirs, which they use one
// after the other.
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
#include <cstdint>

namespace KokkosSort::Impl {

/// Few keys are left to sample sort, unless radix sort is to lead always.
template <class Exec, class Order, class Value, bool always_msd = false>
struct RadixSampleSort {
  using Key    = typename Order::key_type;
  using Radix  = RadixSort<Exec, Order, Value, RadixStart::msd>;
  using Sample = SampleSort<Exec, Order, Value>;

  static constexpr bool is_stable = true;

  /// Where both have something to do.
  static bool uses_msd(std::size_t n) {
    return (always_msd || n >= Radix::Tuning::min_before_sample) &&
           n > Radix::leaf_capacity && n > Sample::Buckets::leaf_capacity;
  }

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    std::size_t const of_sample = Sample::workspace_bytes(exec, order, n);
    if (!uses_msd(n)) return of_sample;
    Arena own;
    own.take<RadixFlags>(1);
    return own.used() + Arena::alignment +
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
    // Outlives radix sort, whose memory sample sort takes over.
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
