// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_COLUMNS_STRING_KEYS_HPP
#define KOKKOSSORT_ALGORITHM_COLUMNS_STRING_KEYS_HPP

#include <KokkosSort/algorithm/columns/column_sort.hpp>
#include <KokkosSort/algorithm/columns/columns_tuning.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/core/relaxed.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Index, class Offset>
struct StringOrder;

/// Strings of bytes in the form of a ColumnList: one integer per sort.
///
/// An integer holds bytes of the string, zeros behind its end, and in its
/// lowest 8 bits how many of the bytes are the string's. This number is one
/// more if the string goes on. So a prefix comes first, and strings with the
/// same integer either go on or are equal. The bytes that all strings begin
/// with are left out.
template <class Offset>
struct StringList {
  static constexpr int first_bits = PackedKey<1>::most;
  static constexpr int bits       = first_bits + 64 * string_tie_sorts;

  template <class Index>
  using Order = StringOrder<Index, Offset>;

  ListedSegments<Offset> strings;
  Strided<std::uint8_t const> bytes;
  std::uint64_t size;
  bool is_descending;
  std::uint64_t* shared;  // number of the bytes that all strings begin with

  /// Returns the number of bytes that integers up to bit `end` hold.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int bytes_held(int end) {
    return end == 0 ? 0 : first_bits / 8 - 1 + (end - first_bits) / 64 * 7;
  }
  /// Returns the number of bytes in front of the one that bit `end` begins.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t bytes_before(int end) const {
    return *shared + static_cast<std::uint64_t>(bytes_held(end));
  }

  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t row) const {
    return strings.bounds(row, size);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool goes_on(std::size_t row) const {
    return bounds(row).size() > bytes_before(bits);
  }

  /// Returns the integer that stands from bit `begin` to in front of bit `end`.
  template <int begin, int end, class Key>
  KOKKOS_FORCEINLINE_FUNCTION Key read(std::size_t row) const {
    constexpr std::uint64_t held = bytes_held(end) - bytes_held(begin);
    std::uint64_t const first    = bytes_before(begin);
    SegmentBounds const at       = bounds(row);
    std::uint64_t const left     = at.size() > first ? at.size() - first : 0;
    Key integer                  = 0;
    for (std::uint64_t i = 0; i < held; ++i)
      integer = static_cast<Key>(integer << 8) |
                (i < left ? bytes[at.begin + first + i] : std::uint8_t{0});
    integer = static_cast<Key>(integer << 8) | (left > held ? held + 1 : left);
    return is_descending ? static_cast<Key>(~integer) : integer;
  }

  /// Returns whether string a comes before string b, of which the integers are
  /// the same and which go on.
  KOKKOS_FORCEINLINE_FUNCTION bool rest_less(std::size_t a,
                                             std::size_t b) const {
    SegmentBounds const one = bounds(a), other = bounds(b);
    std::uint64_t const shorter =
        one.size() < other.size() ? one.size() : other.size();
    for (std::uint64_t i = bytes_before(bits); i < shorter; ++i) {
      std::uint8_t const byte = bytes[one.begin + i];
      std::uint8_t const with = bytes[other.begin + i];
      if (byte != with) return byte < with;
    }
    return one.size() < other.size();
  }
};

/// Sets the number of shared bytes to all of the first string.
template <class Offset>
struct StartSharing {
  StringList<Offset> strings;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t row) const {
    *strings.shared = strings.bounds(row).size();
  }
};

/// Lowers it to the bytes that a string shares with the first one.
template <class Offset>
struct ShareBytes {
  StringList<Offset> strings;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t row) const {
    SegmentBounds const one = strings.bounds(0), other = strings.bounds(row);
    std::uint64_t const most = SharedWords::load(strings.shared);
    std::uint64_t same       = 0;
    while (same < most && same < other.size() &&
           strings.bytes[one.begin + same] == strings.bytes[other.begin + same])
      ++same;
    if (same < most) Kokkos::atomic_min(strings.shared, same);
  }
};

template <class Exec, class Offset>
void find_shared_bytes(Exec const& exec, StringList<Offset> const& strings,
                       std::size_t n) {
  for_each_row("KokkosSort::columns::start_sharing", exec, 1,
               StartSharing<Offset>{strings});
  for_each_row("KokkosSort::columns::share_bytes", exec, n,
               ShareBytes<Offset>{strings});
}

/// Order of the numbers of strings that tie and go on.
template <class Index, class Offset>
struct StringOrder {
  using key_type  = Index;
  using item_type = Index;

  static constexpr bool equal_is_identical = false;

  StringList<Offset> strings;

  KOKKOS_FORCEINLINE_FUNCTION Index encode(Index row) const { return row; }
  KOKKOS_FORCEINLINE_FUNCTION Index decode(Index row) const { return row; }
  KOKKOS_FORCEINLINE_FUNCTION bool less(Index a, Index b) const {
    auto const one   = static_cast<std::size_t>(strings.is_descending ? b : a);
    auto const other = static_cast<std::size_t>(strings.is_descending ? a : b);
    return strings.rest_less(one, other);
  }
};

}  // namespace KokkosSort::Impl

#endif
