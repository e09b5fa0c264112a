// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_PAYLOAD_EXCHANGE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_PAYLOAD_EXCHANGE_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/distributed/comm/region.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Rows of several payloads travel as records, one per element, so that each
// partner gets one message for all payloads. Only rows on the side of the input
// are at random positions. Plans by keys gather them in both directions, which
// a device's memory serves twice as fast as a scatter.

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::move_list;
using KokkosSort::Impl::Rows;
using KokkosSort::Impl::SameRow;
using KokkosSort::Impl::Strided;

template <class Exec>
using LongRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;

/// Offsets of the payloads' rows in a record, without gaps between them.
template <std::size_t Payloads>
struct RecordLayout {
  std::array<std::size_t, Payloads> offsets{};
  std::size_t bytes = 0;

  /// @param widths,alignments of a row, in bytes. A width is a multiple of its
  ///   alignment, so rows in order of falling alignment need no gaps
  RecordLayout(std::array<std::size_t, Payloads> const& widths,
               std::array<std::size_t, Payloads> const& alignments) {
    std::size_t const most =
        *std::max_element(alignments.begin(), alignments.end());
    for (std::size_t alignment = most; alignment > 0; alignment /= 2)
      for (std::size_t p = 0; p < Payloads; ++p) {
        if (alignments[p] != alignment) continue;
        offsets[p] = bytes;
        bytes += widths[p];
      }
    bytes = KokkosSort::Impl::round_up(bytes, most);
  }
};

/// Rows of one payload within records.
template <class T>
struct Records {
  static constexpr std::ptrdiff_t row_stride = 0, column_stride = 0;
  using Byte =
      std::conditional_t<std::is_const_v<T>, std::byte const, std::byte>;

  Byte* data;  ///< row of this payload in the first record
  std::size_t bytes;
  std::size_t columns;

  KOKKOS_FORCEINLINE_FUNCTION T& operator()(std::size_t row,
                                            std::size_t column) const {
    return reinterpret_cast<T*>(data + row * bytes)[column];
  }
};

/// Move of one payload between rows and records.
template <class From, class To>
struct RecordMove {
  From from;
  To to;
};

template <class T>
auto to_records(Rows<T const> const& rows, std::byte* data, std::size_t bytes) {
  return RecordMove<Rows<T const>, Records<T>>{rows,
                                               {data, bytes, rows.columns}};
}

template <class T>
auto from_records(std::byte const* data, std::size_t bytes,
                  Rows<T> const& rows) {
  return RecordMove<Records<T const>, Rows<T>>{{data, bytes, rows.columns},
                                               rows};
}

/// to(to_row(i), ...) = from(from_row(i), ...) for every payload
template <class FromRow, class ToRow, class Moves>
struct MoveRows {
  FromRow from_row;
  ToRow to_row;
  Moves moves;

  KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t i) const {
    auto const from = static_cast<std::size_t>(from_row[i]);
    auto const to   = static_cast<std::size_t>(to_row[i]);
    moves.for_each([&](auto const& move) {
      for (std::size_t column = 0; column < move.to.columns; ++column)
        move.to(to, column) = move.from(from, column);
    });
  }
};

template <class Exec, class FromRow, class ToRow, class Moves>
void move_rows(char const* label, Exec const& exec, FromRow const& from_row,
               ToRow const& to_row, std::uint64_t rows, Moves const& moves) {
  Kokkos::parallel_for(
      labeled(label), LongRange<Exec>(exec, 0, rows),
      MoveRows<FromRow, ToRow, Moves>{from_row, to_row, moves});
}

/// Moves rows between payloads and records: to(i) = from(index(i)). Threads of
/// a device move neighboring elements, a host's whole records.
template <class Exec, class Index, class Moves>
void gather_records(Exec const& exec, Index const& index, std::uint64_t rows,
                    Moves const& moves) {
  constexpr char const* label = "KokkosSort::Distributed::gather";
  if (rows == 0) return;
  if constexpr (KokkosSort::Impl::TeamShape<Exec>::is_host) {
    move_rows(label, exec, index, SameRow{}, rows, moves);
  } else {
    KokkosSort::Impl::gather_rows(label, exec, index, rows, moves);
  }
}

/// Moves rows between payloads and records: to(index(i)) = from(i).
template <class Exec, class Index, class Moves>
void scatter_records(Exec const& exec, Index const& index, std::uint64_t rows,
                     Moves const& moves) {
  if (rows > 0)
    move_rows("KokkosSort::Distributed::scatter", exec, SameRow{}, index, rows,
              moves);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
