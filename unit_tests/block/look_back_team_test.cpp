// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/arena.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::LookBackTest {
namespace {

constexpr int digits = 3;

Guarded<std::uint64_t> cleared_words(int tiles) {
  constexpr int before = Impl::LookBack::rows_before;
  return Guarded<std::uint64_t>(
      std::vector<std::uint64_t>((before + tiles) * digits, 0));
}

KOKKOS_INLINE_FUNCTION std::uint64_t count_of(std::uint32_t tile, int d) {
  return (std::uint64_t{tile} * 7 + d * 5) % 11 + (d == 2 ? 1ull << 40 : 0);
}

/// Looks back with one team from each tile over those before it, of which only
/// every `stride`-th has published its sum.
struct LookAlone {
  Impl::LookBack back;
  std::uint64_t* sums;
  int tiles;
  int stride;

  KOKKOS_FUNCTION void operator()(Member const& member, std::byte*) const {
    for (int d = member.team_rank(); d < digits; d += member.team_size()) {
      std::uint64_t sum = 0;
      for (int t = 0; t < tiles; ++t) {
        sums[t * digits + d] = t == 0 ? 0 : back.sum_before(t, d);
        sum += count_of(t, d);
        back.publish_count(t, d, count_of(t, d));
        if (t % stride == 0) back.publish_sum(t, d, sum);
      }
    }
  }
};

/// Looks back with many teams, one tile each, in the order in which they draw
/// tickets.
struct LookTogether {
  Impl::LookBack back;
  std::uint32_t* tickets;
  std::uint64_t* sums;

  KOKKOS_FUNCTION void operator()(
      Impl::KokkosMember<Exec> const& member) const {
    auto* const shared = static_cast<std::uint32_t*>(
        member.team_scratch(0).get_shmem(sizeof(std::uint32_t)));
    std::uint32_t const t = Impl::next_work_item(member, tickets, shared);
    for (int d = member.team_rank(); d < digits; d += member.team_size()) {
      std::uint64_t const own = count_of(t, d);
      std::uint64_t before    = 0;
      if (t > 0) {
        back.publish_count(t, d, own);
        before = back.sum_before(t, d);
      }
      back.publish_sum(t, d, before + own);
      sums[t * digits + d] = before;
    }
  }
};

void expect_sums(std::vector<std::uint64_t> const& found, int tiles) {
  for (int d = 0; d < digits; ++d) {
    std::uint64_t sum = 0;
    for (int t = 0; t < tiles; ++t) {
      ASSERT_EQ(found[t * digits + d], sum) << "tile " << t << " digit " << d;
      sum += count_of(t, d);
    }
  }
}

// A block may begin at any line of memory.
TEST(LookBack, WordsBeginAtTwoLinesAndStayInTheArena) {
  constexpr std::size_t count = 100;
  std::size_t const planned   = Impl::measured_bytes(
      [](Impl::Arena& arena) { Impl::LookBack::take(arena, count); });
  alignas(256) static std::byte block[2048];
  for (std::size_t const shift : {0, 128}) {
    Impl::Arena arena(block + shift, planned);
    auto const* const words = Impl::LookBack::take(arena, count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(words) % 256, 0u) << shift;
    EXPECT_LE(reinterpret_cast<std::byte const*>(words + count),
              block + shift + planned)
        << shift;
  }
}

TEST(LookBack, AddsUpToTheFirstPublishedSum) {
  constexpr int tiles                = 50;
  Guarded<std::uint64_t> const words = cleared_words(tiles);
  // Later rounds start with the words of the earlier ones.
  std::uint32_t round = 0;
  for (int const stride : {1, 2, 5, 49}) {
    Guarded<std::uint64_t> const sums(
        std::vector<std::uint64_t>(tiles * digits, 1));
    run_team<1>(
        0,
        LookAlone{{words.data(), digits, round++}, sums.data(), tiles, stride});
    expect_sums(sums.values(), tiles);
    EXPECT_TRUE(words.guards_hold());
  }
}

TEST(LookBack, CarriesSumsThroughAllTeams) {
  constexpr int tiles                = 3000;
  Guarded<std::uint64_t> const words = cleared_words(tiles);
  for (std::uint32_t round = 0; round < 3; ++round) {
    Guarded<std::uint64_t> const sums(
        std::vector<std::uint64_t>(tiles * digits, 1));
    Guarded<std::uint32_t> const tickets(std::vector<std::uint32_t>(1, 0));
    Kokkos::TeamPolicy<Exec> policy(tiles, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(64));
    Kokkos::parallel_for(policy, LookTogether{{words.data(), digits, round},
                                              tickets.data(),
                                              sums.data()});
    Kokkos::fence();
    expect_sums(sums.values(), tiles);
  }
  EXPECT_TRUE(words.guards_hold());
}

}  // namespace
}  // namespace KokkosSort::Test::LookBackTest
