// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// GPU-Quicksort for devices without fetch-and-add: D. Cederman, P. Tsigas, "A
// practical quicksort algorithm for graphics processors" (2008), section 3.2.1.
// "An alternative […] is to divide the kernel up into two kernels and do the
// block cumulative sum on the CPU instead." The paper measured this form on the
// faster of its two devices.
//
// It is GpuQuickSort (gpu_quick_sort.hpp) but for the iterations of phase one:
// - Count leaves two counts per section, and of numbers those per warp
// - QuickHostSums, on the host, forms the prefix sums of the sections
// - Move reads the section again and moves its keys
//
// Differences from the paper, and why:
// - The last team of a sequence still lists its parts, by atomics, so that both
//   forms share their lists. The host reads only how many there are.
//
// The host waits for the device three times or more per iteration, also with a
// workspace, and allocates its copies of the counts. Hence `fences`, and
// prepare() refuses this sort.
#ifndef KOKKOSSORT_ALGORITHM_QUICK_GPU_QUICK_TWO_KERNELS_SORT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_GPU_QUICK_TWO_KERNELS_SORT_HPP

#include <KokkosSort/algorithm/quick/gpu_quick_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>

#include <string_view>

namespace KokkosSort::Impl {

struct GpuQuickTwoKernelsOptions : GpuQuickOptions {
  static constexpr BlockSynchronization synchronization =
      BlockSynchronization::host_sums;
};

template <class Exec, class Order, class Value>
struct GpuQuickTwoKernelsSort
    : QuickSort<Exec, Order, Value, GpuQuickTwoKernelsOptions> {
  static constexpr std::string_view name = "gpu_quick_two_kernels";
  static constexpr bool fences           = true;
};

}  // namespace KokkosSort::Impl

#endif
