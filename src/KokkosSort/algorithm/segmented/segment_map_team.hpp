// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENT_MAP_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SEGMENT_MAP_TEAM_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Map from the positions of a tile to the segments that a team sorts. One bit
/// per position marks the begins and ends of segments, and another one those
/// begins whose segment the team sorts. The lanes of a warp have neighboring
/// positions, and so read the same word.
template <class Exec, int Capacity>
class TeamSegmentMap {
  static constexpr int words = div_up(Capacity, 32) + 1;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return round_up((2 * words + 1) * sizeof(std::uint32_t), 16);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamSegmentMap(std::byte* scratch)
      : m_bounds(reinterpret_cast<std::uint32_t*>(scratch)),
        m_sorted(m_bounds + words),
        m_end(m_bounds + 2 * words) {}

  /// Clears the map. A barrier must follow.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void clear(Member const& member) const {
    for (int w = member.team_rank(); w <= 2 * words; w += member.team_size())
      m_bounds[w] = 0;
  }

  /// Adds the segment at [begin, end), not empty. The team sorts it if it ends
  /// within the tile and `is_sorted` holds.
  KOKKOS_FORCEINLINE_FUNCTION void add(int begin, std::uint64_t end,
                                       bool is_sorted) const {
    set(m_bounds, begin);
    if (end > Capacity) return;
    auto const last = static_cast<std::uint32_t>(end);
    set(m_bounds, static_cast<int>(last));
    if (!is_sorted) return;
    set(m_sorted, begin);
    // Most threads see a greater end already.
    if (*static_cast<std::uint32_t volatile*>(m_end) < last)
      Kokkos::atomic_max(m_end, last);
  }

  /// Returns the end of the last segment to sort.
  KOKKOS_FORCEINLINE_FUNCTION int end() const {
    return static_cast<int>(*m_end);
  }

  /// Finds the segment of position `at` below end(). Returns false if the team
  /// does not sort it.
  KOKKOS_FORCEINLINE_FUNCTION bool find(int at, int& first, int& last) const {
    namespace Bits             = Kokkos::Experimental;
    std::uint32_t const behind = ~std::uint32_t{1} << (at % 32);
    int word                   = at / 32;
    std::uint32_t bits         = m_bounds[word];
    std::uint32_t lower        = bits & ~behind;
    while (lower == 0) {
      if (word == 0) return false;
      lower = m_bounds[--word];
    }
    first = word * 32 + 31 - Bits::countl_zero_builtin(lower);
    if ((m_sorted[word] >> (first % 32) & 1u) == 0) return false;
    word = at / 32;
    bits &= behind;
    while (bits == 0) bits = m_bounds[++word];
    last = word * 32 + Bits::countr_zero_builtin(bits);
    return true;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void set(std::uint32_t* bits, int at) {
    Warp<Exec>::shared_atomic_or(bits + at / 32, std::uint32_t{1} << (at % 32));
  }

  std::uint32_t* m_bounds;
  std::uint32_t* m_sorted;
  std::uint32_t* m_end;
};

}  // namespace KokkosSort::Impl

#endif
