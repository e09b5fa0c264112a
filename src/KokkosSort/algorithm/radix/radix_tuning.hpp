// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_TUNING_HPP

#include <KokkosSort/algorithm/leaf/leaf_tuning.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// A team that moves items to the offsets of their digits: how many threads it
/// has, how many items a thread holds while their offsets are found, and how
/// many such teams are to share a multiprocessor.
struct ScatterShape {
  int team_size;
  int items_per_thread;
  int min_teams;

  KOKKOS_FUNCTION constexpr int tile() const {
    return team_size * items_per_thread;
  }
};

/// The shape of such a team on a device, and what the others make of it: a
/// host's is a core that works on its cache.
template <class Exec>
constexpr ScatterShape scatter_shape(int team_size, int items_per_thread,
                                     int min_teams) {
  using Shape = TeamShape<Exec>;
  if (Shape::is_host) return {1, 512, 1};
  return {Shape::size < 256 ? Shape::size : team_size, items_per_thread,
          min_teams};
}

/// The parameters of radix sort, for keys of KeyBytes and values of ValueBytes
/// (0 without values).
template <class Exec, std::size_t KeyBytes, std::size_t ValueBytes>
struct RadixSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;
  static constexpr std::size_t max_bytes =
      KeyBytes > ValueBytes ? KeyBytes : ValueBytes;

  static constexpr bool has_values        = ValueBytes > 0;
  static constexpr bool has_narrow_values = has_values && max_bytes <= 4;
  static constexpr bool has_narrow_keys   = !has_values && KeyBytes <= 4;

  /// Teams that move items. The tile makes the runs that are written, and short
  /// runs are what costs, so that it takes up to 32 KiB of the scratch; but
  /// what a thread holds must fit its registers. Items of 32 bits leave room
  /// for twice the threads, which hide more of the waiting: on an H200 teams of
  /// 512 sort 2^22 keys in an eighth less time than teams of 256, but 2^25 of
  /// 64 bits, by leading digits, in a twentieth more.
  static constexpr ScatterShape msd_shape =
      has_narrow_keys
          ? scatter_shape<Exec>(512, 16, 2)
          : scatter_shape<Exec>(
                256,
                bounded((has_values ? 30 : 32) * 1024 / (256 * max_bytes), 1,
                        has_values ? 24 : 32),
                has_values ? 2 : 3);
  static constexpr ScatterShape lsd_shape =
      has_narrow_keys ? scatter_shape<Exec>(512, 15, 2)
      : has_narrow_values
          ? scatter_shape<Exec>(512, 12, 2)
          : scatter_shape<Exec>(256, bounded(128 / max_bytes, 1, 16),
                                has_values ? 2 : 3);

  /// The same where few keys go by all digits alone, and how many are not few.
  /// A pass of few keys takes as long as a team takes for one tile; with more
  /// of them the look back over many short tiles takes longer than that saves.
  static constexpr ScatterShape few_keys_shape =
      Shape::is_host ? ScatterShape{1, 64, 1}
                     : scatter_shape<Exec>(512, has_narrow_values ? 8 : 4, 2);
  static constexpr std::uint64_t min_for_long_tiles =
      std::uint64_t{1} << (Shape::is_host      ? 16
                           : has_narrow_values ? 22
                           : has_values        ? 20
                                               : 19);

  /// Threads of a multiprocessor to one that moves items: those take so many
  /// registers that half as many fit. A team too many only asks for a tile in
  /// vain.
  static constexpr int scatter_share = Shape::is_host ? 1 : 2;

  /// log2 of the digits of a pass by leading digits: the warps' counters (4
  /// bytes each) and the runs' lengths set the bound.
  static constexpr int max_log_digits = Shape::is_host ? 8 : 9;

  /// log2 of the digits where every bit is passed through.
  static constexpr int log_digits = 8;

  /// Keys that a thread has under way while it counts.
  static constexpr int count_items_per_thread = KeyBytes > 4 ? 8 : 16;

  /// Counters a digit, to spread the atomics of a team that counts.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Keys from which on leading digits come first. Fewer go by all digits
  /// alone: their passes take little longer than their launches, and leading
  /// digits, leaves and what must follow where those do not fit are eight
  /// launches more. On an H200, with 2^24 keys of 32 bits leading digits take
  /// about a tenth less time where keys are spread, and the look at them costs
  /// a seventh where they crowd. Keys of 64 bits have twice the passes: from
  /// 2^20 of them on, leading digits take a third less time where keys are
  /// spread (and half as much more where they crowd). A host's launches cost
  /// little.
  static constexpr std::uint64_t min_for_msd =
      Shape::is_host || KeyBytes > 8
          ? 1
          : std::uint64_t{1} << (KeyBytes > 4 ? 20 : 24);

  /// Cells of equal width into which a sample is sorted to guess whether leaves
  /// will fit, its size, and how many keys make a cell full: 8 are expected
  /// where keys are spread, and 28 once in 10^7 cells. What few keys gain is
  /// less than what the look costs. A host may have 32 KiB of scratch.
  static constexpr int sample_cells = KeyBytes > (Shape::is_host ? 4 : 8)
                                          ? 1024
                                          : 2048;
  static constexpr int samples      = 8 * sample_cells;
  /// One team looks at the sample while nothing else runs: as many threads as
  /// there may be, which keep what they read. On an H200 the look takes 19 us;
  /// 256 threads that read the sample three times take 35.
  static constexpr int probe_team_size = Shape::size < 256 ? Shape::size : 1024;
  static constexpr std::uint32_t full_cell     = 28;
  static constexpr std::uint64_t min_for_probe = std::uint64_t{1} << 22;

  /// Samples that occur again in their cells, beside others, from which on each
  /// key occurs so often that the sizes of the leaves differ by too much: where
  /// it occurs 100 times in 2^28 keys there are about 11, of 1000 times 110.
  /// Where no key occurs twice, 7 of the fewest keys are looked at twice.
  static constexpr std::uint32_t many_repeats = 32;

  /// Keys from which on passes by leading digits go before sample sort. They
  /// save a fifth of its time with 2^22 64-bit keys that are spread, a third
  /// with 2^23, half with 2^25. Where they are not, finding that out costs a
  /// fifth, a sixth and a twelfth.
  static constexpr std::uint64_t min_before_sample = std::uint64_t{1} << 23;

  /// Mean size of a leaf over what one team sorts in scratch. Leaves of spread
  /// keys differ little: this leaves room for six standard deviations.
  static constexpr double leaf_fill = 0.9;
};

/// Leaves: as in sample sort, but with more items a thread where that makes so
/// few leaves of 2^28 keys that their numbers have few digits.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct RadixLeafTuning : LeafShape<Exec, KeyBytes, ElementBytes> {
  using Base = LeafShape<Exec, KeyBytes, ElementBytes>;

  static constexpr int leaf_items_per_thread =
      Base::Shape::is_host || ElementBytes > 8 ? Base::leaf_items_per_thread
      : ElementBytes > KeyBytes                ? 18
      : ElementBytes > 4                       ? 15
                                               : 19;
};

/// The leaf that is the whole array. Nothing else runs on the device, so that
/// it takes twice the threads: on an H200 2^12 pairs of 32 bits 20 us, not 24.
template <class Leaf>
struct RadixAloneTuning : Leaf {
  static constexpr int team_size = 2 * Leaf::team_size;
  static constexpr int leaf_items_per_thread =
      (Leaf::leaf_items_per_thread * Leaf::team_size + team_size - 1) /
      team_size;
};

}  // namespace KokkosSort::Impl

#endif
