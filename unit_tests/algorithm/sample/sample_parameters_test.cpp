// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/sample/sample_kernels.hpp>
#include <support/guarded.hpp>
#include <support/keys.hpp>
#include <support/oracle.hpp>

#include <KokkosSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {
namespace {

constexpr SampleParameters few{
    .buckets = 16, .base_case_keys = 300, .oversampling = 3};
constexpr SampleParameters quick_above_200{
    .buckets = 8, .base_case_keys = 200, .base_case = SampleBaseCase::quick};
// The paper's numbers and base case, with the library's distribution.
constexpr SampleParameters quick_in_128{128, 1u << 17, 30,
                                        256, 8,        SampleBaseCase::quick};

// --------------------------------------------------------- chosen parameters

template <SampleParameters parameters>
using Tuning  = Impl::ChosenSampleSortTuning<Exec, 4, 4, parameters>;
using Library = Impl::SampleSortTuning<Exec, 4, 4>;

TEST(SampleParameters, DefaultsAreTheLibrarysValues) {
  using Same = Tuning<SampleParameters{}>;
  EXPECT_EQ(Same::team_size, Library::team_size);
  EXPECT_EQ(Same::items_per_thread, Library::items_per_thread);
  EXPECT_EQ(Same::max_log_buckets, Library::max_log_buckets);
  EXPECT_EQ(Same::oversampling, Library::oversampling);
  EXPECT_EQ(Same::leaf_items_per_thread, Library::leaf_items_per_thread);
  EXPECT_EQ(Same::quick_keys, 0u);
}

TEST(SampleParameters, ChosenParametersAreUsed) {
  using Chosen = Tuning<quick_in_128>;
  EXPECT_EQ(Chosen::max_log_buckets, 7);
  EXPECT_EQ(Chosen::quick_keys, 1u << 17);
  EXPECT_EQ(Chosen::oversampling, 30);
  if (!Chosen::is_host) {
    EXPECT_EQ(Chosen::team_size, 256);
    EXPECT_EQ(Chosen::items_per_thread, 8);
  }
}

TEST(SampleParameters, TheBaseCaseTakesAtMostItsKeys) {
  EXPECT_LE(Tuning<few>::leaf_items_per_thread * Tuning<few>::team_size,
            std::max(300, Tuning<few>::team_size));
  EXPECT_EQ(Tuning<few>::max_log_buckets, 4);
}

template <std::size_t... bytes>
void expect_samples_per_splitter() {
  (([] {
     using Wide = Impl::SampleSortTuning<Exec, bytes, bytes>;
     SCOPED_TRACE(bytes);
     EXPECT_GE((Wide::team_size * Wide::leaf_items_per_thread) >>
                   Wide::max_log_buckets,
               4);
   }()),
   ...);
}

// One sample per splitter would leave a third of the keys in oversize buckets.
TEST(SampleParameters, WideKeysHaveSeveralSamplesPerSplitter) {
  expect_samples_per_splitter<1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48>();
}

// The table of buckets must take less memory than a multiple of the keys
// (buckets = 2 took 3,057 bytes per key).
TEST(SampleParameters, FewBucketsTakeLittleMemory) {
  constexpr SampleParameters fewest{.buckets = 4};
  constexpr SampleParameters smallest{
      .buckets = 4, .base_case_keys = 64, .base_case = SampleBaseCase::quick};
  for (std::size_t const n : {1u << 20, 1u << 24}) {
    DeviceView<std::uint32_t> const keys(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
    EXPECT_LE(sort_workspace_size(Exec{}, keys, Algorithm::sample_with<fewest>),
              20 * n);
    EXPECT_LE(
        sort_workspace_size(Exec{}, keys, Algorithm::sample_with<smallest>),
        100 * n);
  }
}

// ------------------------------------------------------------------- sorting

template <SampleParameters parameters, class Key>
void check(std::size_t n, Distribution distribution) {
  SCOPED_TRACE("n = " + std::to_string(n) + ", " +
               std::string(Workload::name_of(distribution)));
  constexpr auto tag = Algorithm::sample_with<parameters>;
  auto const input   = input_keys<Key>(n, distribution);
  auto expected      = input;
  std::stable_sort(expected.begin(), expected.end(), OracleLess<Key>{});

  Guarded<Key> const keys(input);
  sort(Exec{}, keys.view(), tag);
  EXPECT_TRUE(same_sequence(keys.values(), expected));
  EXPECT_TRUE(keys.guards_hold());

  Guarded<Key> const pairs(input);
  Guarded<std::uint32_t> const tags(index_tags<std::uint32_t>(n));
  sort_by_key(Exec{}, pairs.view(), tags.view(), tag);
  EXPECT_TRUE(same_sequence(pairs.values(), expected));
  EXPECT_TRUE(permuted(pairs.values(), tags.values(), input));
  EXPECT_TRUE(tags.guards_hold());
}

template <SampleParameters parameters>
void check_all() {
  for (std::size_t const n : {2, 199, 200, 201, 1'999, 40'000, 200'001})
    for (Distribution const distribution :
         {Distribution::uniform, Distribution::zero,
          Distribution::sixteen_values, Distribution::sorted,
          Distribution::specials}) {
      check<parameters, std::uint32_t>(n, distribution);
      check<parameters, double>(n, distribution);
    }
}

TEST(SampleParameters, SanitizeThePapersNumbersSort) {
  check_all<quick_in_128>();
}
TEST(SampleParameters, SanitizeQuicksortAsTheBaseCaseSorts) {
  check_all<quick_above_200>();
}
TEST(SampleParameters, FewBucketsSort) { check_all<few>(); }

// After an odd number of levels long buckets of equal keys are in the scratch
// array, and many teams copy them.
TEST(SampleParameters, SanitizeLongBucketsOfEqualKeysComeBack) {
  auto const most = Distribution::ninety_five_percent_one_value;
  check<quick_in_128, std::uint32_t>(200'001, most);
  check<quick_above_200, std::uint32_t>(1'500, most);
}

TEST(SampleParameters, ComparatorsAndQuicksortAsTheBaseCase) {
  auto const input = input_keys<std::int64_t>(50'000, Distribution::uniform);
  Guarded<std::int64_t> const keys(input);
  sort(Exec{}, keys.view(), Algorithm::sample_with<quick_above_200>,
       descending);
  auto expected = input;
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  EXPECT_TRUE(same_sequence(keys.values(), expected));
}

// ------------------------------------------------------- kernels of base case

TEST(SampleParameters, TheChosenBaseCaseRuns) {
  auto const has = [](std::vector<std::string> const& kernels,
                      std::string const& name) {
    return std::count(kernels.begin(), kernels.end(),
                      "KokkosSort::sample_sort::" + name) > 0;
  };
  auto const quick   = kernels_of<quick_above_200>(100'000);
  auto const library = kernels_of<few>(100'000);
  EXPECT_TRUE(has(quick, "quick_sort"));
  EXPECT_FALSE(has(quick, "sort_pieces"));
  EXPECT_FALSE(has(library, "quick_sort"));
  EXPECT_TRUE(has(library, "sort_pieces"));
  // M = 2^17: the base case alone.
  EXPECT_EQ(kernels_of<quick_in_128>(1 << 17).size(), 1u);
  EXPECT_GT(kernels_of<quick_in_128>((1 << 17) + 1).size(), 1u);
}

}  // namespace
}  // namespace KokkosSort::Test
