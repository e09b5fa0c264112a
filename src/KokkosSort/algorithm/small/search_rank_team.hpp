// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SEARCH_RANK_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SEARCH_RANK_TEAM_HPP

#include <KokkosSort/algorithm/small/count_rank_team.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks a share of many items among all of them. It sorts the share, and
/// searches it for every other item: log2(share) comparisons per item, and
/// comparison counting takes `share`. The other items are not in scratch.
template <class Exec, int TeamSize, int MaxShare, class Order>
class TeamSearchRank {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

  /// Keys that a thread has in flight, and those that it searches for at once.
  /// Teams of 1,024 threads have 64 registers per thread, of which the keys
  /// take 16.
  static constexpr int loads   = bounded(64 / sizeof(Key), 1, 8);
  static constexpr int at_once = loads < 4 ? loads : 4;

  struct Shared {
    alignas(16) Item items[MaxShare];
    Item sorted[MaxShare];
    Item tree[MaxShare];  // node 1 is the root, nodes 2 i and 2 i + 1 below i
    std::uint32_t ranks[MaxShare];   // of each item in the share
    std::uint32_t counts[MaxShare];  // of the others between two items
  };

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Shared);
  }

  KOKKOS_FORCEINLINE_FUNCTION explicit TeamSearchRank(std::byte* scratch)
      : m_shared(reinterpret_cast<Shared*>(scratch)) {}

  /// Counts for each item of the share how many others come before it. get(i)
  /// returns the key of item i of the `size` items. The share is `share` of
  /// them from `first` on, a power of two, or all that follow `first`. Called
  /// by the whole team; ends with a barrier, and get() is not called after it.
  template <class Member, class Get>
  KOKKOS_FORCEINLINE_FUNCTION void search(Member const& member, Get const& get,
                                          int size, int first, int share,
                                          Order const& order) const {
    int const own = size - first < share ? size - first : share;
    Key keys[loads];
    copy_share(member, get, first, own, share, order);
    read(member, get, 0, size, keys);
    sort_share(member, own, share, order);
    KOKKOSSORT_NO_UNROLL
    for (int from = 0;;) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < loads; i += at_once)
        count_some<at_once>(member, keys + i, from + i * TeamSize, size, first,
                            own, share, order);
      from += loads * TeamSize;
      if (from >= size) break;
      read(member, get, from, size, keys);
    }
    member.team_barrier();
  }

  /// Adds up the counts of a thread's items: those of number i with i %
  /// team_size = team_rank. It alone may call rank() for them. Called after
  /// search().
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_up(Member const& member, int own) const {
    for (int i = member.team_rank(); i < own; i += TeamSize) {
      std::uint32_t const in_share = m_shared->ranks[i];
      std::uint32_t rank           = in_share;
      for (std::uint32_t p = 0; p <= in_share; ++p) rank += m_shared->counts[p];
      m_shared->ranks[i] = rank;
    }
  }

  /// Returns the rank of item i of the share among all items. Equal items have
  /// the order of their numbers. If the order contradicts itself, two items may
  /// have one rank.
  KOKKOS_FORCEINLINE_FUNCTION int rank(int i) const {
    return static_cast<int>(m_shared->ranks[i]);
  }

  /// Returns item i of the share.
  KOKKOS_FORCEINLINE_FUNCTION Item const& item(int i) const {
    return m_shared->items[i];
  }

 private:
  template <class Member, class Get>
  KOKKOS_FORCEINLINE_FUNCTION void copy_share(Member const& member,
                                              Get const& get, int first,
                                              int own, int share,
                                              Order const& order) const {
    for (int i = member.team_rank(); i < share; i += TeamSize) {
      Item const item    = order.encode(get(first + (i < own ? i : own - 1)));
      m_shared->items[i] = item;
      // Any, for an order that contradicts itself.
      m_shared->sorted[i] = item;
      m_shared->tree[i]   = item;
      m_shared->counts[i] = 0;
    }
  }

  /// Reads a key per thread, and one more while others are left. They are
  /// encoded later, since that waits for them. count_some() halves what is left
  /// of `at_once` keys, so it compares the last of four if there is a third.
  /// That is read too, since a comparator may follow it as an index.
  template <class Member, class Get>
  KOKKOS_FORCEINLINE_FUNCTION static void read(Member const& member,
                                               Get const& get, int from,
                                               int size, Key (&keys)[loads]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < loads; ++i) {
      int const compared_with = i % at_once == 3 ? i - 1 : i;
      if (from + compared_with * TeamSize >= size) continue;
      int const at = from + i * TeamSize + member.team_rank();
      keys[i]      = get(at < size ? at : size - 1);
    }
  }

  /// Sorts the share into a list and a tree.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void sort_share(Member const& member, int own,
                                              int share,
                                              Order const& order) const {
    member.team_barrier();
    TeamCountRank<Exec, TeamSize, Order>::rank(
        member, m_shared->items, own, 0, share, m_shared->ranks, order,
        [&](int number, int rank) {
          put(rank, share, m_shared->items[number]);
        });
    member.team_barrier();
    if (own == share) return;
    // Copies of the greatest item fill the list.
    Item const greatest = m_shared->sorted[own - 1];
    for (int i = own + member.team_rank(); i < share; i += TeamSize)
      put(i, share, greatest);
    member.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(int rank, int share,
                                       Item const& item) const {
    m_shared->sorted[rank] = item;
    auto const behind      = static_cast<unsigned>(rank + 1);
    // Every second item is a leaf of the tree, every second of the others lies
    // one level higher, and so on.
    if (rank + 1 < share)
      m_shared->tree[(share + rank + 1) >>
                     (Kokkos::Experimental::countr_zero_builtin(behind) + 1)] =
          item;
  }

  /// Counts N keys per thread, or the first half of them if no others are
  /// left, and so on.
  template <int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void count_some(Member const& member,
                                              Key const* keys, int from,
                                              int size, int first, int own,
                                              int share,
                                              Order const& order) const {
    if (from >= size) return;
    if constexpr (N > 1) {
      if (from + N / 2 * TeamSize >= size) {
        count_some<N / 2>(member, keys, from, size, first, own, share, order);
        return;
      }
    }
    int const at = from + member.team_rank();
    Item items[N];
    int found[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      items[i] = order.encode(keys[i]);
      found[i] = 1;
    }
    KOKKOSSORT_NO_UNROLL
    for (int width = 1; width < share; width *= 2) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        found[i] = 2 * found[i] + follows(items[i], at + i * TeamSize >= first,
                                          m_shared->tree[found[i]], order);
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const number = at + i * TeamSize;
      found[i] -= share;
      found[i] +=
          follows(items[i], number >= first, m_shared->sorted[found[i]], order);
      bool const is_own = number >= first && number < first + own;
      if (number < size && !is_own && found[i] < share)
        Warp<Exec>::shared_atomic_add(&m_shared->counts[found[i]], 1u);
    }
  }

  /// Returns 1 if the item, which is behind the share or before it, follows an
  /// item of the share in the order.
  KOKKOS_FORCEINLINE_FUNCTION static int follows(Item const& item,
                                                 bool is_behind,
                                                 Item const& of_share,
                                                 Order const& order) {
    return (is_behind ? !order.less(item, of_share)
                      : order.less(of_share, item))
               ? 1
               : 0;
  }

  Shared* m_shared;
};

}  // namespace KokkosSort::Impl

#endif
