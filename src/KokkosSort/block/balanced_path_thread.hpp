// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_BALANCED_PATH_THREAD_HPP
#define KOKKOSSORT_BLOCK_BALANCED_PATH_THREAD_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Elements of two sorted runs in front of a crossing.
template <class Size>
struct Crossing {
  Size a;
  Size b;
};

/// Returns the first of [begin, end) for which `passed` does not hold.
template <class Size, class Passed>
KOKKOS_INLINE_FUNCTION Size partition_point(Size begin, Size end,
                                            Passed const& passed) {
  while (begin < end) {
    Size const middle = begin + (end - begin) / 2;
    if (passed(middle)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// Balanced path: moves a crossing of the merge path (`a` of the first run come
/// before `diagonal`) so that it separates no pair. Equivalent elements of both
/// runs form pairs: the first with the first, the second with the second, ….
/// The path takes the elements of a pair one after the other, and those without
/// a partner behind the pairs. If it splits a pair at the diagonal, the
/// crossing lies one element behind it.
///
/// Both numbers are within the runs whatever `less` returns. The method is that
/// of S. Baxter, "Modern GPU" (2013), for its multiset operations.
template <class Size, class RunA, class RunB, class Less>
KOKKOS_INLINE_FUNCTION Crossing<Size> balanced(RunA const& a, RunB const& b,
                                               Size b_size, Size diagonal,
                                               Size from_a, Less const& less) {
  Size const from_b = diagonal - from_a;
  Crossing<Size> const plain{from_a, from_b};
  // The elements in front that are equivalent to the next one of `b`.
  if (from_a == 0 || from_b >= b_size) return plain;
  auto const a_before = [&](Size i) { return less(a(i), b(from_b)); };
  auto const b_before = [&](Size i) { return less(b(i), b(from_b)); };
  if (a_before(from_a - 1)) return plain;
  Size const a_begin = partition_point(Size{0}, from_a, a_before);
  Size const b_begin = partition_point(Size{0}, from_b, b_before);
  Size const of_a    = from_a - a_begin;
  Size const of_b    = from_b - b_begin;
  if (of_a <= of_b) return plain;
  // As many of `b` as half of them, or all that there are.
  Size const half  = (of_a + of_b) / 2;
  Size const rest  = half - of_b;
  Size const last  = rest < b_size - from_b ? from_b + rest + 1 : b_size;
  Size const b_end = partition_point(
      from_b, last, [&](Size i) { return !less(b(from_b), b(i)); });
  Size const moved = rest < b_end - from_b ? rest : b_end - from_b;
  bool const is_open =
      of_a - moved == of_b + moved + 1 && from_b + moved < b_end;
  return {from_a - moved, from_b + moved + (is_open ? Size{1} : Size{0})};
}

}  // namespace KokkosSort::Impl

#endif
