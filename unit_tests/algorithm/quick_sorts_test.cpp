// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <kit/adversary.hpp>
#include <kit/call.hpp>
#include <kit/events.hpp>
#include <kit/faults.hpp>
#include <kit/quick_boundaries.hpp>
#include <kit/team.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

// What the matrix does not ask of quick and radix_quick.

using Limits = Boundaries<Algorithm::Quick, std::uint32_t, Impl::NoValue>;

std::size_t count_kernels(Events const& events, std::string const& end) {
  return std::count_if(
      events.kernels().begin(), events.kernels().end(),
      [&](std::string const& label) { return label.ends_with("::" + end); });
}

// --------------------------------------------------------------- depth limit

/// No partition at all: the fallback has everything to sort. And a few: it has
/// the rest.
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
  auto const bytes = Sorter::scratch_bytes(exec, order, keys.size());
  Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
  Sorter::run(exec, order, Impl::strided(keys.view()),
              Impl::strided(values.view()), keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(values.guards_hold());
}

/// Counts its calls.
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
  // Every partition takes more comparisons than a pass of merging: without any
  // there are fewer than n log2 n and some for the short runs. Threads that
  // merge side by side search for where their stretches begin.
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

/// Says that every key comes before every other, so that no partition makes a
/// sequence shorter; after `limit` calls it tells the truth, so that a sort
/// that would never end does.
struct LyingLess {
  std::uint64_t* calls;
  std::uint64_t limit;
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return Kokkos::atomic_fetch_add(calls, std::uint64_t{1}) < limit || a < b;
  }
};

TEST(QuickSort, DepthLimitEndsWhatMakesNoProgress) {
  for (std::size_t const n :
       {Limits::leaf + 1, 5 * Limits::leaf + 7, std::size_t{100003}}) {
    DeviceView<std::uint64_t> const calls("calls", 1);
    auto const input = input_keys<std::uint32_t>(n, Distribution::uniform);
    // A few comparisons of each key for each level, and those of merging.
    auto const levels = std::log2(static_cast<double>(n));
    auto const limit =
        static_cast<std::uint64_t>(static_cast<double>(n) * 20 * levels);
    auto const result = sort_guarded<std::uint32_t>(
        input, LyingLess{calls.data(), limit}, Algorithm::quick);
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
}

TEST(QuickSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(Algorithm::quick, {50, 3 * Limits::leaf + 5});
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(QuickSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n :
       {Limits::leaf, 20 * Limits::leaf, Limits::one_level() + 1000})
    check_adversary(Algorithm::quick, n, 5.0);
}

#endif

// ------------------------------------------------- phases and synchronisation

TEST(QuickSort, KernelsAreLabelledByTheirPhase) {
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

// ------------------------------------------------------------ several pivots

struct SinglePivot : Impl::QuickSortOptions {
  static constexpr int log_parts = 1;
};
struct ThreePivots : Impl::QuickSortOptions {
  static constexpr int log_parts = 2;
};

template <class Options, class Key>
void check_pivots(std::vector<Key> const& input) {
  using Order  = decltype(Impl::order_for<Key>(ascending));
  using Sorter = Impl::QuickSort<Exec, Order, Impl::NoValue, Options>;
  Exec const exec;
  Order const order{};
  Guarded<Key> const keys(input);
  PoisonedWorkspace scratch;
  auto const bytes = Sorter::scratch_bytes(exec, order, keys.size());
  Impl::Arena arena(scratch.prepare(bytes).data(), bytes);
  Sorter::run(exec, order, Impl::strided(keys.view()),
              Impl::Strided<Impl::NoValue>{}, keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(scratch.guards_hold());
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(sorted(keys.values(), input, std::less<>{}));
}

template <class Key>
void check_all_pivots(std::vector<Key> const& input) {
  SCOPED_TRACE(input.size());
  check_pivots<SinglePivot>(input);
  check_pivots<ThreePivots>(input);
  check_pivots<Impl::QuickSortOptions>(input);
}

/// Means that cut badly, so that pivots come from a sample: one key far off the
/// others, keys in every power of two, and one key that fills most of a sample
/// between others.
TEST(QuickSort, PivotsOfLopsidedSequences) {
  for (std::size_t const n : {9 * Limits::leaf + 7, std::size_t{600007}}) {
    std::vector<std::uint32_t> outlier(n), powers(n), heavy(n);
    std::vector<std::uint64_t> wide(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto const random = Impl::mix(i);
      outlier[i]        = static_cast<std::uint32_t>(random & 0xffff);
      powers[i] = static_cast<std::uint32_t>(random) >> (random >> 32) % 32;
      heavy[i]  = random % 3 != 0 ? 77u : static_cast<std::uint32_t>(random);
      wide[i]   = random >> (random % 64);
    }
    outlier[n / 2] = 0xffffffffu;
    check_all_pivots(outlier);
    check_all_pivots(powers);
    check_all_pivots(heavy);
    check_all_pivots(wide);
  }
}

using PivotsState = Impl::QuickState<Exec, Impl::BitsOrder<std::uint32_t>,
                                     Impl::NoValue, Impl::QuickSortOptions>;
using Pivots      = Impl::QuickPivots<PivotsState>;

/// Pivots for each of the parts into which `bounds` cut the keys.
struct ChoosePivots {
  PivotsState state;
  std::uint32_t const* bounds;
  typename PivotsState::Parts* chosen;

  KOKKOS_FUNCTION void operator()(typename PivotsState::Member const& member,
                                  std::byte* scratch) const {
    using Impl::SequenceKind;
    Pivots::sample(state, member, 0,
                   {0, state.n, 0, ~0u, 0, SequenceKind::split}, Pivots::parts,
                   bounds, scratch);
    for (int p = member.team_rank(); p < Pivots::parts;
         p += PivotsState::team) {
      std::uint32_t const low  = p == 0 ? 0 : bounds[p - 1] + 1;
      std::uint32_t const high = p < Pivots::pivots ? bounds[p] : ~0u;
      Pivots::set_quantiles({low, 0, low, high, 1, SequenceKind::split}, p,
                            scratch, chosen[p]);
    }
  }
};

std::vector<PivotsState::Parts> choose_pivots(
    std::vector<std::uint32_t> const& input,
    std::vector<std::uint32_t> const& bounds) {
  Guarded<std::uint32_t> const keys(input);
  Guarded<std::uint32_t> const cuts(bounds);
  Guarded<PivotsState::Parts> const chosen(
      std::vector<PivotsState::Parts>(Pivots::parts));
  PivotsState state{{}, input.size(), {}, {}, nullptr, nullptr};
  state.data[0].keys = Impl::strided(keys.view());
  run_team<PivotsState::team>(Pivots::scratch_bytes(),
                              ChoosePivots{state, cuts.data(), chosen.data()});
  EXPECT_TRUE(chosen.guards_hold());
  return chosen.values();
}

/// The keys are 0, 1, 2, … so that the pivots of a part are to lie at equal
/// distances in it, but for the strips of the sample.
TEST(QuickSort, PivotsCutEachPartIntoEqualOnes) {
  auto const n     = static_cast<std::uint32_t>(100 * Limits::leaf);
  auto const strip = n / static_cast<std::uint32_t>(Pivots::Sample::size);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = i;
  // One part has half of the keys, and two have too few of the sample.
  std::vector<std::uint32_t> const bounds{
      n / 2,         n / 2 + strip, n / 2 + n / 16, n / 2 + n / 16 + 2,
      n / 2 + n / 8, n / 2 + n / 4, n / 2 + n / 3};
  auto const found = choose_pivots(keys, bounds);
  for (int p = 0; p < Pivots::parts; ++p) {
    SCOPED_TRACE(p);
    double const low  = p == 0 ? 0 : bounds[p - 1] + 1.0;
    double const high = p < Pivots::pivots ? bounds[p] : n - 1.0;
    // Those get the means of their bounds.
    bool const has_few = p == 1 || p == 3;
    for (int j = 0; j < Pivots::pivots; ++j)
      EXPECT_NEAR(found[p].pivot[j],
                  low + (high - low) * (j + 1) / Pivots::parts,
                  has_few ? 1 : 3.0 * strip)
          << j;
  }
  // A key that half of the first part's are lies between two pivots alone.
  std::uint32_t const heavy = n / 4;
  std::fill(keys.begin() + n / 8, keys.begin() + n / 8 * 3, heavy);
  auto const first = choose_pivots(keys, bounds)[0];
  auto const* const at =
      std::find(first.pivot + 1, first.pivot + Pivots::pivots - 1, heavy);
  EXPECT_EQ(at[0], heavy);
  EXPECT_EQ(at[-1], heavy - 1);
}

/// Sections of all iterations of phase one.
std::uint64_t count_sections(std::vector<std::uint32_t> const& input) {
  using Order  = decltype(Impl::order_for<std::uint32_t>(ascending));
  using Sorter = Impl::QuickSort<Exec, Order, Impl::NoValue>;
  using State  = typename Sorter::State;
  Exec const exec;
  Guarded<std::uint32_t> const keys(input);
  PoisonedWorkspace scratch;
  auto const bytes   = Sorter::scratch_bytes(exec, Order{}, keys.size());
  void* const memory = scratch.prepare(bytes).data();
  Impl::Arena arena(memory, bytes);
  Sorter::run(exec, Order{}, Impl::strided(keys.view()),
              Impl::Strided<Impl::NoValue>{}, keys.size(), arena);
  exec.fence();
  EXPECT_TRUE(sorted(keys.values(), input, std::less<>{}));
  // The queue is still there.
  Impl::Arena again(memory, bytes);
  auto const queue = State::plan(exec, Order{}, keys.size(), again).queue;
  std::vector<std::uint32_t> control(queue.control_words());
  Kokkos::deep_copy(Kokkos::View<std::uint32_t*, Kokkos::HostSpace>(
                        control.data(), control.size()),
                    Kokkos::View<std::uint32_t const*, Memory>(queue.control,
                                                               control.size()));
  std::uint64_t sections = 0;
  for (int level = 0; level < queue.levels; ++level)
    sections += control[level * State::Queue::words_per_level +
                        State::Queue::section_total];
  return sections;
}

/// Where keys are crowded at every scale, samples keep the parts as even as
/// means do where they are not.
TEST(QuickSort, UnevenKeysTakeFewMoreSections) {
  std::size_t const n = 500 * Limits::leaf;
  auto const even =
      count_sections(input_keys<std::uint32_t>(n, Distribution::uniform));
  for (auto const distribution :
       {Distribution::gaussian, Distribution::staggered, Distribution::and_of_2,
        Distribution::and_of_3, Distribution::exponential}) {
    SCOPED_TRACE(name_of(distribution));
    auto const sections =
        count_sections(input_keys<std::uint32_t>(n, distribution));
    EXPECT_LE(static_cast<double>(sections), 1.12 * static_cast<double>(even));
  }
}

/// The extremes of the type are keys as any others.
TEST(QuickSort, FewValuesAmongThemTheExtremes) {
  std::size_t const n = 20 * Limits::leaf + 3;
  std::vector<std::uint32_t> two(n), five(n);
  for (std::size_t i = 0; i < n; ++i) {
    two[i]  = Impl::mix(i) % 2 == 0 ? 0u : 0xffffffffu;
    five[i] = static_cast<std::uint32_t>(Impl::mix(i) % 5) * 0x3fffffffu;
  }
  check_all_pivots(two);
  check_all_pivots(five);
}

// --------------------------------------------------------------- radix_quick

/// One bit set in each key: every partition splits off one value.
TEST(RadixQuickSort, PowersOfTwo) {
  std::size_t const n = 40 * Limits::leaf + 3;
  std::vector<std::uint64_t> input(n);
  for (std::size_t i = 0; i < n; ++i)
    input[i] = std::uint64_t{1} << Impl::mix(i) % 64;
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
