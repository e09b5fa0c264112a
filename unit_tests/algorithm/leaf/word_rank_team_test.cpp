// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/team.hpp>
#include <KokkosSort/algorithm/leaf/word_rank_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace KokkosSort::Test::WordRankTest {
namespace {

using Item = std::uint64_t;

/// Half of what a team ranks.
template <int TeamSize>
constexpr int max_shared = 4 * TeamSize;

/// Every digit holds 2^shift neighboring items.
struct ShiftedDigit {
  int shift;
  KOKKOS_FUNCTION std::uint32_t operator()(Item item) const {
    return static_cast<std::uint32_t>(item >> shift);
  }
};

template <int TeamSize, int N>
struct RankInScratch {
  static constexpr int capacity = TeamSize * N;
  using Rank = Impl::TeamWordRank<Exec, Item, TeamSize, 8 * TeamSize,
                                  max_shared<TeamSize>>;
  static_assert(Rank::is_possible && N <= 8);

  Item const* items;
  int size;
  ShiftedDigit digit_of;
  Item* sorted;
  int* indices;
  int* succeeded;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Rank::scratch_bytes() + (capacity + 3) * sizeof(Item);
  }

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Item own[N]{};
    int own_indices[N]{};
    int ranks[N]{};
    auto const each = [&](auto const& body) {
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (at < size) body(i, at);
      }
    };
    each([&](int i, int at) { own[i] = items[at]; });
    Rank const rank(scratch,
                    reinterpret_cast<Item*>(scratch + Rank::scratch_bytes()));
    if (!rank.rank(member, size, own, digit_of, own_indices, ranks)) return;
    Kokkos::atomic_add(succeeded, 1);
    each([&](int i, int) {
      sorted[ranks[i]]  = own[i];
      indices[ranks[i]] = own_indices[i];
    });
  }
};

/// Returns whether the items were ranked, which must then be stable.
template <int TeamSize, int N>
bool check(std::vector<Item> const& input, int shift) {
  using Kernel   = RankInScratch<TeamSize, N>;
  int const size = static_cast<int>(input.size());
  Guarded<Item> const items(input);
  Guarded<Item> const sorted(std::vector<Item>(size, 1));
  Guarded<int> const indices(std::vector<int>(size, -1));
  Guarded<int> const succeeded(std::vector<int>(1, 0));
  run_team<TeamSize>(Kernel::scratch_bytes(),
                     Kernel{items.data(), size, ShiftedDigit{shift},
                            sorted.data(), indices.data(), succeeded.data()});
  EXPECT_TRUE(sorted.guards_hold());
  EXPECT_TRUE(indices.guards_hold());
  int const threads = succeeded.values()[0];
  if (threads == 0) return false;
  EXPECT_EQ(threads, TeamSize) << "the team's threads disagree";
  std::vector<int> expected(size);
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(),
                   [&](int a, int b) { return input[a] < input[b]; });
  EXPECT_EQ(indices.values(), expected);
  auto const in_order = sorted.values();
  for (int i = 0; i < size; ++i)
    EXPECT_EQ(in_order[i], input[expected[i]]) << "position " << i;
  return true;
}

template <class Make>
std::vector<Item> make(int size, Make const& item) {
  std::vector<Item> items(size);
  for (int i = 0; i < size; ++i)
    items[i] = item(static_cast<Item>(Impl::splitmix64(i)));
  return items;
}

// Digits of one value, of up to 8 and of up to 64 items, some of them equal.
TEST(TeamWordRank, RanksItemsThatShareDigits) {
  for_team_sizes([](auto team) {
    constexpr int N        = team() == 1 ? 8 : 5;
    constexpr int capacity = team() * N;
    for (int const size : {2, 3, capacity / 2 + 1, capacity - 1, capacity}) {
      SCOPED_TRACE("size " + std::to_string(size));
      for (int const shift : {0, 3, 6}) {
        Item const values = static_cast<Item>(size) << shift;
        auto const input =
            make(size, [&](Item random) { return random % values; });
        EXPECT_TRUE((check<team(), N>(input, shift))) << "shift " << shift;
      }
    }
  });
}

// Digits that end in another warp's positions: of three values each, and of
// one.
TEST(TeamWordRank, RanksLongDigits) {
  for_team_sizes([](auto team) {
    constexpr int N    = 8;
    constexpr int size = team() * N;
    for (Item const values : {3u, 1u}) {
      auto const input = make(size, [&](Item random) {
        return random % 5 * 1024 + (random >> 32) % values;
      });
      EXPECT_TRUE((check<team(), N>(input, 10))) << values << " values";
    }
  });
}

TEST(TeamWordRank, GivesUpIfTooManyShareADigitOutOfOrder) {
  for_team_sizes([](auto team) {
    constexpr int N      = 8;
    constexpr int size   = team() * N;
    constexpr int shared = max_shared<team()>;
    for (int const in_lowest : {shared, shared + 1}) {
      std::vector<Item> input(size);
      for (int i = 0; i < size; ++i)
        input[i] = i < in_lowest ? Item{1000} - i % 2 : Item{5000} + i;
      EXPECT_EQ((check<team(), N>(input, 10)), in_lowest == shared);
      // In order, any number may share one.
      std::sort(input.begin(), input.end());
      EXPECT_TRUE((check<team(), N>(input, 10)));
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::WordRankTest
