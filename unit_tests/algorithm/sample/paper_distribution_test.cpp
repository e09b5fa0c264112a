// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/sample/paper_levels.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::PaperDistributionTest {
namespace {

using Impl::DoneBucket;

template <class Buckets>
void order_by_begin(Buckets& buckets) {
  std::sort(buckets.begin(), buckets.end(),
            [](DoneBucket const& a, DoneBucket const& b) {
              return a.begin < b.begin;
            });
}

/// Checks that the buckets follow one another and have the keys that belong
/// there. Unless its keys are equal, none has more than M.
template <SampleParameters parameters, class Key>
void check_buckets(std::size_t n, Distribution distribution) {
  SCOPED_TRACE("n = " + std::to_string(n) + ", " +
               std::string(Workload::name_of(distribution)));
  auto const input = input_keys<Key>(n, distribution);
  auto expected    = input;
  std::sort(expected.begin(), expected.end(), OracleLess<Key>{});
  Guarded<Key> const keys(input);
  PaperLevels<parameters, Key> const levels({keys.data(), 1}, {}, n);
  auto done = levels.done();
  order_by_begin(done);
  std::size_t next = 0;
  for (auto const& bucket : done) {
    ASSERT_EQ(bucket.begin, next);
    ASSERT_GT(bucket.size, 0u);
    auto found = levels.keys_of(bucket);
    if (bucket.is_equal == 0) {
      EXPECT_LE(bucket.size, parameters.base_case_keys);
      std::sort(found.begin(), found.end(), OracleLess<Key>{});
    }
    std::vector<Key> const here(expected.begin() + next,
                                expected.begin() + next + bucket.size);
    ASSERT_TRUE(same_sequence(found, here));
    next += bucket.size;
  }
  EXPECT_EQ(next, n);
  EXPECT_TRUE(keys.guards_hold());
}

constexpr SampleParameters with_stored_indices(SampleParameters parameters) {
  parameters.stored_indices = true;
  return parameters;
}
constexpr SampleParameters with_staged_scatter(SampleParameters parameters) {
  parameters.staged_scatter = true;
  return parameters;
}
constexpr SampleParameters with_arrays(SampleParameters parameters,
                                       int arrays) {
  parameters.counter_arrays = arrays;
  return parameters;
}

template <SampleParameters parameters>
void check_inputs() {
  for (std::size_t const n : {201, 2'047, 2'048, 2'049, 30'000})
    for (Distribution const distribution :
         {Distribution::uniform, Distribution::sorted, Distribution::zero,
          Distribution::two_values, Distribution::sqrt_values,
          Distribution::ninety_five_percent_one_value}) {
      check_buckets<parameters, std::uint32_t>(n, distribution);
      check_buckets<parameters, double>(n, distribution);
    }
}

TEST(PaperDistribution, SanitizeBucketsHaveTheKeysThatBelongThere) {
  check_inputs<paper_in(8, 200)>();
  check_inputs<paper_in(128, 64)>();
}
TEST(PaperDistribution, SanitizeWithStoredIndices) {
  check_inputs<with_stored_indices(paper_in(8, 200))>();
  check_inputs<with_stored_indices(paper_in(512, 200))>();
}
TEST(PaperDistribution, SanitizeWithStagedScatter) {
  check_inputs<with_staged_scatter(paper_in(8, 200))>();
}
TEST(PaperDistribution, SanitizeWithOneArrayOfCounters) {
  check_inputs<with_arrays(paper_in(8, 200), 1)>();
  check_inputs<with_arrays(paper_in(8, 200), 3)>();
}

/// Every bucket that a level partitions has k children. Each of them is done,
/// or a later level partitions it. Children without keys are not listed; of
/// distinct keys there are few.
template <int buckets>
void check_fan_out(std::size_t n) {
  SCOPED_TRACE(buckets);
  auto const input = input_keys<std::uint64_t>(n, Distribution::uniform);
  Guarded<std::uint64_t> const keys(input);
  PaperLevels<paper_in(buckets, 200), std::uint64_t> const levels(
      {keys.data(), 1}, {}, n);
  EXPECT_EQ(levels.partitioned(1), static_cast<std::uint32_t>(buckets));
  std::size_t later = 0;
  for (int level = 1; level < levels.state.list.levels; ++level)
    later += levels.partitioned(level);
  std::size_t const children = buckets * (1 + later);
  EXPECT_LE(levels.done().size() + later, children);
  EXPECT_GE(levels.done().size() + later, children - children / 1000);
}

TEST(PaperDistribution, EveryBucketHasKChildrenOnEveryLevel) {
  check_fan_out<4>(20'000);
  check_fan_out<16>(60'000);
  check_fan_out<128>(1'000'000);
}

TEST(PaperDistribution, TheRootHas128ChildrenByThePapersParameters) {
  std::size_t const n = (1u << 17) + 1;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::uniform));
  PaperLevels<paper_sample_parameters, std::uint32_t> const levels(
      {keys.data(), 1}, {}, n);
  EXPECT_EQ(levels.done().size(), 128u);
  EXPECT_EQ(levels.partitioned(1), 0u);
}

/// The matrix of counts of a level does not depend on the counter arrays.
template <int arrays>
std::vector<std::uint64_t> offsets_of_first_level(
    std::vector<std::uint32_t> const& input) {
  Guarded<std::uint32_t> const keys(input);
  constexpr auto parameters = with_arrays(paper_in(16, 1u << 17), arrays);
  PaperLevels<parameters, std::uint32_t> const levels({keys.data(), 1}, {},
                                                      input.size());
  // The levels after it have no bucket, and leave the matrix as it is.
  EXPECT_EQ(levels.partitioned(1), 0u);
  return from_device(levels.state.matrix.entries,
                     (levels.state.list.tiles_of(input.size()) << 4) + 1);
}

TEST(PaperDistribution, CountsAreTheSameForAnyNumberOfArrays) {
  auto const input = input_keys<std::uint32_t>(150'000, Distribution::uniform);
  auto const one   = offsets_of_first_level<1>(input);
  EXPECT_EQ(one.back(), input.size());
  EXPECT_TRUE(same_sequence(offsets_of_first_level<2>(input), one));
  EXPECT_TRUE(same_sequence(offsets_of_first_level<8>(input), one));
}

/// Buckets of equal keys are found, however many levels there are.
TEST(PaperDistribution, EqualKeysAreDoneInPieces) {
  std::size_t const n = 100'000;
  Guarded<std::uint32_t> const keys(
      input_keys<std::uint32_t>(n, Distribution::zero));
  PaperLevels<paper_in(8, 200), std::uint32_t> const levels({keys.data(), 1},
                                                            {}, n);
  auto const done = levels.done();
  EXPECT_EQ(done.size(), (n + levels.state.list.piece_keys() - 1) /
                             levels.state.list.piece_keys());
  for (auto const& bucket : done) EXPECT_EQ(bucket.is_equal, 1u);
  EXPECT_EQ(levels.partitioned(1), 0u);
}

/// Quicksort gets the buckets by size, the largest first.
TEST(BucketsBySize, TheLargestComeFirst) {
  std::size_t const n = 60'000;
  auto const input    = input_keys<std::uint64_t>(n, Distribution::sqrt_values);
  Guarded<std::uint64_t> const keys(input);
  PaperLevels<paper_in(8, 1'000), std::uint64_t> const levels({keys.data(), 1},
                                                              {}, n);
  auto done          = levels.done();
  using Quick        = std::decay_t<decltype(levels.quick)>;
  constexpr int team = decltype(levels)::Buckets::team;
  Impl::launch_teams<team>(
      "test", levels.exec, 3,
      Impl::BucketsBySize<Exec, team, Quick>{levels.state.list, levels.quick});
  levels.exec.fence();
  ASSERT_EQ(from_device(levels.quick.queue.done_total(), 1)[0], done.size());
  auto const found = from_device(levels.quick.queue.done, done.size());
  std::vector<DoneBucket> listed;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0) {
      EXPECT_GE(Impl::SizeClass::of(found[i].size),
                Impl::SizeClass::of(found[i - 1].size));
    }
    bool const is_equal = found[i].kind == Impl::SequenceKind::equal;
    listed.push_back(
        {found[i].begin, found[i].size, found[i].buffer, is_equal ? 1u : 0u});
  }
  EXPECT_GT(found.front().size, found.back().size);
  order_by_begin(listed);
  order_by_begin(done);
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_EQ(listed[i].begin, done[i].begin);
    EXPECT_EQ(listed[i].size, done[i].size);
    EXPECT_EQ(listed[i].array, done[i].array);
    EXPECT_EQ(listed[i].is_equal, done[i].is_equal);
  }
}

}  // namespace
}  // namespace KokkosSort::Test::PaperDistributionTest
