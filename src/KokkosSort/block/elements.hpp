// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_ELEMENTS_HPP
#define KOKKOSSORT_BLOCK_ELEMENTS_HPP

#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/integer.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Keys and their values in device memory.
template <class Key, class Value>
struct Arrays {
  Strided<Key> keys;
  Strided<Value> values;
};

/// Takes arrays of n keys and n values from an arena.
template <class Key, class Value, class Arena>
Arrays<Key, Value> take_arrays(Arena& arena, std::size_t n) {
  Arrays<Key, Value> arrays{Strided<Key>{arena.template take<Key>(n)}, {}};
  if constexpr (is_value_v<Value>)
    arrays.values = Strided<Value>{arena.template take<Value>(n)};
  return arrays;
}

/// Returns the arrays from position `first` on. A loop that steps through an
/// array this way holds one address, and one with indices holds many.
template <class Key, class Value>
KOKKOS_FORCEINLINE_FUNCTION Arrays<Key, Value> behind(Arrays<Key, Value> arrays,
                                                      int first) {
  arrays.keys.data += first * arrays.keys.stride;
  if constexpr (is_value_v<Value>)
    arrays.values.data += first * arrays.values.stride;
  return arrays;
}

/// Calls body(stride) with the stride of the array. For contiguous elements,
/// which nearly all arrays have, the stride is a constant, so that no address
/// needs a multiplication.
template <class T, class Body>
KOKKOS_FORCEINLINE_FUNCTION void with_stride(Strided<T> const& array,
                                             Body const& body) {
  if (array.stride == 1) {
    body(UnitStride{});
  } else {
    body(array.stride);
  }
}

/// Defines an array in registers that is then filled under conditions. An
/// instruction under a condition keeps what its register held before. Without
/// a definition the register thus counts as occupied from the start of the
/// kernel, or of the loop around it. Arrays of different branches then exclude
/// each other, and the compiler spills. On an H200, LSD passes of pairs of 32
/// bits took 6 % longer that way.
template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION void define_registers(T (&registers)[N]) {
  KOKKOSSORT_UNROLL
  for (int i = 0; i < N; ++i) registers[i] = T{};
}

/// Item, which is the key in the form that is compared, with its value.
template <class Item, class Value>
struct KeyValue {
  Item item;
  Value value;
};

/// Elements that a team sorts in scratch: the item alone, or item and value.
template <class Order, class Value>
struct Elements {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using type =
      std::conditional_t<is_value_v<Value>, KeyValue<Item, Value>, Item>;

  struct Less {
    // An order of integers cannot contradict itself.
    static constexpr bool never_contradicts = Order::equal_is_identical;

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

  /// Loads elements into scratch. Neighboring threads access neighboring
  /// elements. Ends with a barrier.
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

  /// Loads a tile that consists of Runs runs: run r begins at starts[r], and
  /// its elements end at ends[r] in scratch. For a whole tile of contiguous
  /// elements, all reads are issued before the first is waited for. No barrier.
  template <int TeamSize, int Tile, int Runs, class Member>
  KOKKOS_INLINE_FUNCTION static void load_tile(
      Member const& member, Order const& order, Arrays<Key, Value> const& from,
      std::uint64_t const (&starts)[Runs], int const (&ends)[Runs],
      type* elements) {
    int const rank = member.team_rank();
    if (TeamSize == 1 || ends[Runs - 1] != Tile || !are_neighbors(from)) {
      for (int r = 0; r < Runs; ++r) {
        int const begin = r == 0 ? 0 : ends[r - 1];
        for (int i = begin + rank; i < ends[r]; i += TeamSize)
          elements[i] = load(order, from, starts[r] + (i - begin));
      }
      return;
    }
    type items[div_up(Tile, TeamSize)];
    read_runs<TeamSize, Tile>(
        rank, from.keys.data, starts, ends,
        [&](int i, Key const& key) { put_key(items[i], order.encode(key)); });
    if constexpr (is_value_v<Value>)
      read_runs<TeamSize, Tile>(
          rank, from.values.data, starts, ends,
          [&](int i, Value const& value) { items[i].value = value; });
    KOKKOSSORT_UNROLL
    for (int i = 0; i * TeamSize < Tile; ++i)
      if ((i + 1) * TeamSize <= Tile || i * TeamSize + rank < Tile)
        elements[i * TeamSize + rank] = items[i];
  }
  template <int TeamSize, int Tile, class Member>
  KOKKOS_INLINE_FUNCTION static void store_tile(Member const& member,
                                                Order const& order,
                                                Arrays<Key, Value> const& to,
                                                std::uint64_t begin, int size,
                                                type const* elements) {
    int const rank = member.team_rank();
    if (TeamSize == 1 || size != Tile || !are_neighbors(to)) {
      for (int i = rank; i < size; i += TeamSize)
        store(order, to, begin + i, elements[i]);
      return;
    }
    auto const write = [&](auto* array, auto const& get) {
      auto* const first = array + begin + rank;
      KOKKOSSORT_UNROLL
      for (int i = 0; i * TeamSize < Tile; ++i)
        if ((i + 1) * TeamSize <= Tile || i * TeamSize + rank < Tile)
          first[i * TeamSize] = get(elements[i * TeamSize + rank]);
    };
    write(to.keys.data,
          [&](type const& element) { return order.decode(item_of(element)); });
    if constexpr (is_value_v<Value>)
      write(to.values.data, [](type const& element) { return element.value; });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static bool are_neighbors(
      Arrays<Key, Value> const& arrays) {
    if constexpr (is_value_v<Value>) {
      return arrays.keys.stride == 1 && arrays.values.stride == 1;
    } else {
      return arrays.keys.stride == 1;
    }
  }

  /// Calls put(i, array[…]) for element i * TeamSize + rank of the tile.
  template <int TeamSize, int Tile, int Runs, class T, class Put>
  KOKKOS_FORCEINLINE_FUNCTION static void read_runs(
      int rank, T const* array, std::uint64_t const (&starts)[Runs],
      int const (&ends)[Runs], Put const& put) {
    T const* runs[Runs];
    KOKKOSSORT_UNROLL
    for (int r = 0; r < Runs; ++r)
      runs[r] = array + starts[r] + rank - (r == 0 ? 0 : ends[r - 1]);
    KOKKOSSORT_UNROLL
    for (int i = 0; i * TeamSize < Tile; ++i) {
      int const at = i * TeamSize + rank;
      if ((i + 1) * TeamSize > Tile && at >= Tile) continue;
      T const* run = runs[0];
      KOKKOSSORT_UNROLL
      for (int r = 1; r < Runs; ++r) run = at < ends[r - 1] ? run : runs[r];
      put(i, run[i * TeamSize]);
    }
  }

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
