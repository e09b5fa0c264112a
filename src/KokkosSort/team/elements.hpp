// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_ELEMENTS_HPP
#define KOKKOSSORT_TEAM_ELEMENTS_HPP

#include <KokkosSort/thread/strided.hpp>
#include <KokkosSort/tuning/unroll.hpp>

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

/// Calls body(stride) with the array's stride: for neighbours in memory, which
/// nearly all arrays hold, as a constant, so that no address is multiplied out.
template <class T, class Body>
KOKKOS_FORCEINLINE_FUNCTION void with_stride(Strided<T> const& array,
                                             Body const& body) {
  if (array.stride == 1) {
    body(std::integral_constant<std::ptrdiff_t, 1>{});
  } else {
    body(array.stride);
  }
}

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

  /// The same for a tile of at most N elements a thread, whose reads are all
  /// under way before the first is waited for. What lies from `middle` on is
  /// read from `second` on instead. No barrier.
  template <int TeamSize, int N, class Member>
  KOKKOS_INLINE_FUNCTION static void load_tile(Member const& member,
                                               Order const& order,
                                               Arrays<Key, Value> const& from,
                                               std::uint64_t first, int middle,
                                               std::uint64_t second, int size,
                                               type* elements) {
    if constexpr (TeamSize == 1) {
      for (int i = 0; i < size; ++i)
        elements[i] =
            load(order, from, i < middle ? first + i : second + (i - middle));
    } else {
      int const rank = member.team_rank();
      type items[N];
      auto const read = [&](auto const& array, auto const& put) {
        with_stride(array, [&](auto stride) {
          auto* const a =
              array.data + static_cast<std::ptrdiff_t>(first + rank) * stride;
          auto* const b =
              array.data +
              static_cast<std::ptrdiff_t>(second + rank - middle) * stride;
          KOKKOSSORT_UNROLL
          for (int i = 0; i < N; ++i)
            if (i * TeamSize + rank < size)
              put(items[i],
                  (i * TeamSize + rank < middle ? a
                                                : b)[i * TeamSize * stride]);
        });
      };
      read(from.keys, [&](type& element, Key const& key) {
        put_key(element, order.encode(key));
      });
      if constexpr (is_value_v<Value>)
        read(from.values,
             [](type& element, Value const& value) { element.value = value; });
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i * TeamSize + rank < size)
          elements[i * TeamSize + rank] = items[i];
    }
  }
  template <int TeamSize, int N, class Member>
  KOKKOS_INLINE_FUNCTION static void store_tile(Member const& member,
                                                Order const& order,
                                                Arrays<Key, Value> const& to,
                                                std::uint64_t begin, int size,
                                                type const* elements) {
    if constexpr (TeamSize == 1) {
      for (int i = 0; i < size; ++i) store(order, to, begin + i, elements[i]);
    } else {
      int const rank   = member.team_rank();
      auto const write = [&](auto const& array, auto const& get) {
        with_stride(array, [&](auto stride) {
          auto* const place =
              array.data + static_cast<std::ptrdiff_t>(begin + rank) * stride;
          KOKKOSSORT_UNROLL
          for (int i = 0; i < N; ++i)
            if (i * TeamSize + rank < size)
              place[i * TeamSize * stride] = get(elements[i * TeamSize + rank]);
        });
      };
      write(to.keys, [&](type const& element) {
        return order.decode(item_of(element));
      });
      if constexpr (is_value_v<Value>)
        write(to.values, [](type const& element) { return element.value; });
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void put_key(type& element,
                                                  Item const& item) {
    if constexpr (is_value_v<Value>) {
      element.item = item;
    } else {
      element = item;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Item const& item_of(type const& element) {
    if constexpr (is_value_v<Value>) {
      return element.item;
    } else {
      return element;
    }
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
