// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Entries of a sparse matrix as keys: the row in the upper half of an integer,
// the column in the lower half. Equal keys are entries of one row and column.
// An entry of no row has the number of rows in place of its row, so that it is
// behind all others.
#ifndef KOKKOSSORT_ALGORITHM_SORTED_ENTRY_KEYS_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_SORTED_ENTRY_KEYS_THREAD_HPP

#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Key of entries whose columns have this type. Rows are counted on the host,
/// so that their type has no part in it.
template <class Column>
using EntryKey =
    std::conditional_t<sizeof(Column) <= 4, std::uint64_t, UnsignedOf<16>>;

template <class Key>
inline constexpr int entry_key_half = 4 * static_cast<int>(sizeof(Key));

template <class Key, class Column>
KOKKOS_FORCEINLINE_FUNCTION Key entry_key(std::uint64_t row, Column column) {
  return static_cast<Key>(static_cast<Key>(row) << entry_key_half<Key>) |
         static_cast<Key>(KeyBits<Column>::encode(column));
}

/// Makes the keys of entries in coordinate form.
template <class Key, class Row, class Column>
struct CooKeys {
  Strided<Row const> rows;
  Strided<Column const> columns;
  std::uint64_t row_count;
  Key* keys;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    // A number below 0 becomes larger than any count.
    auto const row = static_cast<std::uint64_t>(rows[i]);
    keys[i] = entry_key<Key>(row < row_count ? row : row_count, columns[i]);
  }
};

/// Makes the keys of entries in compressed row storage. A key is the number of
/// rows that begin up to the entry before.
template <class Key, class Column>
struct CrsKeys {
  Column const* columns;
  std::uint64_t row_count;
  Key* keys;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    auto const row = static_cast<std::uint64_t>(keys[i]) - 1;
    keys[i] = entry_key<Key>(row < row_count ? row : row_count, columns[i]);
  }
};

/// Query i for the first key of row i.
template <class Key>
struct FirstOfRow {
  KOKKOS_FORCEINLINE_FUNCTION Key operator[](std::uint64_t row) const {
    return static_cast<Key>(static_cast<Key>(row) << entry_key_half<Key>);
  }
};

/// Query i for position i.
template <class Position>
struct EveryPosition {
  KOKKOS_FORCEINLINE_FUNCTION Position operator[](std::uint64_t i) const {
    return static_cast<Position>(i);
  }
};

/// Number of keys that an earlier kernel stores.
struct StoredCount {
  std::uint64_t const* count;
  KOKKOS_FORCEINLINE_FUNCTION operator std::uint64_t() const { return *count; }
};

/// Writes the columns of the first keys.
template <class Key, class Column, class Count>
struct ColumnsOfKeys {
  Key const* keys;
  Count count;
  Strided<Column> columns;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    using Bits = KeyBits<Column>;
    if (i < static_cast<std::uint64_t>(count))
      columns[i] = Bits::decode(static_cast<typename Bits::type>(keys[i]));
  }
};

}  // namespace KokkosSort::Impl

#endif
