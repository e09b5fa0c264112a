// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_PAYLOAD_INDIRECT_SORT_HPP
#define KOKKOSSORT_ALGORITHM_PAYLOAD_INDIRECT_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Order of indices by the keys they refer to.
template <class Order, class Index>
struct IndirectOrder {
  using key_type  = Index;
  using item_type = Index;

  static constexpr bool equal_is_identical = false;

  Order m_order;
  Strided<typename Order::key_type> m_keys;

  KOKKOS_FORCEINLINE_FUNCTION Index encode(Index i) const { return i; }
  KOKKOS_FORCEINLINE_FUNCTION Index decode(Index i) const { return i; }
  KOKKOS_FORCEINLINE_FUNCTION bool less(Index a, Index b) const {
    return m_order.less(m_order.encode(m_keys[a]), m_order.encode(m_keys[b]));
  }
};

/// Kernel that fills a permutation with 0, 1, 2, …
template <class Exec, class Index>
struct FillIota {
  using Member = TeamMember<Exec>;

  static constexpr int team = TeamShape<Exec>::size;

  Strided<Index> index;
  std::size_t n;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::size_t const stride =
        static_cast<std::size_t>(member.league_size()) * team;
    for (std::size_t i = static_cast<std::size_t>(member.league_rank()) * team +
                         member.team_rank();
         i < n; i += stride)
      index[i] = static_cast<Index>(i);
  }
};

template <class Exec, class Index>
void fill_iota(Exec const& exec, Strided<Index> index, std::size_t n) {
  constexpr int team = TeamShape<Exec>::size;
  launch_teams<team>("KokkosSort::fill_iota", exec,
                     std::min(resident_teams<team>(exec), n / team + 1),
                     FillIota<Exec, Index>{index, n});
}

/// Sorter for keys and values of any size. Small ones move with every pass.
/// Wide ones stay in place while an index is sorted for them, and move twice at
/// the end (out and back).
///
/// Sorter::type<Exec, Order, Value> is the sorter that is used.
template <class Sorter, class Exec, class Order, class Value>
struct IndirectSort {
  using Key = typename Order::key_type;

  using Direct = typename Sorter::template type<Exec, Order, Value>;

  // A pass moves each element once in and once out. Three passes of an index
  // and one gather beat three passes of the payload above about this size.
  static constexpr std::size_t max_direct_value = [] {
    if constexpr (requires { Direct::max_direct_value; })
      return Direct::max_direct_value;
    return std::size_t{16};
  }();
  // A comparison through an index reads device memory, so keys become worth it
  // later.
  static constexpr std::size_t max_direct_key = [] {
    if constexpr (requires { Direct::max_direct_key; })
      return Direct::max_direct_key;
    return std::size_t{32};
  }();

  // Scratch is aligned to scratch_alignment, so types with greater alignment
  // are never staged there.
  static constexpr bool wide_key = sizeof(Key) > max_direct_key ||
                                   alignof(Key) > scratch_alignment;
  static constexpr bool wide_value =
      is_value_v<Value> &&
      (sizeof(Value) > max_direct_value || alignof(Value) > scratch_alignment);

  static constexpr bool is_stable = Direct::is_stable;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    if constexpr (wide_key || wide_value) {
      return n > max_short_index ? indexed_bytes<std::uint64_t>(exec, order, n)
                                 : indexed_bytes<std::uint32_t>(exec, order, n);
    } else {
      return Direct::workspace_bytes(exec, order, n);
    }
  }

  /// Bytes of a call that allocates them itself.
  static std::size_t least_bytes(Exec const& exec, Order const& order,
                                 std::size_t n) {
    if constexpr (!wide_key && !wide_value &&
                  requires { Direct::least_bytes(exec, order, n); }) {
      return Direct::least_bytes(exec, order, n);
    } else {
      return workspace_bytes(exec, order, n);
    }
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if constexpr (wide_key || wide_value) {
      if (n > max_short_index) {
        run_indexed<std::uint64_t>(exec, order, keys, values, n, arena);
      } else {
        run_indexed<std::uint32_t>(exec, order, keys, values, n, arena);
      }
    } else {
      Direct::run(exec, order, keys, values, n, arena);
    }
  }

 private:
  static constexpr std::size_t max_short_index = 0xffffffffu;

  template <class Index>
  using ByIndex =
      typename Sorter::template type<Exec, IndirectOrder<Order, Index>,
                                     NoValue>;
  template <class Index>
  using WithIndex = typename Sorter::template type<Exec, Order, Index>;

  template <class Index>
  static std::size_t indexed_bytes(Exec const& exec, Order const& order,
                                   std::size_t n) {
    std::size_t const own = Arena::alignment + measured_bytes([&](Arena& a) {
                              a.take<Index>(n);
                              if constexpr (wide_key) a.take<Key>(n);
                              if constexpr (is_value_v<Value>) a.take<Value>(n);
                            });
    if constexpr (wide_key) {
      return own + ByIndex<Index>::workspace_bytes(
                       exec, IndirectOrder<Order, Index>{order, {}}, n);
    } else {
      return own + WithIndex<Index>::workspace_bytes(exec, order, n);
    }
  }

  template <class Index>
  static void run_indexed(Exec const& exec, Order const& order,
                          Strided<Key> keys, Strided<Value> values,
                          std::size_t n, Arena& arena) {
    Strided<Index> const index{arena.take<Index>(n)};
    fill_iota(exec, index, n);
    if constexpr (wide_key) {
      Key* const moved_keys = arena.take<Key>(n);
      Value* moved_values   = nullptr;
      if constexpr (is_value_v<Value>) moved_values = arena.take<Value>(n);
      ByIndex<Index>::run(exec, IndirectOrder<Order, Index>{order, keys}, index,
                          {}, n, arena);
      if constexpr (is_value_v<Value>) {
        move_through(exec, index, n, pair(keys, moved_keys),
                     pair(values, moved_values));
      } else {
        move_through(exec, index, n, pair(keys, moved_keys));
      }
    } else {
      Value* const moved_values = arena.take<Value>(n);
      WithIndex<Index>::run(exec, order, keys, index, n, arena);
      move_through(exec, index, n, pair(values, moved_values));
    }
  }

  template <class T>
  struct Pair {
    Strided<T> array;
    T* moved;
  };
  template <class T>
  static Pair<T> pair(Strided<T> array, T* moved) {
    return {array, moved};
  }

  template <class Index, class... T>
  static void move_through(Exec const& exec, Strided<Index> index,
                           std::size_t n, Pair<T> const&... pairs) {
    gather_rows("KokkosSort::carry::gather", exec, index, n,
                move_list(Move<T>{rows<T const>(pairs.array),
                                  Rows<T>{pairs.moved, 1, 1, 1}}...));
    gather_rows("KokkosSort::carry::copy_back", exec, SameRow{}, n,
                move_list(Move<T>{Rows<T const>{pairs.moved, 1, 1, 1},
                                  rows<T>(pairs.array)}...));
  }

  template <class To, class T>
  static Rows<To> rows(Strided<T> array) {
    return {array.data, array.stride, 1, 1};
  }
};

}  // namespace KokkosSort::Impl

#endif
