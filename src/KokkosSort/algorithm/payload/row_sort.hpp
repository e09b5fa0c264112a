// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_PAYLOAD_ROW_SORT_HPP
#define KOKKOSSORT_ALGORITHM_PAYLOAD_ROW_SORT_HPP

// Argsort of rows of words, in two phases:
//
//   first sort   sorts all rows by their first 64 bits.
//   tie rounds   sort the rows that are still equal to another one, as long as
//                they have more bits. The key of a round is the number of the
//                group of equal rows, and below it as many further bits of the
//                row as there is room for.
//
// All sorts are stable. Groups of equal rows are ranges of the permutation. One
// sort per round therefore brings all of them in order, and its results go back
// to the same slots.

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace KokkosSort::Impl {

/// Rows as strings of bits, from the highest bit of the first word on. If
/// `is_mixed`, the bits of some of the first 64 words are flipped.
template <class Word, bool is_mixed = false>
struct RowBits {
  static constexpr int width = 8 * sizeof(Word);

  Rows<Word const> rows;
  std::uint64_t flipped_words = 0;  // one bit per word

  std::size_t count() const { return rows.columns * width; }

  KOKKOS_FORCEINLINE_FUNCTION Word word(std::size_t row,
                                        std::size_t column) const {
    Word const word = rows(row, column);
    if constexpr (is_mixed) {
      bool const flips = column < 64 && (flipped_words >> column & 1) != 0;
      return flips ? static_cast<Word>(~word) : word;
    } else {
      return word;
    }
  }

  /// Returns 1 to 64 bits of a row from bit `begin` on, as a number. Zeros
  /// follow the last word.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t operator()(std::size_t row,
                                                       std::size_t begin,
                                                       int bits) const {
    std::uint64_t number = 0;
    std::size_t column   = begin / width;
    int available        = width - static_cast<int>(begin % width);
    // The first sort reads whole words, which need less arithmetic.
    if (bits == 64 && available == width &&
        column + 64 / width <= rows.columns) {
      for (std::size_t i = 0; i < 64 / width; ++i)
        number |= std::uint64_t{word(row, column + i)}
                  << (64 - (i + 1) * width);
      return number;
    }
    for (int missing = bits; missing > 0 && column < rows.columns; ++column) {
      std::uint64_t const bits_here = word(row, column);
      number |= bits_here << (64 - available) >> (64 - missing);
      missing -= available;
      available = width;
    }
    return number;
  }
};

/// Loads the keys of the first sort, and numbers the rows.
template <class Bits, class Index>
struct LoadFirstBits {
  Bits rows;
  std::uint64_t flipped;
  std::uint64_t* keys;
  Strided<Index> permutation;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    keys[i]        = rows(i, 0, 64) ^ flipped;
    permutation[i] = static_cast<Index>(i);
  }
};

/// Numbers of tied rows and of their groups.
struct TieCount {
  std::size_t rows   = 0;
  std::size_t groups = 0;

  KOKKOS_FORCEINLINE_FUNCTION TieCount& operator+=(TieCount const& other) {
    rows += other.rows;
    groups += other.groups;
    return *this;
  }
};

/// Tied rows in order: the slot of each in the permutation, and its group.
template <class Index>
struct Ties {
  Index* slot  = nullptr;
  Index* group = nullptr;
};

/// Lists, by a scan, the sorted keys that are equal to a neighbor.
template <class Index>
struct CollectTies {
  using value_type = TieCount;

  std::uint64_t const* keys;
  Index const* slot;  // of each key; null: key i is in slot i
  std::size_t n;
  Ties<Index> ties;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i, TieCount& before,
                                              bool is_final) const {
    bool const begins = i == 0 || keys[i - 1] != keys[i];
    bool const ends   = i + 1 == n || keys[i + 1] != keys[i];
    if (begins && ends) return;
    if (begins) ++before.groups;
    if (is_final) {
      ties.slot[before.rows] =
          slot == nullptr ? static_cast<Index>(i) : slot[i];
      ties.group[before.rows] = static_cast<Index>(before.groups - 1);
    }
    ++before.rows;
  }
};

/// Loads the keys of a tie round: the number of the group, and below it `bits`
/// bits of the row from bit `begin` on.
template <class Bits, class Index>
struct LoadTiedBits {
  Bits rows;
  std::size_t begin;
  int bits;
  std::uint64_t flipped;
  Strided<Index> permutation;
  Ties<Index> ties;
  std::uint64_t* keys;
  Index* index;
  Index* slot;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    Index const here = ties.slot[i];
    Index const row  = permutation[here];
    std::uint64_t const group =
        bits < 64 ? static_cast<std::uint64_t>(ties.group[i]) << bits : 0;
    slot[i]  = here;
    index[i] = row;
    keys[i]  = group | (rows(row, begin, bits) ^ (flipped >> (64 - bits)));
  }
};

/// Writes the sorted rows of a tie round to their slots.
template <class Index>
struct PlaceTied {
  Strided<Index> permutation;
  Index const* index;
  Index const* slot;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    permutation[slot[i]] = index[i];
  }
};

/// Sorter sorts keys of 64 bits with one Index each, and is stable. Bits is the
/// RowBits of the rows.
template <class Sorter, class Exec, class Index, class Bits>
class RowSort {
  using Key    = std::uint64_t;
  using Order  = BitsOrder<Key>;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>;

 public:
  /// Returns whether rows have more bits than the first sort reads. If so,
  /// run() waits for the number of ties.
  static bool has_tie_rounds(Bits const& rows) { return rows.count() > 64; }

  static std::size_t workspace_bytes(Exec const& exec, Bits const& rows,
                                     std::size_t n) {
    Arena sorting;
    take_sorted(sorting, rows, n);
    Arena collecting = sorting;
    if (has_tie_rounds(rows)) take_ties(collecting, n);
    return std::max(collecting.used(),
                    sorting.used() + Arena::alignment + sorter_bytes(exec, n));
  }

  static void run(Exec const& exec, bool is_descending, Bits const& rows,
                  Strided<Index> const& permutation, std::size_t n,
                  Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::argsort_rows"));
    Key const flipped   = is_descending ? ~Key{0} : Key{0};
    Sorted const sorted = take_sorted(arena, rows, n);
    Kokkos::parallel_for(
        labeled("KokkosSort::argsort_rows::load_first_bits"),
        Policy(exec, 0, n),
        LoadFirstBits<Bits, Index>{rows, flipped, sorted.keys, permutation});
    sort(exec, sorted.keys, permutation, n, n, arena);
    std::size_t begin = 64, count = n;
    Index const* slot = nullptr;
    while (begin < rows.count()) {
      Arena scratch          = arena;  // the sort takes the same memory later
      Ties<Index> const ties = take_ties(scratch, n);
      TieCount const tied    = collect(exec, sorted.keys, slot, count, ties);
      if (tied.rows == 0) return;
      int const bits = 64 - static_cast<int>(std::bit_width(tied.groups - 1));
      Kokkos::parallel_for(labeled("KokkosSort::argsort_rows::load_tied_bits"),
                           Policy(exec, 0, tied.rows),
                           LoadTiedBits<Bits, Index>{
                               rows, begin, bits, flipped, permutation, ties,
                               sorted.keys, sorted.index, sorted.slot});
      sort(exec, sorted.keys, Strided<Index>{sorted.index}, tied.rows, n,
           arena);
      Kokkos::parallel_for(
          labeled("KokkosSort::argsort_rows::place_tied"),
          Policy(exec, 0, tied.rows),
          PlaceTied<Index>{permutation, sorted.index, sorted.slot});
      begin += static_cast<std::size_t>(bits);
      count = tied.rows;
      slot  = sorted.slot;
    }
  }

 private:
  /// Keys that a sort brings in order; in a tie round also their rows, and the
  /// slots that receive these.
  struct Sorted {
    Key* keys    = nullptr;
    Index* index = nullptr;
    Index* slot  = nullptr;
  };

  static Sorted take_sorted(Arena& arena, Bits const& rows, std::size_t n) {
    Sorted sorted{arena.take<Key>(n)};
    if (has_tie_rounds(rows)) {
      sorted.index = arena.take<Index>(n);
      sorted.slot  = arena.take<Index>(n);
    }
    return sorted;
  }

  static Ties<Index> take_ties(Arena& arena, std::size_t n) {
    Index* const slot = arena.take<Index>(n);
    return {slot, arena.take<Index>(n)};
  }

  static std::size_t sorter_bytes(Exec const& exec, std::size_t n) {
    return Sorter::workspace_bytes(exec, Order{}, n);
  }

  static TieCount collect(Exec const& exec, Key const* keys, Index const* slot,
                          std::size_t count, Ties<Index> const& ties) {
    TieCount tied;
    Kokkos::parallel_scan(labeled("KokkosSort::argsort_rows::collect_ties"),
                          Policy(exec, 0, count),
                          CollectTies<Index>{keys, slot, count, ties}, tied);
    return tied;
  }

  /// Sorts the first `count` of `room` keys. A sorter may need more workspace
  /// for fewer keys. If so, the room is filled up with keys that stay last.
  static void sort(Exec const& exec, Key* keys, Strided<Index> const& index,
                   std::size_t count, std::size_t room, Arena arena) {
    if (count < room && sorter_bytes(exec, count) > sorter_bytes(exec, room)) {
      Kokkos::deep_copy(exec,
                        Kokkos::View<Key*, Exec, Kokkos::MemoryUnmanaged>(
                            keys + count, room - count),
                        std::numeric_limits<Key>::max());
      count = room;
    }
    Sorter::run(exec, Order{}, Strided<Key>{keys}, index, count, arena);
  }
};

}  // namespace KokkosSort::Impl

#endif
