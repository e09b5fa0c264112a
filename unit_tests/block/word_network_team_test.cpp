// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/block/word_network_team.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::WordNetworkTest {
namespace {

using Word = std::uint32_t;

template <int TeamSize, int MaxWords>
struct SortInScratch {
  using Network = Impl::TeamWordNetwork<Exec, TeamSize, MaxWords>;
  Word* words;
  int size;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Network const network(scratch);
    for (int i = member.team_rank(); i < size; i += TeamSize)
      network[i] = words[i];
    member.team_barrier();
    network.sort(member, size);
    for (int i = member.team_rank(); i < size; i += TeamSize)
      words[i] = network[i];
  }
};

template <int TeamSize, int MaxWords>
void check(int size, std::uint32_t values) {
  using Kernel = SortInScratch<TeamSize, MaxWords>;
  std::vector<Word> input(size);
  for (int i = 0; i < size; ++i)
    input[i] = ~static_cast<Word>(Impl::splitmix64(i) % values);
  Guarded<Word> const words(input);
  run_team<TeamSize>(Kernel::Network::scratch_bytes(),
                     Kernel{words.data(), size});
  EXPECT_TRUE(words.guards_hold());
  std::sort(input.begin(), input.end());
  ASSERT_EQ(words.values(), input)
      << "size " << size << ", " << values << " values";
}

/// Sizes round powers of two: stages that begin, and threads without words.
template <int TeamSize, int MaxWords>
void check_sizes() {
  for (int power = 1; power <= MaxWords; power *= 2)
    for (int const size : {power - 1, power, power + 1, power + power / 3})
      if (size >= 1 && size <= MaxWords)
        for (std::uint32_t const values : {1u, 7u, ~0u})
          check<TeamSize, MaxWords>(size, values);
}

// The greatest word is among the input: it equals those behind the last.
TEST(TeamWordNetwork, SortsAnySize) {
  for_team_sizes([](auto team) {
    check_sizes<team(), 8 * team()>();
    constexpr int fewer = 8 * Impl::Warp<Exec>::size;
    if constexpr (fewer < 8 * team()) check_sizes<team(), fewer>();
  });
  // A stage of 2^12 words goes through scratch twice.
  if constexpr (!Impl::TeamShape<Exec>::is_host) check_sizes<512, 4096>();
}

TEST(TeamWordNetwork, TakesAsManyWordsAsThreadsHold) {
  for_team_sizes([](auto team) {
    using Most = Impl::TeamWordNetwork<Exec, team(), 8 * team()>;
    using More = Impl::TeamWordNetwork<Exec, team(), 16 * team()>;
    EXPECT_TRUE(Most::is_possible);
    EXPECT_FALSE(More::is_possible);
  });
}

}  // namespace
}  // namespace KokkosSort::Test::WordNetworkTest
