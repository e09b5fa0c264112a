// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HPP
#define KOKKOSSORT_ALGORITHM_HPP

#include <KokkosSort/algorithm/host_sort.hpp>
#include <KokkosSort/algorithm/heap_sort.hpp>
#include <KokkosSort/algorithm/merge_sort.hpp>
#include <KokkosSort/algorithm/quick_sort.hpp>
#include <KokkosSort/algorithm/radix_quick_sort.hpp>
#include <KokkosSort/algorithm/sample_sort.hpp>
#include <KokkosSort/thread/order.hpp>
#include <KokkosSort/thread/strided.hpp>

#include <type_traits>

namespace KokkosSort {

/// Tags that name one algorithm. Passed as an option they make a function run
/// just that one; without a tag the library chooses.
namespace Algorithm {

/// The library's choice for the type, the order and the backend.
struct Automatic {};
/// Sample sort (Leischner, Osipov & Sanders 2009). Stable; any order.
struct Sample {};
/// GPU-Quicksort (Cederman & Tsigas 2008), three-way. Stable; any order.
struct Quick {};
/// The same with all iterations of its first phase in one launch, its teams
/// waiting for one another. One such sort at a time on a device. Stable; any
/// order.
struct QuickOneLaunch {};
/// Radix quicksort (Dewan & Simidjiyski 2010). Stable; numeric keys only.
struct RadixQuick {};
/// Heap sort with metaheaps (Dewan & Simidjiyski 2010). Stable; any order.
struct Heap {};
/// Merge sort along merge paths (Dewan & Simidjiyski 2010). Stable; any order.
struct Merge {};

inline constexpr Automatic automatic{};              ///< The tag.
inline constexpr Sample sample{};                    ///< The tag.
inline constexpr Quick quick{};                      ///< The tag.
inline constexpr QuickOneLaunch quick_one_launch{};  ///< The tag.
inline constexpr RadixQuick radix_quick{};           ///< The tag.
inline constexpr Heap heap{};                        ///< The tag.
inline constexpr Merge merge{};                      ///< The tag.

}  // namespace Algorithm

namespace Impl {

template <class T>
inline constexpr bool is_algorithm_v = false;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Automatic> = true;
template <>
inline constexpr bool is_algorithm_v<Algorithm::Sample> = true;
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

/// The chooser: which sorter serves a tag, as type<Exec, Order, Value>.
template <class Tag>
struct SorterTemplate;

template <>
struct SorterTemplate<Algorithm::Sample> {
  template <class Exec, class Order, class Value>
  using type = SampleSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Quick> {
  template <class Exec, class Order, class Value>
  using type = QuickSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::QuickOneLaunch> {
  template <class Exec, class Order, class Value>
  using type = QuickSort<Exec, Order, Value, QuickOneLaunchOptions>;
};

template <>
struct SorterTemplate<Algorithm::RadixQuick> {
  template <class Exec, class Order, class Value>
  using type = RadixQuickSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Heap> {
  template <class Exec, class Order, class Value>
  using type = HeapSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Merge> {
  template <class Exec, class Order, class Value>
  using type = MergeSort<Exec, Order, Value>;
};

template <>
struct SorterTemplate<Algorithm::Automatic> {
  // On two threads of a host several times as fast as the teams' sample sort.
  template <class Exec, class Order, class Value>
  using type =
      std::conditional_t<TeamShape<Exec>::is_host, HostSort<Exec, Order, Value>,
                         SampleSort<Exec, Order, Value>>;
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
