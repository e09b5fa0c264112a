// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Wait of the teams between two iterations of the first phase (Cederman &
/// Tsigas, sections 2 and 3.1).
enum class BlockSynchronization {
  separate_launches,  // an iteration ends with its kernel
  host_sums,          // two kernels; the host forms the sums in between
  counter_barrier,    // one launch; teams spin on an atomic counter
};

/// Sort of the sequences of phase two that fit in scratch.
enum class QuickLeaves {
  library,   // counting for integers, merging otherwise; stable
  odd_even,  // odd-even merge network; not stable
  bitonic,   // bitonic network; ties go by position, so it is stable
};

/// Options of quicksort for callers inside the library.
struct QuickSortOptions {
  static constexpr BlockSynchronization synchronization =
      BlockSynchronization::separate_launches;

  /// Radix exchange: the pivot is the first bit in which keys differ.
  static constexpr bool by_leading_bit = false;

  /// Halvings of a sequence per iteration of phase one. With 1 the mean is the
  /// only pivot, as in the paper; 2 gives three pivots and 3 gives seven.
  static constexpr int log_parts = 3;

  /// The rules of the paper in full; requires a single pivot. Free placement
  /// reads a section twice, allots once, and the last team fills a short gap.
  /// Phase one ends with maxseq sequences. Pivots are means in phase one and
  /// medians of three in phase two, also after a skewed partition.
  static constexpr bool as_in_paper = false;

  static constexpr QuickLeaves leaves = QuickLeaves::library;

  /// Maximum partitions per halving that a sequence needs at best, in either
  /// phase. Twice the halvings suffice for random pivots with a wide margin.
  /// Sequences that are still too long are merge-sorted.
  static constexpr int depth_per_halving = 2;
  static constexpr int spare_depth       = 2;

  /// Observer of the entries of phase two's stack, for tests.
  KOKKOS_FORCEINLINE_FUNCTION static void stack_has(int) {}
};

/// Parameters of quicksort for keys of KeyBytes bytes.
template <class Exec, std::size_t KeyBytes>
struct QuickSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Keys that a thread holds between the first pass, which counts, and the
  /// second, which moves. More keys make longer runs of writes per warp; 64
  /// bytes leave registers for four teams per multiprocessor.
  static constexpr int items_per_thread =
      Shape::is_host ? 512 : bounded(64 / KeyBytes, 2, 16);

  /// Minimum teams that share a multiprocessor.
  static constexpr int min_teams = 4;
  /// The same while keys are counted around several pivots. Counting needs
  /// fewer registers, and more teams hide the waits at the ends of sections.
  /// The time is 32.4 ps per key with six teams, 33.1 ps with four or eight.
  static constexpr int count_min_teams = 6;

  /// Sections per resident team: a few, so that the last ones finish together,
  /// but each long enough that taking it costs little.
  static constexpr int sections_per_resident_team = 4;
  static constexpr int max_tiles_per_section      = 16;

  /// maxseq of the paper per resident team: sequences at which phase one ends.
  /// More of them balance phase two better.
  static constexpr int sequences_per_resident_team = 16;

  /// Tiles per section, at most, if a section is read twice, unless maxseq
  /// sections are longer. The second read then finds the sections of all
  /// resident teams in the second-level cache: 35 MB of 50 MB on an H100.
  static constexpr int max_tiles_read_twice = 2;

  /// log2 of the longest sequence that the bitonic network sorts. The paper has
  /// 1,024 keys in 16 KiB of scratch, and 16 KiB let several teams share a
  /// multiprocessor. On hosts a longer network costs more comparisons than the
  /// partitions that it saves.
  template <std::size_t element_bytes>
  static constexpr int log_bitonic_leaf() {
    int log = 6;
    while (log < 12 && (element_bytes << (log + 1)) <= 16 * 1024) ++log;
    return Shape::is_host && log > 10 ? 10 : log;
  }
  /// log2 of the elements that a thread holds between two visits to scratch.
  /// Each thread visits once, or takes half of the index bits.
  static constexpr int log_bitonic_items(int log_leaf) {
    int log = 1;
    while (log < 4 && 2 * (log + 1) <= log_leaf &&
           (team_size << log) < (1 << log_leaf))
      ++log;
    return log;
  }

  /// Keys whose median is the pivot if no extremes are known. Its rank is off
  /// by 6 % of the sequence with 63 keys, and by 12 % with 15.
  static constexpr int sample = Shape::is_host     ? 15
                                : Shape::size < 63 ? 15
                                                   : 63;

  /// log2 of the sample size for a sequence that is partitioned unevenly; each
  /// part has 1/8 of the sample. With 128 samples per part, the parts of
  /// a part differ by 25 %. This leaves a margin below the longest sequence
  /// that is sorted in scratch. Small teams sort a sample more slowly, and
  /// their leaves may be shorter than 1,024.
  static constexpr int log_pivots_sample = Shape::size < 256 ? 8 : 10;

  /// Means are the next pivots while the keys up to a pivot differ from an even
  /// spread by at most 1 / uneven of the sequence. This is four standard
  /// deviations of even keys for a sequence that is just too long for scratch.
  static constexpr int uneven = 32;
};

}  // namespace KokkosSort::Impl

#endif
