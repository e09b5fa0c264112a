// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_SURVEY_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_SURVEY_THREAD_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>

#include <cstdint>
#include <utility>

namespace KokkosSort::Impl {

/// Whether keys are in order already, or each less than the key before it.
/// Equal keys keep their order, so reversed keys are strictly descending.
struct HostSurvey {
  bool ascending;
  bool descending;
};

/// Compares each key of [begin, end) with the key before it; requires
/// begin > 0. Stops at the first key that makes both false.
template <class Order, class Key>
HostSurvey survey(Order const& order, Strided<Key> const& keys,
                  std::uint64_t begin, std::uint64_t end) {
  HostSurvey result{true, true};
  for (std::uint64_t i = begin;
       i < end && (result.ascending || result.descending); ++i) {
    auto const a = order.encode(keys[i - 1]);
    auto const b = order.encode(keys[i]);
    if (order.less(b, a)) {
      result.ascending = false;
    } else {
      result.descending = false;
    }
  }
  return result;
}

/// Swaps elements [begin, end) of the first half of n with their counterparts
/// in the second half.
template <class Key, class Value>
void reverse(Arrays<Key, Value> const& data, std::uint64_t n,
             std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i) {
    std::swap(data.keys[i], data.keys[n - 1 - i]);
    if constexpr (is_value_v<Value>)
      std::swap(data.values[i], data.values[n - 1 - i]);
  }
}

}  // namespace KokkosSort::Impl

#endif
