// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_STABILITY_HPP
#define KOKKOSSORT_FRONT_STABILITY_HPP

#include <KokkosSort/front/algorithm_tags.hpp>

#include <type_traits>

namespace KokkosSort::Impl {

enum class Promise { none, stable };

template <class Tag>
inline constexpr bool is_sample_with_quick = false;
template <SampleParameters parameters>
inline constexpr bool is_sample_with_quick<Algorithm::SampleWith<parameters>> =
    parameters.base_case == SampleBaseCase::quick;

/// Refuses, by both names, a stable function with an algorithm that is not.
/// What else an algorithm cannot serve it refuses itself.
template <class Tag, Promise promise>
constexpr bool check_stability() {
  constexpr bool asked = promise == Promise::stable;
  static_assert(!asked || !std::is_same_v<Tag, Algorithm::Bitonic>,
                "Algorithm::bitonic is not stable, which stable_sort, "
                "stable_sort_by_key and argsort promise");
  static_assert(!asked || !std::is_same_v<Tag, Algorithm::BitonicOneStep>,
                "Algorithm::bitonic_one_step is not stable, which stable_sort, "
                "stable_sort_by_key and argsort promise");
  static_assert(!asked || !std::is_same_v<Tag, Algorithm::OddEvenMerge>,
                "Algorithm::odd_even_merge is not stable, which stable_sort, "
                "stable_sort_by_key and argsort promise");
  static_assert(!asked || !std::is_same_v<Tag, Algorithm::Butterfly>,
                "Algorithm::butterfly is not stable, which stable_sort, "
                "stable_sort_by_key and argsort promise");
  static_assert(!asked || !is_sample_with_quick<Tag>,
                "Algorithm::sample_with and SampleBaseCase::quick is not "
                "stable, which stable_sort, stable_sort_by_key and argsort "
                "promise");
  return true;
}

}  // namespace KokkosSort::Impl

#endif
