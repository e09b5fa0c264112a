// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::ClassifyTest {
namespace {

using Order = Impl::BitsOrder<std::uint32_t>;
using Tree  = Impl::SplitterTree<std::uint32_t>;

struct Classify {
  std::uint32_t const* splitters;
  int log_buckets;
  std::uint32_t const* items;
  int* buckets;
  int size;

  static constexpr int at_once = 3;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Order const order;
    Tree tree(scratch, log_buckets);
    tree.load(member, splitters, order);
    int const stride = at_once * member.team_size();
    for (int i = at_once * member.team_rank(); i < size; i += stride) {
      std::uint32_t held[at_once];
      int found[at_once];
      for (int j = 0; j < at_once; ++j)
        held[j] = items[i + j < size ? i + j : size - 1];
      tree.classify(held, found, order);
      for (int j = 0; j < at_once && i + j < size; ++j)
        buckets[i + j] = found[j];
    }
  }
};

/// Bucket j has splitter[j-1] < x <= splitter[j]. With equal splitters the
/// first bucket has the smaller items, the next one the equal items.
int expected_bucket(std::vector<std::uint32_t> const& splitters,
                    std::uint32_t item) {
  auto const first = std::lower_bound(splitters.begin(), splitters.end(), item);
  auto const last  = std::upper_bound(splitters.begin(), splitters.end(), item);
  return static_cast<int>(first - splitters.begin()) +
         (last - first > 1 ? 1 : 0);
}

template <int TeamSize>
void check_splitters(int log_buckets, Distribution distribution,
                     std::uint32_t values) {
  int const k    = 1 << log_buckets;
  auto splitters = input_keys<std::uint32_t>(k - 1, distribution);
  for (auto& splitter : splitters) splitter = splitter % values * 3 + 1;
  std::sort(splitters.begin(), splitters.end());
  // Every splitter, its neighbors, and both ends.
  std::vector<std::uint32_t> items{0, ~0u};
  for (auto const splitter : splitters)
    items.insert(items.end(), {splitter - 1, splitter, splitter + 1});
  std::vector<int> expected;
  for (auto const item : items)
    expected.push_back(expected_bucket(splitters, item));

  auto padded = splitters;
  padded.push_back(12345);  // the entry after them is not in use
  Guarded<std::uint32_t> const given(padded);
  Guarded<std::uint32_t> const held(items);
  Guarded<int> const buckets(std::vector<int>(items.size(), -1));
  run_team<TeamSize>(Tree::scratch_bytes(k),
                     Classify{given.data(), log_buckets, held.data(),
                              buckets.data(), static_cast<int>(items.size())});
  EXPECT_TRUE(same_sequence(buckets.values(), expected));

  std::vector<bool> is_equality_bucket(k, false);
  for (int i = 0; i + 1 < k; ++i) {
    bool const repeated = Tree::is_repeated(splitters.data(), i, k, Order{});
    EXPECT_EQ(repeated, i + 2 < k && splitters[i] == splitters[i + 1]);
    if (repeated) is_equality_bucket[i + 1] = true;
  }
  // No two different keys are in one of these buckets.
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_equality_bucket[expected[i]]) {
      EXPECT_EQ(items[i], splitters[expected[i] - 1]);
    }
  }
}

TEST(SplitterTree, BucketsOfEverySplitterAndItsNeighbors) {
  for_team_sizes([](auto team) {
    for (int log_buckets = 1; log_buckets <= 9; ++log_buckets) {
      SCOPED_TRACE(log_buckets);
      check_splitters<team()>(log_buckets, Distribution::uniform, 1u << 30);
      check_splitters<team()>(log_buckets, Distribution::sqrt_values, 1u << 30);
      check_splitters<team()>(log_buckets, Distribution::uniform, 3);
      check_splitters<team()>(log_buckets, Distribution::zero, 1u << 30);
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::ClassifyTest
