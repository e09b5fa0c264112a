// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/team.hpp>
#include <KokkosSort/algorithm/leaf/counters_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::CountersTest {
namespace {

constexpr int counters = 64;

template <int TeamSize>
struct PlaceItems {
  using Counters = Impl::TeamCounters<Exec, TeamSize, counters>;
  std::uint32_t const* parts;
  int size;
  std::uint32_t most;
  std::uint32_t* positions;
  int* bounds;
  int* is_full;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Counters const all(scratch);
    all.clear(member);
    member.team_barrier();
    for (int i = member.team_rank(); i < size; i += TeamSize)
      all.take(parts[i]);
    member.team_barrier();
    if (all.scan(member, most)) Kokkos::atomic_add(is_full, 1);
    for (int i = member.team_rank(); i < size; i += TeamSize)
      positions[i] = all.take(parts[i]);
    member.team_barrier();
    for (int p = member.team_rank(); p < counters; p += TeamSize) {
      bounds[2 * p]     = all.begin(p);
      bounds[2 * p + 1] = all.end(p);
    }
  }
};

/// Returns whether the squares of the parts' sizes exceed `most`; checks the
/// positions.
template <int TeamSize>
bool check(std::vector<std::uint32_t> const& parts, std::uint32_t most) {
  using Kernel = PlaceItems<TeamSize>;
  std::vector<int> expected(2 * counters);
  for (int p = 0; p < counters; ++p) {
    auto const count    = std::count(parts.begin(), parts.end(), p);
    expected[2 * p]     = p == 0 ? 0 : expected[2 * p - 1];
    expected[2 * p + 1] = expected[2 * p] + static_cast<int>(count);
  }
  Guarded<std::uint32_t> const input(parts);
  Guarded<std::uint32_t> const positions(
      std::vector<std::uint32_t>(parts.size(), ~0u));
  Guarded<int> const bounds(std::vector<int>(2 * counters));
  Guarded<int> const is_full(std::vector<int>(1));
  run_team<TeamSize>(Kernel::Counters::scratch_bytes(),
                     Kernel{input.data(), static_cast<int>(parts.size()), most,
                            positions.data(), bounds.data(), is_full.data()});
  int const threads = is_full.values()[0];
  EXPECT_TRUE(threads == 0 || threads == TeamSize) << "the threads disagree";
  EXPECT_EQ(bounds.values(), expected);
  auto const found = positions.values();
  std::vector<bool> taken(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    int const position = static_cast<int>(found[i]);
    EXPECT_GE(position, expected[2 * parts[i]]);
    EXPECT_LT(position, expected[2 * parts[i] + 1]);
    EXPECT_FALSE(taken.at(position))
        << "position " << position << " is taken twice";
    taken.at(position) = true;
  }
  return threads > 0;
}

TEST(TeamCounters, GiveEachItemAPositionInItsPart) {
  for_team_sizes([](auto team) {
    for (int const size : {0, 1, 63, 64, 1000}) {
      SCOPED_TRACE(size);
      std::vector<std::uint32_t> spread(size), first(size, 0),
          last(size, counters - 1);
      for (int i = 0; i < size; ++i) spread[i] = i * 29 % counters;
      for (auto const& parts : {spread, first, last}) {
        std::uint32_t squares = 0;
        for (int p = 0; p < counters; ++p) {
          auto const count = static_cast<std::uint32_t>(
              std::count(parts.begin(), parts.end(), p));
          squares += count * count;
        }
        EXPECT_FALSE(check<team()>(parts, squares));
        if (squares < 2000) continue;
        // Rounded down per thread, which lowers the sum of many threads more.
        std::uint32_t const fewer = parts == spread ? squares / 8 : squares / 2;
        EXPECT_TRUE(check<team()>(parts, fewer));
      }
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::CountersTest
