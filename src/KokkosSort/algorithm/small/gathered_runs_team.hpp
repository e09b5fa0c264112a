// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_GATHERED_RUNS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_GATHERED_RUNS_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Table in scratch of the runs of one bucket: one of each tile, without those
/// that are empty. Run r begins at position first[r] of the bucket, and
/// shift[r] leads from there to its position in memory. Distances wrap round: a
/// run may lie before its position.
struct RunTable {
  std::uint32_t* first;
  std::uint32_t* shift;
  /// A bit for each position of a bucket that fits a leaf: whether a run begins
  /// there.
  std::uint32_t* begins;
  int runs;

  KOKKOS_FORCEINLINE_FUNCTION static constexpr int words(int positions) {
    return div_up(positions, 32);
  }
};

/// Source (leaf/stretch_team.hpp) of the elements of one bucket. A search finds
/// the run of the first position of a warp. The runs of its other positions
/// follow from the number of runs that begin in between.
template <class Exec, class Order, class Value>
class GatheredRuns {
  using Key     = typename Order::key_type;
  using Data    = Arrays<Key, Value>;
  using Element = typename Elements<Order, Value>::type;
  using Mask    = typename Warp<Exec>::mask_type;

  static constexpr int lanes = Warp<Exec>::size;

 public:
  KOKKOS_FORCEINLINE_FUNCTION GatheredRuns(Data const& from,
                                           RunTable const& table)
      : m_from(from), m_table(table) {
    while (2 * m_step <= table.runs) m_step *= 2;
  }

  template <int TeamSize, int N, class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load_keys(Member const& member, int size,
                                             Body const& body) const {
    load<TeamSize, N>(member, m_from.keys.data, size, body);
  }
  template <int TeamSize, int N, class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load_values(Member const& member, int size,
                                               Body const& body) const {
    load<TeamSize, N>(member, m_from.values.data, size, body);
  }

  /// For buckets of any size.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void copy(Member const& member, Data const& to,
                                   std::uint64_t begin, int size) const {
    for (int at = member.team_rank(); at < size; at += member.team_size()) {
      auto const position = static_cast<std::uint32_t>(at);
      std::uint32_t const here =
          position + m_table.shift[runs_before(position + 1) - 1];
      to.keys[begin + at] = m_from.keys.data[here];
      if constexpr (is_value_v<Value>)
        to.values[begin + at] = m_from.values.data[here];
    }
  }

  template <int TeamSize, int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load_elements(Member const& member,
                                                 Order const& order, int size,
                                                 Element* elements) const {
    std::uint32_t shift[N];
    find_shifts<TeamSize>(member, shift);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size)
        elements[at] = Elements<Order, Value>::load(
            order, m_from, static_cast<std::uint32_t>(at) + shift[i]);
    }
  }

 private:
  template <int TeamSize, int N, class Member, class T, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member, T const* array,
                                        int size, Body const& body) const {
    std::uint32_t shift[N];
    find_shifts<TeamSize>(member, shift);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size) body(i, array[static_cast<std::uint32_t>(at) + shift[i]]);
    }
  }

  /// Finds shift[r] of the runs of a thread's positions, i * TeamSize + rank.
  template <int TeamSize, int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void find_shifts(
      Member const& member, std::uint32_t (&shift)[N]) const {
    int const lane   = member.team_rank() % lanes;
    int const first  = member.team_rank() - lane;
    Mask const up_to = (Mask{2} << lane) - 1;
    // Each lane searches for one i, if there are enough.
    std::uint32_t before = 0;
    if constexpr (N <= lanes)
      before = runs_before(
          static_cast<std::uint32_t>((lane < N ? lane : 0) * TeamSize + first));
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const begin = i * TeamSize + first;
      std::uint32_t runs;
      if constexpr (N <= lanes) {
        runs = Warp<Exec>::shuffle(before, i);
      } else {
        runs = runs_before(static_cast<std::uint32_t>(begin));
      }
      runs += static_cast<std::uint32_t>(
          Warp<Exec>::count(begins_in_warp(begin) & up_to));
      shift[i] = m_table.shift[runs > 0 ? runs - 1 : 0];
    }
  }

  /// Returns the bits of `lanes` positions.
  KOKKOS_FORCEINLINE_FUNCTION Mask begins_in_warp(int begin) const {
    if constexpr (lanes > 32) {
      return m_table.begins[begin / 32] |
             static_cast<Mask>(m_table.begins[begin / 32 + 1]) << 32;
    } else if constexpr (lanes == 32) {
      return m_table.begins[begin / 32];
    } else {
      return m_table.begins[begin / 32] >> begin % 32 &
             ((Mask{1} << lanes) - 1);
    }
  }

  /// Returns the number of runs that begin before a position.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t runs_before(
      std::uint32_t position) const {
    int count = 0;
    KOKKOSSORT_NO_UNROLL
    for (int step = m_step; step > 0; step /= 2)
      if (count + step <= m_table.runs &&
          m_table.first[count + step - 1] < position)
        count += step;
    return static_cast<std::uint32_t>(count);
  }

  Data m_from;
  RunTable m_table;
  int m_step = 1;
};

}  // namespace KokkosSort::Impl

#endif
