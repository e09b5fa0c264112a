// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/comparators.hpp>
#include <support/oracle.hpp>
#include <support/records.hpp>
#include <support/team.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test::PartitionTest {
namespace {

using Key   = std::uint32_t;
using Tag   = std::uint32_t;
using Order = Impl::BitsOrder<Key>;

constexpr int items_per_thread = 5;

/// Whether flags are stored, or computed from the keys each time; then items
/// equal to the pivot are not moved.
enum class Mode { stored, compared };

template <int TeamSize, Mode mode>
struct PartitionTile {
  using Block = Impl::TeamPartition<Exec, Order, Impl::NoValue, TeamSize,
                                    items_per_thread>;
  Key pivot;
  int size;
  Impl::Strided<Key> keys, to_keys;
  Impl::Strided<Tag> tags, to_tags;
  Impl::PartitionFlag* flags;  // written, then read
  Impl::PerSide* counts;       // of the tile
  Key* extremes;               // the greatest below the pivot, the least above

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Block const block(scratch);
    Key held[items_per_thread];
    Tag held_tags[items_per_thread];
    Block::load(member, keys, 0, size, pivot, held);
    Block::load(member, tags, 0, size, Tag{0}, held_tags);
    Order const order{};
    if constexpr (mode == Mode::stored) {
      Impl::PartitionFlag own[items_per_thread];
      Block::compute_flags(member, order, pivot, size, held, own);
      Block::store_flags(member, own, size, flags);
      member.team_barrier();
      Impl::PartitionFlag read[items_per_thread];
      Block::load_flags(member, flags, size, read);
      typename Block::StoredFlags const stored{read};
      move_all<true>(member, block, held, held_tags, stored);
    } else {
      typename Block::ComparedFlags const compared{order, pivot, held};
      move_all<false>(member, block, held, held_tags, compared);
    }
  }

  template <bool MovesEqual, class Flags>
  KOKKOS_FUNCTION void move_all(Member const& member, Block const& block,
                                Key const (&held)[items_per_thread],
                                Tag const (&held_tags)[items_per_thread],
                                Flags const& of_items) const {
    Impl::PerSide before;
    Impl::PerSide const all = block.count(member, of_items, size, before);
    if (member.team_rank() == 0) *counts = all;
    Impl::SideExtremes<Key> found;
    Block::track(Order{}, held, of_items, found);
    found = Block::of_warp(found);
    if (Block::leads_warp(member)) {
      Kokkos::atomic_max(&extremes[0], found.high_of_less);
      Kokkos::atomic_min(&extremes[1], found.low_of_greater);
    }
    Impl::PerSide const at =
        before + Impl::PerSide{0, all.less, all.less + all.equal};
    Block::template move<MovesEqual>(member, held, of_items, at, to_keys);
    Block::template move<MovesEqual>(member, held_tags, of_items, at, to_tags);
  }
};

template <int TeamSize, Mode mode>
void check(std::vector<Record> const& input, Key pivot) {
  using Kernel        = PartitionTile<TeamSize, mode>;
  std::size_t const n = input.size();
  constexpr Key stays = 0xfeedu;
  auto parts          = input;
  auto const equal =
      std::stable_partition(parts.begin(), parts.end(),
                            [&](Record const& r) { return r.key < pivot; });
  auto const greater = std::stable_partition(
      equal, parts.end(), [&](Record const& r) { return r.key == pivot; });
  if (mode == Mode::compared) std::fill(equal, greater, Record{stays, stays});
  std::vector<Key> keys(n), expected_keys(n);
  std::vector<Tag> tags(n), expected_tags(n);
  Key high = 0, low = ~Key{0};
  for (std::size_t i = 0; i < n; ++i) {
    keys[i]          = input[i].key;
    tags[i]          = input[i].tag;
    expected_keys[i] = parts[i].key;
    expected_tags[i] = parts[i].tag;
    if (keys[i] < pivot) high = std::max(high, keys[i]);
    if (keys[i] > pivot) low = std::min(low, keys[i]);
  }
  Guarded<Key> const from(keys), to(std::vector<Key>(n, stays));
  Guarded<Tag> const from_tags(tags), to_tags(std::vector<Tag>(n, stays));
  Guarded<Impl::PartitionFlag> const flags{std::vector<Impl::PartitionFlag>(n)};
  Guarded<Impl::PerSide> const counts{std::vector<Impl::PerSide>(1)};
  Guarded<Key> const extremes(std::vector<Key>{0, ~Key{0}});
  run_team<TeamSize>(Kernel::Block::scratch_bytes(),
                     Kernel{pivot, static_cast<int>(n), strided(from),
                            strided(to), strided(from_tags), strided(to_tags),
                            flags.data(), counts.data(), extremes.data()});
  ASSERT_TRUE(to.guards_hold() && to_tags.guards_hold() &&
              flags.guards_hold() && counts.guards_hold());
  auto const count = counts.values()[0];
  EXPECT_EQ(count.less, static_cast<std::uint64_t>(equal - parts.begin()));
  EXPECT_EQ(count.equal, static_cast<std::uint64_t>(greater - equal));
  EXPECT_EQ(count.greater, static_cast<std::uint64_t>(parts.end() - greater));
  EXPECT_EQ(extremes.values(), (std::vector<Key>{high, low}));
  ASSERT_TRUE(same_sequence(to.values(), expected_keys));
  ASSERT_TRUE(same_sequence(to_tags.values(), expected_tags));
}

template <Mode mode>
void check_tiles() {
  for_team_sizes([](auto team) {
    constexpr int tile = team() * items_per_thread;
    for (int const size : {0, 1, 2, tile / 3, tile - 1, tile}) {
      for (std::uint32_t const values : {1u, 3u, 1u << 30}) {
        for (Key const pivot : {Key{0}, Key{1}, Key{1} << 29, ~Key{0}}) {
          SCOPED_TRACE(testing::Message() << size << " of " << values
                                          << " values around " << pivot);
          check<team(), mode>(records(size, values), pivot);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(TeamPartition, ThreeWaysByStoredFlags) { check_tiles<Mode::stored>(); }

TEST(TeamPartition, TwoWaysByComparedFlags) { check_tiles<Mode::compared>(); }

}  // namespace
}  // namespace KokkosSort::Test::PartitionTest
