// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <KokkosSort/distributed/partition/levels.hpp>

#include <string_view>

// Sorting in two levels, by rows of ranks, if the number of ranks allows it.

namespace KokkosSort::Test::LevelsTest {

namespace Impl = Distributed::Impl;
using Workload::Distribution;
using Key = std::uint64_t;

TEST(DistributedLevels, Rows) {
  EXPECT_EQ(Impl::row_size(1), 1);
  EXPECT_EQ(Impl::row_size(4), 2);
  EXPECT_EQ(Impl::row_size(7), 7);
  EXPECT_EQ(Impl::row_size(8), 4);
  EXPECT_EQ(Impl::row_size(16), 4);
  EXPECT_EQ(Impl::row_size(100000), 400);
  for (int ranks = 1; ranks < 500; ++ranks) {
    int const row = Impl::row_size(ranks);
    EXPECT_EQ(ranks % row, 0);
    EXPECT_LE(ranks / row, row);
  }
}

/// Two levels never pay for few ranks, and for many ranks only if each has few
/// keys.
TEST(DistributedLevels, Choice) {
  EXPECT_FALSE(Impl::two_levels_pay(16, 8));
  EXPECT_FALSE(Impl::two_levels_pay(997, 8));
  EXPECT_TRUE(Impl::two_levels_pay(1024, 8));
  EXPECT_FALSE(Impl::two_levels_pay(1024, std::uint64_t{1} << 32));
  EXPECT_TRUE(Impl::two_levels_pay(100000, std::uint64_t{1} << 32));
}

/// Counts the library's exchanges of keys while it lives.
struct CountExchanges {
  static inline int count = 0;

  CountExchanges() {
    count = 0;
    Kokkos::Tools::Experimental::set_push_region_callback([](char const* name) {
      count +=
          std::string_view(name) == "KokkosSort::Distributed::exchange" ? 1 : 0;
    });
  }
  ~CountExchanges() {
    Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
  }
};

static void check(Ranks const& ranks, std::size_t n, Share before, Share after,
                  Distribution distribution) {
  SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " of " +
               std::to_string(n) + ", shares " +
               std::to_string(static_cast<int>(before)) + " and " +
               std::to_string(static_cast<int>(after)));
  Distributed::Exchange two;
  two.levels = 2;
  SortCase<Key> const one(ranks, n, before, after, distribution);
  CountExchanges const exchanges;
  one.sort(two, Distributed::stable);
  EXPECT_EQ(CountExchanges::count, ranks.size == 1 ? 0
                                   : Impl::row_size(ranks.size) == ranks.size
                                       ? 1
                                       : 2);
  one.expect_result();
}

TEST(DistributedLevels, Shares) {
  Ranks const ranks;
  for (Share const before : shares)
    for (Share const after : shares)
      check(ranks, 20011, before, after, Distribution::sqrt_values);
}

TEST(DistributedLevels, Distributions) {
  Ranks const ranks;
  for (auto const distribution :
       {Distribution::uniform, Distribution::zero, Distribution::zipf,
        Distribution::staggered, Distribution::sorted, Distribution::reversed})
    check(ranks, 100003, Share::balanced, Share::balanced, distribution);
  for (std::size_t const n : {0, 1, 3, 15, 16, 17})
    check(ranks, n, Share::balanced, Share::slope, Distribution::uniform);
}

struct HighHalfLess {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return (a >> 32) < (b >> 32);
  }
};

/// In place, keys alone, by a comparator: the keys that arrive are sorted, not
/// merged.
TEST(DistributedLevels, Comparator) {
  Ranks const ranks;
  std::size_t const n = 9001;
  Distributed::Exchange two;
  two.levels = 2;
  Input<Key> const input(n, Part(Share::slope, n, ranks),
                         Distribution::uniform);
  Workload::Fingerprint own, result;
  for (Key const key : input.keys) own.add(key);
  auto const keys = to_device(input.keys);
  Distributed::sort(Exec{}, ranks.comm, keys, HighHalfLess{}, two);
  for (Key const key : to_host(keys)) result.add(key);
  EXPECT_TRUE(ranks.sum(result) == ranks.sum(own));
  EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, keys, HighHalfLess{}));
}

}  // namespace KokkosSort::Test::LevelsTest
