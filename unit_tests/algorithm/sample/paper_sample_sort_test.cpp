// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/sample/paper_levels.hpp>
#include <algorithm/sample/sample_kernels.hpp>
#include <support/adversary.hpp>
#include <support/call.hpp>
#include <support/comparators.hpp>
#include <support/faults.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>

#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test {
namespace {

constexpr SampleParameters small = paper_in(8, 200);
constexpr SampleParameters stored{.buckets        = 8,
                                  .base_case_keys = 200,
                                  .base_case      = SampleBaseCase::quick,
                                  .distribution   = SampleDistribution::paper,
                                  .stored_indices = true};
constexpr SampleParameters staged{.buckets        = 16,
                                  .base_case_keys = 200,
                                  .base_case      = SampleBaseCase::quick,
                                  .distribution   = SampleDistribution::paper,
                                  .staged_scatter = true};
constexpr SampleParameters stored_and_staged{
    .buckets          = 4,
    .base_case_keys   = 64,
    .oversampling     = 3,
    .items_per_thread = 3,
    .base_case        = SampleBaseCase::quick,
    .distribution     = SampleDistribution::paper,
    .stored_indices   = true,
    .staged_scatter   = true,
    .counter_arrays   = 1};

// --------------------------------------------------------- chosen parameters

template <SampleParameters parameters, std::size_t key = 4,
          std::size_t value = 0>
using Tuning = Impl::PaperSampleTuning<Exec, key, value, parameters>;

TEST(PaperSampleTuning, ParametersAreThePapers) {
  using Paper = Tuning<paper_sample_parameters>;
  EXPECT_EQ(Paper::buckets, 128);
  EXPECT_EQ(1 << Paper::log_buckets, 128);
  EXPECT_EQ(Paper::base_case_keys, 1u << 17);
  EXPECT_EQ(Paper::counter_arrays, 8);
  EXPECT_EQ(Paper::oversampling, 30);
  EXPECT_EQ((Tuning<paper_sample_parameters, 8>::oversampling), 15);
  EXPECT_EQ(Paper::team_size * Paper::items_per_thread, 256 * 8);
  EXPECT_FALSE(Paper::stored_indices);
  EXPECT_FALSE(Paper::staged_scatter);
  // 0 selects them too.
  using Default =
      Tuning<SampleParameters{.base_case    = SampleBaseCase::quick,
                              .distribution = SampleDistribution::paper}>;
  EXPECT_EQ(Default::buckets, Paper::buckets);
  EXPECT_EQ(Default::base_case_keys, Paper::base_case_keys);
  EXPECT_EQ(Default::counter_arrays, Paper::counter_arrays);
  EXPECT_EQ(Default::oversampling, Paper::oversampling);
  EXPECT_EQ(Default::items_per_thread, Paper::items_per_thread);
}

TEST(PaperSampleTuning, ChosenParametersAreUsed) {
  using Chosen = Tuning<stored_and_staged>;
  EXPECT_EQ(Chosen::buckets, 4);
  EXPECT_EQ(Chosen::base_case_keys, 64u);
  EXPECT_EQ(Chosen::oversampling, 3);
  EXPECT_EQ(Chosen::team_size * Chosen::items_per_thread, 256 * 3);
  EXPECT_EQ(Chosen::counter_arrays, 1);
  EXPECT_TRUE(Chosen::stored_indices);
  EXPECT_TRUE(Chosen::staged_scatter);
}

#if defined(KOKKOSSORT_TEST_ON_DEVICE)

/// Checks that the kernels fit the scratch that Kokkos gives on CUDA.
template <SampleParameters parameters, class Key>
void expect_scratch_fits() {
  using Buckets              = typename PaperLevels<parameters, Key>::Buckets;
  constexpr std::size_t most = 40'936 - 16;
  EXPECT_LE(Buckets::ChooseSplitters::scratch_bytes(), most);
  EXPECT_LE(Buckets::CountBuckets::scratch_bytes(), most);
  EXPECT_LE(Buckets::ScatterKeys::scratch_bytes(), most);
}

template <class Key>
void expect_all_fit() {
  constexpr SampleParameters widest{.buckets          = 512,
                                    .items_per_thread = 64,
                                    .base_case        = SampleBaseCase::quick,
                                    .distribution   = SampleDistribution::paper,
                                    .staged_scatter = true};
  expect_scratch_fits<paper_sample_parameters, Key>();
  expect_scratch_fits<staged, Key>();
  expect_scratch_fits<widest, Key>();
}

TEST(PaperSampleTuning, KernelsFitTheScratchOfATeam) {
  expect_all_fit<std::uint8_t>();
  expect_all_fit<std::uint32_t>();
  expect_all_fit<std::uint64_t>();
  expect_all_fit<UInt128>();
  expect_all_fit<Triple>();
}

#endif

// ------------------------------------------------------------------- sorting

template <SampleParameters parameters, class Key>
void check(std::size_t n, Distribution distribution) {
  SCOPED_TRACE("n = " + std::to_string(n) + ", " +
               std::string(Workload::name_of(distribution)));
  constexpr auto tag = Algorithm::sample_with<parameters>;
  auto const input   = input_keys<Key>(n, distribution);
  auto expected      = input;
  std::stable_sort(expected.begin(), expected.end(), OracleLess<Key>{});

  PoisonedWorkspace scratch;
  Guarded<Key> const keys(input);
  sort(Exec{}, keys.view(), tag,
       scratch.prepare(sort_workspace_size(Exec{}, keys.view(), tag)));
  EXPECT_TRUE(same_sequence(keys.values(), expected));
  EXPECT_TRUE(keys.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());

  Guarded<Key> const pairs(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  sort_by_key(Exec{}, pairs.view(), tags.view(), tag,
              scratch.prepare(sort_by_key_workspace_size(Exec{}, pairs.view(),
                                                         tags.view(), tag)));
  EXPECT_TRUE(same_sequence(pairs.values(), expected));
  EXPECT_TRUE(permuted(pairs.values(), tags.values(), input));
  EXPECT_TRUE(tags.guards_hold());
  EXPECT_TRUE(scratch.guards_hold());
}

template <SampleParameters parameters>
void check_all() {
  for (std::size_t const n : {2, 199, 200, 201, 767, 2'048, 2'049, 20'001})
    for (Distribution const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::two_values,
          Distribution::sqrt_values, Distribution::sorted,
          Distribution::reversed, Distribution::specials,
          Distribution::ninety_five_percent_one_value}) {
      check<parameters, std::uint32_t>(n, distribution);
      check<parameters, double>(n, distribution);
    }
}

TEST(PaperSampleWith, SanitizeFewBucketsSort) { check_all<small>(); }
TEST(PaperSampleWith, SanitizeStoredIndicesSort) { check_all<stored>(); }
TEST(PaperSampleWith, SanitizeStagedScatterSorts) { check_all<staged>(); }
TEST(PaperSampleWith, SanitizeAllAblationsAtOnceSort) {
  check_all<stored_and_staged>();
}
TEST(PaperSampleWith, KeysOfEveryWidthSort) {
  for (std::size_t const n : {1'000, 20'000}) {
    check<small, std::uint8_t>(n, Distribution::uniform);
    check<staged, std::int16_t>(n, Distribution::uniform);
    check<small, UInt128>(n, Distribution::uniform);
    check<staged, Triple>(n, Distribution::uniform);
    check<stored, WideKey>(n, Distribution::uniform);
  }
}

// The papers' own parameters, with one level and with two.
TEST(PaperSampleWith, SizesAroundM) {
  for (std::size_t const n : {(1u << 17) - 1, 1u << 17, (1u << 17) + 1})
    for (Distribution const distribution :
         {Distribution::uniform, Distribution::zero, Distribution::sqrt_values})
      check<paper_sample_parameters, std::uint32_t>(n, distribution);
  check<paper_sample_parameters, std::uint64_t>(3'000'000,
                                                Distribution::uniform);
  check<paper_sample_parameters, std::uint32_t>(3'000'000,
                                                Distribution::two_values);
}

TEST(PaperSampleWith, ComparatorsSort) {
  auto const input = input_keys<std::int64_t>(50'000, Distribution::uniform);
  auto expected    = input;
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  auto const run = [&](auto tag, auto const& order) {
    Guarded<std::int64_t> const keys(input);
    sort(Exec{}, keys.view(), tag, order);
    EXPECT_TRUE(same_sequence(keys.values(), expected));
  };
  run(Algorithm::sample_with<small>, descending);
  run(Algorithm::sample_with<small>, Greater{});
  run(Algorithm::sample_with<stored>, Greater{});
  run(Algorithm::sample_with<staged>, Greater{});
}

/// Values of equal keys are where they are in every run.
template <SampleParameters parameters>
void check_repeated_runs() {
  std::size_t const n = 30'000;
  auto const input    = input_keys<std::uint32_t>(n, Distribution::sqrt_values);
  std::vector<std::uint32_t> expected;
  for (int run = 0; run < 10; ++run) {
    Guarded<std::uint32_t> const keys(input);
    Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
    sort_by_key(Exec{}, keys.view(), tags.view(),
                Algorithm::sample_with<parameters>);
    if (run == 0) expected = tags.values();
    ASSERT_TRUE(same_sequence(tags.values(), expected)) << "run " << run;
  }
}

TEST(PaperSampleWith, ValuesAreTheSameInEveryRun) {
  check_repeated_runs<small>();
  check_repeated_runs<stored_and_staged>();
}

// -------------------------------------------------------------- hard inputs

TEST(PaperSampleWith, SanitizeFaultyComparatorsEndAndKeepTheMultiset) {
  std::vector<std::size_t> const sizes{2, 201, 2'100, 9'001};
  check_faulty<std::uint32_t>(Algorithm::sample_with<small>, sizes);
  check_faulty<WideKey>(Algorithm::sample_with<staged>, sizes);
  check_faulty<std::uint32_t>(Algorithm::sample_with<stored_and_staged>, sizes);
}

struct CountingLess {
  std::uint64_t* calls;
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    Kokkos::atomic_add(calls, std::uint64_t{1});
    return a < b;
  }
};

/// Returns the comparisons per key.
template <SampleParameters parameters>
double comparisons(std::size_t n, Distribution distribution) {
  DeviceView<std::uint64_t> const calls("calls", 1);
  auto const input = input_keys<std::uint32_t>(n, distribution);
  Guarded<std::uint32_t> const keys(input);
  sort(Exec{}, keys.view(), CountingLess{calls.data()},
       Algorithm::sample_with<parameters>);
  auto expected = input;
  std::sort(expected.begin(), expected.end());
  EXPECT_TRUE(same_sequence(keys.values(), expected));
  return static_cast<double>(from_device(calls.data(), 1)[0]) /
         static_cast<double>(n);
}

// A level takes log k + 1 comparisons per key and phase, and around a single
// value two.
TEST(PaperSampleWith, EqualKeysTakeFewComparisons) {
  std::size_t const n = 200'000;
  EXPECT_LT(comparisons<small>(n, Distribution::zero), 5);
  EXPECT_LT(comparisons<small>(n, Distribution::two_values), 12);
  EXPECT_LT(comparisons<small>(n, Distribution::ninety_five_percent_one_value),
            30);
}

#if !defined(KOKKOSSORT_TEST_ON_DEVICE)

TEST(PaperSampleWith, AdaptiveAdversaryStaysWithinNLogN) {
  for (std::size_t const n : {200, 5'000, 100'000}) {
    SCOPED_TRACE(n);
    expect_bounded(
        n, 6.0,
        [&](std::vector<std::uint32_t> const& tags, AdversaryLess less) {
          Guarded<std::uint32_t> const keys(tags);
          sort(Exec{}, keys.view(), less, Algorithm::sample_with<small>);
          return keys.values();
        });
  }
}

#endif

// -------------------------------------------------------- memory and launches

template <class Key>
double bytes_per_key(std::size_t n) {
  DeviceView<Key> const keys(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
  return static_cast<double>(
             sort_workspace_size(Exec{}, keys, Algorithm::paper_sample)) /
         static_cast<double>(n);
}

// Beside the keys the counts take half a byte per key.
TEST(PaperSampleWith, MemoryIsASecondArrayAndTheCounts) {
  for (std::size_t const n : {1u << 20, 1u << 24}) {
    EXPECT_LT(bytes_per_key<std::uint32_t>(n), 4 + 1.2);
    EXPECT_LT(bytes_per_key<std::uint64_t>(n), 8 + 1.2);
  }
}

TEST(PaperSampleWith, KernelsAreLabeledByTheirPhase) {
  auto const kernels = kernels_of<paper_sample_parameters>((1 << 17) + 1);
  auto const count   = [&](std::string const& name) {
    return std::count(kernels.begin(), kernels.end(),
                        "KokkosSort::paper_sample_sort::" + name);
  };
  constexpr int levels = 1 + Impl::PaperBucketList::spare_levels;
  for (char const* const phase : {"choose_splitters", "count_buckets",
                                  "sum_counts", "scan_counts", "scatter_keys"})
    EXPECT_EQ(count(phase), levels) << phase;
  EXPECT_EQ(count("buckets_by_size"), 1);
  EXPECT_EQ(count("quick_sort"), 1);
  EXPECT_EQ(kernels.size(), 5u * levels + 2);
  // M = 2^17: the base case alone.
  EXPECT_EQ(kernels_of<paper_sample_parameters>(1 << 17).size(), 1u);
}

}  // namespace
}  // namespace KokkosSort::Test
