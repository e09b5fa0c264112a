// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SMALL_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SMALL_TUNING_HPP

#include <KokkosSort/core/team_scratch.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

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
  bool is_ranked;                 // the sample has a launch of its own
  bool has_long_leaf;             // for few buckets per multiprocessor
  bool is_largest_first = false;  // if one bucket may end long after the others
};

/// Measured on an H100 with uniform, Zipf, clustered and sorted keys of 4 and 8
/// bytes, each for its greatest length. Small tiles occupy more
/// multiprocessors. Samples of more than 256 items have a launch of their own:
/// on an H200 2^18 keys then take 29 to 47 us, and 34 to 54 otherwise. The last
/// rows have 8 samples per bucket. With 4 some bucket of keys that crowd
/// exceeds its leaf, and 2^18 pairs of 32 bits with and_of_3 take 58 us instead
/// of 48.
inline constexpr SmallSplit device_splits[] = {
    {1 << 13, 512, 5, 1, false, false}, {1 << 14, 512, 6, 1, false, false},
    {1 << 15, 512, 7, 1, false, false}, {1 << 16, 1024, 7, 1, false, false},
    {1 << 17, 1024, 7, 3, true, false}, {1 << 18, 2048, 8, 3, true, false},
};
/// Rows that follow, measured on an H200 with uniform and Zipf keys and with
/// and_of_3. Long leaves sort 2^20 numbers of 8 bytes in 57 to 93 us, and short
/// ones in 67 to 95. If large ones go first, 5 % less with Zipf and and_of_3.
/// With long tiles 2^21 numbers of 8 bytes take 92 to 138 us, and 119 to 193 by
/// sample sort. Compared ones take 140 to 150 instead of 171 to 174. With 4
/// samples per bucket some bucket exceeds its leaf, which takes 30 us.
inline constexpr SmallSplit long_leaf_splits[] = {
    {1 << 19, 4096, 8, 4, true, true},
    {1 << 20, 4096, 9, 3, true, true, true},
    {1 << 21, 8192, 10, 3, true, true},
};
/// The same for compared numbers of 4 bytes. 2^20 take 73 to 77 us instead of
/// 90 to 96. For 2^21 pairs of 32 bits, half as many buckets take 125 to 142 us
/// instead of 142 to 151. Twice the samples keep these within their leaves.
/// Sample sort takes two levels above 2^21, with 7 launches more. 2^22 pairs
/// take 243 to 250 us if large buckets go first, and 272 to 297 otherwise.
inline constexpr SmallSplit compared_splits[] = {
    {1 << 19, 4096, 8, 4, true, true},
    {1 << 20, 4096, 9, 3, true, true, true},
    {1 << 21, 8192, 9, 4, true, true, true},
    {1 << 22, 8192, 10, 3, true, true, true},
};
/// Without long leaves.
inline constexpr SmallSplit short_leaf_splits[] = {
    {1 << 19, 4096, 9, 3, true, false},
    {1 << 20, 4096, 10, 2, true, false},
};
/// For numbers of 4 bytes. 2^19 take 38 to 54 us, and radix sort takes 58 to
/// 61. 2^20 take 50 us, and 73 to 79 if they crowd; radix sort takes 71 to 75.
inline constexpr SmallSplit short_number_splits[] = {
    {1 << 19, 4096, 9, 2, true, false},
    {1 << 20, 4096, 9, 3, true, true},
};
/// For numbers of 4 bytes with values of 4. 2^19 take 44 us, or 65 to 68 if
/// they crowd, and radix sort takes 58 to 62. 2^20 take 66, or 100 to 102, and
/// radix sort takes 75 to 80.
inline constexpr SmallSplit pair_splits[] = {{1 << 19, 4096, 8, 4, true, true}};
/// The same for elements of more than 8 bytes, of which a team sorts 2,048.
/// With the table above, buckets of 2^16 and more pairs often exceed that. On
/// an H200, 2^17 pairs of 64 bits with a Zipf distribution take 40 us. They
/// take 64 with 4 samples per bucket in place of 8.
inline constexpr SmallSplit wide_splits[] = {
    {1 << 13, 512, 5, 1, false, false}, {1 << 14, 512, 6, 1, false, false},
    {1 << 15, 512, 7, 1, false, false}, {1 << 16, 1024, 8, 1, false, false},
    {1 << 17, 1024, 8, 3, true, false}, {5 << 15, 2048, 8, 3, true, false},
    {1 << 18, 2048, 9, 3, true, false},
};
/// Rows that follow. With long leaves 2^19 pairs of 64 bits take 50 to 92 us,
/// and 67 to 99 with short ones. 3 * 2^19 pairs take 122 to 195 us, and 147 to
/// 239 by sample sort. Leaves are too short for more.
inline constexpr SmallSplit long_wide_splits[] = {
    {1 << 19, 4096, 8, 4, true, true},
    {1 << 20, 4096, 10, 2, true, true},
    {3 << 19, 8192, 10, 3, true, true},
};
inline constexpr SmallSplit short_wide_splits[] = {
    {1 << 19, 4096, 10, 2, true, false},
};
/// The same for keys of more than 8 bytes. No larger sample was measured.
inline constexpr SmallSplit wide_key_splits[] = {
    {1 << 13, 512, 5, 1, false, false}, {1 << 14, 512, 6, 1, false, false},
    {1 << 15, 512, 7, 1, false, false}, {1 << 16, 1024, 8, 1, false, false},
    {1 << 17, 1024, 9, 1, true, false}, {1 << 18, 2048, 9, 2, true, false},
};
/// Hosts run this sort in tests only: small buckets reach every path with few
/// keys.
inline constexpr SmallSplit host_splits[] = {
    {1 << 11, 256, 4, 1, false, false},
    {1 << 13, 512, 6, 1, false, false},
    {1 << 14, 512, 6, 2, true, true, true},
    {3 << 13, 1024, 6, 3, true, true, true},
};

/// Rows of a table, and those that follow.
struct SmallSplitTable {
  SmallSplit const* rows;
  std::size_t count;
  SmallSplit const* more = nullptr;
  std::size_t more_count = 0;

  constexpr std::size_t size() const { return count + more_count; }
  constexpr SmallSplit row(std::size_t i) const {
    return i < count ? rows[i] : more[i - count];
  }
};

template <std::size_t N, std::size_t M>
constexpr SmallSplitTable joined(SmallSplit const (&rows)[N],
                                 SmallSplit const (&more)[M]) {
  return {rows, N, more, M};
}

constexpr SmallSplitTable device_table(std::size_t item_bytes,
                                       std::size_t element_bytes,
                                       bool is_counted, bool has_long_leaves) {
  if (item_bytes > 8) return {wide_key_splits, std::size(wide_key_splits)};
  if (element_bytes > 8)
    return has_long_leaves ? joined(wide_splits, long_wide_splits)
                           : joined(wide_splits, short_wide_splits);
  if (is_counted && item_bytes <= 4) {
    if (element_bytes <= 4) return joined(device_splits, short_number_splits);
    return has_long_leaves
               ? joined(device_splits, pair_splits)
               : SmallSplitTable{device_splits, std::size(device_splits)};
  }
  if (!has_long_leaves) return joined(device_splits, short_leaf_splits);
  return item_bytes > 4 ? joined(device_splits, long_leaf_splits)
                        : joined(device_splits, compared_splits);
}

constexpr int power_of_two_below(std::size_t value, int most) {
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(bounded(value, 1, most))));
}

/// ItemBytes is the size of a key, WidestBytes that of the wider of key and
/// value, ElementBytes that of both together. IsCounted: leaves count digits.
/// MaxScratch is the scratch that a team may have.
template <class Exec, std::size_t ItemBytes, std::size_t WidestBytes,
          std::size_t ElementBytes, bool IsCounted, std::size_t MaxScratch>
struct SmallTuning {
  static constexpr bool is_host = TeamShape<Exec>::is_host;

  /// Scratch for keys, of the 40,936 bytes that CUDA has before Kokkos 5.2. The
  /// counters take the rest.
  static constexpr std::size_t scratch = 33 * 1024;

  /// Threads of a team that splits a tile: with 512 the sample takes less time
  /// than with 256, and with 1,024 a barrier takes more.
  static constexpr int split_team = is_host ? 1 : 512;
  static constexpr int split_items_per_thread =
      is_host ? 512
              : power_of_two_below(scratch / (split_team * WidestBytes), 8);

  /// Scratch holds splitters and tree.
  static constexpr int max_buckets =
      power_of_two_below(scratch / (2 * ItemBytes), is_host ? 64 : 1024);
  static constexpr int max_log_buckets =
      std::countr_zero(static_cast<unsigned>(max_buckets));
  /// Items of the sample that a team ranks. On an H200 a sample of 4,096 takes
  /// 10 us, and 12 us with half as many. More teams would read the larger
  /// samples too often.
  static constexpr int max_sample_share = 64;
  KOKKOS_INLINE_FUNCTION static constexpr int sample_share(int sample) {
    return sample > 4096 ? max_sample_share : 32;
  }

  /// Keys that are ranked among all. On an H200 their time depends on no
  /// distribution: 2^12 numbers take 14 to 15 us, and 2^13 take 17 to 18. By
  /// buckets 2^13 take 19 to 27. 2^14 take 19 to 26 by buckets, and 22 to 25 if
  /// ranked.
  static constexpr int max_ranked_keys = is_host ? 512 : 1 << 13;
  /// Those that a team ranks. Two teams per multiprocessor, with half as many
  /// each, rank 2^13 in 20 us.
  static constexpr int ranked_share(std::size_t n) {
    return is_host || n <= 1 << 12 ? 32 : 64;
  }

  /// Threads of a team that places ranked keys. A thread reads four words that
  /// other multiprocessors wrote, so that more threads each would hide no more.
  static constexpr int place_team = is_host ? 1 : 256;

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

  /// Long leaves leave no bucket of the longest arrays too large, and two teams
  /// per multiprocessor sort all buckets in two rounds. 13 items of 4 bytes fit
  /// the scratch of every device. 74 KiB hold 9 elements of 16 bytes, and leave
  /// room for the table of runs in max_team_scratch. Sorts of up to 2^18 keys
  /// take 1 to 2 us more with them.
  static constexpr bool has_long_leaves =
      !is_host && ItemBytes <= 8 &&
      (ElementBytes <= 4 || MaxScratch > usual_team_scratch);
  /// The same for long tiles, of up to 64 KiB. With 16 items per thread, the
  /// runs of 1,024 buckets are as long as those of 512 with 8.
  static constexpr int long_split_items_per_thread =
      is_host ? 1024
              : bounded(has_long_leaves ? 64 * 1024 / (split_team * WidestBytes)
                                        : 0,
                        split_items_per_thread, 16);

  static constexpr bool is_long_tile(int tile) {
    return tile > split_team * split_items_per_thread;
  }

  static constexpr int long_items_per_thread =
      is_host ? 512
      : has_long_leaves
          ? bounded(74 * 1024 / (bucket_team * ElementBytes), 1, 13)
          : bucket_items_per_thread;

  /// Up to this length one team takes less time. On an H200 2^10 numbers of 4
  /// bytes take 12 us in one team, and 12 to 13 in several. 2^11 take 13, or 17
  /// if they crowd, and 13 to 14. 2^9 elements of 8 bytes take 13 to 16 us in
  /// one team and 13 in several, and compared keys 13 either way.
  static constexpr std::size_t min_keys = is_host ? 0
                                          : IsCounted && ElementBytes <= 4
                                              ? 1024
                                              : 256;
  static constexpr SmallSplitTable table =
      is_host
          ? SmallSplitTable{host_splits, std::size(host_splits)}
          : device_table(ItemBytes, ElementBytes, IsCounted, has_long_leaves);
  static constexpr std::size_t max_keys = table.row(table.size() - 1).max_keys;

  /// The table of runs takes 8 bytes per tile.
  static constexpr int max_tiles = [] {
    std::size_t most = 256;
    for (std::size_t row = 0; row < table.size(); ++row) {
      SmallSplit const split  = table.row(row);
      std::size_t const tiles = split.max_keys / split.tile;
      most                    = tiles > most ? tiles : most;
    }
    return static_cast<int>(most);
  }();

  static constexpr bool has_long_tiles = [] {
    for (std::size_t row = 0; row < table.size(); ++row)
      if (is_long_tile(table.row(row).tile)) return true;
    return false;
  }();

  static constexpr SmallSplit split(std::size_t n) {
    std::size_t row = 0;
    while (row + 1 < table.size() && n > table.row(row).max_keys) ++row;
    return table.row(row);
  }

  /// Greatest sample that each team ranks by itself. It counts up to 256 items
  /// and merges more (TeamRankMerge), which takes less time then.
  static constexpr int max_sample = [] {
    int most = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      SmallSplit const split = table.row(row);
      int const sample = 1 << (split.log_buckets + split.log_oversampling);
      if (!split.is_ranked && sample > most) most = sample;
    }
    return most;
  }();
  static constexpr int max_counted_sample = 256;

  /// Whether scratch holds the tile and the sample of each split.
  static constexpr bool splits_fit() {
    for (std::size_t row = 0; row < table.size(); ++row) {
      SmallSplit const split = table.row(row);
      int const sample = 1 << (split.log_buckets + split.log_oversampling);
      if (split.tile > split_team * long_split_items_per_thread ||
          split.log_buckets > max_log_buckets)
        return false;
      // A team merges a sample with one item per thread, and its splitters take
      // half of the room for the sample. Threads that count compare 8 items at
      // a time.
      if (!split.is_ranked &&
          (split.log_oversampling < 1 || sample * sample < 8 * split_team ||
           (sample > max_counted_sample && sample > split_team)))
        return false;
    }
    return true;
  }

  /// Returns the number of offsets in the table for n keys. It is never less
  /// than for fewer keys, so that a workspace for more keys suffices.
  static constexpr std::size_t table_entries(std::size_t n) {
    std::size_t most = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      SmallSplit const split   = table.row(row);
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
