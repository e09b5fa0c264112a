// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_WRITE_SELECTED_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_WRITE_SELECTED_HPP

#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Calls body(i) for i < n, by all threads of a league.
template <int TeamSize, class Member, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_each_of_league(Member const& member,
                                                    std::uint64_t n,
                                                    Body const& body) {
  std::uint64_t const step =
      static_cast<std::uint64_t>(member.league_size()) * TeamSize;
  for (std::uint64_t i =
           static_cast<std::uint64_t>(member.league_rank()) * TeamSize +
           member.team_rank();
       i < n; i += step)
    body(i);
}

/// Makes candidates of all keys, with padding behind the first ones if only
/// these count.
template <class Selection>
struct CopyKeys {
  using Member = typename Selection::Member;
  using By     = typename Selection::By;

  typename Selection::State s;
  typename By::Candidate* to;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    s.template with_source<true>(0, [&](auto const& source) {
      for_each_of_league<Selection::team>(member, s.n, [&](std::uint64_t i) {
        if constexpr (!Selection::Keys::are_all)
          if (i >= s.size(0)) {
            to[i] = s.by.padding();
            return;
          }
        to[i] = By::candidate(source[i]);
      });
    });
  }
};

/// Writes the first candidates. A comparator that is no strict weak order may
/// have put padding among them, in place of which any key is written.
template <class Selection, class Write>
struct WriteSelected {
  using Member = typename Selection::Member;
  using By     = typename Selection::By;
  using Entry  = typename By::Entry;

  typename Selection::State s;
  typename By::Candidate const* sorted;
  Write write;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    for_each_of_league<Selection::team>(member, s.end(), [&](std::uint64_t i) {
      if constexpr (By::is_indexed) {
        Entry const entry = sorted[i];
        write(s.by, i,
              entry.index < s.n ? entry : s.by.entry(s.by.m_keys[i], i));
      } else {
        write(s.by, i, By::entry_of(sorted[i], i));
      }
    });
  }
};

/// Writes the key of an entry.
template <class By>
KOKKOS_FORCEINLINE_FUNCTION void write_key(
    By const& by, Strided<typename By::Key> const& keys, std::uint64_t i,
    typename By::Entry const& entry) {
  if constexpr (By::is_held) {
    keys[i] = by.m_order.decode(entry.item);
  } else {
    keys[i] = by.m_keys[entry.index];
  }
}

/// Output: the keys.
template <class Key>
struct WriteKeys {
  Strided<Key> keys;

  template <class By>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      By const& by, std::uint64_t i, typename By::Entry const& entry) const {
    write_key(by, keys, i, entry);
  }
};

/// Output: the keys and their values.
template <class Key, class Value>
struct WritePairs {
  Strided<Key> keys;
  Strided<Value> values;
  Strided<Value const> from;

  template <class By>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      By const& by, std::uint64_t i, typename By::Entry const& entry) const {
    write_key(by, keys, i, entry);
    values[i] = from[entry.index];
  }
};

/// Output: the indices of the keys.
template <class Index>
struct WritePositions {
  Strided<Index> positions;

  template <class By>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(
      By const&, std::uint64_t i, typename By::Entry const& entry) const {
    positions[i] = static_cast<Index>(entry.index);
  }
};

}  // namespace KokkosSort::Impl

#endif
