// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_ALGORITHM_TAGS_HPP
#define KOKKOSSORT_FRONT_ALGORITHM_TAGS_HPP

#include <KokkosSort/algorithm/sample/sample_parameters.hpp>

namespace KokkosSort {

/// Tags that name one algorithm. Passed as an option they make a function run
/// just that one; without a tag the library chooses.
namespace Algorithm {

/// The library's choice for the type, the order, the length and the backend.
struct Automatic {};
/// Sample sort (Leischner, Osipov & Sanders 2009). Stable; any order.
struct Sample {};
/// The same with parameters and a base case of the caller's choice. Stable with
/// SampleBaseCase::library.
template <SampleParameters parameters>
struct SampleWith {};
/// GPU-Quicksort (Cederman & Tsigas 2008): around seven pivots at once for
/// numeric keys without values, three-way otherwise. Stable; any order.
struct Quick {};
/// The same with all iterations of its first phase in one launch, its teams
/// waiting for one another. One such sort at a time on a device. Stable; any
/// order.
struct QuickOneLaunch {};
/// Radix quicksort (Dewan & Simidjiyski 2010). Stable; numeric keys only.
struct RadixQuick {};
/// Heap sort with metaheaps (Dewan & Simidjiyski 2010). Stable; any order.
struct Heap {};
/// Merge sort along merge paths (Green, McColl & Bader 2012). Stable; any
/// order.
struct Merge {};
/// Radix sort with look-back (Adinets & Merrill 2022). Stable; numeric keys in
/// their own order, ascending or descending, or by some of their
/// bits(begin, end).
struct Radix {};
/// Multi-step bitonic sort (Peters, Schulz-Hildebrandt & Luttenberger 2010). In
/// place: no extra memory for keys of up to 32 bytes and values of up to 16;
/// wider ones take an index and a copy of them. Not stable; any order.
struct Bitonic {};
/// Its baseline: one step a launch. In place as Bitonic is. Not stable; any
/// order.
struct BitonicOneStep {};
/// Odd-even merge sort (Batcher 1968). In place as Bitonic is. Not stable; any
/// order.
struct OddEvenMerge {};
/// Full butterfly sort (Jan et al. 2013). In place as Bitonic is. Not stable;
/// any order.
struct Butterfly {};
/// Odd-even transposition sort, a baseline: n launches, O(n^2) comparisons. In
/// place as Bitonic is. Stable; any order.
struct OddEvenTransposition {};
/// Rank sort, a baseline: n^2 comparisons. Stable; any order.
struct Rank {};

}  // namespace Algorithm

namespace Impl {

/// The host's sort with no more extra memory than the elements take, but for
/// what does not grow with them: of numbers in the order of their bits.
struct HostCompact {};

template <class T>
inline constexpr bool is_algorithm_v = false;
template <>
inline constexpr bool is_algorithm_v<HostCompact> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Automatic> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Sample> = true;
template <SampleParameters parameters>
inline constexpr bool is_algorithm_v<Algorithm::SampleWith<parameters>> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Quick> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::QuickOneLaunch> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::RadixQuick> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Heap> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Merge> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Radix> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Bitonic> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::BitonicOneStep> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::OddEvenMerge> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Butterfly> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::OddEvenTransposition> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Rank> = true;

}  // namespace Impl
}  // namespace KokkosSort

#endif
