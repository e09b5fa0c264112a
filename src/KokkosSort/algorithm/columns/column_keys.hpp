// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_COLUMNS_COLUMN_KEYS_HPP
#define KOKKOSSORT_ALGORITHM_COLUMNS_COLUMN_KEYS_HPP

#include <KokkosSort/block/key_bits.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// One key of each row, as an unsigned integer in the order of the column.
template <class T, bool is_descending>
struct Column {
  using Key  = std::remove_const_t<T>;
  using Code = typename KeyBits<Key>::type;

  static constexpr int bits =
      std::is_same_v<Key, bool> ? 1 : 8 * static_cast<int>(sizeof(Key));

  Strided<T> keys;

  /// Returns the bits of a code that descending order flips.
  KOKKOS_FORCEINLINE_FUNCTION static Code flipped() {
    if constexpr (is_descending) {
      return static_cast<Code>(static_cast<Code>(~Code{0}) >>
                               (8 * static_cast<int>(sizeof(Code)) - bits));
    } else {
      return 0;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION Code code(std::size_t row) const {
    return static_cast<Code>(KeyBits<Key>::encode(keys[row]) ^ flipped());
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(std::size_t row, Code code) const {
    keys[row] = KeyBits<Key>::decode(static_cast<Code>(code ^ flipped()));
  }
};

/// Rows of several columns as strings of bits: the code of the first column,
/// from its highest bit on, then that of the next.
template <class... Columns>
struct ColumnList;

template <>
struct ColumnList<> {
  static constexpr int bits = 0;

  template <int, int, class Key>
  KOKKOS_FORCEINLINE_FUNCTION Key read(std::size_t) const {
    return 0;
  }
  template <int, class Key>
  KOKKOS_FORCEINLINE_FUNCTION void store(std::size_t, Key, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION bool less(std::size_t, std::size_t) const {
    return false;
  }
};

template <class First, class... Rest>
struct ColumnList<First, Rest...> {
  static constexpr int bits = First::bits + ColumnList<Rest...>::bits;

  First first;
  ColumnList<Rest...> rest;

  /// Returns the bits of a row from bit `begin` to in front of bit `end` as a
  /// number. Bits in front of the first column and behind the last are 0.
  template <int begin, int end, class Key>
  KOKKOS_FORCEINLINE_FUNCTION Key read(std::size_t row) const {
    constexpr int width = First::bits;
    auto const others =
        rest.template read<begin - width, end - width, Key>(row);
    if constexpr (begin < width && end > 0) {
      using Code = typename First::Code;
      Code code  = first.code(row);
      if constexpr (begin > 0)
        code = static_cast<Code>(
            code & static_cast<Code>(static_cast<Code>(~Code{0}) >>
                                     (8 * sizeof(Code) - (width - begin))));
      if constexpr (end < width) {
        return static_cast<Key>(code >> (width - end));
      } else {
        return static_cast<Key>(static_cast<Key>(code) << (end - width)) |
               others;
      }
    } else {
      return others;
    }
  }

  /// Writes the columns that end within the first `covered` bits of the row.
  /// The bits of `key` in front of its lowest `left` are in front of this list.
  template <int covered, class Key>
  KOKKOS_FORCEINLINE_FUNCTION void store(std::size_t row, Key key,
                                         int left) const {
    if constexpr (First::bits <= covered) {
      left -= First::bits;
      auto const code = static_cast<typename First::Code>(key >> left);
      if constexpr (First::bits == 1) {
        first.store(row, code & 1);
      } else {
        first.store(row, code);
      }
      rest.template store<covered - First::bits>(row, key, left);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION bool less(std::size_t a, std::size_t b) const {
    auto const one = first.code(a), other = first.code(b);
    return one == other ? rest.less(a, b) : one < other;
  }
};

struct RowNumbers {
  KOKKOS_FORCEINLINE_FUNCTION std::size_t operator[](std::size_t i) const {
    return i;
  }
};

/// Order of the numbers of rows.
template <class List>
struct RowOrder {
  List columns;

  KOKKOS_FORCEINLINE_FUNCTION std::size_t encode(std::size_t row) const {
    return row;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(std::size_t a, std::size_t b) const {
    return columns.less(a, b);
  }
};

}  // namespace KokkosSort::Impl

#endif
