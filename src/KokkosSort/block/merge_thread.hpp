// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_MERGE_THREAD_HPP
#define KOKKOSSORT_BLOCK_MERGE_THREAD_HPP

#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Merge path: returns how many of the first `diagonal` items of the stable
/// merge of runs `a` and `b` come from `a`. The result is in [0, a_size] and
/// diagonal minus it in [0, b_size], whatever `less` returns. Runs are
/// callables of an index.
template <class Size, class RunA, class RunB, class Less>
KOKKOS_INLINE_FUNCTION Size merge_path(RunA const& a, Size a_size,
                                       RunB const& b, Size b_size,
                                       Size diagonal, Less const& less) {
  Size low  = diagonal > b_size ? diagonal - b_size : Size{0};
  Size high = diagonal < a_size ? diagonal : a_size;
  while (low < high) {
    Size const middle = low + (high - low) / 2;
    if (less(b(diagonal - 1 - middle), a(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Merge path for runs in scratch, where the steps of the search dominate:
/// `step`, step / 2, … 1, each with one comparison. `step` is a power of two,
/// and 2 * step exceeds the shorter run.
template <class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION int merge_path(T const* a, int a_size, T const* b,
                                           int b_size, int diagonal, int step,
                                           Less const& less) {
  int const low  = diagonal > b_size ? diagonal - b_size : 0;
  int const high = diagonal < a_size ? diagonal : a_size;
  T const* a_at  = a + low;
  T const* b_at  = b + (diagonal - low);
  int rest       = high - low;
  for (; step > 0; step /= 2) {
    bool const before = step <= rest && !less(b_at[-step], a_at[step - 1]);
    int const passed  = before ? step : 0;
    a_at += passed;
    b_at -= passed;
    rest -= passed;
  }
  return high - rest;
}

/// Merge path through Runs runs at once: taken[r] of the first `diagonal` items
/// of their stable merge come from run r. taken[r] <= sizes[r] and the sum is
/// `diagonal`, whatever `less` returns. `at(r, i)` is item i of run r.
///
/// The method is that of P. J. Varman et al., "Merging multiple lists on
/// hierarchical-memory multiprocessors" (1991). The runs are examined in blocks
/// of `step` items, each represented by its last item. The first (diagonal +
/// Runs - 1) / step - (Runs - 1) blocks of their merge lie before the diagonal
/// for certain. Each other run has less than a block between them and it.
/// Halving the step adds at most Runs blocks, until blocks are single items.
template <int Runs, class Size, class Run, class Less>
KOKKOS_INLINE_FUNCTION void merge_path(Run const& at, Size const (&sizes)[Runs],
                                       Size diagonal, Size (&taken)[Runs],
                                       Less const& less) {
  constexpr Size partial = Runs - 1;
  KOKKOSSORT_UNROLL
  for (int r = 0; r < Runs; ++r) taken[r] = 0;
  Size step = 1;
  while (2 * step <= diagonal) step *= 2;
  for (Size count = 0; count < diagonal; step /= 2) {
    Size const blocks = (diagonal + partial) / step;
    Size const goal   = blocks > partial ? (blocks - partial) * step : 0;
    if (count == goal) continue;
    decltype(at(0, Size{0})) heads[Runs]{};
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r)
      if (taken[r] + step <= sizes[r]) heads[r] = at(r, taken[r] + step - 1);
    for (; count < goal; count += step) {
      // One read per block, whichever run it comes from, without a branch.
      int first      = Runs;
      auto head      = heads[0];
      Size next      = 0;
      Size first_end = 0;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        bool const is_first = taken[r] + step <= sizes[r] &&
                              (first == Runs || less(heads[r], head));
        first     = is_first ? r : first;
        head      = is_first ? heads[r] : head;
        next      = is_first ? taken[r] + 2 * step - 1 : next;
        first_end = is_first ? sizes[r] : first_end;
      }
      if (next < first_end) head = at(first, next);
      KOKKOSSORT_UNROLL
      for (int r = 0; r < Runs; ++r) {
        taken[r] += r == first ? step : Size{0};
        heads[r] = r == first ? head : heads[r];
      }
    }
  }
}

/// Stable merge of items[a, a_end) and items[b, b_end) into N registers.
/// Returns where the first run continues, which is meaningless if fewer than N
/// items are left. items[a, a + N) and items[b_end] must be readable: the
/// look-ahead reads past the ends of the runs, but never compares or selects
/// these items.
template <int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION int merge_to_registers(T const* items, int a,
                                                   int a_end, int b, int b_end,
                                                   T (&merged)[N],
                                                   Less const& less) {
  T head_a = items[a];
  T head_b = items[b];
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N; ++i) {
    bool const from_b = b < b_end && (a >= a_end || less(head_b, head_a));
    merged[i]         = from_b ? head_b : head_a;
    if (i + 1 < N) {
      // One read per step, whichever run it comes from, without a branch.
      T const head = items[(from_b ? b : a) + 1];
      head_a       = from_b ? head_a : head;
      head_b       = from_b ? head : head_b;
    }
    a += from_b ? 0 : 1;
    b += from_b ? 1 : 0;
  }
  return a;
}

/// Stable merge into N registers if neither run ends within the next N items.
/// Returns where the first run continues.
template <int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION int merge_to_registers(T const* items, int a, int b,
                                                   T (&merged)[N],
                                                   Less const& less) {
  T const* at_a = items + a;
  T const* at_b = items + b;
  T head_a      = *at_a;
  T head_b      = *at_b;
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N; ++i) {
    bool const from_b = less(head_b, head_a);
    merged[i]         = from_b ? head_b : head_a;
    if (i + 1 < N) {
      T const head = (from_b ? at_b : at_a)[1];
      head_a       = from_b ? head_a : head;
      head_b       = from_b ? head : head_b;
    }
    if (from_b) {
      ++at_b;
    } else {
      ++at_a;
    }
  }
  return static_cast<int>(at_a - items);
}

/// Stable merge of from[0, middle) and from[middle, size) into `to`, by one
/// thread.
template <class T, class Less>
KOKKOS_INLINE_FUNCTION void serial_merge(T const* from, int middle, int size,
                                         T* to, Less const& less) {
  int a = 0;
  int b = middle;
  for (int i = 0; i < size; ++i) {
    bool const from_b = b < size && (a >= middle || less(from[b], from[a]));
    to[i]             = from_b ? from[b++] : from[a++];
  }
}

/// Stable sort of items[0, size) by one thread, with a buffer of the same size:
/// short runs by insertion, then merges. Makes about size * (8 + log2(size /
/// 16)) comparisons at most, and stays in bounds whatever `less` returns.
template <class T, class Less>
KOKKOS_INLINE_FUNCTION void serial_merge_sort(T* items, T* buffer, int size,
                                              Less const& less) {
  constexpr int run = 16;  // insertion beats merging up to about here
  for (int begin = 0; begin < size; begin += run) {
    int const end = begin + run < size ? begin + run : size;
    for (int i = begin + 1; i < end; ++i) {
      T const item = items[i];
      int hole     = i;
      for (; hole > begin && less(item, items[hole - 1]); --hole)
        items[hole] = items[hole - 1];
      items[hole] = item;
    }
  }
  T* from = items;
  T* to   = buffer;
  for (int width = run; width < size; width *= 2) {
    for (int begin = 0; begin < size; begin += 2 * width) {
      int const left = size - begin;
      int const pair = left < 2 * width ? left : 2 * width;
      serial_merge(from + begin, width < pair ? width : pair, pair, to + begin,
                   less);
    }
    T* const swapped = from;
    from             = to;
    to               = swapped;
  }
  if (from != items) {
    for (int i = 0; i < size; ++i) items[i] = from[i];
  }
}

}  // namespace KokkosSort::Impl

#endif
