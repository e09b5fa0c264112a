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
#include <string_view>

namespace KokkosSort::Impl {

/// Few keys are left to sample sort, unless radix sort is to lead always.
template <class Exec, class Order, class Value, bool leads_always = false>
struct RadixSampleSort {
  using Key    = typename Order::key_type;
  using Radix  = RadixSort<Exec, Order, Value, RadixStart::leading>;
  using Sample = SampleSort<Exec, Order, Value>;

  static constexpr std::string_view name = "radix_sample";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = true;

  /// Returns true if both sorters have keys to sort.
  static bool is_led(std::size_t n) {
    return (leads_always || n >= Radix::Tuning::min_before_sample) &&
           n > Radix::leaf_capacity && n > Sample::Buckets::leaf_capacity;
  }

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    std::size_t const of_sample = Sample::workspace_bytes(exec, order, n);
    if (!is_led(n)) return of_sample;
    Arena own;
    own.take<RadixFlags>(1);
    return own.used() + Arena::alignment +
           std::max(of_sample, Radix::workspace_bytes(exec, order, n));
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (!is_led(n)) {
      Sample::run(exec, order, keys, values, n, arena);
      return;
    }
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::radix_sample_sort"));
    // Outlives radix sort, whose memory sample sort takes over.
    auto* const ways            = arena.take<RadixFlags>(1);
    Arena of_radix              = arena;
    typename Radix::State state = Radix::plan(exec, order, n, of_radix);
    state.data[0]               = {keys, values};
    state.ways                  = ways;
    Radix::clear(exec, state);
    Radix::run_leading(exec, state, of_radix);
    Radix::copy_back(exec, state, false);
    Sample::run_predicated(exec, order, keys, values, n, arena,
                           &ways->by_all_digits);
  }
};

}  // namespace KokkosSort::Impl

#endif
