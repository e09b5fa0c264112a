// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_COUNTERS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_COUNTERS_TEAM_HPP

#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Count counters of a team in scratch. They first count the items of each
/// part, then hold the offsets at which the parts begin. Once each item has
/// taken its position from them, they hold the ends of the parts.
template <class Exec, int TeamSize, int Count>
class TeamCounters {
  using Scan = TeamScan<Exec, TeamSize, std::uint32_t>;

  // Counters are cleared and summed four at a time: neighboring threads that
  // step through stretches of single words would conflict in few banks.
  struct alignas(16) Quad {
    std::uint32_t word[4];
  };
  static constexpr int quads = Count / 4;
  static_assert(Count % 4 == 0);

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return (Count + 4) * sizeof(std::uint32_t) + Scan::scratch_bytes();
  }

  /// `scratch` must be aligned to 16 bytes.
  KOKKOS_INLINE_FUNCTION explicit TeamCounters(std::byte* scratch)
      : m_ends(reinterpret_cast<std::uint32_t*>(scratch) + 4),
        m_scan(m_ends + Count) {}

  /// Clears the counters. A barrier must follow.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void clear(Member const& member) const {
    for (int q = member.team_rank(); q < quads; q += TeamSize)
      quad(q) = Quad{{0, 0, 0, 0}};
    if (member.team_rank() == 0) m_ends[-1] = m_ends[-2] = 0;
  }

  /// Counts an item of a part. After scan(), returns its position.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take(std::uint32_t part) const {
    return Warp<Exec>::shared_atomic_add(&m_ends[part], std::uint32_t{1});
  }

  /// Counts several items of a part.
  KOKKOS_FORCEINLINE_FUNCTION void add(std::uint32_t part,
                                       std::uint32_t count) const {
    Warp<Exec>::shared_atomic_add(&m_ends[part], count);
  }

  /// Sets a counter. A barrier must follow.
  KOKKOS_FORCEINLINE_FUNCTION void set(std::uint32_t part,
                                       std::uint32_t count) const {
    m_ends[part] = count;
  }

  /// Offset of a part after scan(), before positions are taken.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t offset(std::uint32_t part) const {
    return m_ends[part];
  }

  /// Begin and end of a part, once the positions are taken.
  KOKKOS_FORCEINLINE_FUNCTION int begin(std::uint32_t part) const {
    return static_cast<int>(m_ends[static_cast<int>(part) - 1] & ~mark);
  }
  KOKKOS_FORCEINLINE_FUNCTION int end(std::uint32_t part) const {
    return static_cast<int>(m_ends[part] & ~mark);
  }

  // A part can be marked once the positions are taken.

  /// Marks a part and adds the square of its size to marked_squares(), unless
  /// another thread has.
  KOKKOS_FORCEINLINE_FUNCTION void set_mark(std::uint32_t part) const {
    if (is_marked(part) ||
        Warp<Exec>::shared_atomic_or(&m_ends[part], mark) >= mark)
      return;
    auto const size = static_cast<std::uint32_t>(end(part) - begin(part));
    Warp<Exec>::shared_atomic_add(&m_ends[-2], size * size);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_marked(std::uint32_t part) const {
    return m_ends[part] >= mark;
  }
  /// Sum of the squares of the sizes of the marked parts, after a barrier.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t marked_squares() const {
    return m_ends[-2];
  }

  /// Turns counts of fewer than 2^14 items into the offsets at which the parts
  /// begin. Returns whether the squares of the sizes of the parts sum to more
  /// than `most`, which is at least 127. Each thread rounds down, so that the
  /// result may be false for a little more. A barrier must precede; ends with
  /// one.
  template <class Member>
  KOKKOS_INLINE_FUNCTION bool scan(Member const& member,
                                   std::uint32_t most) const {
    // The squares are summed in units, above the sums of fewer than 2^14 items.
    // A thread whose own are too many reports as many as it can.
    constexpr std::uint32_t one          = 1u << 14;
    constexpr std::uint32_t units_wanted = 127;
    constexpr std::uint32_t most_units   = ~std::uint32_t{0} / one / TeamSize;
    static_assert(most_units > units_wanted);
    std::uint32_t const unit = most / units_wanted + 1;
    constexpr int share      = div_up(quads, TeamSize);
    int const first          = member.team_rank() * share;
    std::uint32_t sum        = 0;
    std::uint32_t squares    = 0;
    Quad own[share];
    KOKKOSSORT_UNROLL
    for (int q = 0; q < share; ++q) {
      if (first + q >= quads) continue;
      own[q] = quad(first + q);
      KOKKOSSORT_UNROLL
      for (int w = 0; w < 4; ++w) {
        sum += own[q].word[w];
        squares += own[q].word[w] * own[q].word[w];
      }
    }
    std::uint32_t units = squares / unit;
    if (units > most_units) units = most_units;
    std::uint32_t total;
    std::uint32_t before =
        Scan::exclusive(member, sum + units * one, m_scan, total) % one;
    bool const is_full = total / one > units_wanted;
    KOKKOSSORT_UNROLL
    for (int q = 0; q < share; ++q) {
      if (first + q >= quads) continue;
      KOKKOSSORT_UNROLL
      for (int w = 0; w < 4; ++w) {
        std::uint32_t const size = own[q].word[w];
        own[q].word[w]           = before;
        before += size;
      }
      quad(first + q) = own[q];
    }
    member.team_barrier();
    return is_full;
  }

 private:
  static constexpr std::uint32_t mark = std::uint32_t{1} << 31;

  KOKKOS_FORCEINLINE_FUNCTION Quad& quad(int q) const {
    return reinterpret_cast<Quad*>(m_ends)[q];
  }

  std::uint32_t* m_ends;  // two more words precede the first
  std::uint32_t* m_scan;
};

}  // namespace KokkosSort::Impl

#endif
