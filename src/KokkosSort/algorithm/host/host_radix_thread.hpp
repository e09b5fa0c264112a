// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_RADIX_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_RADIX_THREAD_HPP

#include <KokkosSort/algorithm/host/host_bit_width_thread.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Maximum number of elements for which ranks take less time than the counters
/// of a pass.
inline constexpr std::size_t max_ranked = 24;

/// Counts for each of n unsigned integers those that come before it in a stable
/// sort, pair by pair. No step branches on a comparison. Insertion takes up to
/// twice the time, since half of its branches are mispredicted. item_at(i) is
/// the integer of element i.
template <class ItemAt, class Count>
void count_ranks(ItemAt const& item_at, Count n, unsigned* ranks) {
  for (std::size_t i = 0; i < n; ++i) {
    auto const item = item_at(i);
    unsigned rank   = 0;
    for (std::size_t j = 0; j < i; ++j) {
      unsigned const is_behind = item < item_at(j) ? 1 : 0;
      ranks[j] += is_behind;
      rank += 1 - is_behind;
    }
    ranks[i] = rank;
  }
}

/// Stable sort of elements in cache by one thread, by the unsigned integer that
/// ItemOf reads from an element. One or two counting passes sort by the leading
/// bits in which the elements differ, as many as separate most of them.
/// Insertion moves the few elements that are still out of order.
///
/// If many elements share those bits, they are sorted again by the next bits.
/// The work is linear in the elements on every input: at most (bits / 8 + 1)
/// rounds.
template <class Element, class Item, class ItemOf>
class HostRadixSort {
 public:
  static constexpr int max_digit_bits = 11;

  /// Counters, which the caller provides.
  using Count                              = std::uint32_t;
  static constexpr std::size_t count_words = std::size_t{2} << max_digit_bits;

  explicit HostRadixSort(Count* counts) : m_counts(counts) {}

  /// Returns whether a sample of the elements shares few leading bits, so that
  /// few elements have to be moved or sorted again after the passes. Requires
  /// n >= 32. item_at(i) is the item of element i.
  template <class ItemAt>
  static bool is_spread(std::size_t n, ItemAt const& item_at) {
    Item items[samples];
    for (std::size_t i = 0; i < samples; ++i)
      items[i] = item_at(i * (n / samples));
    auto const [low, high] = std::minmax_element(items, items + samples);
    int const shift =
        std::max(bit_width(static_cast<Item>(*high - *low)) - sample_bits, 0);
    unsigned char counts[std::size_t{1} << sample_bits] = {};
    unsigned char most                                  = 0;
    for (Item const item : items)
      most = std::max(most, ++counts[static_cast<Item>(item - *low) >> shift]);
    return most <= most_per_digit;
  }

  /// Returns how many of the bits in which n elements differ the passes sort
  /// by.
  static int leading_bits(int bits, std::size_t n) {
    return std::min({bits, bit_width(n) + spare_bits, max_bits});
  }

  /// Sorts elements[0, n) with a buffer of the same size. Returns the array
  /// that holds the result.
  Element* sort(Element* elements, Element* buffer, std::size_t n) const {
    if (n <= max_ranked) {
      rank_all(elements, buffer, n);
      return buffer;
    }
    Item low  = ItemOf::item(elements[0]);
    Item high = low;
    for (std::size_t i = 1; i < n; ++i) {
      Item const item = ItemOf::item(elements[i]);
      low             = item < low ? item : low;
      high            = item > high ? item : high;
    }
    if (low == high) return elements;
    int const bits  = bit_width(static_cast<Item>(high - low));
    int const taken = leading_bits(bits, n);
    int const shift = bits - taken;
    if (taken <= one_digit_bits) {
      count(elements, n, low, shift, taken, 0);
      pass(elements, buffer, n, low, shift, taken, m_counts);
      std::swap(elements, buffer);
    } else {
      int const width = taken / 2;
      count(elements, n, low, shift, width, taken - width);
      pass(elements, buffer, n, low, shift, width, m_counts);
      pass(buffer, elements, n, low, shift + width, taken - width,
           m_counts + (Count{1} << max_digit_bits));
    }
    if (shift > 0) finish(elements, buffer, n, low, shift);
    return elements;
  }

 private:
  // These bits beyond bit_width(n) make 8 to 16 bins per element, so that few
  // elements share one.
  static constexpr int spare_bits     = 3;
  static constexpr int max_bits       = 2 * max_digit_bits;
  static constexpr int one_digit_bits = 8;
  // Elements that a pass reads before it moves them. A load waits for a store
  // before it whose address is not known yet. So a pass takes half the time of
  // one that reads and moves them one by one.
  static constexpr std::size_t at_once = 4;
  // A sample of 32 elements takes 0.08 us, a fifth of a sort of 64 elements.
  static constexpr std::size_t samples = 32;
  // As many digits as samples. Up to 6 uniform samples share one; samples of
  // Gaussian and exponential elements do too. Those of crowds share one by 12
  // and more.
  static constexpr int sample_bits              = 5;
  static constexpr unsigned char most_per_digit = 8;
  // Maximum elements that one insertion moves before it stops.
  static constexpr std::size_t max_moves = 16;

  static std::size_t digit(Element const& element, Item low, int shift,
                           int width) {
    return static_cast<std::size_t>(
               static_cast<Item>(ItemOf::item(element) - low) >> shift) &
           ((std::size_t{1} << width) - 1);
  }

  /// Counts two digits: the lower one has `width` bits, the one above it
  /// `upper`.
  void count(Element const* elements, std::size_t n, Item low, int shift,
             int width, int upper) const {
    Count* const first  = m_counts;
    Count* const second = m_counts + (Count{1} << max_digit_bits);
    std::fill_n(first, std::size_t{1} << width, Count{0});
    if (upper == 0) {
      for (std::size_t i = 0; i < n; ++i)
        ++first[digit(elements[i], low, shift, width)];
      return;
    }
    std::fill_n(second, std::size_t{1} << upper, Count{0});
    for (std::size_t i = 0; i < n; ++i) {
      ++first[digit(elements[i], low, shift, width)];
      ++second[digit(elements[i], low, shift + width, upper)];
    }
  }

  void pass(Element const* from, Element* to, std::size_t n, Item low,
            int shift, int width, Count* counts) const {
    Count sum = 0;
    for (std::size_t d = 0; d < std::size_t{1} << width; ++d) {
      Count const here = counts[d];
      counts[d]        = sum;
      sum += here;
    }
    std::size_t i = 0;
    for (; i + at_once <= n; i += at_once) {
      Element elements[at_once];
      std::size_t digits[at_once];
      for (std::size_t j = 0; j < at_once; ++j) {
        elements[j] = from[i + j];
        digits[j]   = digit(elements[j], low, shift, width);
      }
      for (std::size_t j = 0; j < at_once; ++j)
        to[counts[digits[j]]++] = elements[j];
    }
    for (; i < n; ++i)
      to[counts[digit(from[i], low, shift, width)]++] = from[i];
  }

  static void rank_all(Element const* from, Element* to, std::size_t n) {
    unsigned ranks[max_ranked];
    count_ranks([&](std::size_t i) { return ItemOf::item(from[i]); }, n, ranks);
    for (std::size_t i = 0; i < n; ++i) to[ranks[i]] = from[i];
  }

  /// Sorts elements that are sorted except for their last `shift` bits.
  void finish(Element* elements, Element* buffer, std::size_t n, Item low,
              int shift) const {
    for (std::size_t i = 1; i < n; ++i) {
      Item const item = ItemOf::item(elements[i]);
      if (!(item < ItemOf::item(elements[i - 1]))) continue;
      Element const element = elements[i];
      std::size_t hole      = i;
      do {
        elements[hole] = elements[hole - 1];
        --hole;
      } while (hole > 0 && i - hole < max_moves &&
               item < ItemOf::item(elements[hole - 1]));
      elements[hole] = element;
      if (i - hole == max_moves)
        i = sort_group(elements, buffer, n, i, low, shift) - 1;
    }
  }

  /// Sorts all elements that share the leading bits of elements[at]; returns
  /// the end of the group.
  std::size_t sort_group(Element* elements, Element* buffer, std::size_t n,
                         std::size_t at, Item low, int shift) const {
    auto const leading = [&](std::size_t i) {
      return static_cast<Item>(
          static_cast<Item>(ItemOf::item(elements[i]) - low) >> shift);
    };
    Item const shared = leading(at);
    std::size_t begin = at;
    std::size_t end   = at + 1;
    while (begin > 0 && leading(begin - 1) == shared) --begin;
    while (end < n && leading(end) == shared) ++end;
    Element* const sorted = sort(elements + begin, buffer + begin, end - begin);
    if (sorted != elements + begin)
      std::copy_n(sorted, end - begin, elements + begin);
    return end;
  }

  Count* m_counts;
};

}  // namespace KokkosSort::Impl

#endif
