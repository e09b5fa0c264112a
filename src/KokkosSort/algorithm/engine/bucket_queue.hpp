// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_BUCKET_QUEUE_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_BUCKET_QUEUE_HPP

#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// How the items of a bucket find their cells (classifier_team.hpp).
enum class CellsBy : std::uint32_t {
  splitters,
  short_splitters,
  digits,
  weighted_digits
};

/// Stretch of the array that a level partitions.
struct Bucket {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t first_tile;  // among the tiles of its level
  std::uint32_t first_cell;  // among the cells of its level
  std::uint32_t log_children;
  CellsBy cells_by;
};

enum class PieceKind : std::uint32_t {
  leaf,    // fits in the scratch of one team
  equal,   // equivalent items that only return to the caller's arrays
  excess,  // too large for a leaf, and no level is left to split it
};

/// Stretch of the array that no level partitions any more.
struct Piece {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t array;  // 0 that of the result, 1 the workspace
  PieceKind kind;
};

/// Fan-out of a bucket, as a function of its size.
struct FanOut {
  std::uint64_t capacity;  // items of a full leaf
  int max_log_children;
  /// Whether children may be nearly full leaves, as two cells per child allow.
  bool fills_leaves = false;

  /// Cells that a leaf is composed of, at least. Neighboring cells are grouped
  /// up to a full leaf: with 3 cells or more per leaf, leaves are about 0.85
  /// full.
  static constexpr std::uint64_t cells_per_leaf = 3;

  /// Returns the most items that so many levels split into leaves, at least 1.
  ///
  /// The mean child of the last level is half a leaf, which leaves room for
  /// samples that err. Children of two cells each err less: theirs is 13/16 of
  /// a leaf, as full as groups of cells become. The mean child of a level above
  /// is then 7/8 of what the levels below can split, since some are larger.
  KOKKOS_INLINE_FUNCTION std::uint64_t most_for(int levels) const {
    std::uint64_t const full = capacity << max_log_children;
    std::uint64_t most       = fills_leaves ? full / 16 * 13 : full / 2;
    for (int l = 1; l < levels; ++l)
      most = (fills_leaves ? most / 8 * 7 : most) << max_log_children;
    return most;
  }
  /// Returns the number of levels that a bucket needs.
  KOKKOS_INLINE_FUNCTION int levels(std::uint64_t size) const {
    if (size <= capacity) return 0;
    int needed = 1;
    while (most_for(needed) < size) ++needed;
    return needed;
  }
  /// The same with `left` levels at most, of which a larger bucket takes all.
  KOKKOS_INLINE_FUNCTION int log_children(std::uint64_t size, int left) const {
    int const log = div_up(log_up(cells_per_leaf * size, capacity),
                           levels_within(size, left));
    return log < 2 ? 2 : log < max_log_children ? log : max_log_children;
  }
  /// Returns the greatest size that children should have. It is a little more
  /// than the mean, and no more than the levels after this one can split.
  KOKKOS_INLINE_FUNCTION std::uint64_t target(std::uint64_t size,
                                              int left) const {
    int const after = levels_within(size, left) - 1;
    if (after == 0) return capacity;
    std::uint64_t const mean   = size >> log_children(size, left);
    std::uint64_t const wanted = mean + mean / 16;
    std::uint64_t const most   = most_for(after);
    return wanted < most ? wanted : most;
  }

 private:
  KOKKOS_INLINE_FUNCTION int levels_within(std::uint64_t size, int left) const {
    int const needed = levels(size);
    return needed < 1 ? 1 : needed < left ? needed : left;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int width(std::uint64_t number) {
    return static_cast<int>(Kokkos::Experimental::bit_width_builtin(number));
  }
  /// Returns the least b with a <= c * 2^b, for c > 0.
  KOKKOS_INLINE_FUNCTION static int log_up(std::uint64_t a, std::uint64_t c) {
    int const more = width(a) - width(c);
    if (more < 0) return 0;
    return (c << more) < a ? more + 1 : more;
  }
};

/// Recursion of a distribution sort, kept on the device. Each level has a list
/// of buckets, which the level before fills. Stretches that need no
/// further level are listed as pieces. The host launches a number of levels
/// that depends on the size alone, and never reads the lists.
struct BucketQueue {
  enum Word { buckets_listed, tiles_listed, cells_listed, ticket };
  static constexpr int words_per_level = 4;
  /// Items for which a level more takes little of the time; see levels_for().
  static constexpr std::size_t spare_level_items = std::size_t{1} << 25;
  enum Total { pieces_listed, excess_listed, piece_ticket };

  FanOut fan_out;
  int levels;
  int cells_per_child;  // cells of a bucket per child
  std::uint32_t tile;   // items
  std::uint32_t* control;
  SeenOrder* seen;                // of the whole array, before the first level
  Bucket* buckets[2];             // of even and odd levels
  std::uint32_t* tile_bucket[2];  // tile -> bucket
  Piece* pieces;
  Piece* excess;

  // Roots: the whole array is the only bucket of level 0, which the queue adds
  // by itself. With several roots the levels begin with `roots_level`. The
  // caller clears the queue, and lists buckets of that level and pieces.
  static constexpr int roots_level = 2;  // even: buckets are in array 0
  int first_level                  = 0;
  std::size_t root_pieces          = 0;  // that the caller may list

  KOKKOS_INLINE_FUNCTION bool has_one_root() const { return first_level == 0; }

  KOKKOS_INLINE_FUNCTION std::uint32_t* word(int level, Word which) const {
    return control + level * words_per_level + which;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* word(Total which) const {
    return control + levels * words_per_level + which;
  }
  KOKKOS_INLINE_FUNCTION int control_words() const {
    return (levels + 1) * words_per_level;
  }
  KOKKOS_INLINE_FUNCTION Bucket& bucket(int level, std::uint32_t i) const {
    return buckets[level % 2][i];
  }
  /// Returns the bucket of a tile.
  KOKKOS_INLINE_FUNCTION std::uint32_t bucket_of(int level,
                                                 std::uint32_t t) const {
    return level == 0 ? 0 : tile_bucket[level % 2][t];
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t tiles_of(Bucket const& bucket) const {
    return static_cast<std::uint32_t>(div_up<std::uint64_t>(bucket.size, tile));
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t cells_of(Bucket const& bucket) const {
    return static_cast<std::uint32_t>(cells_per_child) << bucket.log_children;
  }

  /// Returns the number of levels for n items. One more than balanced buckets
  /// need is for cells that a sample made too large. Many items get it. Fewer
  /// have small buckets on the last level, and so many samples per leaf. There
  /// its four launches took 3 % of the time of 2^24 keys. 2^26 keys, 5 %
  /// of them in one cell, took 1.12 of the time without it. A single level with
  /// 2 to 4 cells per leaf gets it too. It has so few samples per cell that 1
  /// to 4 % of the cells exceed a leaf. One team would merge them in 0.1 ms.
  static int levels_for(FanOut const& fan_out, std::size_t n) {
    int const needed   = fan_out.levels(n);
    bool const is_many = needed > 1 && n >= spare_level_items;
    bool const may_err = needed == 1 && 4 * n > fan_out.capacity
                                                    << fan_out.max_log_children;
    return needed + (is_many || may_err ? 1 : 0);
  }

  // Upper bounds for n items. Only buckets above the capacity are listed.
  std::size_t max_buckets(int level, std::size_t n) const {
    std::size_t const fitting = n / (fan_out.capacity + 1) + 1;
    if (!has_one_root()) return fitting;
    std::size_t most = 1;
    for (int l = 0; l < level && most < fitting; ++l)
      most <<=
          l == 0 ? fan_out.log_children(n, levels) : fan_out.max_log_children;
    return std::min(most, fitting);
  }
  std::size_t widest(std::size_t n) const { return max_buckets(levels - 1, n); }
  std::size_t max_tiles(std::size_t n) const {
    return n / tile + widest(n) + 1;
  }
  /// Children of all buckets of a level: 2^log_children is at most 4, or twice
  /// the cells per leaf times the leaves that a bucket fills.
  std::size_t max_children(std::size_t n) const {
    return std::min(widest(n) << fan_out.max_log_children,
                    2 * FanOut::cells_per_leaf * (n / fan_out.capacity + 1) +
                        4 * widest(n));
  }
  std::size_t max_cells(std::size_t n) const {
    return cells_per_child * max_children(n);
  }
  /// Equal items return in pieces of this size.
  KOKKOS_INLINE_FUNCTION std::uint64_t piece_items() const {
    return 8ull * tile;
  }
  std::size_t max_pieces(std::size_t n) const {
    return levels * max_children(n) + n / piece_items() + 1 + root_pieces;
  }

  /// Returns a number of pieces that n items rarely exceed. Two neighbors of a
  /// bucket fill more than a leaf, and each bucket may have one piece more. The
  /// pieces are more if many cells of equal items lie between small ones. They
  /// are also more if the level for cells that exceed a leaf has many buckets.
  /// Those are not counted, since a team without a piece takes time as well:
  /// 2^28 keys took 1.01 of the time on an H100.
  std::size_t usual_pieces(std::size_t n) const {
    bool const has_rest = has_one_root() && n >= spare_level_items;
    std::size_t const parents =
        has_rest ? max_buckets(levels - 2, n) : widest(n);
    return std::min(max_pieces(n), 2 * (n / fan_out.capacity) + parents +
                                       n / piece_items() + 1 + root_pieces);
  }

  void take(Arena& arena, std::size_t n) {
    control = arena.take<std::uint32_t>(control_words());
    seen    = arena.take<SeenOrder>(1);
    for (int parity = 0; parity < 2; ++parity) {
      buckets[parity]     = arena.take<Bucket>(widest(n));
      tile_bucket[parity] = arena.take<std::uint32_t>(max_tiles(n));
    }
    pieces = arena.take<Piece>(max_pieces(n));
    excess = arena.take<Piece>(n / (fan_out.capacity + 1) + 1);
  }

  /// Whether the array needs no levels, once the first has read it.
  KOKKOS_INLINE_FUNCTION bool has_order() const {
    return seen->is_sorted() || seen->is_reversed();
  }

  /// Lists a bucket for `level`.
  KOKKOS_INLINE_FUNCTION void add_bucket(int level, std::uint64_t begin,
                                         std::uint64_t size) const {
    Bucket b{
        begin,
        size,
        0,
        0,
        static_cast<std::uint32_t>(fan_out.log_children(size, levels - level)),
        CellsBy::splitters};
    b.first_tile =
        Kokkos::atomic_fetch_add(word(level, tiles_listed), tiles_of(b));
    b.first_cell =
        Kokkos::atomic_fetch_add(word(level, cells_listed), cells_of(b));
    bucket(level, Kokkos::atomic_fetch_add(word(level, buckets_listed), 1u)) =
        b;
  }
};

}  // namespace KokkosSort::Impl

#endif
