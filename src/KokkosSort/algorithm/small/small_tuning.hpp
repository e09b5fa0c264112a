// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SMALL_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SMALL_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <bit>
#include <cstddef>
#include <iterator>

namespace KokkosSort::Impl {

/// Split of all arrays of up to max_keys keys.
struct SmallSplit {
  std::size_t max_keys;
  int tile;
  int log_buckets;
  int log_oversampling;
  bool is_ranked;  // the sample has a launch of its own
};

/// Measured on an H100 with uniform, Zipf, clustered and sorted keys of 4 and 8
/// bytes, each for its greatest length. Small tiles occupy more
/// multiprocessors. A sample of 512 adds 4 us to the launch, one of 1,024
/// 8 us. The last two rows do not pay for numbers of 4 bytes: radix sort takes
/// less time if they crowd. On an H200 the last row sorts numbers of 8 bytes in
/// 86 to 129 us, where the bucket engine takes 108 to 168.
inline constexpr SmallSplit device_splits[] = {
    {1 << 13, 512, 5, 1, false},  {1 << 14, 512, 6, 1, false},
    {1 << 15, 512, 7, 1, false},  {1 << 16, 1024, 7, 1, false},
    {1 << 17, 1024, 7, 2, false}, {1 << 18, 2048, 8, 2, false},
    {1 << 19, 4096, 9, 3, true},  {1 << 20, 4096, 10, 2, true},
};
/// The same for elements of more than 8 bytes, of which a team sorts 2,048.
/// With the table above, buckets of 2^16 and more pairs often exceed that.
inline constexpr SmallSplit wide_splits[] = {
    {1 << 13, 512, 5, 1, false},  {1 << 14, 512, 6, 1, false},
    {1 << 15, 512, 7, 1, false},  {1 << 16, 1024, 8, 1, false},
    {1 << 17, 1024, 8, 2, false}, {1 << 18, 2048, 9, 3, true},
    {1 << 19, 4096, 10, 2, true},
};
/// The same for keys of more than 8 bytes, of which scratch holds a sample of
/// 2,048. The last row above would have 2 samples per bucket.
inline constexpr SmallSplit wide_key_splits[] = {
    {1 << 13, 512, 5, 1, false},  {1 << 14, 512, 6, 1, false},
    {1 << 15, 512, 7, 1, false},  {1 << 16, 1024, 8, 1, false},
    {1 << 17, 1024, 9, 1, false}, {1 << 18, 2048, 9, 2, true},
};
/// Hosts run this sort in tests only: small buckets reach every path with few
/// keys.
inline constexpr SmallSplit host_splits[] = {
    {1 << 11, 256, 4, 1, false},
    {1 << 13, 512, 6, 1, false},
    {1 << 14, 512, 6, 2, true},
};

struct SmallSplitTable {
  SmallSplit const* rows;
  std::size_t size;
};

constexpr SmallSplitTable device_table(std::size_t item_bytes,
                                       std::size_t element_bytes,
                                       bool is_counted) {
  if (item_bytes > 8) return {wide_key_splits, std::size(wide_key_splits)};
  if (element_bytes > 8) return {wide_splits, std::size(wide_splits)};
  bool const are_short_numbers = is_counted && item_bytes <= 4;
  return {device_splits,
          std::size(device_splits) - (are_short_numbers ? 2 : 0)};
}

constexpr int power_of_two_below(std::size_t value, int most) {
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(bounded(value, 1, most))));
}

/// ItemBytes is the size of a key, WidestBytes that of the wider of key and
/// value, ElementBytes that of both together. IsCounted: leaves count digits.
template <class Exec, std::size_t ItemBytes, std::size_t WidestBytes,
          std::size_t ElementBytes, bool IsCounted>
struct SmallTuning {
  static constexpr bool is_host = TeamShape<Exec>::is_host;

  /// Scratch for keys, of the 40,936 bytes that CUDA has before Kokkos 5.2. The
  /// counters take the rest.
  static constexpr std::size_t scratch = 33 * 1024;

  /// One team that sorts alone has a multiprocessor for itself, so it should
  /// have as many threads as possible. Each then has 64 registers, of which 8
  /// items of 8 bytes and their ranks take 24. As many as scratch holds take
  /// longer than two launches if they are merged, or counted where they crowd.
  /// On an H100, 2^13 keys of 4 bytes take 45 us instead of 28 in both cases.
  /// 2^12 crowded keys of 8 bytes take 41 us instead of 26. But 2^11 pairs of
  /// 16 bytes that are spread take 16 us instead of 25.
  static constexpr int one_team = is_host ? 1 : 1024;
  static constexpr int one_items_per_thread =
      is_host ? 512
              : bounded(scratch / ((IsCounted && ElementBytes > 8 ? 1 : 2) *
                                   one_team * ElementBytes),
                        1, 4);

  /// Threads of a team that splits a tile: with 512 the sample takes less time
  /// than with 256, and with 1,024 a barrier takes more.
  static constexpr int split_team = is_host ? 1 : 512;
  static constexpr int split_items_per_thread =
      is_host ? 512
              : power_of_two_below(scratch / (split_team * WidestBytes), 8);

  /// Scratch holds splitters and tree, or the sample twice.
  static constexpr int max_buckets =
      power_of_two_below(scratch / (2 * ItemBytes), is_host ? 64 : 1024);
  static constexpr int max_log_buckets =
      std::countr_zero(static_cast<unsigned>(max_buckets));
  static constexpr int max_sample =
      power_of_two_below(scratch / (2 * ItemBytes), is_host ? 256 : 1024);
  static constexpr int max_ranked_sample =
      power_of_two_below(scratch / ItemBytes, is_host ? 256 : 4096);
  /// Items of the sample that a team ranks: a warp's lanes. On an H200 a sample
  /// of 4,096 takes 10 us, and 12 us with half as many.
  static constexpr int ranked_share = 32;

  /// The table of runs takes 8 bytes per tile.
  static constexpr int max_tiles = 256;

  /// A bucket has few keys, and there are few buckets per multiprocessor. Teams
  /// of 512 take 10 % less time than those of 256. Leaves of up to 29 KiB leave
  /// room for 2^11 digits. Elements of 16 bytes do with fewer, since their
  /// leaves are short. 9 items of 4 bytes per thread hold 4 times the mean
  /// bucket.
  static constexpr int bucket_team = is_host ? 1 : 512;
  static constexpr int bucket_items_per_thread =
      is_host ? 256
              : bounded((ElementBytes <= 8 ? 29 * 1024 : scratch) /
                            (bucket_team * ElementBytes),
                        1, 9);

  /// Up to this length the leaf of 256 threads is as fast. It merges 2^11 keys
  /// of 8 bytes in 23 us, and two launches take 27. It holds no more compared
  /// pairs than that, and two levels take 72 us for 2^12 of them.
  static constexpr std::size_t min_keys =
      is_host                                              ? 0
      : ItemBytes <= 4 && (IsCounted || ElementBytes <= 4) ? 4096
      : IsCounted                                          ? 1024
                                                           : 2048;
  static constexpr SmallSplitTable table =
      is_host ? SmallSplitTable{host_splits, std::size(host_splits)}
              : device_table(ItemBytes, ElementBytes, IsCounted);
  static constexpr std::size_t max_keys = table.rows[table.size - 1].max_keys;

  static constexpr SmallSplit split(std::size_t n) {
    std::size_t row = 0;
    while (row + 1 < table.size && n > table.rows[row].max_keys) ++row;
    return table.rows[row];
  }

  /// Whether scratch holds the tile and the sample of each split.
  static constexpr bool splits_fit() {
    for (std::size_t row = 0; row < table.size; ++row) {
      SmallSplit const split = table.rows[row];
      int const sample = 1 << (split.log_buckets + split.log_oversampling);
      if (split.tile > split_team * split_items_per_thread ||
          split.log_buckets > max_log_buckets ||
          sample > (split.is_ranked ? max_ranked_sample : max_sample))
        return false;
    }
    return true;
  }

  /// Returns the number of offsets in the table for n keys. It is never less
  /// than for fewer keys, so that a workspace for more keys suffices.
  static constexpr std::size_t table_entries(std::size_t n) {
    std::size_t most = 0;
    for (std::size_t row = 0; row < table.size; ++row) {
      SmallSplit const split   = table.rows[row];
      std::size_t const keys   = n < split.max_keys ? n : split.max_keys;
      std::size_t const tiles  = (keys + split.tile - 1) / split.tile;
      std::size_t const column = (std::size_t{1} << split.log_buckets) + 1;
      most                     = tiles * column > most ? tiles * column : most;
      if (n <= split.max_keys) break;
    }
    return most;
  }
};

}  // namespace KokkosSort::Impl

#endif
