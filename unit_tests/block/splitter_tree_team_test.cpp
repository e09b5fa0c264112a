// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <block/splitter_checks.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>

#include <cstdint>
#include <vector>

namespace KokkosSort::Test::SplitterTreeTest {
namespace {

using Tree = Impl::SplitterTree<std::uint32_t>;

TEST(SplitterTree, BucketsOfEverySplitterAndItsNeighbors) {
  check_all_splitters<Tree, std::uint32_t>();
}

/// No two different items are in an equality bucket: it follows the first of
/// equal splitters, unless that is the last bucket.
TEST(SplitterTree, EqualityBucketsFollowRepeatedSplitters) {
  std::vector<std::uint32_t> const splitters{3, 3, 5, 7, 7, 7, 7};
  Impl::BitsOrder<std::uint32_t> const order;
  for (int i = 0; i < 7; ++i) {
    bool const expected = i == 0 || (i >= 3 && i < 6);
    EXPECT_EQ(Tree::is_repeated(splitters.data(), i, 8, order), expected) << i;
  }
}

}  // namespace
}  // namespace KokkosSort::Test::SplitterTreeTest
