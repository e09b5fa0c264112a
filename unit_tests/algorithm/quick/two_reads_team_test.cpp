// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/keys.hpp>
#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/quick/two_reads_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::TwoReadsTest {
namespace {

using Key      = std::uint32_t;
using Order    = Impl::BitsOrder<Key>;
using Extremes = Impl::SideExtremes<Key>;

constexpr int items_per_thread = 3;
constexpr Key unwritten        = 0xdeadbeefu;

/// Partitions keys[begin, begin + size) into the two ends of `to`.
template <int TeamSize>
struct PartitionRange {
  using Block = Impl::TeamTwoReads<Exec, Order, TeamSize, items_per_thread>;
  Key pivot;
  std::uint64_t begin, size;
  Impl::Strided<Key> keys, to;
  std::uint64_t* counts;  // less, greater
  Key* extremes;          // the greatest below the pivot, the least above

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Block const block(scratch);
    Extremes mine;
    auto const here =
        block.count(member, Order{}, keys, begin, size, pivot, &mine);
    block.move(
        member, Order{}, keys, begin, size, pivot,
        {here.before.less, 0, size - here.all.greater + here.before.greater},
        to);
    Kokkos::atomic_max(&extremes[0], mine.high_of_less);
    Kokkos::atomic_min(&extremes[1], mine.low_of_greater);
    if (member.team_rank() != 0) return;
    counts[0] = here.all.less;
    counts[1] = here.all.greater;
  }
};

std::vector<Key> sorted_if(std::vector<Key> const& keys,
                           bool (*takes)(Key, Key), Key pivot) {
  std::vector<Key> taken;
  for (Key const key : keys)
    if (takes(key, pivot)) taken.push_back(key);
  std::sort(taken.begin(), taken.end());
  return taken;
}

template <int TeamSize>
void check(std::vector<Key> const& input, Key pivot, std::uint64_t begin) {
  using Kernel             = PartitionRange<TeamSize>;
  std::uint64_t const size = input.size() - begin;
  Guarded<Key> const keys(input);
  Guarded<Key> const to(std::vector<Key>(size, unwritten));
  Guarded<std::uint64_t> const counts(std::vector<std::uint64_t>(2));
  Guarded<Key> const extremes(
      {Extremes{}.high_of_less, Extremes{}.low_of_greater});
  run_team<TeamSize>(Kernel::Block::scratch_bytes(),
                     Kernel{pivot, begin, size, strided(keys), strided(to),
                            counts.data(), extremes.data()});
  EXPECT_TRUE(keys.untouched());
  EXPECT_TRUE(to.guards_hold());

  std::vector<Key> const range(input.begin() + static_cast<long>(begin),
                               input.end());
  auto const less = sorted_if(range, [](Key a, Key b) { return a < b; }, pivot);
  auto const greater =
      sorted_if(range, [](Key a, Key b) { return a > b; }, pivot);
  ASSERT_EQ(counts.values()[0], less.size());
  ASSERT_EQ(counts.values()[1], greater.size());
  auto moved      = to.values();
  auto const gap  = moved.begin() + static_cast<long>(less.size());
  auto const last = moved.end() - static_cast<long>(greater.size());
  std::sort(moved.begin(), gap);
  std::sort(last, moved.end());
  EXPECT_TRUE(std::equal(moved.begin(), gap, less.begin()));
  EXPECT_TRUE(std::equal(last, moved.end(), greater.begin()));
  EXPECT_EQ(std::count(gap, last, unwritten), last - gap);
  if (!less.empty()) {
    EXPECT_EQ(extremes.values()[0], less.back());
  }
  if (!greater.empty()) {
    EXPECT_EQ(extremes.values()[1], greater.front());
  }
}

TEST(TeamTwoReads, MovesBothSidesAndLeavesTheGap) {
  for_team_sizes([](auto team) {
    constexpr std::size_t tile = team() * items_per_thread;
    for (std::size_t const size :
         {std::size_t{1}, tile - 1, tile, tile + 1, 4 * tile, 17 * tile + 2}) {
      SCOPED_TRACE(size);
      auto const input =
          input_keys<Key>(size + 3, Distribution::sqrt_values, size);
      auto sorted = input;
      std::sort(sorted.begin(), sorted.end());
      check<team()>(input, sorted[size / 2], 3);
      check<team()>(input, sorted.front(), 0);
      check<team()>(input, sorted.back(), 0);
      check<team()>(input_keys<Key>(size, Distribution::zero), Key{7}, 0);
    }
  });
}

}  // namespace
}  // namespace KokkosSort::Test::TwoReadsTest
