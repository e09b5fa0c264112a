// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HPP
#define KOKKOSSORT_ALGORITHM_HPP

#include <KokkosSort/front/algorithm_tags.hpp>

namespace KokkosSort::Algorithm {

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

}  // namespace KokkosSort::Algorithm

#endif
