// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_RADIX_SORT_HPP
#define KOKKOSSORT_TUNING_RADIX_SORT_HPP

#include <KokkosSort/tuning/sample_sort.hpp>
#include <KokkosSort/tuning/team.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The parameters of radix sort, for keys of KeyBytes and values of ValueBytes
/// (0 without values).
template <class Exec, std::size_t KeyBytes, std::size_t ValueBytes>
struct RadixSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size     = Shape::size;
  static constexpr std::size_t bytes = KeyBytes + ValueBytes;
  static constexpr std::size_t max_bytes =
      KeyBytes > ValueBytes ? KeyBytes : ValueBytes;

  /// Items that a thread holds while their places are found. The tile makes
  /// the runs that are written, and short runs are what costs: so it takes up
  /// to 32 KiB of the scratch, which leaves 8 for where the digits go. With
  /// values a thread also holds those, and the digits of what it writes.
  static constexpr int items_per_thread =
      Shape::is_host
          ? 512
          : bounded((ValueBytes > 0 ? 30 : 32) * 1024 / (team_size * max_bytes),
                    1, ValueBytes > 0 ? 24 : 32);

  /// log2 of the digits of a pass by leading digits: the warps' counters (2
  /// bytes each) and the runs' lengths set the bound.
  static constexpr int max_log_digits = Shape::is_host ? 8 : 9;

  /// log2 of the digits where every bit is passed through.
  static constexpr int log_digits = 8;

  /// Keys that a thread has under way while it counts.
  static constexpr int count_items_per_thread = KeyBytes > 4 ? 8 : 16;

  /// Counters a digit, to spread the atomics of a team that counts.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Teams that are to share a multiprocessor while they move items.
  static constexpr int scatter_min_teams =
      ValueBytes > 0 || KeyBytes <= 4 ? 2 : 3;

  /// Cells of equal width into which a sample is sorted to guess whether leaves
  /// will fit, its size, and how many keys make a cell full: 8 are expected
  /// where keys are spread, and 28 once in 10^7 cells. What few keys gain is
  /// less than what the look costs. A host may have 32 KiB of scratch.
  static constexpr int sample_cells        = KeyBytes > (Shape::is_host ? 4 : 8)
                                                 ? 1024
                                                 : 2048;
  static constexpr int samples             = 8 * sample_cells;
  static constexpr std::uint32_t full_cell = 28;
  static constexpr std::uint64_t min_to_guess = std::uint64_t{1} << 22;

  /// Samples that occur again in their cells, beside others, from which on each
  /// key occurs so often that the sizes of the leaves differ by too much: where
  /// it occurs 100 times in 2^28 keys there are about 11, of 1000 times 110.
  /// Where no key occurs twice, 7 of the fewest keys are looked at twice.
  static constexpr std::uint32_t many_repeats = 32;

  /// Keys from which on passes by leading digits go before sample sort. They
  /// save a fifth of its time with 2^22 64-bit keys that are spread, a third
  /// with 2^23, half with 2^25. Where they are not, finding that out costs a
  /// fifth, a sixth and a twelfth.
  static constexpr std::uint64_t min_to_lead = std::uint64_t{1} << 23;

  /// Mean size of a leaf over what one team sorts in scratch. Leaves of spread
  /// keys differ little: this leaves room for six standard deviations.
  static constexpr double leaf_fill = 0.9;
};

/// Leaves: as in sample sort, but with more items a thread where that makes so
/// few leaves of 2^28 keys that their numbers have few digits.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct RadixLeafTuning : SampleSortTuning<Exec, KeyBytes, ElementBytes> {
  using Base = SampleSortTuning<Exec, KeyBytes, ElementBytes>;

  static constexpr int leaf_items_per_thread =
      Base::Shape::is_host || ElementBytes > 8 ? Base::leaf_items_per_thread
      : ElementBytes > KeyBytes                ? 18
      : ElementBytes > 4                       ? 15
                                               : 19;
};

}  // namespace KokkosSort::Impl

#endif
