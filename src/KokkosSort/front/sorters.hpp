// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SORTERS_HPP
#define KOKKOSSORT_FRONT_SORTERS_HPP

#include <KokkosSort/algorithm/bitonic/bitonic_one_step.hpp>
#include <KokkosSort/algorithm/bitonic/bitonic_sort.hpp>
#include <KokkosSort/algorithm/butterfly/butterfly_sort.hpp>
#include <KokkosSort/algorithm/heap/heap_sort.hpp>
#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/algorithm/merge/merge_sort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_merge_sort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_transposition_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/radix_quick_sort.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/rank/rank_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/front/algorithm_tags.hpp>
#include <KokkosSort/front/radix_sample_sort.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace KokkosSort::Impl {

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

}  // namespace KokkosSort::Impl

#endif
