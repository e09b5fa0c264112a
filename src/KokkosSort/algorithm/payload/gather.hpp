// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_PAYLOAD_GATHER_HPP
#define KOKKOSSORT_ALGORITHM_PAYLOAD_GATHER_HPP

#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>

namespace KokkosSort::Impl {

/// Payload of rank 1 or 2, whose rows move as a whole.
template <class T>
struct Rows {
  T* data;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;
  std::size_t columns;

  KOKKOS_FORCEINLINE_FUNCTION T& operator()(std::size_t row,
                                            std::size_t column) const {
    return data[static_cast<std::ptrdiff_t>(row) * row_stride +
                static_cast<std::ptrdiff_t>(column) * column_stride];
  }
};

/// Payload whose element i is accessor(i), in the form of Rows.
template <class Accessor>
struct AccessorRows {
  Accessor accessor;

  static constexpr std::ptrdiff_t row_stride    = 1;
  static constexpr std::ptrdiff_t column_stride = 1;
  static constexpr std::size_t columns          = 1;

  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator()(std::size_t row,
                                                        std::size_t) const {
    return accessor(row);
  }
};

/// Move of one payload: to(i, ...) = from(index(i), ...), or without an index
/// to(i, ...) = from(i, ...).
template <class From, class To>
struct MoveRows {
  From from;
  To to;
};
template <class From, class To>
MoveRows(From, To) -> MoveRows<From, To>;
template <class T>
using Move = MoveRows<Rows<T const>, Rows<T>>;

/// List of moves, as an aggregate that device code can hold.
template <class... Moves>
struct MoveList;
template <>
struct MoveList<> {
  template <class Action>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Action const&) const {}
};
template <class First, class... Rest>
struct MoveList<First, Rest...> {
  First first;
  MoveList<Rest...> rest;

  template <class Action>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Action const& action) const {
    action(first);
    rest.for_each(action);
  }
};

inline MoveList<> move_list() { return {}; }
template <class First, class... Rest>
auto move_list(First const& first, Rest const&... rest) {
  return MoveList<First, Rest...>{first, move_list(rest...)};
}

/// Identity index: row i comes from row i.
struct SameRow {
  KOKKOS_FORCEINLINE_FUNCTION std::size_t operator[](std::size_t i) const {
    return i;
  }
};

template <class Exec, class Index, class Moves>
struct GatherRows {
  using Member = TeamMember<Exec>;

  static constexpr int team = TeamShape<Exec>::size;

  Index index;
  Moves moves;
  std::size_t n;
  std::size_t rows_per_team;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::size_t const begin = member.league_rank() * rows_per_team;
    std::size_t const rows =
        begin + rows_per_team < n ? rows_per_team : n - begin;
    moves.for_each([&](auto const& move) {
      gather(static_cast<std::size_t>(member.team_rank()), begin, rows, move);
    });
  }

  /// Gathers one payload's rows; neighboring threads write neighboring memory.
  template <class AnyMove>
  KOKKOS_INLINE_FUNCTION void gather(std::size_t thread, std::size_t begin,
                                     std::size_t rows,
                                     AnyMove const& move) const {
    std::size_t const columns = move.to.columns;
    if (columns == 1) {
      for (std::size_t i = thread; i < rows; i += team)
        move.to(begin + i, 0) =
            move.from(static_cast<std::size_t>(index[begin + i]), 0);
      return;
    }
    bool const by_row = move.to.column_stride <= move.to.row_stride;
    for (std::size_t i = thread; i < rows * columns; i += team) {
      std::size_t const row    = by_row ? i / columns : i % rows;
      std::size_t const column = by_row ? i % columns : i / rows;
      move.to(begin + row, column) =
          move.from(static_cast<std::size_t>(index[begin + row]), column);
    }
  }
};

/// Returns the number of neighboring rows that a team works on: long enough to
/// amortize a team's start, short enough to spread small n.
template <class Exec>
std::size_t rows_per_team(Exec const& exec, std::size_t n) {
  constexpr int team         = TeamShape<Exec>::size;
  constexpr std::size_t most = TeamShape<Exec>::is_host ? 16384 : 8 * team;
  std::size_t const spread   = n / resident_teams<team>(exec) + 1;
  return std::max<std::size_t>(std::clamp<std::size_t>(spread, team, most),
                               n / max_league + 1);
}

/// Moves every payload's n rows in one launch.
template <class Exec, class Index, class Moves>
void gather_rows(char const* label, Exec const& exec, Index const& index,
                 std::size_t n, Moves const& moves) {
  std::size_t const share = rows_per_team(exec, n);
  launch_teams<TeamShape<Exec>::size>(
      label, exec, div_up(n, share),
      GatherRows<Exec, Index, Moves>{index, moves, n, share});
}

/// Kernel that calls body(i) per row.
template <class Exec, class Body>
struct ForEachRow {
  using Member = TeamMember<Exec>;

  static constexpr int team = TeamShape<Exec>::size;

  Body body;
  std::size_t n;
  std::size_t rows_per_team;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::size_t const begin = member.league_rank() * rows_per_team;
    std::size_t const end =
        begin + rows_per_team < n ? begin + rows_per_team : n;
    for (std::size_t i = begin + static_cast<std::size_t>(member.team_rank());
         i < end; i += team)
      body(i);
  }
};

template <class Exec, class Body>
void for_each_row(char const* label, Exec const& exec, std::size_t n,
                  Body const& body) {
  std::size_t const share = rows_per_team(exec, n);
  launch_teams<TeamShape<Exec>::size>(label, exec, div_up(n, share),
                                      ForEachRow<Exec, Body>{body, n, share});
}

}  // namespace KokkosSort::Impl

#endif
