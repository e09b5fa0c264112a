// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TUNING_RADIX_SORT_HPP
#define KOKKOSSORT_TUNING_RADIX_SORT_HPP

#include <KokkosSort/tuning/sample_sort.hpp>
#include <KokkosSort/tuning/team.hpp>

#include <cstddef>

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
  /// the runs that are written, and short runs are what costs: so it takes
  /// 30 KiB of the scratch, which leaves 8 for the counters, and up to 24 items
  /// in registers, 16 with values.
  static constexpr int items_per_thread =
      Shape::is_host ? 512
                     : bounded(30 * 1024 / (team_size * max_bytes), 1,
                               ValueBytes > 0 ? 16 : 24);

  /// log2 of the digits of a pass by leading digits: the warps' counters (2
  /// bytes each) and the runs' lengths set the bound.
  static constexpr int max_log_digits = Shape::is_host ? 8 : 9;

  /// log2 of the digits where every bit is passed through.
  static constexpr int log_digits = 8;

  /// Counters a digit, to spread the atomics of a team that counts.
  static constexpr int counter_copies = Shape::is_host ? 1 : 2;

  /// Teams that are to share a multiprocessor while they move items.
  static constexpr int scatter_min_teams = ValueBytes > 0 ? 2 : 3;

  /// Mean size of a leaf over what one team sorts in scratch. Leaves of spread
  /// keys differ little: this leaves room for six standard deviations.
  static constexpr double leaf_fill = 0.9;

  /// Tiles that a team counts, and moves, in a row. Teams that run at the same
  /// time write to neighbouring places, which the cache joins to full lines
  /// before they go to memory: so few tiles that the lines under way fit it. On
  /// the host as many as spare counters.
  static constexpr int tiles_per_chunk = Shape::is_host ? 64 : 2;
};

/// Leaves: as in sample sort, but with more items a thread where that makes so
/// few leaves of 2^28 keys that their numbers have few digits.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct RadixLeafTuning : SampleSortTuning<Exec, KeyBytes, ElementBytes> {
  using Base = SampleSortTuning<Exec, KeyBytes, ElementBytes>;

  static constexpr int leaf_items_per_thread =
      Base::Shape::is_host || ElementBytes > 8 ? Base::leaf_items_per_thread
      : ElementBytes > 4                       ? 15
                                               : 19;

  /// With values a thread also holds where they come from and go to: what does
  /// not fit its registers costs more than a team less.
  static constexpr int leaf_min_teams =
      ElementBytes > KeyBytes ? 2 : Base::leaf_min_teams;
};

}  // namespace KokkosSort::Impl

#endif
