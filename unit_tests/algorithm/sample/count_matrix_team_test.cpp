// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/sample/count_matrix.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::CountMatrixTest {
namespace {

constexpr int log_buckets = 3;

/// Scans the counts of a level of `tiles` tiles by `league` teams.
template <int TeamSize>
void check(std::uint32_t tiles, std::size_t league) {
  SCOPED_TRACE(std::to_string(tiles) + " tiles, " + std::to_string(league) +
               " teams");
  std::size_t const all = std::size_t{tiles} << log_buckets;
  auto input            = input_keys<std::uint64_t>(all, Distribution::uniform);
  for (auto& count : input) count >>= 30;  // sums of more than 32 bits
  std::vector<std::uint64_t> expected(all + 1);
  std::exclusive_scan(input.begin(), input.end(), expected.begin(),
                      std::uint64_t{0});
  if (all > 0) expected[all] = expected[all - 1] + input[all - 1];
  // Without tiles nothing is written.
  input.push_back(12345);
  if (all == 0) expected[0] = 12345;

  Guarded<std::uint64_t> const entries(input);
  Guarded<std::uint64_t> const sums(std::vector<std::uint64_t>(league, 9));
  Guarded<std::uint32_t> const listed(std::vector<std::uint32_t>(1, tiles));
  Impl::CountMatrix const matrix{entries.data(), sums.data(), log_buckets};
  Impl::launch_teams<TeamSize>(
      "test", Exec{}, league,
      Impl::SumCounts<Exec, TeamSize>{matrix, listed.data()});
  Impl::launch_teams<TeamSize>(
      "test", Exec{}, league,
      Impl::ScanCounts<Exec, TeamSize>{matrix, listed.data()});
  Kokkos::fence();
  EXPECT_TRUE(same_sequence(entries.values(), expected));
  EXPECT_TRUE(entries.guards_hold());
  EXPECT_TRUE(sums.guards_hold());
}

TEST(CountMatrix, PrefixSumsOverAllSections) {
  for_team_sizes([](auto team) {
    for (std::uint32_t const tiles : {0, 1, 37, 257})
      for (std::size_t const league : {1, 3, 5}) check<team()>(tiles, league);
  });
}

// Tiles of one bucket are neighbors, and the buckets of a level follow one
// another.
TEST(CountMatrix, ColumnsAreBucketsOfNeighboringTiles) {
  std::vector<std::uint64_t> entries(5 << log_buckets);
  std::iota(entries.begin(), entries.end(), 100);
  Impl::CountMatrix const matrix{entries.data(), nullptr, log_buckets};
  auto const first  = matrix.columns(0, 2);
  auto const second = matrix.columns(2, 3);
  EXPECT_EQ(first.at(0, 1), 101u);
  EXPECT_EQ(first.at(1, 0), 102u);
  EXPECT_EQ(first.at(7, 1), 115u);
  EXPECT_EQ(second.at(0, 0), 116u);
  EXPECT_EQ(second.at(2, 1), 123u);
  EXPECT_EQ(second.begin_of(2), 6u);
}

}  // namespace
}  // namespace KokkosSort::Test::CountMatrixTest
