// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_PIVOT_HPP
#define KOKKOSSORT_TEAM_PIVOT_HPP

#include <KokkosSort/thread/mix.hpp>
#include <KokkosSort/thread/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The mean of two unsigned integers, the lower one not above the other.
template <class Item>
KOKKOS_FORCEINLINE_FUNCTION Item mean_of(Item low, Item high) {
  return static_cast<Item>(low + static_cast<Item>(high - low) / 2);
}

/// The least integer above `low` that shares with `high` > `low` all bits down
/// to the first in which the two differ: what stands left of it has a 0 there.
template <class Item>
KOKKOS_INLINE_FUNCTION Item leading_bit_of(Item low, Item high) {
  Item below = static_cast<Item>(low ^ high);
  for (int step = 1; step < static_cast<int>(8 * sizeof(Item)); step *= 2)
    below = static_cast<Item>(below | (below >> step));
  return static_cast<Item>(high & static_cast<Item>(~(below >> 1)));
}

/// The median of three items.
template <class Order>
KOKKOS_FORCEINLINE_FUNCTION typename Order::item_type median_of_three(
    Order const& order, typename Order::item_type const& a,
    typename Order::item_type const& b, typename Order::item_type const& c) {
  if (order.less(a, b)) return order.less(b, c) ? b : order.less(a, c) ? c : a;
  return order.less(a, c) ? a : order.less(b, c) ? c : b;
}

/// The median and other quantiles of Size random items of a sequence, found by
/// counting ranks.
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

  /// Of keys[begin, begin + size) with size >= Size: one key at random from
  /// each of as many equal strips, the same in every run. Barriers inside and
  /// at the end.
  template <class Member>
  KOKKOS_INLINE_FUNCTION Item find(Member const& member, Order const& order,
                                   Strided<Key> keys, std::uint64_t begin,
                                   std::uint64_t size) const {
    // A comparator that contradicts itself may give no item the middle rank.
    if (member.team_rank() == 0) *m_median = Size / 2;
    draw(member, order, keys, begin, size);
    for (int i = member.team_rank(); i < Size; i += member.team_size())
      if (rank_of(order, i).before == Size / 2)
        Kokkos::atomic_store(m_median, i);
    member.team_barrier();
    Item const median = m_sample[Kokkos::atomic_load(m_median)];
    member.team_barrier();
    return median;
  }

  /// The items that cut such a sample into Count + 1 equal parts, in ascending
  /// order. Adds to `repeats` how many of the sample occur in it before. A
  /// barrier has to follow.
  template <int Count, class Member, class Word>
  KOKKOS_INLINE_FUNCTION void quantiles(Member const& member,
                                        Order const& order, Strided<Key> keys,
                                        std::uint64_t begin, std::uint64_t size,
                                        Word* found,
                                        std::uint32_t& repeats) const {
    static_assert((Size + 1) % (Count + 1) == 0, "parts must be equal");
    constexpr int part = (Size + 1) / (Count + 1);
    draw(member, order, keys, begin, size);
    for (int i = member.team_rank(); i < Size; i += member.team_size()) {
      Rank const rank = rank_of(order, i);
      int const place = rank.before + 1;
      if (place % part == 0) found[place / part - 1] = m_sample[i];
      if (rank.is_repeated) Kokkos::atomic_add(&repeats, 1u);
    }
    member.team_barrier();
  }

 private:
  template <class Member>
  KOKKOS_INLINE_FUNCTION void draw(Member const& member, Order const& order,
                                   Strided<Key> keys, std::uint64_t begin,
                                   std::uint64_t size) const {
    std::uint64_t const strip = size / Size;
    for (int i = member.team_rank(); i < Size; i += member.team_size())
      m_sample[i] =
          order.encode(keys[begin + i * strip + mix(begin + i) % strip]);
    member.team_barrier();
  }

  struct Rank {
    int before       = 0;      // items that come before this one
    bool is_repeated = false;  // one of them is its equal
  };
  KOKKOS_INLINE_FUNCTION Rank rank_of(Order const& order, int i) const {
    Rank rank;
    for (int j = 0; j < Size; ++j) {
      bool const before = j < i ? !order.less(m_sample[i], m_sample[j])
                                : order.less(m_sample[j], m_sample[i]);
      rank.before += before ? 1 : 0;
      if (before && !order.less(m_sample[j], m_sample[i]))
        rank.is_repeated = true;
    }
    return rank;
  }

  int* m_median;
  Item* m_sample;
};

}  // namespace KokkosSort::Impl

#endif
