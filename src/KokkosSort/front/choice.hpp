// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CHOICE_HPP
#define KOKKOSSORT_FRONT_CHOICE_HPP

#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort::Impl {

/// Memory that the library's choice may take beside the elements.
enum class MemoryBudget {
  ample,    ///< single GPUs and hosts
  compact,  ///< ranks, whose workspace is the array that elements arrive in
};

/// Choice on hosts: several times as fast on two threads as the teams' sample
/// sort.
template <class Exec, class Order, class Value>
struct HostChoice {
  using type = HostSort<Exec, Order, Value>;
};

/// Choice on devices. LSD passes sort numbers of up to 32 bits in at most 5 %
/// more time on any input. Merge sort of many compared 32-bit keys takes 0.7 to
/// 0.9 of the time of sample sort if the keys differ. It takes up to 4 times as
/// long if they repeat, or if a comparison reads memory (indices of other
/// data).
///
/// A compact choice takes RadixSort for 64-bit numbers too. Its extra memory is
/// a second array and 1/8 of the keys' bytes, the bound of docs/distributed.md.
/// The look-back of SampleSort with values may take more.
template <class Exec, class Order, class Value, MemoryBudget budget>
struct DeviceChoice {
  static constexpr std::size_t bytes = sizeof(typename Order::key_type);
  static constexpr bool of_numbers   = is_bits_order_v<Order> && bytes <= 8;
  static constexpr bool by_radix =
      of_numbers && (bytes <= 4 || budget == MemoryBudget::compact);

  using BySample = SampleSort<Exec, Order, Value, SampleParameters{},
                              of_numbers ? Classifiers::trees_and_digits
                                         : Classifiers::trees>;
  using type =
      std::conditional_t<by_radix, RadixSort<Exec, Order, Value>, BySample>;
};

/// The sorter of a call without a tag: the only place that chooses, for one
/// GPU, hosts and ranks alike.
template <class Exec, class Order, class Value, MemoryBudget budget>
using Choice =
    typename std::conditional_t<TeamShape<Exec>::is_host,
                                HostChoice<Exec, Order, Value>,
                                DeviceChoice<Exec, Order, Value, budget>>::type;

}  // namespace KokkosSort::Impl

#endif
