// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/quick/pivot_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::PivotTest {
namespace {

using Order = Impl::BitsOrder<std::uint32_t>;

constexpr int log_size = 6;
constexpr int begin    = 5;

template <int TeamSize>
struct DrawSample {
  using Sample = Impl::TeamSortedSample<Order, TeamSize, log_size>;
  Impl::Strided<std::uint32_t> keys;
  std::uint64_t size;
  std::uint32_t* drawn;
  std::uint32_t const* bounds;
  int count;
  int* up_to;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Sample const sample(scratch);
    sample.draw(member, Order{}, keys, begin, size);
    for (int i = member.team_rank(); i < Sample::size; i += TeamSize)
      drawn[i] = sample[i];
    for (int b = member.team_rank(); b < count; b += TeamSize)
      up_to[b] = sample.up_to(Order{}, bounds[b]);
  }
};

struct Drawn {
  std::vector<std::uint32_t> items;
  std::vector<int> up_to;
};

template <int TeamSize>
Drawn draw(std::vector<std::uint32_t> const& keys, std::size_t size,
           std::vector<std::uint32_t> const& bounds) {
  using Kernel = DrawSample<TeamSize>;
  Guarded<std::uint32_t> const input(keys);
  Guarded<std::uint32_t> const drawn(
      std::vector<std::uint32_t>(Kernel::Sample::size));
  Guarded<std::uint32_t> const limits(bounds);
  Guarded<int> const up_to(std::vector<int>(bounds.size()));
  run_team<TeamSize>(Kernel::Sample::scratch_bytes(),
                     Kernel{strided(input), size, drawn.data(), limits.data(),
                            static_cast<int>(bounds.size()), up_to.data()});
  EXPECT_TRUE(input.untouched());
  EXPECT_TRUE(drawn.guards_hold());
  EXPECT_TRUE(up_to.guards_hold());
  return {drawn.values(), up_to.values()};
}

// Item i of ascending keys comes from interval i, whatever the size; keys
// outside the range are not drawn.
TEST(TeamSortedSample, HoldsAKeyOfEachIntervalInOrder) {
  constexpr std::size_t intervals = std::size_t{1} << log_size;
  for_team_sizes([](auto team) {
    for (std::size_t const size : {intervals, intervals + 1, 2 * intervals - 1,
                                   10 * intervals, 1000 * intervals + 7}) {
      SCOPED_TRACE(size);
      std::vector<std::uint32_t> keys(size + 2 * begin);
      for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<std::uint32_t>(i);
      auto reversed = keys;
      std::reverse(reversed.begin(), reversed.end());
      auto const drawn    = draw<team()>(keys, size, {0}).items;
      auto const backward = draw<team()>(reversed, size, {0}).items;
      EXPECT_TRUE(std::is_sorted(backward.begin(), backward.end()));
      for (std::size_t i = 0; i < intervals; ++i) {
        EXPECT_GE(drawn[i], begin + i * (size / intervals));
        EXPECT_LT(drawn[i], begin + (i + 1) * (size / intervals));
        EXPECT_GE(backward[i], std::uint32_t{begin});
        EXPECT_LT(backward[i], begin + size);
      }
    }
  });
}

TEST(TeamSortedSample, CountsItemsUpToABound) {
  for_team_sizes([](auto team) {
    std::vector<std::uint32_t> keys(3000);
    for (std::size_t i = 0; i < keys.size(); ++i)
      keys[i] = static_cast<std::uint32_t>(i * 7919 % 3000) / 300 * 300;
    std::vector<std::uint32_t> const bounds{0,    1,    299,  300,  301,
                                            1500, 2699, 2700, 2701, ~0u};
    auto const [items, up_to] = draw<team()>(keys, 2900, bounds);
    for (std::size_t b = 0; b < bounds.size(); ++b)
      EXPECT_EQ(up_to[b],
                std::upper_bound(items.begin(), items.end(), bounds[b]) -
                    items.begin())
          << bounds[b];
    EXPECT_EQ(up_to.back(), 1 << log_size);
  });
}

constexpr int median_size = 15;

template <int TeamSize>
struct FindMedian {
  using Median = Impl::TeamSampleMedian<Order, median_size>;
  Impl::Strided<std::uint32_t> keys;
  std::uint64_t size;
  std::uint32_t* found;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    auto const median =
        Median(scratch).find(member, Order{}, keys, begin, size);
    Kokkos::atomic_store(found, median);
  }
};

TEST(TeamSampleMedian, IsAMiddleKey) {
  for_team_sizes([](auto team) {
    for (std::size_t const size : {15, 16, 150, 10007}) {
      SCOPED_TRACE(size);
      std::vector<std::uint32_t> keys(size + 2 * begin);
      for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<std::uint32_t>(i);
      Guarded<std::uint32_t> const input(keys);
      Guarded<std::uint32_t> const found(std::vector<std::uint32_t>(1));
      run_team<team()>(FindMedian<team()>::Median::scratch_bytes(),
                       FindMedian<team()>{strided(input), size, found.data()});
      // The median of ascending keys comes from the middle interval.
      auto const median = found.values()[0];
      EXPECT_GE(median, begin + median_size / 2 * (size / median_size));
      EXPECT_LT(median, begin + (median_size / 2 + 1) * (size / median_size));
    }
  });
}

TEST(Pivots, TwoAndThreeKeys) {
  EXPECT_EQ(Impl::mean_of(4u, 4u), 4u);
  EXPECT_EQ(Impl::mean_of(4u, 5u), 4u);
  EXPECT_EQ(Impl::mean_of(0u, ~0u), 0x7fffffffu);
  EXPECT_EQ(Impl::leading_bit_of(4u, 5u), 5u);
  EXPECT_EQ(Impl::leading_bit_of(3u, 12u), 8u);
  EXPECT_EQ(Impl::leading_bit_of(0x12u, 0x1cu), 0x18u);
  std::vector<std::uint32_t> keys{1, 2, 3};
  do {
    EXPECT_EQ(Impl::median_of_three(Order{}, keys[0], keys[1], keys[2]), 2u);
  } while (std::next_permutation(keys.begin(), keys.end()));
}

}  // namespace
}  // namespace KokkosSort::Test::PivotTest
