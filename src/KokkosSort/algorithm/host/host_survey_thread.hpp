// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_SURVEY_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_SURVEY_THREAD_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace KokkosSort::Impl {

/// Whether keys are in order already, or can be reversed. Equal keys keep their
/// order, so keys to be reversed are strictly descending. Equal numbers without
/// values cannot be distinguished, and may be reversed too.
struct HostSurvey {
  bool ascending;
  bool descending;
};

/// Returns the first index of [begin, end) whose item is not in_run() with the
/// item before it, or end; requires begin > 0.
template <class Order, class Key, class Stride, class InRun>
std::uint64_t end_of_run(Order const& order, Key const* keys, Stride stride,
                         std::uint64_t begin, std::uint64_t end,
                         InRun const& in_run) {
  auto const item = [&](std::uint64_t i) {
    return order.encode(keys[static_cast<std::ptrdiff_t>(i) * stride]);
  };
  std::uint64_t i    = begin;
  auto const proceed = [&](std::uint64_t stop) {
    for (auto before = item(i - 1); i < stop; ++i) {
      auto const here = item(i);
      if (!in_run(before, here)) return false;
      before = here;
    }
    return true;
  };
  if constexpr (Order::equal_is_identical &&
                sizeof(typename Order::item_type) <= 4) {
    // Blocks without a branch per key can be vectorized: floats in order take
    // half the time. Most arrays in no order end before the first block.
    constexpr std::uint64_t block = 64;
    if (!proceed(std::min(end, begin + block / 8))) return i;
    for (; i + block <= end; i += block) {
      unsigned outside = 0;
      for (std::uint64_t j = i; j < i + block; ++j)
        outside += in_run(item(j - 1), item(j)) ? 0 : 1;
      if (outside > 0) break;
    }
  }
  proceed(end);
  return i;
}

/// Compares each key of [begin, end) with the key before it; requires
/// begin > 0. Stops at the first key that makes both false, or few keys behind.
///
/// swaps_equal: whether equal keys may be reversed.
template <bool swaps_equal, class Order, class Key>
HostSurvey survey(Order const& order, Strided<Key> const& keys,
                  std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return {true, true};
  auto const run_from = [&](std::uint64_t i, auto const& in_run) {
    std::uint64_t run_end = i;
    with_stride(keys, [&](auto stride) {
      run_end = end_of_run(order, keys.data, stride, i, end, in_run);
    });
    return run_end;
  };
  // Whether a run in ascending order up to `last` is one of equal keys.
  auto const is_level = [&](std::uint64_t last) {
    return swaps_equal &&
           !order.less(order.encode(keys[begin - 1]), order.encode(keys[last]));
  };
  std::uint64_t const ascent =
      run_from(begin, [&](auto const& before, auto const& here) {
        return !order.less(here, before);
      });
  if (ascent == end) return {true, is_level(end - 1)};
  if (ascent > begin && !is_level(ascent - 1)) return {false, false};
  auto const descends = [&](auto const& before, auto const& here) {
    if constexpr (swaps_equal) return !order.less(before, here);
    return order.less(here, before);
  };
  return {false, run_from(ascent + 1, descends) == end};
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
