// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of rows of several columns by integers that hold bits of a row.
//
//   first sort   sorts all rows by an integer of up to 128 bits. It holds the
//                whole row, or the first bits of it.
//   tie sorts    one per 64 further bits. Rows that agree in all bits before
//                become segments, and a segmented sort brings each in order.
//   rest         rows that go on are then sorted by a comparator, again as
//                segments: strings alone have one.
//
// Every sort carries the numbers of the rows, by which the next one reads its
// bits. Rows that tie with no other one are not read again. The launches depend
// on the extents and on the types alone.
#ifndef KOKKOSSORT_ALGORITHM_COLUMNS_COLUMN_SORT_HPP
#define KOKKOSSORT_ALGORITHM_COLUMNS_COLUMN_SORT_HPP

#include <KokkosSort/algorithm/columns/column_keys.hpp>
#include <KokkosSort/algorithm/columns/tied_rows.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Integer by which rows of `bits` bits are sorted first.
template <int bits>
struct PackedKey {
  static constexpr int most = std::is_void_v<UInt128> ? 64 : 128;

  static constexpr bool holds_row = bits <= most;
  static constexpr int read       = holds_row ? bits : most;

  using type = UnsignedOf<read <= 32 ? 4 : (read <= 64 ? 8 : 16)>;
};

/// Reads the first bits of the rows. If `numbers`, it also numbers them.
template <class List, class Key, class Value, int end, bool numbers>
struct PackRows {
  List columns;
  Key* keys;
  Strided<Value> values;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    keys[i] = columns.template read<0, end, Key>(i);
    if constexpr (numbers) values[i] = static_cast<Value>(i);
  }
};

/// Reads further bits of the rows that tie.
template <class List, class Value, class Tied, int begin, int end>
struct PackTiedRows {
  List columns;
  std::uint64_t* words;
  Strided<Value> index;
  Tied tied;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    bool const is_alone = (tied.marks[i] & 1) != 0 &&
                          (i + 1 == tied.count || (tied.marks[i + 1] & 1) != 0);
    words[i] = is_alone ? 0
                        : columns.template read<begin, end, std::uint64_t>(
                              static_cast<std::size_t>(index[i]));
  }
};

/// Ends the ties of rows that do not go on: they are equal.
template <class List, class Value>
struct EndTies {
  List columns;
  Strided<Value> index;
  std::uint8_t const* marks;
  Value* last;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    if ((marks[i] & 1) != 0 &&
        !columns.goes_on(static_cast<std::size_t>(index[i])))
      last[i] = static_cast<Value>(i);
  }
};

/// Writes the columns that end within the first `covered` bits of the rows.
template <class List, class Key, int covered>
struct UnpackRows {
  List columns;
  Key const* keys;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    columns.template store<covered>(i, keys[i], PackedKey<List::bits>::read);
  }
};

/// The rest of rows that end with their columns.
struct NoRest {};

/// First sorts integers of PackedKey with a Value each, stably if there are
/// values. Ties::type sorts segments of 64-bit integers with a Value each. If
/// `numbers`, the values become the numbers of the rows. Rest::type sorts
/// segments of these numbers.
template <class First, class Ties, class Exec, class List, class Value,
          bool numbers, class Rest = NoRest>
class ColumnSort {
  using Packed = PackedKey<List::bits>;
  using Tied   = TiedRows<Value>;
  using Find   = FindTiedRows<Exec, Value>;
  using Order  = BitsOrder<std::uint64_t>;

 public:
  using Key = typename Packed::type;

  static constexpr bool has_rest = !std::is_same_v<Rest, NoRest>;

  static_assert(Packed::holds_row ? !has_rest : numbers);

  static std::size_t workspace_bytes(Exec const& exec, std::size_t n) {
    Arena arena;
    arena.take<Key>(n);
    std::size_t bytes = First::workspace_bytes(exec, BitsOrder<Key>{}, n);
    if constexpr (!Packed::holds_row) {
      Find::take(arena, n);
      Arena words;
      words.take<std::uint64_t>(n);
      std::size_t ties =
          std::max(Find::Runs::workspace_bytes(n),
                   Ties::type::workspace_bytes(exec, Order{}, n));
      if constexpr (has_rest)
        ties = std::max(ties,
                        Rest::type::workspace_bytes(
                            exec, typename List::template Order<Value>{}, n));
      bytes = std::max(bytes, words.used() + Arena::alignment + ties);
    }
    return arena.used() + Arena::alignment + bytes;
  }

  /// Sorts the values by the rows, and returns the integers of the first sort.
  static Key* run(Exec const& exec, List const& columns,
                  Strided<Value> const& values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::columns"));
    Key* const keys = arena.take<Key>(n);
    for_each_row("KokkosSort::columns::pack", exec, n,
                 PackRows<List, Key, Value, Packed::read, numbers>{
                     columns, keys, values});
    if constexpr (Packed::holds_row) {
      First::run(exec, BitsOrder<Key>{}, Strided<Key>{keys}, values, n, arena);
    } else {
      Find const find = Find::take(arena, n);
      Arena scratch   = arena;  // every sort takes the same memory
      First::run(exec, BitsOrder<Key>{}, Strided<Key>{keys}, values, n,
                 scratch);
      find.template run<true>(exec, keys, n, arena);
      auto* const words = arena.take<std::uint64_t>(n);
      sort_ties<Packed::read>(exec, columns, words, find, values, n, arena);
    }
    return keys;
  }

 private:
  /// Sorts rows that agree in front of bit `begin` by the bits from there on.
  template <int begin>
  static void sort_ties(Exec const& exec, List const& columns,
                        std::uint64_t* words, Find const& find,
                        Strided<Value> const& index, std::size_t n,
                        Arena const& arena) {
    constexpr bool is_last = begin + 64 >= List::bits;
    constexpr int end      = is_last ? List::bits : begin + 64;
    Tied const tied        = find.rows(n);
    for_each_row("KokkosSort::columns::pack_ties", exec, n,
                 PackTiedRows<List, Value, Tied, begin, end>{columns, words,
                                                             index, tied});
    Arena scratch = arena;
    Ties::type::run(exec, Order{}, tied, Strided<std::uint64_t>{words}, index,
                    n, scratch);
    if constexpr (!is_last || has_rest)
      find.template run<false>(exec, words, n, arena);
    if constexpr (!is_last) {
      sort_ties<end>(exec, columns, words, find, index, n, arena);
    } else if constexpr (has_rest) {
      for_each_row("KokkosSort::columns::end_ties", exec, n,
                   EndTies<List, Value>{columns, index, find.marks, find.last});
      scratch = arena;
      Rest::type::run(exec, typename List::template Order<Value>{columns}, tied,
                      index, Strided<NoValue>{}, n, scratch);
    }
  }
};

template <int covered, class Exec, class List, class Key>
void unpack_rows(Exec const& exec, List const& columns, Key const* keys,
                 std::size_t n) {
  if constexpr (covered > 0)
    for_each_row("KokkosSort::columns::unpack", exec, n,
                 UnpackRows<List, Key, covered>{columns, keys});
}

}  // namespace KokkosSort::Impl

#endif
