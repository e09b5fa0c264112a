// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Radix quicksort (MSD radix exchange): B. Dewan & Y. Simidjiyski,
// "Parallelized sorting algorithms" (2010), section 2.3, after R. Sedgewick,
// "Algorithms in C".
//
// As the paper says, it is quicksort without a choice of pivot: what stands in
// place of the pivot is a bit, the keys with a 0 there go left and those with a
// 1 right. So it runs the phases of quick_sort.hpp; only these rules are its
// own:
//
// the bit     the first in which the keys of a sequence differ, told by the
//             least and the greatest of them, which are tracked on the way. The
//             pivot is the least key that has the prefix of all and that bit
// three ways  keys that are that pivot are in place at once
// the end     a sequence whose least and greatest key are the same is sorted
//
// What differs from the paper, and why:
// - Bits that all keys of a sequence share cost no pass, and a sequence of
// equal
//   keys none either.
// - The work list is on the device, many teams share a long sequence, and no
//   team writes where another may: any length, and the same result each time.
// - Short sequences are sorted in scratch, instead of by insertion.
//
// Stable. Numeric keys only, since others have no bits. Work O(n b) for keys of
// b bits, O(n log n) where they are spread. Launches: 3 and at most b
// iterations of one launch (two with values). Extra memory: n keys, n values; n
// bytes with values; O(maxseq b) sequences.
#ifndef KOKKOSSORT_ALGORITHM_QUICK_RADIX_QUICK_SORT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_RADIX_QUICK_SORT_HPP

#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>

#include <string_view>

namespace KokkosSort::Impl {

struct RadixQuickSortOptions : QuickSortOptions {
  static constexpr bool by_leading_bit = true;
  static constexpr int log_parts       = 1;
};

template <class Exec, class Order, class Value>
struct RadixQuickSort : QuickSort<Exec, Order, Value, RadixQuickSortOptions> {
  static_assert(Order::equal_is_identical,
                "Algorithm::radix_quick sorts numeric keys in ascending or "
                "descending order; a comparator or a projection has no bits");

  static constexpr std::string_view name = "radix_quick";
  static constexpr bool numbers_only     = true;
};

}  // namespace KokkosSort::Impl

#endif
