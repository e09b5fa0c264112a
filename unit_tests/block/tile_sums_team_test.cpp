// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::TileSumsTest {
namespace {

constexpr int team_size = Impl::TeamShape<Exec>::is_host ? 1 : 64;

KOKKOS_INLINE_FUNCTION std::uint32_t count_of(std::uint64_t tile) {
  return static_cast<std::uint32_t>(tile * 7 % 11);
}

void expect_sums(std::vector<std::uint64_t> const& found) {
  std::uint64_t sum = 0;
  for (std::size_t t = 0; t < found.size(); ++t) {
    ASSERT_EQ(found[t], sum) << "tile " << t;
    sum += count_of(t);
  }
}

/// One team publishes all counts, sums them, and reads the sums.
struct SumAlone {
  using Sums = Impl::TileSums<Exec, Impl::SharedWords, true>;

  std::uint64_t* words;
  std::uint64_t* found;
  std::uint64_t tiles;

  KOKKOS_FUNCTION void operator()(Member const& member, std::byte*) const {
    Sums const sums(words, tiles);
    auto const rank = static_cast<std::uint64_t>(member.team_rank());
    auto const size = static_cast<std::uint64_t>(member.team_size());
    for (std::uint64_t t = rank; t < tiles; t += size)
      sums.publish(t, count_of(t));
    member.team_barrier();
    sums.scan(member.team_rank());
    member.team_barrier();
    for (std::uint64_t t = rank; t < tiles; t += size)
      found[t] = sums.sum_before(t, count_of(t), 0);
  }
};

// Fewer tiles than a warp reads at once, as many, and one more.
TEST(TileSums, ATeamSumsForAllTiles) {
  for (std::size_t const tiles : {1u, 2u, 5u, 127u, 128u, 129u, 1000u}) {
    Guarded<std::uint64_t> const words(
        std::vector<std::uint64_t>(tiles * SumAlone::Sums::words_per_tile, 0));
    Guarded<std::uint64_t> const found(std::vector<std::uint64_t>(tiles, 1));
    run_team<team_size>(0, SumAlone{words.data(), found.data(), tiles});
    expect_sums(found.values());
    EXPECT_TRUE(words.guards_hold());
  }
}

/// Each team takes a tile, or sums, as in the kernels.
template <class Sums>
struct SumTogether {
  Impl::TileWords words;
  std::uint64_t* found;
  std::uint64_t tiles;

  KOKKOS_FUNCTION void operator()(
      Impl::KokkosMember<Exec> const& member) const {
    auto* const shared = static_cast<std::uint32_t*>(
        member.team_scratch(0).get_shmem(sizeof(std::uint32_t)));
    std::uint64_t const t = Impl::take_tile<Sums>(member, words, tiles, shared);
    int const lane        = member.team_rank();
    if (t == tiles || lane >= Impl::Warp<Exec>::size) return;
    Sums const sums(words.sums, tiles);
    if (lane == 0) sums.publish(t, count_of(t));
    std::uint64_t const before = sums.sum_before(t, count_of(t), lane);
    if (lane == 0) found[t] = before;
  }
};

template <class Sums>
void sum_together() {
  constexpr std::size_t tiles = 5000;
  Guarded<std::uint64_t> const words(
      std::vector<std::uint64_t>(tiles * Sums::words_per_tile, 0));
  Guarded<std::uint32_t> const ticket(std::vector<std::uint32_t>(1, 0));
  Guarded<std::uint64_t> const found(std::vector<std::uint64_t>(tiles, 1));
  Kokkos::TeamPolicy<Exec> policy(static_cast<int>(Sums::teams(tiles)),
                                  team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(64));
  Kokkos::parallel_for(
      policy,
      SumTogether<Sums>{
          {ticket.data(), words.data(), nullptr, tiles}, found.data(), tiles});
  Kokkos::fence();
  expect_sums(found.values());
  EXPECT_TRUE(words.guards_hold());
  EXPECT_TRUE(ticket.guards_hold());
}

TEST(TileSums, TilesGetTheirSumsWithinOneLaunch) {
  sum_together<Impl::TileSums<Exec>>();
}

TEST(TileSums, TilesLookBack) {
  sum_together<Impl::TileSums<Exec, Impl::SharedWords, false>>();
}

}  // namespace
}  // namespace KokkosSort::Test::TileSumsTest
