// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_STRETCH_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_STRETCH_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// A leaf's sort reads its elements from a source. Positions are those in the
// leaf: 0, 1, … A source has these functions:
// - load_keys<TeamSize, N>(member, size, body) calls body(i, key) for the keys
//   of a thread. They are at i * TeamSize + rank for i < N.
// - load_values<TeamSize, N>(member, size, body) does so for values.
// - copy(member, to, begin, size) copies the elements to `to` from `begin` on.
// - load_elements<TeamSize, N>(member, order, size, elements) loads them into
//   scratch, at most N per thread. No barrier.

/// Source of elements that follow one another in device memory.
template <class Order, class Value>
class StretchSource {
  using Key  = typename Order::key_type;
  using Data = Arrays<Key, Value>;

 public:
  KOKKOS_FORCEINLINE_FUNCTION StretchSource(Data const& from,
                                            std::uint64_t begin)
      : m_from(from), m_begin(begin) {}

  template <int TeamSize, int N, class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load_keys(Member const& member, int size,
                                             Body const& body) const {
    load<TeamSize, N>(member, m_from.keys, size, body);
  }
  template <int TeamSize, int N, class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load_values(Member const& member, int size,
                                               Body const& body) const {
    load<TeamSize, N>(member, m_from.values, size, body);
  }

  /// A leaf returns to the positions that it comes from.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void copy(Member const& member, Data const& to,
                                   std::uint64_t /* m_begin */,
                                   int size) const {
    copy_all(member, m_from, to, m_begin, static_cast<std::uint64_t>(size));
  }

  template <int TeamSize, int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load_elements(
      Member const& member, Order const& order, int size,
      typename Elements<Order, Value>::type* elements) const {
    for (int at = member.team_rank(); at < size; at += TeamSize)
      elements[at] = Elements<Order, Value>::load(order, m_from, m_begin + at);
  }

 private:
  template <int TeamSize, int N, class Member, class T, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member,
                                        Strided<T> const& array, int size,
                                        Body const& body) const {
    with_stride(array, [&](auto stride) {
      T const* const first =
          array.data +
          static_cast<std::ptrdiff_t>(m_begin + member.team_rank()) * stride;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i * TeamSize + member.team_rank() < size)
          body(i, first[i * TeamSize * stride]);
    });
  }

  Data m_from;
  std::uint64_t m_begin;
};

}  // namespace KokkosSort::Impl

#endif
