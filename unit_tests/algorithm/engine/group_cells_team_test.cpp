// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm/engine/group_cells_checks.hpp>
#include <support/imaged.hpp>
#include <support/team.hpp>
#include <KokkosSort/algorithm/engine/distribution.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace KokkosSort::Test::GroupCellsTest {
namespace {

template <int TeamSize, int MaxLogChildren>
struct Tuning {
  static constexpr int team_size            = TeamSize;
  static constexpr int items_per_thread     = 8;
  static constexpr int max_log_buckets      = MaxLogChildren;
  static constexpr std::uint64_t quick_keys = 0;
};
struct Leaf {
  static constexpr std::uint64_t capacity = GroupCellsTest::capacity;
};
/// Only counts are grouped: there are no items.
template <int TeamSize, Impl::Classifiers classifiers, int MaxLogChildren>
using Buckets =
    Impl::Distribution<Exec, Impl::BitsOrder<std::uint32_t>, Impl::NoValue,
                       Tuning<TeamSize, MaxLogChildren>, Leaf, classifiers>;

/// Groups the cells of buckets that lie side by side in the level, and checks
/// the lists of children and pieces.
template <int TeamSize, Impl::Classifiers classifiers,
          int MaxLogChildren = max_log_children>
void check(std::size_t n, int level, std::vector<std::uint64_t> const& begins,
           std::vector<CellsOfBucket> const& given) {
  using B = Buckets<TeamSize, classifiers, MaxLogChildren>;
  auto const bytes =
      Impl::measured_bytes([&](Impl::Arena& arena) { B::plan(n, {}, arena); });
  Imaged memory(bytes);
  Impl::Arena arena(memory.data(), bytes);
  auto const state        = B::plan(n, {}, arena);
  auto const& queue       = state.queue;
  auto const& level_cells = state.level_cells[level % 2];
  std::fill_n(memory.at(queue.control), queue.control_words(), 0u);
  std::uint32_t tiles = 0, cells = 0;
  std::vector<Impl::Bucket> buckets;
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::uint64_t size = 0;
    for (Cell const& cell : given[i]) size += cell.count;
    Impl::Bucket const bucket{
        begins[i],
        size,
        tiles,
        cells,
        static_cast<std::uint32_t>(
            queue.fan_out.log_children(size, queue.levels - level)),
        Impl::CellsBy::splitters};
    ASSERT_EQ(queue.cells_of(bucket), given[i].size());
    for (Cell const& cell : given[i]) {
      *memory.at(level_cells.count + cells)       = cell.count;
      *memory.at(level_cells.holds_equal + cells) = cell.holds_equal ? 1 : 0;
      ++cells;
    }
    tiles += queue.tiles_of(bucket);
    *memory.at(queue.buckets[level % 2] + i) = bucket;
    buckets.push_back(bucket);
  }
  *memory.at(queue.word(level, Queue::buckets_listed)) =
      static_cast<std::uint32_t>(buckets.size());
  memory.to_device();
  Impl::launch_teams<TeamSize>("test", Exec{}, 2,
                               typename B::GroupCells{state, level});
  memory.from_device();

  Expected expected;
  for (std::size_t i = 0; i < given.size(); ++i) {
    SCOPED_TRACE("bucket " + std::to_string(i));
    auto const first = buckets[i].first_cell;
    auto const count = given[i].size();
    check_children(given[i], memory.list(level_cells.child + first, count),
                   memory.list(level_cells.count + first, count), buckets[i],
                   queue, level, expected);
  }
  std::sort(expected.buckets.begin(), expected.buckets.end());
  EXPECT_EQ(
      sorted_pieces(memory.list(queue.pieces,
                                *memory.at(queue.word(Queue::pieces_listed))),
                    level),
      expected.pieces);
  EXPECT_EQ(
      sorted_pieces(memory.list(queue.excess,
                                *memory.at(queue.word(Queue::excess_listed))),
                    level),
      expected.excess);
  auto const word = [&](Queue::Word which) {
    return *memory.at(queue.word(level + 1, which));
  };
  // Other words follow the last level.
  if (level + 1 < queue.levels)
    check_buckets(memory.list(queue.buckets[(level + 1) % 2],
                              word(Queue::buckets_listed)),
                  word(Queue::tiles_listed), word(Queue::cells_listed), queue,
                  level + 1, expected);
  EXPECT_TRUE(memory.guard_holds());
}

/// The relative size of cell c of `cells`, and whether its items are equal.
using Shape = std::function<Cell(int c, int cells)>;

CellsOfBucket shaped(Shape const& shape, int cells, std::uint64_t size) {
  CellsOfBucket all;
  std::uint64_t total = 0;
  for (int c = 0; c < cells; ++c) {
    all.push_back(shape(c, cells));
    total += all.back().count;
  }
  std::uint64_t left = size;
  for (Cell& cell : all) {
    cell.count = cell.count * size / total;
    left -= cell.count;
  }
  std::max_element(all.begin(), all.end(), [](auto const& a, auto const& b) {
    return a.count < b.count;
  })->count += left;
  return all;
}

template <int TeamSize, Impl::Classifiers classifiers>
void check_levels(Shape const& shape) {
  using B = Buckets<TeamSize, classifiers, max_log_children>;
  Impl::FanOut const fan_out{capacity, max_log_children};
  auto const cells = [&](std::uint64_t size, int left) {
    return shaped(shape, B::cells_per_child << fan_out.log_children(size, left),
                  size);
  };
  // The sizes give one level with few children, one with most, and two levels.
  for (std::uint64_t const n : {1001, 8000, 20000, 128000}) {
    SCOPED_TRACE(std::to_string(n) + " items");
    check<TeamSize, classifiers>(n, 0, {0}, {cells(n, fan_out.levels(n))});
  }
  SCOPED_TRACE("the second level");
  check<TeamSize, classifiers>(
      128000, 1, {500, 100000, 110000},
      {cells(60000, 1), cells(2100, 1), cells(8000, 1)});
}

void check_shape(Shape const& shape) {
  for_team_sizes([&](auto team) {
    check_levels<team(), Impl::Classifiers::splitters>(shape);
    check_levels<team(), Impl::Classifiers::splitters_and_digits>(shape);
  });
}

TEST(GroupCells, CellsOfOneSize) {
  check_shape([](int, int) { return Cell{1}; });
  check_shape([](int, int) { return Cell{1, true}; });
}

TEST(GroupCells, BesideAGiantCell) {
  for (bool const holds_equal : {false, true})
    for (int const quarter : {0, 1, 2, 3, 4})
      for (std::uint64_t const small : {0, 1, 10})
        check_shape([&](int c, int cells) {
          return c == std::min(cells - 1, quarter * cells / 4)
                     ? Cell{200, holds_equal}
                     : Cell{small};
        });
}

TEST(GroupCells, AmongEmptyCells) {
  for (int const kept : {0, 1, 2})
    check_shape([&](int c, int) { return Cell{c % 3 == kept ? 1u : 0u}; });
  // A tree uses only the first half of the cells that digits may have.
  check_shape([](int c, int cells) { return Cell{c < cells / 2 ? 1u : 0u}; });
}

TEST(GroupCells, BetweenHeavyCells) {
  for (std::uint64_t const heavy : {1, 3, 50})
    for (int const parity : {0, 1})
      check_shape([&](int c, int) {
        return c % 2 == parity ? Cell{heavy, true} : Cell{1};
      });
}

/// Few neighbors together are at most of the wanted size, and digits have twice
/// as many cells as children.
TEST(GroupCells, MoreGroupsThanChildren) {
  check_shape(
      [](int c, int cells) { return Cell{c < 27 * cells / 32 ? 1u : 0u}; });
  check_shape([](int c, int) { return Cell{c % 8 == 7 ? 40u : 100u}; });
  // The first groups of 8,000 items would join if leaves were a little larger.
  // Then come cells that never join, most of which the last child takes.
  check_shape([](int c, int) {
    if (c < 10) return Cell{c % 2 == 0 ? 60u : 950u};
    return c % 2 == 0 ? Cell{251, true} : Cell{10};
  });
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    check_shape([&](int, int) { return Cell{60 + random() % 80}; });
  }
}

/// Several threads then fill in children that do not follow one another.
TEST(GroupCells, ManyChildren) {
  constexpr int log = 6;
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    auto const cells = [&](int count, std::uint64_t size) {
      // Heavy cells of equal items stay alone, so that some are left over.
      return shaped(
          [&](int, int) {
            return Cell{random() % 2 == 0 ? 20u : 180u, random() % 2 == 0};
          },
          count, size);
    };
    for_team_sizes([&](auto team) {
      constexpr auto trees  = Impl::Classifiers::splitters;
      constexpr auto digits = Impl::Classifiers::splitters_and_digits;
      for (std::uint64_t const n : {30000, 32000}) {
        check<team(), trees, log>(n, 0, {0}, {cells(64, n)});
        check<team(), digits, log>(n, 0, {0}, {cells(128, n)});
      }
    });
  }
}

TEST(GroupCells, CellsOfAnySize) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    check_shape([&](int c, int) {
      std::uint64_t const bits = random() >> 24;
      return Cell{(c == 0 ? 1 : 0) + (bits >> 8 >> bits % 32),
                  bits / 32 % (2 + seed % 5) == 0};
    });
  }
}

}  // namespace
}  // namespace KokkosSort::Test::GroupCellsTest
