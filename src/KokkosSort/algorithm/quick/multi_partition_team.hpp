// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_MULTI_PARTITION_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_MULTI_PARTITION_TEAM_HPP

#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Number of items in each of up to eight parts, 16 bits each: part p is in
/// word p % 2. One addition adds all of them.
struct PartCounts {
  std::uint64_t even = 0;
  std::uint64_t odd  = 0;

  KOKKOS_FORCEINLINE_FUNCTION int operator[](int part) const {
    return static_cast<int>(((part & 1) != 0 ? odd : even) >> (part / 2 * 16) &
                            0xffffu);
  }
  KOKKOS_FORCEINLINE_FUNCTION PartCounts& operator+=(PartCounts const& other) {
    even += other.even;
    odd += other.odd;
    return *this;
  }
};

/// Partition of a tile around several pivots at once by a team. Items are words
/// that hold unsigned integers, in any order within their part.
template <class Exec, class Word, int TeamSize, int ItemsPerThread,
          int LogParts>
struct TeamMultiPartition {
  static constexpr int parts  = 1 << LogParts;
  static constexpr int pivots = parts - 1;
  static constexpr int items  = ItemsPerThread;
  static constexpr int tile   = TeamSize * ItemsPerThread;
  static constexpr int lanes  = Warp<Exec>::size;
  static constexpr int warps  = TeamSize / lanes;

  // Each lane of a warp has its own counters, so that lanes never conflict,
  // even if all items are alike.
  static constexpr int counters = parts * lanes;

  static_assert(parts <= 8 && tile < 65536, "counts are eight of 16 bits");

  /// Returns how many of the ascending pivots are less than the item.
  KOKKOS_FORCEINLINE_FUNCTION static int part_of(Word item,
                                                 Word const (&pivot)[pivots]) {
    // This binary search halves the pivots instead of indexing them, so that
    // they stay in registers.
    Word left[pivots];
    KOKKOSSORT_UNROLL
    for (int j = 0; j < pivots; ++j) left[j] = pivot[j];
    int part = 0;
    KOKKOSSORT_UNROLL
    for (int half = parts / 2; half > 0; half /= 2) {
      bool const above = item > left[half - 1];
      if (above) part += half;
      KOKKOSSORT_UNROLL
      for (int j = 0; j + 1 < half; ++j)
        left[j] = above ? left[half + j] : left[j];
    }
    return part;
  }

  /// Counts a thread's items, at most `items` of them; part(i) is the part of
  /// item i.
  template <class Part>
  KOKKOS_FORCEINLINE_FUNCTION static void count(int size, Part const& part,
                                                PartCounts& counts) {
    // 4 bits per part suffice for a few items, 8 bits for more.
    constexpr int few  = 8;
    constexpr int more = 128;
    KOKKOSSORT_UNROLL
    for (int first = 0; first < items; first += more) {
      std::uint32_t even = 0;
      std::uint32_t odd  = 0;
      KOKKOSSORT_UNROLL
      for (int i = first; i < items && i < first + more; i += few) {
        std::uint32_t sum = 0;
        KOKKOSSORT_UNROLL
        for (int k = i; k < items && k < i + few; ++k)
          if (k < size) sum += 1u << (4 * part(k));
        even += sum & 0x0f0f0f0fu;
        odd += sum >> 4 & 0x0f0f0f0fu;
      }
      counts += {spread(even), spread(odd)};
    }
  }

  /// Returns the sum over the threads of a warp, in each of them.
  KOKKOS_FORCEINLINE_FUNCTION static PartCounts of_warp(PartCounts counts) {
    for (int distance = lanes / 2; distance > 0; distance /= 2)
      counts += {Warp<Exec>::shuffle_xor(counts.even, distance),
                 Warp<Exec>::shuffle_xor(counts.odd, distance)};
    return counts;
  }

  KOKKOS_FORCEINLINE_FUNCTION static int counter_of(int part, int rank) {
    return part * lanes + rank % lanes;
  }

  /// Returns the staging position of an item. A gap after each row of banks
  /// avoids bank conflicts between items at equal distances.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t staged_at(
      std::uint32_t rank) {
    return lanes == 1 ? rank : rank + rank / 32;
  }
  static constexpr int staged_items = lanes == 1 ? tile : tile + tile / 32;

 private:
  /// Widens four bytes to four fields of 16 bits.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t spread(std::uint32_t bytes) {
    std::uint32_t const low  = (bytes & 0xffu) | (bytes << 8 & 0xff0000u);
    std::uint32_t const high = (bytes >> 16 & 0xffu) | (bytes >> 8 & 0xff0000u);
    return low | static_cast<std::uint64_t>(high) << 32;
  }
};

}  // namespace KokkosSort::Impl

#endif
