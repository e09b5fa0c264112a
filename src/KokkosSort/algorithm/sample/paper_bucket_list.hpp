// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_BUCKET_LIST_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_BUCKET_LIST_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Bucket that a level partitions.
struct PaperBucket {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t first_tile;  // among the tiles of its level
  std::uint32_t holds_one;   // all splitters are one value
};

/// Bucket that no level partitions any more, or a part of one of equal keys.
struct DoneBucket {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint32_t array;  // 0 the caller's, 1 the workspace
  std::uint32_t is_equal;
};

/// Classes of sizes, the largest first: four per power of two.
struct SizeClass {
  static constexpr int count = 256;

  KOKKOS_INLINE_FUNCTION static std::uint32_t of(std::uint64_t size) {
    std::uint32_t log = 0;
    for (std::uint32_t step = 32; step > 0; step /= 2)
      if (size >> (log + step) != 0) log += step;
    std::uint64_t const two_bits =
        log < 2 ? size << (2 - log) : size >> (log - 2);
    return count - 1 - (4 * log + static_cast<std::uint32_t>(two_bits & 3));
  }
};

/// Recursion of the paper's distribution, kept on the device. Each level has a
/// list of buckets above M keys, which the level before fills. The host
/// launches a number of levels that depends on n alone, and never reads it.
struct PaperBucketList {
  enum Word { buckets_listed, tiles_listed };
  static constexpr int words_per_level = 2;

  /// Levels beyond those that balanced buckets need, each of five launches.
  /// One is for buckets that the sample made larger than M. The other is for
  /// keys that fill a bucket of their own. It takes a level to part them from
  /// other keys, and one to see that the sample holds nothing else.
  static constexpr int spare_levels = 2;

  int levels;
  int log_buckets;        // log2 of k
  std::uint64_t largest;  // M
  std::uint32_t tile;     // keys
  std::uint32_t* control;
  PaperBucket* buckets[2];        // of even and odd levels
  std::uint32_t* tile_bucket[2];  // tile -> bucket
  DoneBucket* done;

  /// Returns the least l with 2 n <= M k^l, and spare levels, or 0 for up to M
  /// keys.
  static int levels_for(std::uint64_t n, std::uint64_t largest,
                        int log_buckets) {
    if (n <= largest) return 0;
    int needed = 1;
    while (needed * log_buckets < 48 && 2 * n > largest
                                                    << (needed * log_buckets))
      ++needed;
    return needed + spare_levels;
  }

  KOKKOS_INLINE_FUNCTION std::uint32_t* word(int level, Word which) const {
    return control + level * words_per_level + which;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t* done_listed() const {
    return control + levels * words_per_level;
  }
  /// Returns the number of done buckets of each size class.
  KOKKOS_INLINE_FUNCTION std::uint32_t* class_sizes() const {
    return done_listed() + 1;
  }
  /// Returns how many of each class have been put in order.
  KOKKOS_INLINE_FUNCTION std::uint32_t* class_cursors() const {
    return class_sizes() + SizeClass::count;
  }
  KOKKOS_INLINE_FUNCTION int control_words() const {
    return levels * words_per_level + 1 + 2 * SizeClass::count;
  }
  KOKKOS_INLINE_FUNCTION PaperBucket& bucket(int level, std::uint32_t i) const {
    return buckets[level % 2][i];
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t bucket_of(int level,
                                                 std::uint32_t t) const {
    return level == 0 ? 0 : tile_bucket[level % 2][t];
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t tiles_of(std::uint64_t size) const {
    return static_cast<std::uint32_t>(div_up<std::uint64_t>(size, tile));
  }
  /// Equal keys are done in pieces of this size, for several teams.
  KOKKOS_INLINE_FUNCTION std::uint64_t piece_keys() const {
    return 8ull * tile;
  }

  // Upper bounds for n > M keys. The buckets of a level are disjoint.
  std::size_t max_buckets(int level, std::size_t n) const {
    std::size_t most          = 1;
    std::size_t const fitting = std::max<std::size_t>(1, n / (largest + 1));
    for (int l = 0; l < level && most < fitting; ++l) most <<= log_buckets;
    return std::min(most, fitting);
  }
  std::size_t widest(std::size_t n) const { return max_buckets(levels - 1, n); }
  std::size_t max_tiles(std::size_t n) const { return n / tile + widest(n); }
  std::size_t max_done(std::size_t n) const {
    std::size_t most = n / piece_keys();
    for (int level = 0; level < levels && most < n; ++level)
      most += max_buckets(level, n) << log_buckets;
    return std::min(most, n);
  }

  void take(Arena& arena, std::size_t n) {
    control = arena.take<std::uint32_t>(control_words());
    for (int parity = 0; parity < 2; ++parity) {
      buckets[parity]     = arena.take<PaperBucket>(widest(n));
      tile_bucket[parity] = arena.take<std::uint32_t>(max_tiles(n));
    }
    done = arena.take<DoneBucket>(max_done(n));
  }

  /// Empties all lists. Called by one team; contains no barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void clear(Member const& member) const {
    for (int i = member.team_rank(); i < control_words();
         i += member.team_size())
      control[i] = 0;
  }

  /// Lists a bucket for `level`, or as done if it is small or no level is left.
  /// Called by one thread. `array` has its keys.
  KOKKOS_INLINE_FUNCTION void add(int level, std::uint64_t begin,
                                  std::uint64_t size,
                                  std::uint32_t array) const {
    if (size == 0) return;
    if (size <= largest || level >= levels) {
      Kokkos::atomic_add(class_sizes() + SizeClass::of(size), 1u);
      done[Kokkos::atomic_fetch_add(done_listed(), 1u)] = {begin, size, array,
                                                           0};
      return;
    }
    std::uint32_t const first =
        Kokkos::atomic_fetch_add(word(level, tiles_listed), tiles_of(size));
    bucket(level, Kokkos::atomic_fetch_add(word(level, buckets_listed), 1u)) = {
        begin, size, first, 0};
  }

  /// Lists equal keys as done, in pieces. The whole team calls it; `shared` is
  /// one word of scratch. Contains a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void add_equal(Member const& member,
                                        std::uint64_t begin, std::uint64_t size,
                                        std::uint32_t array,
                                        std::uint32_t* shared) const {
    if (size == 0) return;
    std::uint64_t const piece = piece_keys();
    auto const pieces         = static_cast<std::uint32_t>(div_up(size, piece));
    std::uint64_t const last  = size - (pieces - 1) * piece;
    if (member.team_rank() == 0) {
      *shared = Kokkos::atomic_fetch_add(done_listed(), pieces);
      Kokkos::atomic_add(class_sizes() + SizeClass::of(piece), pieces - 1);
      Kokkos::atomic_add(class_sizes() + SizeClass::of(last), 1u);
    }
    member.team_barrier();
    for (std::uint32_t p = member.team_rank(); p < pieces;
         p += member.team_size())
      done[*shared + p] = {begin + p * piece, p + 1 < pieces ? piece : last,
                           array, 1};
  }
};

}  // namespace KokkosSort::Impl

#endif
