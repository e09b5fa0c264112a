// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_ALGORITHM_ENGINE_GROUP_CELLS_CHECKS_HPP
#define KOKKOSSORT_UNIT_TESTS_ALGORITHM_ENGINE_GROUP_CELLS_CHECKS_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace KokkosSort::Test::GroupCellsTest {

using Queue = Impl::BucketQueue;

inline constexpr std::uint64_t capacity = 1000;
inline constexpr int max_log_children   = 4;

struct Cell {
  std::uint64_t count;
  bool holds_equal = false;
};
using CellsOfBucket = std::vector<Cell>;

inline bool is_alone(Cell const& cell) {
  return cell.holds_equal && cell.count > capacity / 4;
}

/// Returns the items of the last of `most` children if it takes more than its
/// own group, or else 0.
inline std::uint64_t left_over(CellsOfBucket const& cells, std::uint64_t target,
                               int most) {
  int children       = 0;
  std::uint64_t held = 0, in_last = 0;
  bool is_open = false;
  for (Cell const& cell : cells) {
    if (!is_open || is_alone(cell) || held + cell.count > target) {
      ++children;
      held = 0;
    }
    held += cell.count;
    is_open = !is_alone(cell) && held <= target;
    if (children >= most) in_last += cell.count;
  }
  return children > most ? in_last : 0;
}

/// Begin, size and kind of pieces.
using Stretches = std::vector<std::tuple<std::uint64_t, std::uint64_t, int>>;
enum { leaf, equal, excess };

/// The pieces and buckets that should be listed.
struct Expected {
  Stretches pieces, excess;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> buckets;
};

/// Checks the children of a bucket, and adds what they are listed as.
inline void check_children(CellsOfBucket const& cells,
                           std::vector<std::uint16_t> const& child,
                           std::vector<std::uint64_t> const& cursors,
                           Impl::Bucket const& bucket,
                           Impl::BucketQueue const& queue, int level,
                           Expected& expected) {
  int const size = static_cast<int>(cells.size());
  // As large as wanted or, if that leaves too much to the last child, larger.
  std::uint64_t const target =
      queue.fan_out.target(bucket.size, queue.levels - level);
  std::uint64_t const most_left = level + 1 == queue.levels ? 0
                                  : target == capacity      ? bucket.size
                                                            : 2 * target;
  int const most                = 1 << bucket.log_children;
  std::uint64_t limit           = target;
  while (left_over(cells, limit, most) > most_left &&
         limit + limit / 4 < 2 * bucket.size)
    limit += limit / 4;
  bool const fits = left_over(cells, limit, most) == 0;
  ASSERT_EQ(child[0], 0);
  ASSERT_LT(child[size - 1], 1 << bucket.log_children);
  std::uint64_t begin = bucket.begin;
  for (int c = 0, k = 0; c < size; ++k) {
    SCOPED_TRACE("child " + std::to_string(k));
    ASSERT_EQ(cursors[k], begin);
    int const first      = c;
    std::uint64_t held   = 0;
    bool has_lonely_cell = false;
    for (; c < size && child[c] == k; ++c) {
      held += cells[c].count;
      has_lonely_cell = has_lonely_cell || is_alone(cells[c]);
    }
    ASSERT_GT(c, first) << "a child without cells, or out of order";
    bool const takes_rest = !fits && c == size;
    if (c - first > 1 && !takes_rest) {
      EXPECT_LE(held, limit);
      EXPECT_FALSE(has_lonely_cell) << "equal items have company";
    }
    if (c < size && !has_lonely_cell && !is_alone(cells[c]) && held <= limit) {
      EXPECT_GT(held + cells[c].count, limit) << "the next cell would fit";
    }
    bool const is_equal = c - first == 1 && cells[first].holds_equal;
    if (is_equal && level % 2 == 0) {
      for (std::uint64_t at = 0; at < held; at += queue.piece_items())
        expected.pieces.emplace_back(
            begin + at, std::min(held - at, queue.piece_items()), equal);
    } else if (!is_equal && held > capacity) {
      if (level + 1 < queue.levels) {
        expected.buckets.emplace_back(begin, held);
      } else {
        expected.excess.emplace_back(begin, held, excess);
      }
    } else if (!is_equal && held > 0) {
      expected.pieces.emplace_back(begin, held, leaf);
    }
    begin += held;
  }
  EXPECT_EQ(begin, bucket.begin + bucket.size) << "not all items have a child";
}

inline Stretches sorted_pieces(std::vector<Impl::Piece> const& listed,
                               int level) {
  Stretches pieces;
  for (Impl::Piece const& piece : listed) {
    EXPECT_EQ(static_cast<int>(piece.array), 1 - level % 2);
    int const kind = piece.kind == Impl::PieceKind::leaf    ? leaf
                     : piece.kind == Impl::PieceKind::equal ? equal
                                                            : excess;
    pieces.emplace_back(piece.begin, piece.size, kind);
  }
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

/// Tiles and cells of the buckets listed for `level` follow one another without
/// gaps, in whatever order the buckets are listed.
inline void check_buckets(std::vector<Impl::Bucket> listed, std::uint32_t tiles,
                          std::uint32_t cells, Impl::BucketQueue const& queue,
                          int level, Expected const& expected) {
  std::uint32_t next = 0;
  std::sort(listed.begin(), listed.end(), [](auto const& a, auto const& b) {
    return a.first_tile < b.first_tile;
  });
  for (auto const& bucket : listed) {
    EXPECT_EQ(bucket.first_tile, next);
    next = bucket.first_tile + queue.tiles_of(bucket);
  }
  EXPECT_EQ(tiles, next);
  next = 0;
  std::sort(listed.begin(), listed.end(), [](auto const& a, auto const& b) {
    return a.first_cell < b.first_cell;
  });
  for (auto const& bucket : listed) {
    EXPECT_EQ(bucket.first_cell, next);
    next = bucket.first_cell + queue.cells_of(bucket);
  }
  EXPECT_EQ(cells, next);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches;
  for (auto const& bucket : listed) {
    stretches.emplace_back(bucket.begin, bucket.size);
    EXPECT_EQ(static_cast<int>(bucket.log_children),
              queue.fan_out.log_children(bucket.size, queue.levels - level));
    EXPECT_EQ(bucket.cells_by, Impl::CellsBy::splitters);
  }
  std::sort(stretches.begin(), stretches.end());
  EXPECT_EQ(stretches, expected.buckets);
}

}  // namespace KokkosSort::Test::GroupCellsTest

#endif
