// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_PIVOT_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_PIVOT_TEAM_HPP

#include <KokkosSort/block/network_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Returns the mean of two unsigned integers, low <= high.
template <class Item>
KOKKOS_FORCEINLINE_FUNCTION Item mean_of(Item low, Item high) {
  return static_cast<Item>(low + static_cast<Item>(high - low) / 2);
}

/// Returns the least integer above `low` that shares with `high` > `low` all
/// bits down to the first in which the two differ. Items less than it have a 0
/// in that bit.
template <class Item>
KOKKOS_INLINE_FUNCTION Item leading_bit_of(Item low, Item high) {
  Item below = static_cast<Item>(low ^ high);
  for (int step = 1; step < static_cast<int>(8 * sizeof(Item)); step *= 2)
    below = static_cast<Item>(below | (below >> step));
  return static_cast<Item>(high & static_cast<Item>(~(below >> 1)));
}

/// Returns the median of three items.
template <class Order>
KOKKOS_FORCEINLINE_FUNCTION typename Order::item_type median_of_three(
    Order const& order, typename Order::item_type const& a,
    typename Order::item_type const& b, typename Order::item_type const& c) {
  if (order.less(a, b)) return order.less(b, c) ? b : order.less(a, c) ? c : a;
  return order.less(a, c) ? a : order.less(b, c) ? c : b;
}

/// Returns a random position in the i-th of Size equal intervals of [begin,
/// begin + size), the same in every run; requires size >= Size.
template <int Size>
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t stratified_position(
    std::uint64_t begin, std::uint64_t size, int i) {
  std::uint64_t const length = size / Size;
  return begin + i * length + splitmix64(begin + i) % length;
}

/// Median of Size random items of a sequence, found by counting ranks.
template <class Order, int Size>
class TeamSampleMedian {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 16 + Size * sizeof(Item);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamSampleMedian(std::byte* scratch)
      : m_median(reinterpret_cast<int*>(scratch)),
        m_sample(reinterpret_cast<Item*>(scratch + 16)) {}

  /// Returns the median of one random key from each of Size equal intervals of
  /// keys[begin, begin + size), the same in every run; requires size >= Size.
  /// Contains barriers and ends with one.
  template <class Member>
  KOKKOS_INLINE_FUNCTION Item find(Member const& member, Order const& order,
                                   Strided<Key> keys, std::uint64_t begin,
                                   std::uint64_t size) const {
    // An inconsistent comparator may give no item the middle rank.
    if (member.team_rank() == 0) *m_median = Size / 2;
    draw(member, order, keys, begin, size);
    for (int i = member.team_rank(); i < Size; i += member.team_size())
      if (rank_of(order, i) == Size / 2) Kokkos::atomic_store(m_median, i);
    member.team_barrier();
    Item const median = m_sample[Kokkos::atomic_load(m_median)];
    member.team_barrier();
    return median;
  }

 private:
  template <class Member>
  KOKKOS_INLINE_FUNCTION void draw(Member const& member, Order const& order,
                                   Strided<Key> keys, std::uint64_t begin,
                                   std::uint64_t size) const {
    for (int i = member.team_rank(); i < Size; i += member.team_size())
      m_sample[i] =
          order.encode(keys[stratified_position<Size>(begin, size, i)]);
    member.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION int rank_of(Order const& order, int i) const {
    int rank = 0;
    for (int j = 0; j < Size; ++j) {
      bool const before = j < i ? !order.less(m_sample[i], m_sample[j])
                                : order.less(m_sample[j], m_sample[i]);
      rank += before ? 1 : 0;
    }
    return rank;
  }

  int* m_median;
  Item* m_sample;
};

/// Sorted sample of 2^LogSize random keys of a sequence.
template <class Order, int TeamSize, int LogSize>
class TeamSortedSample {
  using Key     = typename Order::key_type;
  using Item    = typename Order::item_type;
  using Network = TeamNetwork<Item, TeamSize, LogSize, 2>;

 public:
  static constexpr int size = 1 << LogSize;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Network::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION explicit TeamSortedSample(std::byte* scratch)
      : m_items(scratch) {}

  KOKKOS_FORCEINLINE_FUNCTION Item operator[](int i) const {
    return m_items[i];
  }

  /// Draws the sample from keys[begin, begin + keys_size) and sorts it;
  /// requires keys_size >= size. The whole team calls it; it ends with a
  /// barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void draw(Member const& member, Order const& order,
                                   Strided<Key> keys, std::uint64_t begin,
                                   std::uint64_t keys_size) const {
    for (int i = member.team_rank(); i < size; i += TeamSize)
      m_items[i] =
          order.encode(keys[stratified_position<size>(begin, keys_size, i)]);
    member.team_barrier();
    m_items.template butterfly_sort<true>(
        member, size, LogSize,
        [&](Item const& a, Item const& b) { return order.less(a, b); });
  }

  /// Returns how many samples do not come after `bound`.
  KOKKOS_INLINE_FUNCTION int up_to(Order const& order,
                                   Item const& bound) const {
    int count = 0;
    for (int step = size; step > 0; step /= 2)
      if (count + step <= size && !order.less(bound, m_items[count + step - 1]))
        count += step;
    return count;
  }

 private:
  Network m_items;
};

}  // namespace KokkosSort::Impl

#endif
