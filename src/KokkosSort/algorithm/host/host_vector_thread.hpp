// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_VECTOR_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_VECTOR_THREAD_HPP

#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/targets.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Whether HostVectorSort sorts elements of that type in this build.
template <class Element>
inline constexpr bool has_vector_sort_v =
#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
    std::is_same_v<Element, std::uint32_t> ||
    std::is_same_v<Element, std::uint64_t>;
#else
    false;
#endif

/// Sort of unsigned integers in cache by one thread, by vector instructions:
/// the vectorized quicksort of Highway. See M. Blacher, J. Giesen, P. Sanders,
/// J. Wassenberg, "Vectorized and performance-portable Quicksort" (2022).
///
/// It is not stable, which is unobservable for integers.
template <class Item>
struct HostVectorSort;

#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
template <class Item>
struct HostVectorSort {
  // For fewer items HostRadixSort takes less time.
  static constexpr std::size_t min_size = 64;

  /// Returns whether it takes less time than HostRadixSort on the processor
  /// that runs it. Vectors of 256 bits take 0.56 of its time for 32-bit items
  /// and 1.3 for 64-bit items, which thus need vectors of 512 bits.
  static bool is_faster() {
    static bool const has_vectors =
        (hwy::SupportedTargets() & (sizeof(Item) == 4 ? HWY_AVX2 : HWY_AVX3)) !=
        0;
    return has_vectors;
  }

  static void sort(Item* items, std::size_t n) {
    // Some versions of Highway allocate buffers, hence once per thread.
    static thread_local hwy::Sorter const sorter;
    sorter(items, n, hwy::SortAscending());
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
