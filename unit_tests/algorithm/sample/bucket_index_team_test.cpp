// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/sample/bucket_index_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::BucketIndexTest {
namespace {

using Order = Impl::BitsOrder<std::uint32_t>;

template <int LogBuckets>
struct FindBuckets {
  using Index                  = Impl::TeamBucketIndex<Order, LogBuckets>;
  static constexpr int at_once = 3;

  std::uint32_t const* splitters;
  std::uint32_t const* items;
  std::uint32_t* found;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Order const order;
    Index index(scratch, order);
    index.load(member, splitters, Index::holds_one(splitters, order));
    for (int i = at_once * member.team_rank(); i < size;
         i += at_once * member.team_size()) {
      std::uint32_t held[at_once];
      std::uint32_t buckets[at_once];
      for (int j = 0; j < at_once; ++j)
        held[j] = items[i + j < size ? i + j : size - 1];
      index.find(held, buckets);
      for (int j = 0; j < at_once && i + j < size; ++j)
        found[i + j] = buckets[j];
    }
  }
};

/// The paper's bucket j has splitter[j-1] < x <= splitter[j]: equal splitters
/// leave the buckets between them empty. Around a single value there are
/// three.
std::uint32_t expected_bucket(std::vector<std::uint32_t> const& splitters,
                              std::uint32_t item) {
  if (splitters.front() == splitters.back())
    return item < splitters.front() ? 0 : item == splitters.front() ? 1 : 2;
  auto const first = std::lower_bound(splitters.begin(), splitters.end(), item);
  return static_cast<std::uint32_t>(first - splitters.begin());
}

template <int TeamSize, int LogBuckets>
void check(Distribution distribution, std::uint32_t values) {
  constexpr int k = 1 << LogBuckets;
  auto splitters  = input_keys<std::uint32_t>(k - 1, distribution);
  for (auto& splitter : splitters) splitter = splitter % values * 3 + 1;
  std::sort(splitters.begin(), splitters.end());
  std::vector<std::uint32_t> items{0, ~0u};
  for (auto const splitter : splitters)
    items.insert(items.end(), {splitter - 1, splitter, splitter + 1});
  std::vector<std::uint32_t> expected;
  for (auto const item : items)
    expected.push_back(expected_bucket(splitters, item));
  auto padded = splitters;
  padded.push_back(12345);  // the entry after them is not in use
  Guarded<std::uint32_t> const given(padded);
  Guarded<std::uint32_t> const held(items);
  Guarded<std::uint32_t> const found(
      std::vector<std::uint32_t>(items.size(), 999));
  using Find = FindBuckets<LogBuckets>;
  run_team<TeamSize>(Find::Index::scratch_bytes(),
                     Find{given.data(), held.data(), found.data(),
                          static_cast<int>(items.size())});
  EXPECT_TRUE(same_sequence(found.values(), expected));
}

template <int TeamSize, int LogBuckets>
void check_all() {
  SCOPED_TRACE(LogBuckets);
  check<TeamSize, LogBuckets>(Distribution::uniform, 1u << 30);
  check<TeamSize, LogBuckets>(Distribution::sqrt_values, 1u << 30);
  check<TeamSize, LogBuckets>(Distribution::uniform, 2);
  check<TeamSize, LogBuckets>(Distribution::zero, 1u << 30);
}

TEST(TeamBucketIndex, BucketsOfEverySplitterAndItsNeighbors) {
  for_team_sizes([](auto team) {
    check_all<team(), 2>();
    check_all<team(), 7>();
    check_all<team(), 9>();
  });
}

}  // namespace
}  // namespace KokkosSort::Test::BucketIndexTest
