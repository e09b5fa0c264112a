// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENTS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENTS_HPP

#include <KokkosSort/block/number_of_keys.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Bounds of a segment in the array of keys.
struct SegmentBounds {
  std::uint64_t begin;
  std::uint64_t end;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return end - begin; }
};

/// Segments whose begins and ends are listed in memory. Offsets of CRS list
/// both in one array. Begins must not decrease, and segments must not overlap.
/// Gaps between segments are allowed.
template <class Offset>
struct ListedSegments {
  using offset_type = Offset;

  Strided<Offset const> begins;
  Strided<Offset const> ends;
  std::size_t count;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t used() const { return count; }

  /// Returns the bounds of segment i within n keys. Offsets that break the
  /// contract never lead out of the keys. Builds with bounds checks abort.
  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t i,
                                                   std::uint64_t n) const {
    auto const begin = static_cast<std::uint64_t>(begins[i]);
    auto const end   = static_cast<std::uint64_t>(ends[i]);
#if defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
    if (begin > end || end > n)
      Kokkos::abort(
          "KokkosSort: the offsets of a segmented sort decrease, or exceed the "
          "extent of the keys");
#endif
    std::uint64_t const last = end < n ? end : n;
    return {begin < last ? begin : last, last};
  }
};

/// Segments of one length whose begins are equally far apart.
struct EqualSegments {
  std::uint64_t length;
  std::uint64_t distance;
  std::size_t count;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t used() const { return count; }

  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t i,
                                                   std::uint64_t) const {
    return {i * distance, i * distance + length};
  }
};

/// One segment of the first keys, whose number is in memory.
template <class Number>
struct CountedKeys {
  Number const* number;
  std::size_t count = 1;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t used() const { return count; }

  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t,
                                                   std::uint64_t n) const {
    return {0, number_at_most(number, n)};
  }
};

/// The first of other segments, whose number is in memory. The bounds of the
/// others are not read.
template <class Listed, class Number>
struct CountedSegments {
  Listed listed;
  Number const* number;
  std::size_t count;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t used() const {
    return number_at_most(number, count);
  }
  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t i,
                                                   std::uint64_t n) const {
    return listed.bounds(i, n);
  }
};

}  // namespace KokkosSort::Impl

#endif
