// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Radix quicksort (MSD radix exchange): B. Dewan & Y. Simidjiyski,
// "Parallelized sorting algorithms" (2010), section 2.3, after R. Sedgewick,
// "Algorithms in C".
//
// As the paper states, it is quicksort without a choice of pivot. A bit takes
// the pivot's role: keys with a 0 there go left, and those with a 1 go right.
// So it runs the phases of quick_sort.hpp with these rules of its own:
//
// the bit     is the first in which the keys of a sequence differ. The least
//             and the greatest key, which are tracked, determine it. The pivot
//             is the least key with the common prefix and that bit.
// three ways  Keys that equal the pivot are in their final position at once.
// the end     A sequence whose least and greatest key are equal is sorted.
//
// Differences from the paper, and why:
// - Bits that all keys of a sequence share cost no pass, and a sequence of
//   equal keys costs none either.
// - The work list is on the device, many teams share a long sequence, and no
//   team writes where another may. Every length works, and the result is the
//   same each time.
// - Short sequences are sorted in scratch instead of by insertion.
//
// It is stable and takes numeric keys only, since others have no bits. Work is
// O(n b) for keys of b bits, and O(n log n) if they are spread. Launches: 3 and
// at most b iterations of one launch (two with values). Extra memory: n keys, n
// values; n bytes with values; O(maxseq b) sequences.
#ifndef KOKKOSSORT_ALGORITHM_QUICK_RADIX_QUICK_SORT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_RADIX_QUICK_SORT_HPP

#include <KokkosSort/algorithm/quick/quick_sort.hpp>
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
