// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_ELEMENTS_HPP
#define KOKKOSSORT_TEAM_ELEMENTS_HPP

#include <KokkosSort/thread/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Keys and their values as they lie in device memory.
template <class Key, class Value>
struct Arrays {
  Strided<Key> keys;
  Strided<Value> values;
};

/// A key as it is compared, with its value.
template <class Item, class Value>
struct KeyValue {
  Item item;
  Value value;
};

/// What a team sorts in scratch: the key alone or key and value.
template <class Order, class Value>
struct Elements {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using type =
      std::conditional_t<is_value_v<Value>, KeyValue<Item, Value>, Item>;

  struct Less {
    Order m_order;
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(type const& a,
                                                type const& b) const {
      if constexpr (is_value_v<Value>) {
        return m_order.less(a.item, b.item);
      } else {
        return m_order.less(a, b);
      }
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION static type load(Order const& order,
                                               Arrays<Key, Value> const& from,
                                               std::uint64_t i) {
    if constexpr (is_value_v<Value>) {
      return type{order.encode(from.keys[i]), from.values[i]};
    } else {
      return order.encode(from.keys[i]);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void store(Order const& order,
                                                Arrays<Key, Value> const& to,
                                                std::uint64_t i,
                                                type const& element) {
    if constexpr (is_value_v<Value>) {
      to.keys[i]   = order.decode(element.item);
      to.values[i] = element.value;
    } else {
      to.keys[i] = order.decode(element);
    }
  }

  /// Neighbouring threads take neighbouring items. Ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void load_all(Member const& member,
                                              Order const& order,
                                              Arrays<Key, Value> const& from,
                                              std::uint64_t begin, int size,
                                              type* elements) {
    for (int i = member.team_rank(); i < size; i += member.team_size())
      elements[i] = load(order, from, begin + i);
    member.team_barrier();
  }
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void store_all(Member const& member,
                                               Order const& order,
                                               Arrays<Key, Value> const& to,
                                               std::uint64_t begin, int size,
                                               type const* elements) {
    for (int i = member.team_rank(); i < size; i += member.team_size())
      store(order, to, begin + i, elements[i]);
    member.team_barrier();
  }
};

/// Copies [begin, begin + size) from one pair of arrays to the other.
template <class Member, class Key, class Value>
KOKKOS_INLINE_FUNCTION void copy_all(Member const& member,
                                     Arrays<Key, Value> const& from,
                                     Arrays<Key, Value> const& to,
                                     std::uint64_t begin, std::uint64_t size) {
  for (std::uint64_t i = member.team_rank(); i < size;
       i += member.team_size()) {
    to.keys[begin + i] = from.keys[begin + i];
    if constexpr (is_value_v<Value>)
      to.values[begin + i] = from.values[begin + i];
  }
}

}  // namespace KokkosSort::Impl

#endif
