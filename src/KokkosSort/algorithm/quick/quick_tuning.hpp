// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// How the teams of the first phase wait for one another between two
/// iterations (Cederman & Tsigas, sections 2 and 3.1).
enum class BlockSynchronization {
  separate_launches,  // an iteration ends with its kernel
  counter_barrier,    // one launch; teams spin on an atomic counter
};

/// What a caller inside the library may choose of quicksort.
struct QuickSortOptions {
  static constexpr BlockSynchronization synchronization =
      BlockSynchronization::separate_launches;

  /// Radix exchange: the pivot is the first bit in which keys differ.
  static constexpr bool by_leading_bit = false;

  /// Halvings of a sequence in one iteration of phase one: the mean as the only
  /// pivot with 1, as in the paper; three and seven pivots with 2 and 3.
  static constexpr int log_parts = 3;

  /// What fits scratch in the second phase is sorted by an odd-even merge
  /// network, which is not stable.
  static constexpr bool leaves_by_network = false;

  /// Partitions that a sequence may take for each halving that it needs at
  /// best, in either phase. Twice as many suffice for random pivots with room
  /// to spare; what is still too long then is merge-sorted.
  static constexpr int depth_per_halving = 2;
  static constexpr int spare_depth       = 2;
};

/// The parameters of quicksort for keys of KeyBytes bytes.
template <class Exec, std::size_t KeyBytes>
struct QuickSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Keys a thread holds between the first pass, which counts, and the second,
  /// which moves. The more, the longer the runs that a warp writes; 64 bytes
  /// leave registers for four teams a multiprocessor.
  static constexpr int items_per_thread =
      Shape::is_host ? 512 : bounded(64 / KeyBytes, 2, 16);

  /// Teams that share a multiprocessor at least.
  static constexpr int min_teams = 4;
  /// The same while keys are counted round several pivots: that takes fewer
  /// registers, and more teams hide the waits at the ends of sections (32.4 ps
  /// a key with six, 33.1 with four or eight).
  static constexpr int count_min_teams = 6;

  /// Sections: a few for each team that runs at once, so that the last ones
  /// finish together, but long enough that taking one costs little.
  static constexpr int sections_per_resident_team = 4;
  static constexpr int max_tiles_per_section      = 16;

  /// maxseq of the paper, for each team that runs at once: sequences that end
  /// phase one. More of them balance phase two better.
  static constexpr int sequences_per_resident_team = 16;

  /// Keys of which the median is taken where no extremes are at hand. Its rank
  /// is off by 6 % of the sequence with 63 keys, by 12 % with 15.
  static constexpr int sample = Shape::is_host     ? 15
                                : Shape::size < 63 ? 15
                                                   : 63;

  /// log2 of the keys that are sampled of a sequence that is cut unevenly, an
  /// eighth of them in each part. With 128 the parts of a part differ by 25 %,
  /// which leaves room below the longest sequence that is sorted in scratch.
  /// Small teams sort longer at it, and their leaves may be shorter than 1,024.
  static constexpr int log_pivots_sample = Shape::size < 256 ? 8 : 10;

  /// The part of a sequence, one key in so many, by which the keys up to a
  /// pivot may be more or less than if keys were spread evenly, for means to be
  /// the next pivots. Four standard deviations of even keys where a sequence is
  /// just too long for scratch.
  static constexpr int uneven = 32;
};

}  // namespace KokkosSort::Impl

#endif
