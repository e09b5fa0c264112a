// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/range_team.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace KokkosSort::Test::RangeTest {
namespace {

template <int TeamSize, class T>
struct FindRange {
  using Range = Impl::TeamRange<Exec, TeamSize, T>;
  T const* lows;
  T const* highs;
  T* least;
  T* greatest;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    auto* const shared = reinterpret_cast<T*>(scratch);
    int const rank     = member.team_rank();
    Range::put(member, lows[rank], highs[rank], shared);
    member.team_barrier();
    Range::get(member, shared, least[rank], greatest[rank]);
  }
};

/// Every thread must get the range of all, not that of its own warp.
template <int TeamSize, class T>
void check(std::vector<T> const& lows, std::vector<T> const& highs) {
  using Kernel = FindRange<TeamSize, T>;
  Guarded<T> const given_lows(lows), given_highs(highs);
  Guarded<T> const least(std::vector<T>(TeamSize, T{77}));
  Guarded<T> const greatest(std::vector<T>(TeamSize, T{77}));
  run_team<TeamSize>(Kernel::Range::scratch_bytes(),
                     Kernel{given_lows.data(), given_highs.data(), least.data(),
                            greatest.data()});
  T const low  = *std::min_element(lows.begin(), lows.end());
  T const high = *std::max_element(highs.begin(), highs.end());
  EXPECT_TRUE(same_sequence(least.values(), std::vector<T>(TeamSize, low)));
  EXPECT_TRUE(same_sequence(greatest.values(), std::vector<T>(TeamSize, high)));
}

template <int TeamSize, class T>
void check_type() {
  // The extremes of the type, which no initial value may replace.
  T const all  = static_cast<T>(~T{0});
  T const half = static_cast<T>(all / 2);
  std::vector<T> const zeros(TeamSize, 0), ones(TeamSize, all);
  check<TeamSize, T>(zeros, ones);
  check<TeamSize, T>(zeros, zeros);
  check<TeamSize, T>(ones, ones);
  // A thread without items gives the range that nothing lies in.
  for (int const rank : {0, TeamSize / 2, TeamSize - 1}) {
    SCOPED_TRACE("only thread " + std::to_string(rank));
    auto lows   = ones;
    auto highs  = zeros;
    lows[rank]  = static_cast<T>(half - 1);
    highs[rank] = static_cast<T>(half + 1);
    check<TeamSize, T>(lows, highs);
  }
  // The extremes at the ends of warps, each in another one.
  int const width = Impl::Warp<Exec>::size;
  for (int low = 0; low < TeamSize; ++low) {
    if (low % width != 0 && low % width != width - 1) continue;
    int const high = TeamSize - 1 - low;
    SCOPED_TRACE("threads " + std::to_string(low) + " and " +
                 std::to_string(high));
    std::vector<T> lows(TeamSize), highs(TeamSize);
    for (int rank = 0; rank < TeamSize; ++rank) {
      lows[rank]  = static_cast<T>(half - rank % 7);
      highs[rank] = static_cast<T>(half + rank % 5);
    }
    lows[low]   = 3;
    highs[high] = static_cast<T>(all - 3);
    check<TeamSize, T>(lows, highs);
  }
}

TEST(TeamRange, ExtremesOfAnyThreadReachAll) {
  for_team_sizes([](auto team) {
    check_type<team(), std::uint32_t>();
    check_type<team(), std::uint64_t>();
  });
}

}  // namespace
}  // namespace KokkosSort::Test::RangeTest
