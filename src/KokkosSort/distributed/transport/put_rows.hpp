// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_PUT_ROWS_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_PUT_ROWS_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Distributed::Impl {

/// Unit in which links move memory.
struct alignas(16) WideWord {
  std::uint64_t parts[2];
};

/// Whether each row consists of adjacent aligned words.
template <class T>
bool is_of_words(KokkosSort::Impl::Rows<T> const& rows) {
  auto const divides = [](std::size_t bytes) {
    return bytes % sizeof(WideWord) == 0;
  };
  return (rows.columns == 1 || rows.column_stride == 1) &&
         divides(rows.columns * sizeof(T)) &&
         divides(static_cast<std::size_t>(rows.row_stride) * sizeof(T)) &&
         divides(reinterpret_cast<std::size_t>(rows.data));
}

template <class T>
auto as_words(KokkosSort::Impl::Rows<T> const& rows) {
  using Word = std::conditional_t<std::is_const_v<T>, WideWord const, WideWord>;
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(T));
  constexpr auto word = static_cast<std::ptrdiff_t>(sizeof(WideWord));
  return KokkosSort::Impl::Rows<Word>{
      reinterpret_cast<Word*>(rows.data), rows.row_stride * size / word, 1,
      rows.columns * sizeof(T) / sizeof(WideWord)};
}

/// Part of the send buffer for one rank.
struct Put {
  std::byte* to;        ///< target in that rank's memory
  std::uint64_t begin;  ///< of the part in the send buffer
  std::uint64_t count;  ///< rows
};

/// Returns the begin of stretch `s` of `stretches` of `count` rows.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t stretch_begin(std::uint64_t count,
                                                        int s, int stretches) {
  return count * static_cast<std::uint64_t>(s) /
         static_cast<std::uint64_t>(stretches);
}

/// Position of an element in a payload.
template <class Index>
struct Cell {
  Index row;
  std::size_t column;
};

// Elements that a thread has in flight, since random reads take long. The two
// kernels each run on 1/8 of the teams that fit. Measured on four H200:
// with fewer in flight, the links or the memory wait. With twice as many of
// either kind both kernels take longer, because they compete for memory. The
// same holds for teams that do not spread evenly over the device. 1/8 and
// 4 to put, 1/8 and 8 to fetch take 21.6 ms; 1/4 and 4, 1/2 and 4
// take 24.1 ms.
inline constexpr int put_ahead   = 4;
inline constexpr int fetch_ahead = 8;

/// Returns 1/8 of the teams that a device holds at a time.
template <class Kernel, class Exec>
std::size_t teams_side_by_side(Exec const& exec) {
  return std::max<std::size_t>(
      KokkosSort::Impl::resident_teams<Kernel::team>(exec) / 8, 1);
}

/// Calls store(i, *address(index(i))) for the elements of a team below `end`,
/// from `first` on and from every `step` behind it. A thread has `Ahead` of
/// them in flight.
template <int Team, int Ahead, class IndexOf, class Address, class Store>
KOKKOS_FORCEINLINE_FUNCTION void move_ahead(
    std::uint64_t thread, std::uint64_t first, std::uint64_t step,
    std::uint64_t end, IndexOf const& index, Address const& address,
    Store const& store) {
  constexpr std::uint64_t share = Ahead * std::uint64_t{Team};
  using Indexed                 = decltype(index(first));
  using Pointer                 = decltype(address(index(first)));
  for (std::uint64_t i = first; i < end; i += step) {
    std::uint64_t const own = i + thread;
    if (i + share <= end) {
      Indexed at[Ahead];
      KOKKOSSORT_UNROLL
      for (int a = 0; a < Ahead; ++a) at[a] = index(own + a * Team);
      Pointer from[Ahead];
      KOKKOSSORT_UNROLL
      for (int a = 0; a < Ahead; ++a) from[a] = address(at[a]);
      std::remove_const_t<std::remove_pointer_t<Pointer>> held[Ahead];
      KOKKOSSORT_UNROLL
      for (int a = 0; a < Ahead; ++a) held[a] = *from[a];
      KOKKOSSORT_UNROLL
      for (int a = 0; a < Ahead; ++a) store(own + a * Team, held[a]);
    } else {
      for (std::uint64_t j = own; j < end; j += Team)
        store(j, *address(index(j)));
    }
  }
}

/// Kernel that puts one stretch of every part. It reads rows at random
/// positions in the payload and writes them, adjacent, into the memory of their
/// destination ranks. It skips the rank's own part if the payload stays as it
/// is.
template <class Exec, class T, class Index>
struct PutRows {
  using Member = KokkosSort::Impl::TeamMember<Exec>;
  using Source = KokkosSort::Impl::Rows<T const>;

  static constexpr int team = KokkosSort::Impl::TeamShape<Exec>::size;

  Index const* sent_from;  ///< row per position in the send buffer
  Source from;
  Put const* puts;  ///< per rank
  int ranks;
  int self;
  int targets;  ///< number of ranks behind this one, itself the last
  int stretch;
  int stretches;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    // Adjacent teams write to different ranks, and every rank begins with the
    // one behind it, so all links are busy.
    int const way    = member.league_rank() % targets;
    auto const teams = static_cast<std::uint64_t>(
        (member.league_size() - way + targets - 1) / targets);
    auto const mine =
        static_cast<std::uint64_t>(member.league_rank() / targets);
    Put const put             = puts[(self + 1 + way) % ranks];
    std::size_t const columns = from.columns;
    auto const begin = stretch_begin(put.count, stretch, stretches) * columns;
    auto const end = stretch_begin(put.count, stretch + 1, stretches) * columns;
    T* const to    = reinterpret_cast<T*>(put.to);
    auto const move = [&](auto const& index, auto const& address) {
      constexpr std::uint64_t share = put_ahead * std::uint64_t{team};
      move_ahead<team, put_ahead>(
          static_cast<std::uint64_t>(member.team_rank()), begin + mine * share,
          teams * share, end, index, address,
          [&](std::uint64_t i, T const& element) { to[i] = element; });
    };
    if (columns == 1) {
      move([&](std::uint64_t i) { return sent_from[put.begin + i]; },
           [&](Index row) { return &from(static_cast<std::size_t>(row), 0); });
    } else {
      move(
          [&](std::uint64_t i) {
            return Cell<Index>{sent_from[put.begin + i / columns], i % columns};
          },
          [&](Cell<Index> const& cell) {
            return &from(static_cast<std::size_t>(cell.row), cell.column);
          });
    }
  }
};

/// Kernel that fetches the rows begin..end of the result from the receive
/// buffer. If the rank's own part was not put, its rows are in the payload.
template <class Exec, class T, class Index>
struct FetchRows {
  using Member = KokkosSort::Impl::TeamMember<Exec>;

  static constexpr int team = KokkosSort::Impl::TeamShape<Exec>::size;

  Index const* received_at;  ///< position in the receive buffer per row
  T const* received;
  std::uint64_t own_begin, own_count;  ///< positions of the part not received
  Index const* own_from;               ///< their rows in the payload
  KokkosSort::Impl::Rows<T const> from;
  KokkosSort::Impl::Rows<T> to;
  std::uint64_t begin, end;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::size_t const columns = to.columns;
    auto const move           = [&](auto const& index, auto const& address,
                          auto const& store) {
      constexpr std::uint64_t share = fetch_ahead * std::uint64_t{team};
      move_ahead<team, fetch_ahead>(
          static_cast<std::uint64_t>(member.team_rank()),
          begin * columns +
              static_cast<std::uint64_t>(member.league_rank()) * share,
          static_cast<std::uint64_t>(member.league_size()) * share,
          end * columns, index, address, store);
    };
    if (columns == 1) {
      move([&](std::uint64_t i) { return received_at[i]; },
           [&](Index at) { return address_of(at, 0); },
           [&](std::uint64_t i, T const& element) {
             to(static_cast<std::size_t>(i), 0) = element;
           });
    } else {
      move(
          [&](std::uint64_t i) {
            return Cell<Index>{received_at[i / columns], i % columns};
          },
          [&](Cell<Index> const& cell) {
            return address_of(cell.row, cell.column);
          },
          [&](std::uint64_t i, T const& element) {
            to(i / columns, i % columns) = element;
          });
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION T const* address_of(Index at,
                                                  std::size_t column) const {
    std::uint64_t const own = static_cast<std::uint64_t>(at) - own_begin;
    if (own < own_count)
      return &from(static_cast<std::size_t>(own_from[own]), column);
    return received + static_cast<std::uint64_t>(at) * to.columns + column;
  }
};

/// Kernel that counts, per stretch, the rows of the result that can be fetched
/// after it. These are the rows in front of the first one that is behind the
/// stretch in its part.
template <class Index>
struct RowsWithin {
  Index const* received_at;     ///< position in the receive buffer per row
  std::uint64_t const* bounds;  ///< of the parts received
  int ranks;
  int stretches;
  std::uint64_t* rows;  ///< per stretch; initialized with the total

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t row) const {
    auto const at = static_cast<std::uint64_t>(received_at[row]);
    int rank      = 0;
    while (bounds[rank + 1] <= at) ++rank;
    std::uint64_t const place = at - bounds[rank];
    std::uint64_t const count = bounds[rank + 1] - bounds[rank];
    // Only these stretches may begin at this position.
    auto s =
        static_cast<int>(place * static_cast<std::uint64_t>(stretches) / count);
    for (; s <= stretches && stretch_begin(count, s, stretches) <= place; ++s)
      if (s > 0 && stretch_begin(count, s, stretches) == place)
        Kokkos::atomic_min(&rows[s - 1], row);
  }
};

/// Launches PutRows on so few teams that FetchRows can run beside it.
template <class Exec, class T, class Index>
void put_rows(Exec const& exec, PutRows<Exec, T, Index> const& kernel) {
  using Kernel = PutRows<Exec, T, Index>;
  KokkosSort::Impl::launch_teams<Kernel::team>(
      "KokkosSort::Distributed::put", exec,
      std::max(teams_side_by_side<Kernel>(exec),
               static_cast<std::size_t>(kernel.targets)),
      kernel);
}

/// Launches FetchRows.
/// @param is_alone no rows are put meanwhile, so it may fill the device
template <class Exec, class T, class Index>
void fetch_rows(Exec const& exec, FetchRows<Exec, T, Index> const& kernel,
                bool is_alone) {
  using Kernel = FetchRows<Exec, T, Index>;
  if (kernel.begin == kernel.end) return;
  std::size_t const teams =
      is_alone ? KokkosSort::Impl::resident_teams<Kernel::team>(exec)
               : teams_side_by_side<Kernel>(exec);
  KokkosSort::Impl::launch_teams<Kernel::team>("KokkosSort::Distributed::fetch",
                                               exec, teams, kernel);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
