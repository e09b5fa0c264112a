// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_ALGORITHM_TAGS_HPP
#define KOKKOSSORT_FRONT_ALGORITHM_TAGS_HPP

#include <KokkosSort/algorithm/sample/sample_parameters.hpp>
#include <KokkosSort/front/option_kinds.hpp>

#include <tuple>

namespace KokkosSort {

namespace Impl {

/// Tag of the library's choice for callers that have little memory. For numbers
/// in the order of their bits a host then takes a second array and memory that
/// does not grow with n.
struct CompactAutomatic : AlgorithmTag {};

/// Tag of the library's choice on devices, for tests on any execution space.
struct DeviceAutomatic : AlgorithmTag {};

}  // namespace Impl

/// Tags that name one algorithm each. A function that is given one runs that
/// algorithm; without a tag the library chooses.
namespace Algorithm {

/// The library's choice for the type, the order, the length and the backend.
struct Automatic : Impl::AlgorithmTag {};
inline constexpr Automatic automatic{};  ///< The tag.

/// Sample sort (Leischner, Osipov & Sanders 2009). On devices few keys are
/// split once, in at most three launches. Stable; any order.
struct Sample : Impl::AlgorithmTag {};
inline constexpr Sample sample{};  ///< The tag.

/// Sample with parameters, a distribution and a base case of the caller's
/// choice. Stable with those of the library; any order.
template <SampleParameters parameters>
struct SampleWith : Impl::AlgorithmTag {};
/// The tag: Algorithm::sample_with<SampleParameters{.buckets = 256}>.
template <SampleParameters parameters>
inline constexpr SampleWith<parameters> sample_with{};

/// Sample sort as its paper has it, with its parameters; Sample is the
/// library's own form of it. Extra memory: a copy of keys and values, and half
/// a byte per key for counts. Keys other than numbers, and keys with values,
/// take one more byte per key. Not stable; any order.
using PaperSample = SampleWith<paper_sample_parameters>;
inline constexpr PaperSample paper_sample{};  ///< The tag.

/// Quicksort by the phases of GPU-Quicksort (Cederman & Tsigas 2008). Numeric
/// keys without values are partitioned around seven pivots at once, all others
/// in three parts. Stable; any order.
struct Quick : Impl::AlgorithmTag {};
inline constexpr Quick quick{};  ///< The tag.

/// Quick with all iterations of its first phase in one launch, whose teams wait
/// for one another. It is not in the paper, which calls such a barrier
/// impossible. It throws if the device does not run all of its teams at once.
/// A device runs one such sort at a time. On hosts each iteration has its own
/// launches. Stable; any order.
struct QuickOneLaunch : Impl::AlgorithmTag {};
inline constexpr QuickOneLaunch quick_one_launch{};  ///< The tag.

/// GPU-Quicksort as its paper has it (Cederman & Tsigas 2008): one pivot per
/// sequence, a bitonic network for short sequences. Stable; any order.
struct GpuQuick : Impl::AlgorithmTag {};
inline constexpr GpuQuick gpu_quick{};  ///< The tag.

/// GpuQuick with two kernels per iteration, between which the host forms prefix
/// sums: the paper's form for devices without fetch-and-add. Stable; any order.
/// Fences: several per iteration, also with a Workspace; prepare() refuses it.
struct GpuQuickTwoKernels : Impl::AlgorithmTag {};
inline constexpr GpuQuickTwoKernels gpu_quick_two_kernels{};  ///< The tag.

/// Radix quicksort (Dewan & Simidjiyski 2010). Stable; numeric keys, ascending
/// or descending.
struct RadixQuick : Impl::AlgorithmTag {};
inline constexpr RadixQuick radix_quick{};  ///< The tag.

/// Heap sort with metaheaps (Dewan & Simidjiyski 2010). Stable; any order.
struct Heap : Impl::AlgorithmTag {};
inline constexpr Heap heap{};  ///< The tag.

/// Heap with the report's construction of heaps: insertions in a pipeline
/// instead of levels by the whole team. Stable; any order.
struct HeapByInsertions : Impl::AlgorithmTag {};
inline constexpr HeapByInsertions heap_by_insertions{};  ///< The tag.

/// Merge sort along merge paths (Green, McColl & Bader 2012). Stable; any
/// order.
struct Merge : Impl::AlgorithmTag {};
inline constexpr Merge merge{};  ///< The tag.

/// Radix sort with look-back (Adinets & Merrill 2022). Stable; numeric keys,
/// ascending, descending or by bits(begin, end).
struct Radix : Impl::AlgorithmTag {};
inline constexpr Radix radix{};  ///< The tag.

/// Multi-step bitonic sort (Peters, Schulz-Hildebrandt & Luttenberger 2010). In
/// place: no extra memory for keys of up to 32 bytes and values of up to 16;
/// wider ones take an index and a copy of them. Not stable; any order.
struct Bitonic : Impl::AlgorithmTag {};
inline constexpr Bitonic bitonic{};  ///< The tag.

/// Baseline of Bitonic: one step per launch. In place as Bitonic is. Not
/// stable; any order.
struct BitonicOneStep : Impl::AlgorithmTag {};
inline constexpr BitonicOneStep bitonic_one_step{};  ///< The tag.

/// Odd-even merge sort (Batcher 1968). In place as Bitonic is. Not stable; any
/// order.
struct OddEvenMerge : Impl::AlgorithmTag {};
inline constexpr OddEvenMerge odd_even_merge{};  ///< The tag.

/// Full butterfly sort (Jan et al. 2013). In place as Bitonic is. Not stable;
/// any order.
struct Butterfly : Impl::AlgorithmTag {};
inline constexpr Butterfly butterfly{};  ///< The tag.

/// Baseline of Butterfly, as published: one stage per launch. In place as
/// Bitonic is. Not stable; any order.
struct ButterflyOneStep : Impl::AlgorithmTag {};
inline constexpr ButterflyOneStep butterfly_one_step{};  ///< The tag.

/// Odd-even transposition sort, a baseline: n launches, O(n^2) comparisons. In
/// place as Bitonic is. Stable; any order.
struct OddEvenTransposition : Impl::AlgorithmTag {};
inline constexpr OddEvenTransposition odd_even_transposition{};  ///< The tag.

/// Rank sort, a baseline: n^2 comparisons. Stable; any order.
struct Rank : Impl::AlgorithmTag {};
inline constexpr Rank rank{};  ///< The tag.

/// Every tag without parameters. The sorter of each is in front/sorters.hpp.
using All =
    std::tuple<Automatic, Sample, PaperSample, Quick, QuickOneLaunch, GpuQuick,
               GpuQuickTwoKernels, RadixQuick, Heap, HeapByInsertions, Merge,
               Radix, Bitonic, BitonicOneStep, OddEvenMerge, Butterfly,
               ButterflyOneStep, OddEvenTransposition, Rank>;

}  // namespace Algorithm

}  // namespace KokkosSort

#endif
