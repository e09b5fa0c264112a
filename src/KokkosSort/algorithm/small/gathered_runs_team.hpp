// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_GATHERED_RUNS_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_GATHERED_RUNS_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Source (leaf/stretch_team.hpp) of the elements of one bucket: a run of each
/// tile, one after the other. Run t begins at position first[t] of the bucket,
/// and shift[t] leads from there to its position in memory.
template <class Order, class Value>
class GatheredRuns {
  using Key  = typename Order::key_type;
  using Data = Arrays<Key, Value>;

 public:
  /// Distances wrap round: a run may lie before its position in the bucket.
  KOKKOS_FORCEINLINE_FUNCTION GatheredRuns(Data const& from,
                                           std::uint32_t const* first,
                                           std::uint32_t const* shift, int runs)
      : m_from(from), m_first(first), m_shift(shift), m_runs(runs) {
    while (2 * m_step < runs) m_step *= 2;
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

  template <class Member>
  KOKKOS_INLINE_FUNCTION void copy(Member const& member, Data const& to,
                                   std::uint64_t begin, int size) const {
    for (int at = member.team_rank(); at < size; at += member.team_size()) {
      std::uint32_t const here = where(static_cast<std::uint32_t>(at));
      to.keys[begin + at]      = m_from.keys.data[here];
      if constexpr (is_value_v<Value>)
        to.values[begin + at] = m_from.values.data[here];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION typename Elements<Order, Value>::type element(
      Order const& order, int at) const {
    return Elements<Order, Value>::load(order, m_from,
                                        where(static_cast<std::uint32_t>(at)));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t where(std::uint32_t at) const {
    int run = 0;
    for (int step = m_step; step > 0; step /= 2)
      if (run + step < m_runs && m_first[run + step] <= at) run += step;
    return at + m_shift[run];
  }

  /// All searches of a thread are made at once, which hides their latency.
  template <int TeamSize, int N, class Member, class T, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member, T const* array,
                                        int size, Body const& body) const {
    int run[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) run[i] = 0;
    KOKKOSSORT_NO_UNROLL
    for (int step = m_step; step > 0; step /= 2) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (i * TeamSize < size && run[i] + step < m_runs &&
            m_first[run[i] + step] <= static_cast<std::uint32_t>(at))
          run[i] += step;
      }
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size)
        body(i, array[static_cast<std::uint32_t>(at) + m_shift[run[i]]]);
    }
  }

  Data m_from;
  std::uint32_t const* m_first;
  std::uint32_t const* m_shift;
  int m_runs;
  int m_step = 1;
};

}  // namespace KokkosSort::Impl

#endif
