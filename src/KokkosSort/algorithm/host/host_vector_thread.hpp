// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_VECTOR_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_VECTOR_THREAD_HPP

#include <KokkosSort/algorithm/host/host_radix_thread.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#if defined(KOKKOSSORT_ENABLE_HIGHWAY)
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/targets.h>
#endif

#include <algorithm>
#include <chrono>
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
/// Returns the thread's sorter.
inline hwy::Sorter const& vector_sorter() {
  // Some versions of Highway allocate buffers, hence once per thread.
  static thread_local hwy::Sorter const sorter;
  return sorter;
}

/// Sorts n integers by Highway. Direction: hwy::SortAscending or
/// SortDescending.
template <class Integer, class Direction>
void sort_by_vectors(Integer* integers, std::size_t n, Direction direction) {
  vector_sorter()(integers, n, direction);
}

template <class Item>
struct HostVectorSort {
  /// Returns whether it takes less time than HostRadixSort for n items that
  /// crowd, on the processor that runs it. That is so if it takes less than
  /// twice the time for others. Vectors of 256 bits take up to 3 times as long
  /// for 64-bit items and for many items.
  static bool is_fast(std::size_t n) {
    static std::int64_t const vectors = hwy::SupportedTargets();
    if (n < min_size) return false;
    bool const has_vectors =
        (vectors & HWY_AVX3) != 0 ||
        (sizeof(Item) == 4 && n <= max_size_of_short_vectors &&
         (vectors & HWY_AVX2) != 0);
    return has_vectors && (n < min_raced || race().vectors < 2 * race().radix);
  }

  /// Returns whether HostRadixSort takes less time for n items that are spread
  /// evenly, although is_fast(n). Both of its buffers must be in L2.
  static bool loses_on_spread_items(std::size_t n) {
    return n <= most_for_radix() && race().radix < race().vectors;
  }

  /// Returns whether HostRadixSort takes less time for these n items. Requires
  /// n >= 32. item_at(i) is item i.
  template <class ItemAt>
  static bool loses(std::size_t n, ItemAt const& item_at) {
    return loses_on_spread_items(n) && Radix::is_spread(n, item_at) &&
           (n < min_compared || !are_alike(n, item_at));
  }

  /// Returns whether many pairs of a sorted sample are equal, or share all bits
  /// that the passes of HostRadixSort sort by. If b items share their bits
  /// each, m samples of n items have m^2 b / 2 n such pairs. The limit is a b
  /// of 2. On Zen 4 the five entries per row of a sparse matrix take 11.5 ns
  /// each by digits and 8 ns by vectors. Equal items cost digits nothing, but
  /// vectors sort items of which half are equal in a third of the time.
  /// Requires n >= 32.
  template <class ItemAt>
  static bool are_alike(std::size_t n, ItemAt const& item_at) {
    Item items[max_sample];
    std::size_t const m =
        std::min(max_sample, std::size_t{1} << (bit_width(n) + 2) / 2);
    for (std::size_t i = 0; i < m; ++i) items[i] = item_at(i * (n / m));
    sort(items, m);
    int const bits  = bit_width(static_cast<Item>(items[m - 1] - items[0]));
    int const shift = bits - Radix::leading_bits(bits, n);
    auto const bin  = [&](std::size_t i) {
      return static_cast<Item>(items[i] - items[0]) >> shift;
    };
    std::size_t equal = 0;
    std::size_t near  = 0;
    for (std::size_t i = 1; i < m; ++i) {
      if (items[i] == items[i - 1]) {
        ++equal;
      } else if (bin(i) == bin(i - 1)) {
        ++near;
      }
    }
    return near * n > m * m || 2 * equal > m;
  }

  /// Returns whether it takes less time for items of any number than a
  /// partition whose leaves it sorts, on one thread. That is so if it takes
  /// little more than HostRadixSort in cache. On a Xeon with AVX-512, where it
  /// takes 1.1 times as long, 2^24 items of 64 bits take 0.8 of the time of the
  /// partition. On Zen 4, 1.35 to 1.7 times as long, 2^17 to 2^24 items
  /// take 1.1 to 1.2. The bound of 1.25 lies between the two processors.
  static bool outruns_partition() {
    return is_fast(min_raced) && 4 * race().vectors < 5 * race().radix;
  }

  static void sort(Item* items, std::size_t n) {
    sort_by_vectors(items, n, hwy::SortAscending());
  }

 private:
  // For fewer items it takes longer, whatever the vectors.
  static constexpr std::size_t min_size = 64;
  // For 128 items of 32 bits, vectors of 256 bits take 0.6 of the time. They
  // take as long for 4,096, and 1.5 times as long for the leaves of 2^24 items.
  static constexpr std::size_t max_size_of_short_vectors = 4096;
  // Fewer items that crowd take less time by vectors on the processors that
  // were measured: 0.6 of the time for 1,000 items of 32 bits.
  static constexpr std::size_t min_raced = 1024;

  /// Returns the maximum number of items for which HostRadixSort may take less
  /// time. Zen 4 has 1 MiB of L2. 2^16 items of 64 bits take 0.64 of the time
  /// of vectors there, so a leaf of any size does. On processors with faster
  /// vectors 2^15 items take 0.8 and 2^16 take 1.2.
  static std::size_t most_for_radix() {
    return (outruns_partition() ? 256 * 1024 : 512 * 1024) / sizeof(Item);
  }

  // The comparison of a sample takes 1 to 3 % of a sort of so many.
  static constexpr std::size_t min_compared = 4096;
  static constexpr std::size_t max_sample   = 1024;

  struct Times {
    std::chrono::nanoseconds radix;
    std::chrono::nanoseconds vectors;
  };

  /// Times of both sorts on this processor for drawn items, measured once, in
  /// 0.4 ms. On Zen 4 a Highway before 1.1 moves 32-bit items by an instruction
  /// that is slow there. Vectors take 56 us for 4,096 items, and HostRadixSort
  /// takes 15. For 64-bit items they take 23 and 17 us, but vectors win where
  /// items crowd.
  static Times const& race() {
    static Times const times = [] {
      auto const by_radix =
          fastest([](Item* items, Item* other, std::size_t n) {
            static std::uint32_t counts[Radix::count_words];
            Radix(counts).sort(items, other, n);
          });
      auto const by_vectors =
          fastest([](Item* items, Item*, std::size_t n) { sort(items, n); });
      return Times{by_radix, by_vectors};
    }();
    return times;
  }

  struct ItemOf {
    static Item item(Item const& item) { return item; }
  };
  using Radix = HostRadixSort<Item, Item, ItemOf>;

  /// Returns the least time of five sorts of drawn items. The memory is static:
  /// an allocation could fail, and a thread's stack could be short.
  template <class Sort>
  static std::chrono::nanoseconds fastest(Sort const& sort_items) {
    using Clock = std::chrono::steady_clock;
    static Item items[drawn], other[drawn];
    // GCC 12 concludes from a constant, with a warning, that loops overflow.
    std::size_t volatile const n = drawn;
    auto least                   = std::chrono::nanoseconds::max();
    for (int repeat = 0; repeat < 5; ++repeat) {
      for (std::size_t i = 0; i < drawn; ++i)
        items[i] = static_cast<Item>(splitmix64(i));
      auto const begin = Clock::now();
      sort_items(items, other, n);
      least = std::min<std::chrono::nanoseconds>(least, Clock::now() - begin);
    }
    return least;
  }
  static constexpr std::size_t drawn = 4096;
};
#endif

}  // namespace KokkosSort::Impl

#endif
