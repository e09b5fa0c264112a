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
  /// Returns whether it takes less time than HostRadixSort for n items, on the
  /// processor that runs it. Vectors of 256 bits take up to 3 times as long
  /// for 64-bit items and for many items.
  static bool is_faster(std::size_t n) {
    static std::int64_t const vectors = hwy::SupportedTargets();
    if (n < min_size) return false;
    return (vectors & HWY_AVX3) != 0 ||
           (sizeof(Item) == 4 && n <= max_size_of_short_vectors &&
            (vectors & HWY_AVX2) != 0);
  }

  static void sort(Item* items, std::size_t n) {
    // Some versions of Highway allocate buffers, hence once per thread.
    static thread_local hwy::Sorter const sorter;
    sorter(items, n, hwy::SortAscending());
  }

 private:
  // For fewer items it takes longer, whatever the vectors.
  static constexpr std::size_t min_size = 64;
  // For 128 items of 32 bits, vectors of 256 bits take 0.6 of the time. They
  // take as long for 4,096, and 1.5 times as long for the leaves of 2^24 items.
  static constexpr std::size_t max_size_of_short_vectors = 4096;
};
#endif

}  // namespace KokkosSort::Impl

#endif
