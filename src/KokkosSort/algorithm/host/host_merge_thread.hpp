// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_MERGE_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_MERGE_THREAD_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Returns one of two addresses. GCC turns most conditionals between addresses
/// that are read next into branches, half of which are mispredicted.
template <class T>
T const* select(bool condition, T const* if_true, T const* if_false) {
  auto const other = reinterpret_cast<std::uintptr_t>(if_false);
  auto const bits  = reinterpret_cast<std::uintptr_t>(if_true) ^ other;
  return reinterpret_cast<T const*>(other ^
                                    (bits & (0 - std::uintptr_t{condition})));
}

/// Stable merge sort of elements in cache, by one thread and by comparisons
/// alone. No step branches on the result of a comparison, because half of such
/// branches are mispredicted. For every `less`, the work is bounded and the
/// result is a permutation.
template <class Element, class Less>
class HostMergeSort {
 public:
  explicit HostMergeSort(Less const& less) : m_less(less) {}

  /// Sorts elements[0, n) with a buffer of the same size. Returns the array
  /// that holds the result.
  Element* sort(Element* elements, Element* buffer, std::size_t n) const {
    for (std::size_t i = 0; i < n; i += 4) {
      if (n - i >= 4) {
        sort_four(elements + i, buffer + i);
      } else {
        insert_all(elements + i, buffer + i, n - i);
      }
    }
    std::swap(elements, buffer);
    for (std::size_t width = 4; width < n; width *= 2) {
      std::size_t i = 0;
      for (; n - i >= 4 * width; i += 4 * width)
        merge_two(elements + i, width, buffer + i);
      if (n - i >= 2 * width) {
        merge_equal(elements + i, width, buffer + i);
        i += 2 * width;
      }
      merge_any(elements + i, std::min(width, n - i), n - i, buffer + i);
      std::swap(elements, buffer);
    }
    return elements;
  }

 private:
  // Shorter pairs of runs are in order too seldom to be worth the check.
  static constexpr std::size_t min_checked_run = 32;

  /// Makes five comparisons, each of which selects between two addresses. Every
  /// combination of results selects four different addresses.
  void sort_four(Element const* from, Element* to) const {
    bool const swap_low        = m_less(from[1], from[0]);
    bool const swap_high       = m_less(from[3], from[2]);
    Element const* const a     = from + swap_low;
    Element const* const b     = from + !swap_low;
    Element const* const c     = from + 2 + swap_high;
    Element const* const d     = from + 2 + !swap_high;
    bool const c_first         = m_less(*c, *a);
    bool const b_last          = m_less(*d, *b);
    Element const* const first = select(c_first, c, a);
    Element const* const last  = select(b_last, b, d);
    Element const* const left  = select(c_first, a, select(b_last, c, b));
    Element const* const right = select(b_last, d, select(c_first, b, c));
    bool const swap_middle     = m_less(*right, *left);
    to[0]                      = *first;
    to[1]                      = *select(swap_middle, right, left);
    to[2]                      = *select(swap_middle, left, right);
    to[3]                      = *last;
  }

  void insert_all(Element const* from, Element* to, std::size_t n) const {
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t hole = i;
      for (; hole > 0 && m_less(from[i], to[hole - 1]); --hole)
        to[hole] = to[hole - 1];
      to[hole] = from[i];
    }
  }

  /// Merge of two runs of equal width from both ends towards the middle.
  /// Neither end can leave its run, and the two dependency chains overlap in
  /// the processor.
  struct BidirectionalMerge {
    Element const* a;
    Element const* b;
    Element const* a_last;
    Element const* b_last;

    BidirectionalMerge(Element const* from, std::size_t width)
        : a(from), b(from + width), a_last(b - 1), b_last(b + width - 1) {}

    void step(Less const& less, Element* front, Element* back) {
      bool const take_b = less(*b, *a);
      *front            = *select(take_b, b, a);
      a += !take_b;
      b += take_b;
      bool const take_a = less(*b_last, *a_last);
      *back             = *select(take_a, a_last, b_last);
      a_last -= take_a;
      b_last -= !take_a;
    }
    /// Returns whether the two ends met. They may miss each other if the
    /// comparator is inconsistent.
    bool is_complete() const { return a == a_last + 1 && b == b_last + 1; }
  };

  bool in_order(Element const* from, std::size_t width) const {
    return width >= min_checked_run && !m_less(from[width], from[width - 1]);
  }

  void merge_equal(Element const* from, std::size_t width, Element* to) const {
    if (in_order(from, width)) {
      std::copy_n(from, 2 * width, to);
      return;
    }
    BidirectionalMerge runs(from, width);
    for (std::size_t i = 0; i < width; ++i)
      runs.step(m_less, to + i, to + 2 * width - 1 - i);
    if (!runs.is_complete()) merge_any(from, width, 2 * width, to);
  }

  /// Merges four runs to two, with four dependency chains.
  void merge_two(Element const* from, std::size_t width, Element* to) const {
    Element const* const other = from + 2 * width;
    Element* const other_to    = to + 2 * width;
    if (in_order(from, width) || in_order(other, width)) {
      merge_equal(from, width, to);
      merge_equal(other, width, other_to);
      return;
    }
    BidirectionalMerge first(from, width);
    BidirectionalMerge second(other, width);
    for (std::size_t i = 0; i < width; ++i) {
      first.step(m_less, to + i, to + 2 * width - 1 - i);
      second.step(m_less, other_to + i, other_to + 2 * width - 1 - i);
    }
    if (!first.is_complete()) merge_any(from, width, 2 * width, to);
    if (!second.is_complete()) merge_any(other, width, 2 * width, other_to);
  }

  void merge_any(Element const* from, std::size_t middle, std::size_t n,
                 Element* to) const {
    std::size_t a = 0;
    std::size_t b = middle;
    for (; a < middle && b < n; ++to) {
      bool const take_b = m_less(from[b], from[a]);
      *to               = from[take_b ? b : a];
      a += !take_b;
      b += take_b;
    }
    to = std::copy(from + a, from + middle, to);
    std::copy(from + b, from + n, to);
  }

  Less m_less;
};

}  // namespace KokkosSort::Impl

#endif
