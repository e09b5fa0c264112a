// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HPP
#define KOKKOSSORT_ALGORITHM_HPP

#include <KokkosSort/algorithm/bitonic/bitonic_one_step.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_transposition_sort.hpp>
#include <KokkosSort/algorithm/rank/rank_sort.hpp>
#include <KokkosSort/algorithm/bitonic/bitonic_sort.hpp>
#include <KokkosSort/algorithm/butterfly/butterfly_sort.hpp>
#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/algorithm/merge/merge_sort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_merge_sort.hpp>
#include <KokkosSort/algorithm/heap/heap_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/radix_quick_sort.hpp>
#include <KokkosSort/front/radix_sample_sort.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/strided.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

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

inline constexpr Automatic automatic{};  ///< The tag.
inline constexpr Sample sample{};        ///< The tag.
/// The tag: Algorithm::sample_with<SampleParameters{.buckets = 256}>.
template <SampleParameters parameters>
inline constexpr SampleWith<parameters> sample_with{};
inline constexpr Quick quick{};                                  ///< The tag.
inline constexpr QuickOneLaunch quick_one_launch{};              ///< The tag.
inline constexpr RadixQuick radix_quick{};                       ///< The tag.
inline constexpr Heap heap{};                                    ///< The tag.
inline constexpr Merge merge{};                                  ///< The tag.
inline constexpr Radix radix{};                                  ///< The tag.
inline constexpr Bitonic bitonic{};                              ///< The tag.
inline constexpr BitonicOneStep bitonic_one_step{};              ///< The tag.
inline constexpr OddEvenMerge odd_even_merge{};                  ///< The tag.
inline constexpr Butterfly butterfly{};                          ///< The tag.
inline constexpr OddEvenTransposition odd_even_transposition{};  ///< The tag.
inline constexpr Rank rank{};                                    ///< The tag.

}  // namespace Algorithm

namespace Impl {

/// A tag, the name of its variable in Algorithm, and a line for the user.
template <class Tag>
struct NamedAlgorithm {
  using tag = Tag;
  std::string_view name, description;
};

/// Every tag without parameters.
inline constexpr std::tuple named_algorithms{
    NamedAlgorithm<Algorithm::Automatic>{"automatic", "the library's choice"},
    NamedAlgorithm<Algorithm::Sample>{
        "sample", "sample sort (Leischner, Osipov & Sanders 2009)"},
    NamedAlgorithm<Algorithm::Quick>{"quick",
                                     "GPU-Quicksort (Cederman & Tsigas 2008)"},
    NamedAlgorithm<Algorithm::QuickOneLaunch>{
        "quick_one_launch", "quick, its first phase in one launch"},
    NamedAlgorithm<Algorithm::RadixQuick>{"radix_quick", "radix quicksort"},
    NamedAlgorithm<Algorithm::Heap>{"heap", "heap sort with metaheaps"},
    NamedAlgorithm<Algorithm::Merge>{"merge", "merge sort along merge paths"},
    NamedAlgorithm<Algorithm::Radix>{"radix", "radix sort"},
    NamedAlgorithm<Algorithm::Bitonic>{
        "bitonic",
        "multi-step bitonic sort (Peters, Schulz-Hildebrandt & Luttenberger "
        "2010)"},
    NamedAlgorithm<Algorithm::BitonicOneStep>{
        "bitonic_one_step", "bitonic sort, one step per launch"},
    NamedAlgorithm<Algorithm::OddEvenMerge>{
        "odd_even_merge", "odd-even merge sort (Batcher 1968)"},
    NamedAlgorithm<Algorithm::Butterfly>{
        "butterfly", "full butterfly sort (Jan et al. 2013)"},
    NamedAlgorithm<Algorithm::OddEvenTransposition>{
        "odd_even_transposition", "n launches, O(n^2) comparisons"},
    NamedAlgorithm<Algorithm::Rank>{"rank", "rank sort, n^2 comparisons"},
};

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

/// The chooser: which sorter serves a tag, as type<Exec, Order, Value>.
template <class Tag>
struct SorterTemplate;

/// Sorters with exactly these parameters. One with further, defaulted ones has
/// its alias written out below: Clang refuses it here.
template <template <class Exec, class Order, class Value> class Sorter>
struct Sorts {
  template <class Exec, class Order, class Value>
  using type = Sorter<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Merge> : Sorts<MergeSort> {};

template <>
struct SorterTemplate<Algorithm::Sample> {
  template <class Exec, class Order, class Value>
  using type = SampleSort<Exec, Order, Value>;
};

template <SampleParameters parameters>
struct SorterTemplate<Algorithm::SampleWith<parameters>> {
  template <class Exec, class Order, class Value>
  using type = SampleSort<Exec, Order, Value, parameters>;
};

template <>
struct SorterTemplate<Algorithm::Quick> {
  template <class Exec, class Order, class Value>
  using type = QuickSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::QuickOneLaunch> {
  template <class Exec, class Order, class Value>
  using type = QuickSort<Exec, Order, Value, QuickOneLaunchOptionsOn<Exec>>;
};

template <>
struct SorterTemplate<Algorithm::RadixQuick> : Sorts<RadixQuickSort> {};

template <>
struct SorterTemplate<Algorithm::Heap> : Sorts<HeapSort> {};

template <>
struct SorterTemplate<Algorithm::Radix> {
  template <class Exec, class Order, class Value>
  using type = RadixSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Bitonic> : Sorts<BitonicSort> {};

template <>
struct SorterTemplate<Algorithm::BitonicOneStep> : Sorts<BitonicOneStepSort> {};

template <>
struct SorterTemplate<Algorithm::OddEvenMerge> : Sorts<OddEvenMergeSort> {};

template <>
struct SorterTemplate<Algorithm::Butterfly> : Sorts<ButterflySort> {};

template <>
struct SorterTemplate<Algorithm::OddEvenTransposition>
    : Sorts<OddEvenTranspositionSort> {};

template <>
struct SorterTemplate<Algorithm::Rank> : Sorts<RankSort> {};

template <>
struct SorterTemplate<HostCompact> {
  template <class Exec, class Order, class Value>
  using type = HostSort<
      Exec, Order, Value,
      HostCompactTuning<sizeof(typename Elements<Order, Value>::type)>>;
};

/// The library's choice on a device: the digits of numbers take half the time
/// of comparisons, those of up to 32 bits on no input more than a twentieth
/// longer. Of many 32-bit keys that are compared merge sort takes 0.7 to 0.9 of
/// the time of sample sort where they differ, but up to 4 times as long where
/// they repeat or where a comparison reads memory (indices of something else).
template <class Exec, class Order, class Value>
struct DeviceChoice {
  static constexpr std::size_t bytes = sizeof(typename Order::key_type);

  using OfNumbers =
      std::conditional_t<bytes <= 4, RadixSort<Exec, Order, Value>,
                         RadixSampleSort<Exec, Order, Value>>;
  using type = std::conditional_t<is_bits_order_v<Order> && bytes <= 8,
                                  OfNumbers, SampleSort<Exec, Order, Value>>;
};

template <>
struct SorterTemplate<Algorithm::Automatic> {
  // HostSort is several times as fast on two threads of a host as the teams'
  // sample sort.
  template <class Exec, class Order, class Value>
  using type = typename std::conditional_t<
      TeamShape<Exec>::is_host,
      std::type_identity<HostSort<Exec, Order, Value>>,
      DeviceChoice<Exec, Order, Value>>::type;
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
