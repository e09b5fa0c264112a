// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_SORTERS_HPP
#define KOKKOSSORT_FRONT_SORTERS_HPP

#include <KokkosSort/algorithm/bitonic/bitonic_one_step.hpp>
#include <KokkosSort/algorithm/bitonic/bitonic_sort.hpp>
#include <KokkosSort/algorithm/butterfly/butterfly_one_step.hpp>
#include <KokkosSort/algorithm/butterfly/butterfly_sort.hpp>
#include <KokkosSort/algorithm/heap/heap_sort.hpp>
#include <KokkosSort/algorithm/merge/merge_sort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_merge_sort.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_transposition_sort.hpp>
#include <KokkosSort/algorithm/quick/gpu_quick_sort.hpp>
#include <KokkosSort/algorithm/quick/gpu_quick_two_kernels_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_sort.hpp>
#include <KokkosSort/algorithm/quick/radix_quick_sort.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/rank/rank_sort.hpp>
#include <KokkosSort/algorithm/sample/paper_sample_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/front/algorithm_tags.hpp>
#include <KokkosSort/front/choice.hpp>
#include <KokkosSort/front/sorter.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace KokkosSort::Impl {

/// Entry of a tag: its sorter as type<Exec, Order, Value>, and a line for
/// users. A new sorter is its room, its tag in Algorithm::All, its entry here
/// and one line that registers its tests.
template <class Tag>
struct SorterTemplate;

/// Sorters with exactly these parameters. One with further, defaulted ones has
/// its alias written out below: Clang rejects it as an argument here.
template <template <class Exec, class Order, class Value> class Which>
struct Sorts {
  template <class Exec, class Order, class Value>
  using type = Which<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Automatic> {
  static constexpr std::string_view description = "the library's choice";
  template <class Exec, class Order, class Value>
  using type = Choice<Exec, Order, Value, MemoryBudget::ample>;
};

template <>
struct SorterTemplate<CompactAutomatic> {
  template <class Exec, class Order, class Value>
  using type = Choice<Exec, Order, Value, MemoryBudget::compact>;
};

template <>
struct SorterTemplate<DeviceAutomatic> {
  static constexpr std::string_view description = "the choice on devices";
  template <class Exec, class Order, class Value>
  using type =
      typename DeviceChoice<Exec, Order, Value, MemoryBudget::ample>::type;
};

/// A choice for a function that promises stability.
template <class Tag>
struct Stable;

template <>
struct SorterTemplate<Stable<Algorithm::Automatic>> {
  template <class Exec, class Order, class Value>
  using type = Choice<Exec, Order, Value, MemoryBudget::ample, Promise::stable>;
};

template <>
struct SorterTemplate<Stable<DeviceAutomatic>> {
  template <class Exec, class Order, class Value>
  using type = typename DeviceChoice<Exec, Order, Value, MemoryBudget::ample,
                                     Promise::stable>::type;
};

/// Tag under which a function finds its sorter: a choice depends on what the
/// function promises.
template <class Tag, Promise promise>
using Promised =
    std::conditional_t<promise == Promise::stable &&
                           (std::is_same_v<Tag, Algorithm::Automatic> ||
                            std::is_same_v<Tag, DeviceAutomatic>),
                       Stable<Tag>, Tag>;

template <>
struct SorterTemplate<Algorithm::Sample> {
  static constexpr std::string_view description =
      "sample sort (Leischner, Osipov & Sanders 2009)";
  template <class Exec, class Order, class Value>
  using type = SampleChoice<Exec, Order, Value>;
};

template <SampleParameters parameters>
struct SorterTemplate<Algorithm::SampleWith<parameters>> {
  static constexpr std::string_view description = "sample sort with parameters";
  template <class Exec, class Order, class Value>
  using type = SampleSort<Exec, Order, Value, parameters>;
};

template <SampleParameters parameters>
  requires(parameters.distribution == SampleDistribution::paper)
struct SorterTemplate<Algorithm::SampleWith<parameters>> {
  static constexpr std::string_view description =
      "sample sort in the form of that paper";
  template <class Exec, class Order, class Value>
  using type = PaperSampleSort<Exec, Order, Value, parameters>;
};

template <>
struct SorterTemplate<Algorithm::Quick> {
  static constexpr std::string_view description =
      "quicksort around seven pivots, after GPU-Quicksort";
  template <class Exec, class Order, class Value>
  using type = QuickSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::QuickOneLaunch> : Sorts<QuickOneLaunchSort> {
  static constexpr std::string_view description =
      "quick, its first phase in one launch";
};

template <>
struct SorterTemplate<Algorithm::GpuQuick> : Sorts<GpuQuickSort> {
  static constexpr std::string_view description =
      "GPU-Quicksort as in its paper (Cederman & Tsigas 2008)";
};

template <>
struct SorterTemplate<Algorithm::GpuQuickTwoKernels>
    : Sorts<GpuQuickTwoKernelsSort> {
  static constexpr std::string_view description =
      "gpu_quick, the host forms the prefix sums";
};

template <>
struct SorterTemplate<Algorithm::RadixQuick> : Sorts<RadixQuickSort> {
  static constexpr std::string_view description = "radix quicksort";
};

template <>
struct SorterTemplate<Algorithm::Heap> {
  static constexpr std::string_view description = "heap sort with metaheaps";
  template <class Exec, class Order, class Value>
  using type = HeapSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::HeapByInsertions> {
  static constexpr std::string_view description =
      "heap, its heaps built by insertions";
  template <class Exec, class Order, class Value>
  using type = HeapSort<Exec, Order, Value, HeapBuild::insertions>;
};

template <>
struct SorterTemplate<Algorithm::Merge> : Sorts<MergeSort> {
  static constexpr std::string_view description =
      "merge sort along merge paths";
};

template <>
struct SorterTemplate<Algorithm::Radix> {
  static constexpr std::string_view description = "radix sort";
  template <class Exec, class Order, class Value>
  using type = RadixSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Bitonic> : Sorts<BitonicSort> {
  static constexpr std::string_view description =
      "multi-step bitonic sort (Peters, Schulz-Hildebrandt & Luttenberger "
      "2010)";
};

template <>
struct SorterTemplate<Algorithm::BitonicOneStep> : Sorts<BitonicOneStepSort> {
  static constexpr std::string_view description =
      "bitonic sort, one step per launch";
};

template <>
struct SorterTemplate<Algorithm::OddEvenMerge> : Sorts<OddEvenMergeSort> {
  static constexpr std::string_view description =
      "odd-even merge sort (Batcher 1968)";
};

template <>
struct SorterTemplate<Algorithm::Butterfly> : Sorts<ButterflySort> {
  static constexpr std::string_view description =
      "full butterfly sort (Jan et al. 2013)";
};

template <>
struct SorterTemplate<Algorithm::ButterflyOneStep>
    : Sorts<ButterflyOneStepSort> {
  static constexpr std::string_view description =
      "butterfly sort, one stage per launch";
};

template <>
struct SorterTemplate<Algorithm::OddEvenTransposition>
    : Sorts<OddEvenTranspositionSort> {
  static constexpr std::string_view description =
      "n launches, O(n^2) comparisons";
};

template <>
struct SorterTemplate<Algorithm::Rank> : Sorts<RankSort> {
  static constexpr std::string_view description = "rank sort, n^2 comparisons";
};

/// A tag with what its sorter of 32-bit numbers states about itself. A member
/// instantiates the sorter when it is read, not before.
template <class Tag>
struct AlgorithmEntry {
  using tag     = Tag;
  using Example = typename SorterTemplate<Tag>::template type<
      Kokkos::DefaultExecutionSpace, BitsOrder<std::uint32_t>, NoValue>;

  static constexpr std::string_view name =
      std::is_same_v<Tag, Algorithm::Automatic> ? "automatic" : Example::name;
  static constexpr std::string_view description =
      SorterTemplate<Tag>::description;
  static constexpr bool is_stable    = Example::is_stable;
  static constexpr bool is_in_place  = Example::is_in_place;
  static constexpr bool is_quadratic = Example::is_quadratic;
  static constexpr bool fences       = fences_v<Example>;
  static constexpr bool numbers_only =
      !std::is_same_v<Tag, Algorithm::Automatic> && Example::numbers_only;
};

template <class All>
struct EntriesOf;
template <class... Tags>
struct EntriesOf<std::tuple<Tags...>> {
  using type = std::tuple<AlgorithmEntry<Tags>...>;
};

/// The entries of Algorithm::All.
inline constexpr EntriesOf<Algorithm::All>::type named_algorithms{};

/// Calls f with the entry of each algorithm.
template <class F>
constexpr void for_each_algorithm(F&& f) {
  std::apply([&](auto const&... entry) { (f(entry), ...); }, named_algorithms);
}

}  // namespace KokkosSort::Impl

#endif
