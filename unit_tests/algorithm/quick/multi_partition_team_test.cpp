// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/quick/multi_partition_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::MultiPartitionTest {
namespace {

// Steps of a single thread; quick_sorts tests the team's steps.

using Host = Kokkos::DefaultHostExecutionSpace;

template <int LogParts, class Word>
void check_part_of(std::vector<Word> pivots) {
  using Split = Impl::TeamMultiPartition<Host, Word, 1, 4, LogParts>;
  ASSERT_EQ(pivots.size(), static_cast<std::size_t>(Split::pivots));
  std::sort(pivots.begin(), pivots.end());
  Word held[Split::pivots];
  std::copy(pivots.begin(), pivots.end(), held);
  std::vector<Word> items{0, static_cast<Word>(~Word{0})};
  for (Word const pivot : pivots)
    for (int const step : {-1, 0, 1})
      items.push_back(static_cast<Word>(pivot + step));
  for (Word const item : items)
    EXPECT_EQ(
        Split::part_of(item, held),
        std::lower_bound(pivots.begin(), pivots.end(), item) - pivots.begin())
        << item;
}

TEST(MultiPartition, PartIsTheNumberOfLesserPivots) {
  check_part_of<1, std::uint32_t>({7});
  check_part_of<2, std::uint32_t>({10, 20, 30});
  check_part_of<2, std::uint64_t>({5, 5, std::uint64_t{1} << 40});
  check_part_of<3, std::uint32_t>({10, 20, 30, 40, 50, 60, 70});
  check_part_of<3, std::uint32_t>({0, 0, 3, 3, 3, 9, 0xffffffffu});
  check_part_of<3, std::uint64_t>({1, 2, 3, 4, 5, 6, ~std::uint64_t{0}});
}

/// More items than 4 or 8 bits count, all in one part or spread.
TEST(MultiPartition, CountsOfManyItems) {
  using Split = Impl::TeamMultiPartition<Host, std::uint32_t, 1, 600, 3>;
  for (int const size : {0, 1, 8, 9, 128, 129, 255, 599, 600})
    for (int const only : {-1, 0, 3, 7}) {
      auto const part = [&](int i) {
        return only < 0 ? static_cast<int>(Impl::splitmix64(i) % 8) : only;
      };
      Impl::PartCounts counts;
      Split::count(size, part, counts);
      Split::count(size, part, counts);
      for (int p = 0; p < 8; ++p) {
        int expected = 0;
        for (int i = 0; i < size; ++i) expected += part(i) == p ? 2 : 0;
        EXPECT_EQ(counts[p], expected) << size << ' ' << only << ' ' << p;
      }
    }
}

}  // namespace
}  // namespace KokkosSort::Test::MultiPartitionTest
