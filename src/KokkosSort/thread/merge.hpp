// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_THREAD_MERGE_HPP
#define KOKKOSSORT_THREAD_MERGE_HPP

#include <KokkosSort/tuning/unroll.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Merge path: how many of the first `diagonal` items of the stable merge of
/// runs `a` and `b` come from `a`. Always in [0, a_size] with diagonal minus it
/// in [0, b_size], whatever `less` answers. Runs are callables of an index.
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

/// Stable merge of items[a, a_end) and items[b, b_end) into N registers; what
/// is left over is not read. Returns how many registers were filled. What lies
/// in items[a, a + N) and at items[b_end] must be readable: the look-ahead runs
/// on behind the runs, and what it reads there is neither compared nor chosen.
template <int N, class T, class Less>
KOKKOS_FORCEINLINE_FUNCTION int merge_to_registers(T const* items, int a,
                                                   int a_end, int b, int b_end,
                                                   T (&merged)[N],
                                                   Less const& less) {
  int const left = a_end - a + b_end - b;
  T head_a       = items[a];
  T head_b       = items[b];
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N; ++i) {
    bool const from_b = b < b_end && (a >= a_end || less(head_b, head_a));
    merged[i]         = from_b ? head_b : head_a;
    a += from_b ? 0 : 1;
    b += from_b ? 1 : 0;
    if (i + 1 < N) {
      // One read a step, whichever run it comes from: no branch.
      int const next = from_b ? b : a;
      T const head   = items[next];
      head_a         = from_b ? head_a : head;
      head_b         = from_b ? head : head_b;
    }
  }
  return left < N ? left : N;
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

/// Stable sort of items[0, size) by one thread with a buffer of the same size:
/// short runs by insertion, then merges. At most size * (8 + log2(size / 16))
/// comparisons or so, in bounds whatever `less` answers.
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
