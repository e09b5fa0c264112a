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

/// Shape of a team that moves items to their bins. It has the number of
/// threads, of items that a thread holds in registers, and of teams that should
/// share a multiprocessor.
struct ScatterShape {
  int team_size;
  int items_per_thread;
  int min_teams;

  KOKKOS_FUNCTION constexpr int tile() const {
    return team_size * items_per_thread;
  }
};

/// Returns the shape for a backend. It is the given one on a GPU and smaller
/// teams on other devices. On a host it is one thread that works in its cache.
template <class Exec>
constexpr ScatterShape scatter_shape(int team_size, int items_per_thread,
                                     int min_teams) {
  using Shape = TeamShape<Exec>;
  if (Shape::is_host) return {1, 512, 1};
  return {Shape::size < 256 ? Shape::size : team_size, items_per_thread,
          min_teams};
}

/// Parameters of radix sort for keys of KeyBytes and values of ValueBytes (0
/// without values).
template <class Exec, std::size_t KeyBytes, std::size_t ValueBytes>
struct RadixSortTuning {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;
  static constexpr std::size_t max_bytes =
      KeyBytes > ValueBytes ? KeyBytes : ValueBytes;

  static constexpr bool has_values        = ValueBytes > 0;
  static constexpr bool has_narrow_values = has_values && max_bytes <= 4;
  static constexpr bool has_narrow_keys   = !has_values && KeyBytes <= 4;

  /// Teams that move items. Long tiles make long runs of writes, and short runs
  /// are costly, so a tile takes up to 32 KiB of scratch. A thread's items must
  /// fit its registers. 32-bit items leave room for twice the threads, which
  /// hide more latency. On an H200, teams of 512 sort 2^22 32-bit keys in 12 %
  /// less time than teams of 256. They take 5 % more for 2^25
  /// 64-bit keys by MSD passes.
  static constexpr ScatterShape msd_shape =
      has_narrow_keys
          ? scatter_shape<Exec>(512, 16, 2)
          : scatter_shape<Exec>(
                256,
                bounded((has_values ? 30 : 32) * 1024 / (256 * max_bytes), 1,
                        has_values ? 24 : 32),
                has_values ? 2 : 3);
  /// LSD passes that keep the order find ranks by votes. On an H200, 2^28 keys
  /// of 32 bits take 4 % less time by teams of 384 with 23 keys per thread than
  /// with 19. Teams of 512 with 15 take 11 % more than those. With values of
  /// 32 bits, 21 per thread take 1 to 2 % less than 19 or 23. Teams of 512 with
  /// 12 take 5 % more.
  static constexpr ScatterShape lsd_shape =
      has_narrow_keys ? scatter_shape<Exec>(384, 23, 3)
      : has_narrow_values
          ? scatter_shape<Exec>(384, 21, 2)
          : scatter_shape<Exec>(256, bounded(128 / max_bytes, 1, 16),
                                has_values ? 2 : 3);

  /// Shape up to the n at which the device has several long tiles per team. On
  /// an H200, it takes 5 % less time for 2^22 32-bit keys. With values of 32
  /// bits it takes 8 to 11 % less for 2^22 and 2^23, and 4 % less for 2^24.
  /// Larger n were measured with long tiles only. With 16 items per thread,
  /// 2^21 keys are one tile for each team. They take 82 us, and 89 with 15
  /// items per thread. Other n take from 8 % less to 6 % more.
  static constexpr ScatterShape medium_shape =
      has_narrow_keys     ? msd_shape
      : has_narrow_values ? scatter_shape<Exec>(512, 12, 2)
                          : lsd_shape;

  /// Teams of 512 threads that an H200 runs at once, two per multiprocessor. A
  /// pass takes as long as its team of most tiles.
  static constexpr std::uint64_t teams_at_once = 264;

  /// Shape for pairs of 32 bits that are slightly more than a medium tile per
  /// team: all have one tile, instead of some two. On an H200, 1.65 to 1.75
  /// million pairs take 6 to 11 % less time. Most other n take longer.
  static constexpr ScatterShape one_tile_shape =
      has_narrow_values && !Shape::is_host ? scatter_shape<Exec>(512, 13, 2)
                                           : medium_shape;
  static constexpr std::uint64_t min_for_one_tile =
      teams_at_once * medium_shape.tile() + 1;
  static constexpr std::uint64_t min_past_one_tile =
      teams_at_once * one_tile_shape.tile() + 1;

  static constexpr std::uint64_t min_for_longest_tiles =
      std::uint64_t{1} << (Shape::is_host      ? 16
                           : has_narrow_values ? 25
                                               : 23);

  /// Shape for few keys, which take LSD passes only, and the n from which on
  /// tiles are longer. A pass over few keys takes as long as a team takes for
  /// one tile. With more keys, the look-back over many short tiles takes longer
  /// than they save. Pairs of 32 bits have longer ones as soon as a team would
  /// have two. That takes 5 to 13 % less time for up to 2^22 on an H200.
  static constexpr ScatterShape few_keys_shape =
      Shape::is_host ? ScatterShape{1, 64, 1}
                     : scatter_shape<Exec>(512, has_narrow_values ? 8 : 4, 2);
  static constexpr std::uint64_t min_for_long_tiles =
      Shape::is_host      ? std::uint64_t{1} << 16
      : has_narrow_values ? teams_at_once * few_keys_shape.tile()
                          : std::uint64_t{1} << (has_values ? 20 : 19);

  /// Threads of a multiprocessor per thread that moves items: those need so
  /// many registers that half as many fit. A team too many finds no tile and
  /// returns.
  static constexpr int scatter_share = Shape::is_host ? 1 : 2;

  /// log2 of the digits of an MSD pass. The warps' counters (4 bytes each) and
  /// the lengths of the runs set the limit.
  static constexpr int max_log_digits = Shape::is_host ? 8 : 9;

  /// log2 of the digits of an LSD pass.
  static constexpr int log_digits = 8;

  /// Keys in flight per thread while digits are counted.
  static constexpr int count_items_per_thread = KeyBytes > 4 ? 8 : 16;

  /// Counters per digit, to spread the atomics of a team that counts.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Minimum n for MSD passes. Fewer keys take LSD passes only, which take
  /// little longer than their launches. MSD passes, leaves and the possible LSD
  /// passes after them are eight launches more. On an H200, MSD passes over
  /// 2^24 32-bit keys take about 10 % less time if keys are spread. The failed
  /// attempt costs 14 % if they crowd. 64-bit keys have twice the LSD passes.
  /// From 2^20 of them on, MSD passes take 33 % less time if keys are spread,
  /// and 50 % more if they crowd. On a host launches cost little.
  static constexpr std::uint64_t min_for_msd =
      Shape::is_host || KeyBytes > 8
          ? 1
          : std::uint64_t{1} << (KeyBytes > 4 ? 20 : 24);

  /// log2 of how many times the margin on either side of the sample's range is
  /// narrower than the range. The outermost 1 / 2^9 of the range of evenly
  /// spread keys contains none of 8,192 samples once in 10^7 cases. Wider
  /// margins would make leaves fuller.
  static constexpr int log_range_per_margin = 9;

  /// Cells of equal width in which a sample is counted, the sample's size, and
  /// the keys that make a cell full. The counts predict whether leaves fit. A
  /// cell of spread keys has 8 on average, and 28 once in 10^7 cells. Below
  /// min_for_probe this costs more than it saves. A host may have 32 KiB
  /// of scratch.
  static constexpr int sample_cells = KeyBytes > (Shape::is_host ? 4 : 8)
                                          ? 1024
                                          : 2048;
  static constexpr int samples      = 8 * sample_cells;
  /// One team probes the sample while nothing else runs, so it has the maximum
  /// of threads, which keep the samples in registers. On an H200 the probe
  /// takes 19 us; 256 threads that read the sample three times take 35 us.
  static constexpr int probe_team_size = Shape::size < 256 ? Shape::size : 1024;
  static constexpr std::uint32_t full_cell     = 28;
  static constexpr std::uint64_t min_for_probe = std::uint64_t{1} << 22;

  /// Repeated samples in cells with other keys from which on keys repeat so
  /// often that the sizes of leaves differ too much. Keys that each occur 100
  /// times in 2^28 give about 11 repeats, and 1,000 times 110. If no key occurs
  /// twice, 7 samples of the smallest n are drawn twice.
  static constexpr std::uint32_t many_repeats = 32;

  /// Cells at either end of the range, and the least number of samples in them.
  /// If keys are spread they have 7 / 8 of 8 per cell: the margin has none.
  /// Half as many are 5 standard deviations away with 1,024 cells.
  static constexpr int end_cells            = sample_cells / 64;
  static constexpr std::uint32_t few_at_end = 7 * end_cells / 2;

  /// Size up to which one team sorts a leaf by merging runs. If keys are spread
  /// but occur a few times each, some leaves exceed the capacity of a team's
  /// scratch. On an H200 the team takes 10 ns per key, and others wait. LSD
  /// passes instead take 4 to 5 ps more per key of the array. Hosts run long
  /// leaves in tests.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::uint64_t longest_leaf(
      std::uint64_t n, std::uint64_t capacity) {
    std::uint64_t const least = (Shape::is_host ? 16 : 2) * capacity;
    std::uint64_t const most  = 16 * capacity;
    std::uint64_t const share = n >> 12;
    return share < least ? least : share < most ? share : most;
  }

  /// Mean size of a leaf relative to the capacity of a team's scratch. Leaves
  /// of spread keys differ little: this leaves room for six standard
  /// deviations.
  static constexpr double leaf_fill = 0.9;
};

/// Leaves are those of sample sort. They have more items per thread if that
/// lowers the number of leaves of 2^28 keys enough to shorten their digits.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct RadixLeafTuning : LeafShape<Exec, KeyBytes, ElementBytes> {
  using Base = LeafShape<Exec, KeyBytes, ElementBytes>;

  static constexpr int leaf_items_per_thread =
      Base::Shape::is_host || ElementBytes > 8 ? Base::leaf_items_per_thread
      : ElementBytes > KeyBytes                ? 18
      : ElementBytes > 4                       ? 15
                                               : 19;
};

/// Leaf that is the whole array. Nothing else runs on the device, so it has
/// twice the threads, and a network for what crowds. On an H200, 2^12 pairs of
/// 32 bits then take 20 us instead of 24 us. 2^12 numbers of and_of_3 take 22
/// us instead of 30.
template <class Leaf>
struct RadixAloneTuning : Leaf {
  static constexpr int team_size = 2 * Leaf::team_size;
  static constexpr int leaf_items_per_thread =
      (Leaf::leaf_items_per_thread * Leaf::team_size + team_size - 1) /
      team_size;
  static constexpr LeafNetwork leaf_network = LeafNetwork::first;
};

}  // namespace KokkosSort::Impl

#endif
