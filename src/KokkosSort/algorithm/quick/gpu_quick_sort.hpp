// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// GPU-Quicksort as its paper has it: D. Cederman, P. Tsigas, "A practical
// quicksort algorithm for graphics processors" (2008), sections 3 and 5.2.
//
// First phase (algorithms 1 and 2): several teams per sequence, one launch per
// iteration
// - work assignment: SequenceQueue divides sequences longer than minlength = n
//   / maxseq into sections
// - pivot: (least + greatest) / 2; both are tracked during the partition
// - first pass: the threads of a team count the keys less and greater than the
//   pivot (TeamTwoReads::count)
// - space: a prefix sum within the team, then one fetch-and-add per section on
//   each end of the sequence
// - second pass: the section is read again, and its keys move to the other
//   buffer (TeamTwoReads::move)
// - pivot fill: the last team of a sequence fills the gap between its two parts
// - are we done? Iterations end when no sequence is longer than minlength, or
//   with maxseq sequences (CountedSequenceQueue).
//
// Second phase (algorithm 3): one team per sequence, by the same two passes
// - an explicit stack in scratch, the smaller part first
// - pivot: median of the first, the middle and the last key
// - below the threshold: bitonic sort in scratch (TeamBitonicLeaf)
//
// Differences from the paper, and why:
// - The host reads no sequences, so that calls are asynchronous. The last team
//   of a sequence lists its parts, and the host launches the maximum number of
//   iterations for n. Those without work return immediately. The host forms the
//   sums in GpuQuickTwoKernelsSort.
// - The first sequence's extremes take a read of their own.
// - Extremes and their mean are those of the order-preserving integers of the
//   keys, which have no overflow, infinity or NaN. The mean of floating-point
//   numbers therefore lies between the exponents of both.
// - A warp has contiguous positions instead of a thread, so that neighboring
//   lanes write neighboring memory.
// - The last team fills gaps shorter than a section. The teams of the next
//   iteration share a longer one, which would hold up a single team.
// - A part whose extremes are equal is sorted, and takes no more iterations.
// - Keys without arithmetic (those of a comparator or a projection) have no
//   mean. Phase one takes the median of a random sample for them.
// - If equal keys can be distinguished, fetch-and-add would leave their order
//   to chance. Then an iteration is two launches. Count stores a flag per key,
//   and the last team of a sequence computes prefix sums over its sections.
//   Move moves the equal keys as well. Positions settle ties in the network.
// - The threshold follows from 16 KiB of scratch: 4,096 keys of 4 bytes on a
//   device, 1,024 in the paper.
// - After 2 log2(size / threshold) + 2 partitions in phase two a sequence is
//   merge-sorted by its team: O(n log n) on every input.
//
// It is stable. Launches: 3, and at most 2 log2(n / minlength) + 2 iterations.
// Extra memory: n keys, n values; n bytes if partition flags are stored. By
// theorem 2, O(B) words are added for B = maxseq. With partition flags gaps are
// sequences as well, which makes O(B log B).
#ifndef KOKKOSSORT_ALGORITHM_QUICK_GPU_QUICK_SORT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_GPU_QUICK_SORT_HPP

#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>

#include <string_view>

namespace KokkosSort::Impl {

struct GpuQuickOptions : QuickSortOptions {
  static constexpr int log_parts      = 1;
  static constexpr bool as_in_paper   = true;
  static constexpr QuickLeaves leaves = QuickLeaves::bitonic;
};

template <class Exec, class Order, class Value>
struct GpuQuickSort : QuickSort<Exec, Order, Value, GpuQuickOptions> {
  static constexpr std::string_view name = "gpu_quick";
};

}  // namespace KokkosSort::Impl

#endif
