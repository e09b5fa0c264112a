// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Min-max butterfly: B. Jan, B. Montrucchio, C. Ragusa, F. G. Khan, O. Khan,
// "Parallel butterfly sorting algorithm on GPU" (2013), section 3.B.1,
// algorithm 1. The network moves the keys: the least to the first place, the
// greatest to the last. extremes.hpp finds both without moving any.
//
// Stage  executes one of ceil(log2(n)) stages per launch, one butterfly per
//        thread, in device memory. Stage x compares keys 2^(x-1) apart in
//        blocks of 2^x
//
// The paper states that keys in descending order end sorted, "and vice versa".
// That holds if n is a power of two, with or without equal keys, and for n = 3.
// Tests find no other n up to 300.
//
// Differences from the paper, and why:
// - Any length is taken. If n is no power of two, the upper half of the last
//   block is short. Its front half meets the front of the lower half, the rest
//   meets the end of it, so that both extremes keep their places. With virtual
//   padding alone the greatest key would not reach the last place.
// - If the upper half is a single key, it meets both ends of the lower half, by
//   one thread.
//
// The network is in place and needs no extra memory. It has the same result in
// every run, and takes any order. It has ceil(log2(n)) launches, each of which
// reads and writes every key.
#ifndef KOKKOSSORT_ALGORITHM_BUTTERFLY_MIN_MAX_NETWORK_HPP
#define KOKKOSSORT_ALGORITHM_BUTTERFLY_MIN_MAX_NETWORK_HPP

#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/block/compare_exchange_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The network over keys, whose values, if any, move with them.
template <class Exec, class Order, class Value = NoValue>
struct MinMaxNetwork {
  using Steps   = Network<Exec, Order, Value>;
  using Key     = typename Steps::Key;
  using Element = typename Steps::Element;
  using Less    = typename Steps::Less;
  using State   = typename Steps::State;
  using Member  = typename Steps::Member;
  using Tuning  = typename Steps::Tuning;

  /// Executes all stages. Enqueues them on the instance and returns.
  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::min_max_network"));
    State const s{order, {keys, values}, static_cast<std::int64_t>(n)};
    for (int stage = 1; stage <= s.phases(); ++stage) {
      Stage const kernel{s, stage};
      launch_teams<Steps::team>(
          "KokkosSort::min_max_network::stage", exec,
          teams_for<Steps::team, Tuning::run>(kernel.butterflies()), kernel);
    }
  }

  struct Stage {
    State s;
    int stage;

    KOKKOS_FORCEINLINE_FUNCTION std::int64_t half() const {
      return std::int64_t{1} << (stage - 1);
    }
    /// Returns the number of keys in the upper half of a block: fewer in the
    /// last block.
    KOKKOS_FORCEINLINE_FUNCTION std::int64_t upper_keys(
        std::int64_t block) const {
      std::int64_t const left = s.n - (2 * block + 1) * half();
      return left < 0 ? 0 : left < half() ? left : half();
    }
    /// Returns the number of butterflies: one per key of an upper half.
    KOKKOS_FORCEINLINE_FUNCTION std::int64_t butterflies() const {
      std::int64_t const full = s.n >> stage;
      return full * half() + upper_keys(full);
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      for_each_of<Steps::team, Tuning::run>(
          member, butterflies(), [&](std::int64_t t) {
            std::int64_t const block = t >> (stage - 1);
            butterfly(block, t & (half() - 1), upper_keys(block));
          });
    }

    /// Executes butterfly k of a block whose upper half has `count` keys.
    KOKKOS_FORCEINLINE_FUNCTION void butterfly(std::int64_t block,
                                               std::int64_t k,
                                               std::int64_t count) const {
      std::int64_t const begin = 2 * block * half();
      std::int64_t const high  = begin + half() + k;
      if (count == 1 && half() > 1) {
        // The keys before and at `high`, and the first of the block.
        Steps::template with_partition<3>(
            s, {begin, high - 2, 1}, [&](Element(&held)[3], int) {
              compare_exchange(held[0], held[2], Less{s.order});
              compare_exchange(held[1], held[2], Less{s.order});
            });
        return;
      }
      std::int64_t const skipped = 2 * k < count ? 0 : half() - count;
      Steps::template with_partition<2>(
          s, {begin + skipped + k, high, 0}, [&](Element(&held)[2], int) {
            compare_exchange(held[0], held[1], Less{s.order});
          });
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
