// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/core/integer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace KokkosSort::Test::BucketQueueTest {
namespace {

using Impl::BucketQueue;
using Impl::FanOut;

/// Capacities beside and between powers of two.
std::vector<FanOut> fan_outs() {
  std::vector<FanOut> all;
  for (std::uint64_t const capacity : {64, 100, 2559, 4096, 1 << 17})
    for (int const log : {2, 3, 8, 9})
      for (bool const fills_leaves : {false, true})
        all.push_back({capacity, log, fills_leaves});
  return all;
}

/// Every size at which a function of the logarithm can change, and its
/// neighbors.
std::vector<std::uint64_t> boundaries(FanOut const& fan_out) {
  std::vector<std::uint64_t> sizes{0, 1};
  for (int b = 0; b <= 24; ++b)
    for (std::uint64_t const parts : {1, 2, 3})
      for (int const step : {-1, 0, 1})
        sizes.push_back((fan_out.capacity << b) / parts + step);
  for (int const levels : {1, 2})
    for (int const step : {-1, 0, 1})
      sizes.push_back(fan_out.most_for(levels) + step);
  return sizes;
}

testing::Message trace(FanOut const& fan_out, std::uint64_t size) {
  return testing::Message()
         << "capacity " << fan_out.capacity << ", 2^"
         << fan_out.max_log_children << " children"
         << (fan_out.fills_leaves ? ", nearly full leaves" : "") << ", size "
         << size;
}

/// Whether so many levels of 2^log children lead to full leaves.
bool suffice(FanOut const& fan_out, int levels, int log, std::uint64_t items) {
  return fan_out.capacity << levels * log >= items;
}

TEST(FanOut, ChildrenFillHalfALeafOrMore) {
  for (FanOut const& fan_out : fan_outs()) {
    SCOPED_TRACE(trace(fan_out, 0));
    double const children = 1 << fan_out.max_log_children;
    double most           = static_cast<double>(fan_out.capacity) * children *
                  (fan_out.fills_leaves ? 0.8125 : 0.5);
    for (int levels = 1; levels <= 3; ++levels) {
      auto const found = static_cast<double>(fan_out.most_for(levels));
      // Sixteenths and eighths are rounded down.
      EXPECT_LE(found, most);
      EXPECT_GE(found, most * (fan_out.capacity < 1000 ? 0.9 : 0.99));
      most *= children * (fan_out.fills_leaves ? 0.875 : 1);
    }
  }
}

TEST(FanOut, LevelsAreTheFewestThatSuffice) {
  for (FanOut const& fan_out : fan_outs()) {
    EXPECT_EQ(fan_out.levels(fan_out.capacity), 0);
    EXPECT_EQ(fan_out.levels(fan_out.capacity + 1), 1);
    for (std::uint64_t const size : boundaries(fan_out)) {
      SCOPED_TRACE(trace(fan_out, size));
      int const levels = fan_out.levels(size);
      ASSERT_EQ(levels == 0, size <= fan_out.capacity);
      if (levels == 0) continue;
      EXPECT_LE(size, fan_out.most_for(levels));
      if (levels > 1) {
        EXPECT_GT(size, fan_out.most_for(levels - 1));
      }
    }
  }
}

// As children exceed the mean a little, a root of most items would otherwise
// need a level more for nearly all of them.
TEST(FanOut, ChildrenAboveTheMeanNeedNoLevelMore) {
  for (FanOut const& fan_out : fan_outs()) {
    if (!fan_out.fills_leaves) continue;
    for (int const levels : {2, 3}) {
      std::uint64_t const size = fan_out.most_for(levels);
      SCOPED_TRACE(trace(fan_out, size));
      std::uint64_t const mean = size >> fan_out.log_children(size, levels);
      EXPECT_EQ(fan_out.target(size, levels), mean + mean / 16);
    }
  }
}

/// Calls body(size, left, taken) for sizes and numbers of levels that are left,
/// of which `taken` are taken.
template <class Body>
void for_sizes_and_levels(FanOut const& fan_out, Body const& body) {
  for (std::uint64_t const size : boundaries(fan_out))
    for (int left = 1; left <= fan_out.levels(size) + 1; ++left) {
      SCOPED_TRACE(trace(fan_out, size) << ", " << left << " levels left");
      body(size, left, std::clamp(fan_out.levels(size), 1, left));
    }
}

TEST(FanOut, ChildrenAreTheFewestThatGiveEachLeafItsCells) {
  for (FanOut const& fan_out : fan_outs())
    for_sizes_and_levels(fan_out, [&](auto size, int left, int taken) {
      int const log             = fan_out.log_children(size, left);
      std::uint64_t const cells = FanOut::cells_per_leaf * size;
      ASSERT_GE(log, 2);
      ASSERT_LE(log, fan_out.max_log_children);
      if (log < fan_out.max_log_children) {
        EXPECT_TRUE(suffice(fan_out, taken, log, cells));
      }
      if (log > 2) {
        EXPECT_FALSE(suffice(fan_out, taken, log - 1, cells));
      }
    });
}

TEST(FanOut, TheLevelsLeftSufficeForChildrenOfTheTarget) {
  for (FanOut const& fan_out : fan_outs())
    for_sizes_and_levels(fan_out, [&](auto size, int left, int taken) {
      std::uint64_t const target = fan_out.target(size, left);
      int const log              = fan_out.log_children(size, left);
      EXPECT_LE(fan_out.levels(target), taken - 1);
      if (taken == 1) {
        EXPECT_EQ(target, fan_out.capacity);
      } else {
        EXPECT_LE(16 * target, 17 * (size >> log));
      }
      // All items, unless the size takes more levels than are left.
      if (taken > 1 && fan_out.levels(size) <= left) {
        EXPECT_GE(target << log, size);
      }
    });
}

TEST(BucketQueue, ManyItemsGetALevelMore) {
  constexpr std::size_t many = std::size_t{1} << 25;
  // Leaves so large that one level suffices, and so small that several do.
  FanOut const wide{1 << 19, 9}, narrow{64, 2};
  for (std::size_t const n : {many - 1, many, many + 1}) {
    EXPECT_EQ(wide.levels(n), 1);
    EXPECT_EQ(BucketQueue::levels_for(wide, n), 1);
    EXPECT_GT(narrow.levels(n), 1);
    EXPECT_EQ(BucketQueue::levels_for(narrow, n),
              narrow.levels(n) + (n >= many ? 1 : 0));
  }
  EXPECT_EQ(BucketQueue::levels_for(narrow, 0), 0);
  EXPECT_EQ(BucketQueue::levels_for(narrow, 64), 0);
}

// A single level whose cells are few per leaf errs more often.
TEST(BucketQueue, FewCellsPerLeafGetALevelMore) {
  FanOut const fan_out{1000, 9};
  std::size_t const most = 1000 * 512 / 4;
  EXPECT_EQ(fan_out.levels(2 * most), 1);
  EXPECT_EQ(BucketQueue::levels_for(fan_out, most), 1);
  EXPECT_EQ(BucketQueue::levels_for(fan_out, most + 1), 2);
  EXPECT_EQ(BucketQueue::levels_for(fan_out, 2 * most), 2);
  EXPECT_EQ(BucketQueue::levels_for(fan_out, 2 * most + 1), 2);
}

/// How a bucket splits into at most `most` children.
enum class Split { even, halves, one_giant, just_too_large, random };

std::vector<std::uint64_t> children_of(Split split, FanOut const& fan_out,
                                       std::uint64_t size, int most,
                                       std::mt19937_64& random) {
  std::vector<std::uint64_t> children;
  std::uint64_t left = size;
  for (int k = most; k > 0 && left > 0; --k) {
    std::uint64_t part = left;
    if (k > 1) switch (split) {
        case Split::even: part = left / k; break;
        case Split::halves: part = left / 2; break;
        // Small ones in front, so that there are as many as possible.
        case Split::one_giant: part = 1; break;
        // As many buckets as possible.
        case Split::just_too_large: part = fan_out.capacity + 1; break;
        case Split::random: part = random() % (4 * left / k + 1); break;
      }
    children.push_back(std::min(part, left));
    left -= children.back();
  }
  return children;
}

/// Splits all buckets level by level and compares what is listed with the
/// bounds. Children are equal items, which are never split, by turns of
/// `equal_turn`.
void check_bounds(BucketQueue const& queue, std::size_t n, Split split,
                  int equal_turn) {
  std::mt19937_64 random(n);
  FanOut const& fan_out = queue.fan_out;
  std::vector<std::uint64_t> buckets{n};
  std::size_t pieces = 0, excess = 0, turn = 0;
  for (int level = 0; level < queue.levels; ++level) {
    SCOPED_TRACE(level);
    ASSERT_LE(buckets.size(), queue.max_buckets(level, n));
    ASSERT_LE(buckets.size(), queue.widest(n));
    std::size_t tiles = 0, children = 0, cells = 0;
    std::vector<std::uint64_t> next;
    for (std::uint64_t const size : buckets) {
      Impl::Bucket bucket{};
      bucket.size         = size;
      bucket.log_children = fan_out.log_children(size, queue.levels - level);
      tiles += queue.tiles_of(bucket);
      children += std::size_t{1} << bucket.log_children;
      cells += queue.cells_of(bucket);
      for (auto const child : children_of(split, fan_out, size,
                                          1 << bucket.log_children, random)) {
        if (equal_turn > 0 && ++turn % equal_turn == 0) {
          pieces += Impl::div_up(child, queue.piece_items());
        } else if (child <= fan_out.capacity) {
          pieces += child > 0 ? 1 : 0;
        } else if (level + 1 < queue.levels) {
          next.push_back(child);
        } else {
          ++excess;
        }
      }
    }
    ASSERT_LE(tiles, queue.max_tiles(n));
    ASSERT_LE(children, queue.max_children(n));
    ASSERT_LE(cells, queue.max_cells(n));
    buckets = next;
  }
  EXPECT_LE(pieces, queue.max_pieces(n));
  EXPECT_LE(excess, n / (fan_out.capacity + 1) + 1);
}

TEST(BucketQueue, NoSplitListsMoreThanTheBounds) {
  for (std::uint64_t const capacity : {64, 100, 2559})
    for (int const log : {2, 3, 8})
      for (std::uint32_t const tile : {16u, 600u, 4096u})
        for (int const cells_per_child : {1, 2})
          for (std::size_t const n :
               {std::size_t{101}, std::size_t{2560}, std::size_t{100 * 300 + 7},
                std::size_t{1} << 18}) {
            BucketQueue queue{};
            queue.fan_out         = {capacity, log, cells_per_child > 1};
            queue.levels          = BucketQueue::levels_for(queue.fan_out, n);
            queue.cells_per_child = cells_per_child;
            queue.tile            = tile;
            if (queue.levels == 0) continue;
            for (Split const split :
                 {Split::even, Split::halves, Split::one_giant,
                  Split::just_too_large, Split::random})
              for (int const equal_turn : {0, 1, 2, 7}) {
                SCOPED_TRACE(trace(queue.fan_out, n)
                             << ", tile " << tile << ", split "
                             << static_cast<int>(split) << ", equal "
                             << equal_turn);
                check_bounds(queue, n, split, equal_turn);
              }
          }
}

}  // namespace
}  // namespace KokkosSort::Test::BucketQueueTest
