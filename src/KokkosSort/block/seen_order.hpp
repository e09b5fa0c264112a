// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SEEN_ORDER_HPP
#define KOKKOSSORT_BLOCK_SEEN_ORDER_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/flag_team.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// Order in which all teams saw the items. Both words are 0 at first.
struct SeenOrder {
  std::uint32_t falls;  // an item comes before the item in front of it
  std::uint32_t rises;  // reversing the items would not sort them

  KOKKOS_FORCEINLINE_FUNCTION bool is_sorted() const { return falls == 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool is_reversed() const {
    return falls != 0 && rises == 0;
  }
};

/// Compares items with those in front of them, while a thread reads all items
/// for another purpose. A thread that has seen neighbors in both orders
/// compares no more, so that unsorted items cost a few comparisons per thread.
///
/// EqualIsIdentical: equivalent items may swap. If not, only an order that
/// falls at each step can be reversed.
template <class Order, bool EqualIsIdentical>
class OrderWatch {
  using Item = typename Order::item_type;
  using Key  = typename Order::key_type;

 public:
  KOKKOS_FORCEINLINE_FUNCTION bool is_over() const {
    return m_falls && m_rises;
  }
  /// Compares item number i of the keys with its predecessor.
  KOKKOS_FORCEINLINE_FUNCTION void see(Order const& order,
                                       Strided<Key> const& keys,
                                       std::uint64_t i, Item const& item) {
    if (is_over() || i == 0) return;
    auto const& before = order.encode(keys[i - 1]);
    bool const falls   = order.less(item, before);
    m_falls            = m_falls || falls;
    m_rises = m_rises || (EqualIsIdentical ? order.less(before, item) : !falls);
  }
  /// Called by the whole team, once; contains barriers.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void report(Member const& member,
                                          SeenOrder& seen) const {
    raise_flag(member, m_falls, &seen.falls);
    raise_flag(member, m_rises, &seen.rises);
  }

 private:
  bool m_falls = false;
  bool m_rises = false;
};

/// Reverses n elements in place. Called by all teams of the league.
template <class Member, class Key, class Value>
KOKKOS_INLINE_FUNCTION void reverse_all(Member const& member,
                                        Arrays<Key, Value> const& data,
                                        std::uint64_t n) {
  std::uint64_t const team = member.team_size();
  std::uint64_t const step = member.league_size() * team;
  for (std::uint64_t i = member.league_rank() * team + member.team_rank();
       i < n / 2; i += step) {
    Kokkos::kokkos_swap(data.keys[i], data.keys[n - 1 - i]);
    if constexpr (is_value_v<Value>)
      Kokkos::kokkos_swap(data.values[i], data.values[n - 1 - i]);
  }
}

/// Copies n elements, in reverse if `is_reversed`. Called by all teams of the
/// league.
template <class Member, class Key, class Value>
KOKKOS_INLINE_FUNCTION void copy_ordered(Member const& member,
                                         Arrays<Key, Value> const& from,
                                         Arrays<Key, Value> const& to,
                                         std::uint64_t n, bool is_reversed) {
  std::uint64_t const team = member.team_size();
  std::uint64_t const step = member.league_size() * team;
  for (std::uint64_t i = member.league_rank() * team + member.team_rank();
       i < n; i += step) {
    std::uint64_t const at = is_reversed ? n - 1 - i : i;
    to.keys[i]             = from.keys[at];
    if constexpr (is_value_v<Value>) to.values[i] = from.values[at];
  }
}

}  // namespace KokkosSort::Impl

#endif
