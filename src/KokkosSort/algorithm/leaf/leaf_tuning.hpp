// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_LEAF_TUNING_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_LEAF_TUNING_HPP

#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// When a network sorts what crowds in the digits of a leaf.
enum class LeafNetwork {
  none,   ///< never: a merge sort does
  first,  ///< after the first distribution; 64-bit keys alone after the second
  last,   ///< after both distributions; the elements are read again
};

/// Size of a leaf. KeyBytes is the size of the key, ElementBytes that of key
/// and value together.
template <class Exec, std::size_t KeyBytes, std::size_t ElementBytes>
struct LeafShape {
  using Shape = TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Teams that should share a multiprocessor: wide items and their ranks need
  /// more registers.
  static constexpr int leaf_min_teams = KeyBytes <= 4 ? 4 : 3;

  /// M: keys of a bucket that one team sorts in scratch. Odd numbers per thread
  /// avoid conflicts between the banks of scratch memory. For elements of up to
  /// 8 bytes, 26 KiB let six teams share a multiprocessor. Wider elements take
  /// all the scratch there is, or leaves would be too short.
  static constexpr std::size_t leaf_bytes =
      (ElementBytes <= 8 ? 26 : 37) * 1024;
  static constexpr int leaf_items_per_thread =
      Shape::is_host
          ? bounded(12 * 1024 / ElementBytes, 16, 1024)
          : (bounded(leaf_bytes / (team_size * ElementBytes), 1, 18) - 1) / 2 *
                    2 +
                1;

  /// A network compares more than a merge does, which takes longer where
  /// multiprocessors have several leaves each. It is worth it for what crowds
  /// twice, in short leaves of wide elements. On an H200, 2^24 pairs of 64 bits
  /// with a Zipf distribution take 1.16 ms instead of 1.24.
  static constexpr LeafNetwork leaf_network =
      ElementBytes > 8 ? LeafNetwork::last : LeafNetwork::none;
};

}  // namespace KokkosSort::Impl

#endif
