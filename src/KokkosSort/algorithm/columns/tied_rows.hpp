// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_COLUMNS_TIED_ROWS_HPP
#define KOKKOSSORT_ALGORITHM_COLUMNS_TIED_ROWS_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/algorithm/sorted/compact_runs.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// A run of rows ties in all bits that are sorted. The lowest bit of a mark
// states that a run begins at this position. The two bits above are the lowest
// ones of the position. By these the order of marks finds the later one of two
// neighbors.

/// Marks the rows that differ from the one before in their last integers.
template <class Key, bool is_first>
struct MarkRuns {
  Key const* keys;
  std::uint8_t* marks;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    bool const begins = i == 0 || keys[i] != keys[i - 1];
    if constexpr (is_first) {
      marks[i] = static_cast<std::uint8_t>((i & 3) << 1 | (begins ? 1 : 0));
    } else {
      if (begins) marks[i] |= 1;
    }
  }
};

/// Order of marks. Neighbors differ if the later one is the first of a run.
struct MarkOrder {
  using key_type  = std::uint8_t;
  using item_type = std::uint8_t;

  static constexpr bool equal_is_identical = false;

  KOKKOS_FORCEINLINE_FUNCTION item_type encode(key_type mark) const {
    return mark;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool less(item_type a, item_type b) const {
    return (b & 1) != 0 && (((b >> 1) - (a >> 1)) & 3) == 1;
  }
};

/// The last row of each run, at the position of its first.
template <class Index>
struct LastRows : NoRunResult {
  static constexpr bool has_extents = true;
  Index* last;

  explicit LastRows(Index* last_) : last(last_) {}
  KOKKOS_FORCEINLINE_FUNCTION void extent(std::uint64_t, std::uint64_t begin,
                                          std::uint64_t end) const {
    last[begin] = static_cast<Index>(end - 1);
  }
};

/// Runs of tied rows as segments: segment i has the run that begins at position
/// i, or is empty. So the host does not need the number of runs.
template <class Index>
struct TiedRows {
  std::uint8_t const* marks;
  Index const* last;
  std::size_t count;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t used() const { return count; }

  KOKKOS_FORCEINLINE_FUNCTION SegmentBounds bounds(std::size_t i,
                                                   std::uint64_t) const {
    std::uint64_t const begin = i;
    return {begin, (marks[i] & 1) != 0 ? static_cast<std::uint64_t>(last[i]) + 1
                                       : begin};
  }
};

/// Memory of the runs, and the launches that find them.
template <class Exec, class Index>
struct FindTiedRows {
  using Runs = CompactRuns<Exec, MarkOrder, LastRows<Index>, std::uint64_t>;

  std::uint8_t* marks;
  Index* last;
  std::uint64_t* runs;

  static FindTiedRows take(Arena& arena, std::size_t n) {
    std::uint8_t* const marks = arena.take<std::uint8_t>(n);
    Index* const last         = arena.take<Index>(n);
    return {marks, last, arena.take<std::uint64_t>(1)};
  }

  TiedRows<Index> rows(std::size_t n) const { return {marks, last, n}; }

  template <bool is_first, class Key>
  void run(Exec const& exec, Key const* keys, std::size_t n,
           Arena arena) const {
    for_each_row("KokkosSort::columns::mark_runs", exec, n,
                 MarkRuns<Key, is_first>{keys, marks});
    Runs::run(exec, MarkOrder{}, Strided<std::uint8_t const>{marks}, n, {},
              LastRows<Index>(last), runs, arena);
  }
};

}  // namespace KokkosSort::Impl

#endif
