// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/quick_boundaries.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

// Tests of quick and radix_quick beyond the matrix.

using Limits = Boundaries<Algorithm::Quick, std::uint32_t, Impl::NoValue>;

std::size_t count_kernels(Events const& events, std::string const& end) {
  return std::count_if(
      events.kernels().begin(), events.kernels().end(),
      [&](std::string const& label) { return label.ends_with("::" + end); });
}

// --------------------------------------------------------------- depth limit

/// Options with at most Depth partitions per sequence, after which the fallback
/// sorts.
template <int Depth>
struct Shallow : Impl::QuickSortOptions {
  static constexpr int depth_per_halving = 0;
  static constexpr int spare_depth       = Depth;
};

template <class Options, class Less, class Key, class Value>
void sort_by_options(Guarded<Key> const& keys, Guarded<Value> const& values,
                     Less const& less) {
  using Order  = Impl::LessOrder<Key, Less>;
  using Sorter = Impl::QuickSort<Exec, Order, Value, Options>;
  Exec const exec;
  Order const order{less};
  PoisonedWorkspace scratch;
  auto const bytes = Sorter::workspace_bytes(exec, order, keys.size());
  Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
  Sorter::run(exec, order, Impl::strided(keys.view()),
              Impl::strided(values.view()), keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(values.guards_hold());
}

/// Comparator that counts its calls.
struct CountingLess {
  std::uint64_t* calls;
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    Kokkos::atomic_add(calls, std::uint64_t{1});
    return a < b;
  }
};

template <int Depth>
void check_depth(std::size_t n) {
  SCOPED_TRACE("depth " + std::to_string(Depth) + ", n " + std::to_string(n));
  DeviceView<std::uint64_t> const calls("calls", 1);
  auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
  Guarded<std::uint32_t> const keys(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  sort_by_options<Shallow<Depth>>(keys, tags, CountingLess{calls.data()});
  EXPECT_TRUE(sorted_with_tags(keys.values(), tags.values(), input,
                               std::less<>{}, true));
  auto const made =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), calls)(0);
  // A partition takes more comparisons than a merge pass. Without partitions
  // there are fewer than n log2 n, and some for the short runs. Threads that
  // merge together also search for their split points.
  auto const size   = static_cast<double>(n);
  double const pass = Impl::TeamShape<Exec>::size == 1 ? 1 : 1.5;
  EXPECT_LT(static_cast<double>(made),
            size * (pass * std::log2(size) + 8 + 4 * Depth));
}

TEST(QuickSort, DepthLimitForcesTheFallback) {
  for (std::size_t const n : {Limits::leaf + 1, 5 * Limits::leaf + 7,
                              Limits::one_level() / 2 + 4321}) {
    check_depth<0>(n);
    check_depth<1>(n);
    check_depth<3>(n);
  }
}

/// Comparator under which every key comes before every other, so that no
/// partition makes a sequence shorter. After `limit` calls it is correct, so
/// that a sort without a depth limit ends too.
struct InconsistentLess {
  std::uint64_t* calls;
  std::uint64_t limit;
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return Kokkos::atomic_fetch_add(calls, std::uint64_t{1}) < limit || a < b;
  }
};

TEST(QuickSort, DepthLimitEndsPartitionsWithoutProgress) {
  for (std::size_t const n :
       {Limits::leaf + 1, 5 * Limits::leaf + 7, std::size_t{100003}}) {
    DeviceView<std::uint64_t> const calls("calls", 1);
    auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
    // A few comparisons per key and level, and those of merging.
    auto const levels = std::log2(static_cast<double>(n));
    auto const limit =
        static_cast<std::uint64_t>(static_cast<double>(n) * 20 * levels);
    auto const result = sort_guarded<std::uint32_t>(
        input, InconsistentLess{calls.data(), limit}, Algorithm::quick);
    EXPECT_TRUE(same_multiset(result, input));
    EXPECT_LT(
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), calls)(0),
        limit)
        << n;
  }
}

// --------------------------------------------------------------- comparators

TEST(QuickSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::leaf, Limits::leaf + 1, 4 * Limits::leaf + 5};
  check_faulty<std::uint32_t>(Algorithm::quick, sizes);
  check_faulty<WideKey>(Algorithm::quick, sizes);
  check_faulty<std::uint32_t>(Algorithm::quick, {100003});
  check_faulty<std::uint32_t>(Algorithm::quick_one_launch, sizes);
  check_faulty<std::uint32_t>(Algorithm::quick_one_launch, {100003});
}

TEST(QuickSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::quick, {50, 3 * Limits::leaf + 5});
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(QuickSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n :
       {Limits::leaf, 20 * Limits::leaf, Limits::one_level() + 1000})
    check_adversary(Algorithm::quick, n, 5.0);
  check_adversary(Algorithm::quick_one_launch, 20 * Limits::leaf, 5.0);
}

#endif

// ------------------------------------------------- phases and synchronization

TEST(QuickSort, KernelsAreLabeledByTheirPhase) {
  DeviceView<float> const keys("keys", 20 * Limits::leaf);
  DeviceView<int> const values("values", 20 * Limits::leaf);
  {
    Events const events;
    sort(keys, Algorithm::quick);
    EXPECT_GE(count_kernels(events, "first_phase_count"), 2u);
    EXPECT_EQ(count_kernels(events, "first_phase_count"),
              count_kernels(events, "first_phase_move"));
    EXPECT_EQ(count_kernels(events, "second_phase_short"), 1u);
    EXPECT_EQ(count_kernels(events, "second_phase"), 1u);
    EXPECT_EQ(events.copies(), Events::Labels{});
  }
  {
    Events const events;
    sort_by_key(keys, values, Algorithm::quick);
    EXPECT_GE(count_kernels(events, "first_phase_count"), 2u);
    EXPECT_EQ(count_kernels(events, "first_phase_count"),
              count_kernels(events, "first_phase_move"));
  }
  {
    Events const events;
    sort(keys, Algorithm::quick_one_launch);
    if (!Impl::TeamShape<Exec>::is_host) {
      EXPECT_EQ(count_kernels(events, "first_phase"), 1u);
    }
  }
}

TEST(QuickSort, OneLaunchSortsAsSeparateLaunches) {
  for (std::size_t const n :
       {Limits::leaf + 1, 7 * Limits::leaf, std::size_t{1000003}}) {
    for (auto const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::sorted,
          Distribution::two_values, Distribution::gaussian}) {
      auto const input = input_keys<std::uint32_t>(n, distribution);
      EXPECT_TRUE(sorted(
          sort_guarded<std::uint32_t>(input, Algorithm::quick_one_launch),
          input, std::less<>{}));
      auto const result =
          sort_tagged<std::uint32_t>(input, Algorithm::quick_one_launch);
      EXPECT_TRUE(sorted_with_tags(result.keys, result.tags, input,
                                   std::less<>{}, true));
    }
  }
}

// --------------------------------------------------------------- radix_quick

/// One bit is set in each key: every partition splits off one value.
TEST(RadixQuickSort, PowersOfTwo) {
  std::size_t const n = 40 * Limits::leaf + 3;
  std::vector<std::uint64_t> input(n);
  for (std::size_t i = 0; i < n; ++i)
    input[i] = std::uint64_t{1} << Impl::splitmix64(i) % 64;
  auto const result = sort_tagged<std::uint64_t>(input, Algorithm::radix_quick);
  EXPECT_TRUE(
      sorted_with_tags(result.keys, result.tags, input, std::less<>{}, true));
  EXPECT_TRUE(sorted(sort_guarded<std::uint64_t>(input, Algorithm::radix_quick),
                     input, std::less<>{}));
}

TEST(RadixQuickSort, LaunchesAreBoundedByTheBits) {
  auto const iterations = [](auto key) {
    DeviceView<decltype(key)> const keys("keys", 64 * Limits::leaf);
    Events const events;
    sort(keys, Algorithm::radix_quick);
    return count_kernels(events, "first_phase");
  };
  EXPECT_EQ(iterations(std::uint8_t{}), 8u);
  EXPECT_EQ(iterations(std::int32_t{}), 32u);
  EXPECT_EQ(iterations(double{}), 64u);
}

}  // namespace
}  // namespace KokkosSort::Test
