// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/adversary.hpp>
#include <support/boundaries.hpp>
#include <support/call.hpp>
#include <support/events.hpp>
#include <support/faults.hpp>
#include <support/sampler_probe.hpp>
#include <workload/distribution.hpp>
#include <workload/distribution_names.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

using Limits = Boundaries<Algorithm::Sample, std::uint32_t, Impl::NoValue>;

// Algorithm::Sample at any length: on devices that splits few keys once.
using Engine = Algorithm::SampleWith<SampleParameters{}>;
constexpr Engine engine{};

// ------------------------------------------------- comparators without order

TEST(SampleSort, FaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{
      2, 3, 100, Limits::leaf, Limits::leaf + 1, 4 * Limits::leaf + 5};
  check_faulty<std::uint32_t>(engine, sizes);
  check_faulty<WideKey>(engine, sizes);
  check_faulty<std::uint32_t>(engine, {Limits::one_level() + 999});
}

TEST(SampleSort, SanitizeFaultyComparators) {
  check_faulty<std::uint32_t>(engine, {50, 3 * Limits::leaf + 5});
  check_faulty<WideKey>(engine, {50, 3 * Limits::leaf + 5});
}

// ------------------------------------------- inputs that defeat the sampler

/// Checks inputs for which the keys that the sampler reads on each level become
/// greater than all others. All others then stay in one bucket until no level
/// is left.
void check_outliers_at_the_samples(std::size_t n, int expected_levels) {
  SCOPED_TRACE(n);
  SamplerProbe<Engine> probe(n);
  auto rank = random_ranks(n);
  std::vector<bool> is_planted(n);
  std::size_t planted = 0;
  int levels          = 1;
  for (int level = 0; level < levels; ++level) {
    probe.sort_indices(rank, "choose_classifiers", level, 1);
    levels = probe.occurrences();
    ASSERT_EQ(levels, expected_levels);
    ASSERT_GT(probe.met().size(), 8u);
    for (auto const i : probe.met()) {
      if (is_planted[i]) continue;
      is_planted[i] = true;
      ++planted;
      // Less than those of the level before, whose splitters must stay above.
      rank[i] += static_cast<std::uint32_t>((levels - level) * n);
    }
  }
  auto const result = probe.sort_indices(rank, "sort_rest", 0, 2);
  EXPECT_EQ(probe.occurrences(), 1);
  // The fallback sorted all others, which shows that the depth is bounded.
  EXPECT_GT(probe.calls(), n - planted);
  EXPECT_LT(static_cast<double>(probe.calls()),
            3.0 * static_cast<double>(n) * std::log2(static_cast<double>(n)));
  EXPECT_TRUE(same_sequence(result, indices_by_rank(rank)));
}

TEST(SampleSort, OutliersAtTheSamplesForceTheFallback) {
  check_outliers_at_the_samples(8 * Limits::leaf + 3, 1);
  check_outliers_at_the_samples(Limits::one_level() + Limits::one_level() / 4,
                                2);
}

TEST(SampleSort, DuplicatesAtTheSamples) {
  for (std::size_t const n :
       {8 * Limits::leaf + 3, Limits::one_level() + 12345}) {
    SamplerProbe<Engine> probe(n);
    auto rank = random_ranks(n);
    probe.sort_indices(rank, "choose_classifiers", 0, 1);
    auto const samples = probe.met();
    ASSERT_GT(samples.size(), 8u);
    for (auto const i : samples) rank[i] = static_cast<std::uint32_t>(n / 2);
    EXPECT_TRUE(same_sequence(probe.sort_indices(rank, "none", 0, 0),
                              indices_by_rank(rank)));

    // The positions do not depend on the order of the keys.
    check_planted<std::uint32_t>(samples, n, engine);
  }
}

// ------------------------------------------------------ an adaptive adversary

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(SampleSort, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n :
       {Limits::leaf, 20 * Limits::leaf, Limits::one_level() + 1000})
    check_adversary(engine, n, 3.0);
}

#endif

// ------------------------------------------------- a result in the workspace

/// Sorts keys into the workspace, with their positions as values unless these
/// are absent.
template <class Value>
void check_elsewhere(std::size_t n, Workload::Distribution distribution) {
  SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " of " +
               std::to_string(n));
  using Key                 = std::uint64_t;
  using Order               = decltype(Impl::order_for<Key>(ascending));
  using Sorter              = Impl::SampleSort<Exec, Order, Value>;
  constexpr bool has_values = Impl::is_value_v<Value>;
  Exec const exec;
  Order const order = Impl::order_for<Key>(ascending);
  auto const keys   = Workload::make_keys<Key>(n, distribution);
  std::vector<std::uint32_t> places(n);
  std::iota(places.begin(), places.end(), 0u);
  auto const given        = to_device(keys);
  auto const given_places = to_device(places);
  Impl::Strided<Value> values{};
  if constexpr (has_values) values.data = given_places.data();
  auto const plan = [&](Impl::Arena& arena) {
    return Sorter::plan_elsewhere(order, n, arena);
  };
  std::size_t const bytes = Impl::measured_bytes(plan);
  DeviceView<std::byte> const memory("memory", bytes);
  Impl::Arena arena(memory.data(), bytes);
  auto const state = plan(arena);
  Sorter::run_elsewhere(exec, state, {given.data()}, values);
  exec.fence();

  std::stable_sort(
      places.begin(), places.end(),
      [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  std::vector<Key> sorted(n);
  for (std::size_t i = 0; i < n; ++i) sorted[i] = keys[places[i]];
  EXPECT_TRUE(same_sequence(
      on_host(DeviceView<Key>(state.data[0].keys.data, n)), sorted));
  if constexpr (has_values) {
    EXPECT_TRUE(same_sequence(
        on_host(DeviceView<Value>(state.data[0].values.data, n)), places));
  }
}

TEST(SampleSort, LeavesItsResultInTheWorkspace) {
  using Workload::Distribution;
  for (auto const distribution :
       {Distribution::uniform, Distribution::sorted, Distribution::reversed,
        Distribution::zero, Distribution::two_values, Distribution::zipf}) {
    for (std::size_t const n :
         {std::size_t{0}, std::size_t{1}, Limits::leaf / 4, 8 * Limits::leaf,
          Limits::one_level() + Limits::one_level() / 4}) {
      check_elsewhere<Impl::NoValue>(n, distribution);
      check_elsewhere<std::uint32_t>(n, distribution);
    }
  }
}

// -------------------------------------------------------------------- labels

TEST(SampleSort, KernelsAreLabeledByTheirPhase) {
  DeviceView<float> const keys("keys", 20 * Limits::leaf);
  Events const events;
  sort(keys, engine);
  for (char const* const phase :
       {"choose_classifiers", "count_cells", "group_cells", "place_items",
        "sort_pieces", "sort_rest"}) {
    auto const label = std::string("KokkosSort::sample_sort::") + phase;
    EXPECT_EQ(
        std::count(events.kernels().begin(), events.kernels().end(), label), 1)
        << label;
  }
}

}  // namespace
}  // namespace KokkosSort::Test
