// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/guarded.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/companion_team.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Test::CompanionTest {
namespace {

constexpr int words = 1000;

/// Counts its threads, and fills the scratch.
struct CountThreads {
  int* threads;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() { return words; }
  KOKKOS_FUNCTION void run(Member const& member, std::byte* scratch) const {
    Kokkos::atomic_add(threads, 1);
    for (int w = member.team_rank(); w < words; w += member.team_size())
      scratch[w] = std::byte{0xff};
  }
};

/// Counts the visits of each word. The first one of each team is in scratch.
template <class Companion>
struct VisitWords {
  int* visits;
  Companion companion;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Impl::bytes_beside<Companion>(16);
  }
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = Impl::team_scratch(member, scratch_bytes());
    auto const share         = Impl::run_beside(companion, member, scratch);
    if (share.rank < 0) return;
    auto* const first = reinterpret_cast<int*>(scratch);
    if (member.team_rank() == 0) *first = share.rank;
    member.team_barrier();
    for (int w = *first + share.size * member.team_rank(); w < words;
         w += share.size * member.team_size())
      Kokkos::atomic_add(&visits[w], 1);
  }
};

TEST(Companion, OneTeamRunsItAndTheOthersShareTheWork) {
  for_team_sizes([](auto team) {
    for (int const teams : {1, 2, 7}) {
      Guarded<int> const visits(std::vector<int>(words, 0));
      Guarded<int> const threads(std::vector<int>{0});
      Impl::launch_teams<team()>(
          "test", Exec{}, teams,
          VisitWords<CountThreads>{visits.data(), {threads.data()}});
      EXPECT_EQ(visits.values(), std::vector<int>(words, 1)) << teams;
      EXPECT_EQ(threads.values()[0], team()) << teams;
    }
  });
}

TEST(Companion, WithoutOneAllTeamsShareTheWork) {
  for_team_sizes([](auto team) {
    Guarded<int> const visits(std::vector<int>(words, 0));
    Impl::launch_teams<team()>(
        "test", Exec{}, 3, VisitWords<Impl::NoCompanion>{visits.data(), {}});
    EXPECT_EQ(visits.values(), std::vector<int>(words, 1));
  });
  EXPECT_EQ(VisitWords<Impl::NoCompanion>::scratch_bytes(), 16u);
}

}  // namespace
}  // namespace KokkosSort::Test::CompanionTest
