// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_PACKED_TILE_THREAD_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_PACKED_TILE_THREAD_HPP

#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Positions of a tile.
struct PackedPart {
  int begin;
  int size;
};

/// Part of a segment that one thread sorts and merges. One word holds the
/// bounds of the segment in the tile and the number of the part.
struct PackedSlot {
  std::uint32_t word = 0;

  static constexpr int begin_bits = 12;
  static constexpr int size_bits  = 12;

  KOKKOS_FORCEINLINE_FUNCTION static PackedSlot of(int begin, int size,
                                                   int number) {
    return {static_cast<std::uint32_t>(begin) |
            static_cast<std::uint32_t>(size) << begin_bits |
            static_cast<std::uint32_t>(number) << (begin_bits + size_bits)};
  }
  KOKKOS_FORCEINLINE_FUNCTION int begin() const {
    return static_cast<int>(word & ((1u << begin_bits) - 1));
  }
  KOKKOS_FORCEINLINE_FUNCTION int size() const {
    return static_cast<int>(word >> begin_bits & ((1u << size_bits) - 1));
  }
  KOKKOS_FORCEINLINE_FUNCTION int number() const {
    return static_cast<int>(word >> (begin_bits + size_bits));
  }

  /// Returns the positions of the part.
  template <int Run>
  KOKKOS_FORCEINLINE_FUNCTION PackedPart run_of() const {
    int const first = number() * Run;
    int const left  = size() - first;
    return {begin() + first, left < Run ? left : Run};
  }
};

/// Compares unsigned integers. A comparator of two of them is a minimum and a
/// maximum.
struct UnsignedLess {};

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void compare_exchange(T& low, T& high,
                                                  UnsignedLess const&) {
  T const least = high < low ? high : low;
  high          = high < low ? low : high;
  low           = least;
}

/// Items of a team in scratch. Gaps keep threads that step through the items of
/// different segments from the same bank.
template <class Order>
class PackedTile {
  using Item = typename Order::item_type;

  // A gap of one bank after the width of all banks.
  static constexpr int between = 128 / static_cast<int>(sizeof(Item));
  static constexpr int gap =
      sizeof(Item) < 4 ? 4 / static_cast<int>(sizeof(Item)) : 1;

 public:
  /// Items that a tile takes with its gaps.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int padded(int at) {
    return at + at / between * gap;
  }

  KOKKOS_FORCEINLINE_FUNCTION explicit PackedTile(Item* items)
      : m_items(items) {}

  KOKKOS_FORCEINLINE_FUNCTION Item& operator[](int at) const {
    return m_items[static_cast<unsigned>(at) +
                   static_cast<unsigned>(at) / between * gap];
  }

  /// Sorts up to N items.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void sort(int begin, int size) const {
    Item items[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      items[i] = i < size ? (*this)[begin + i] : Order::last_item();
    odd_even_merge_sort<true, N>(items, N, UnsignedLess{});
    put({begin, size}, items);
  }

  /// Merges two neighbors, of `width` runs each but for the last. The thread of
  /// a part merges as many items as the part has. Returns their positions, none
  /// if there is only one neighbor.
  template <int Run>
  KOKKOS_FORCEINLINE_FUNCTION PackedPart merge(PackedSlot slot, int width,
                                               Item (&merged)[Run]) const {
    int const first  = slot.number() & ~(2 * width - 1);
    int const a      = slot.begin() + first * Run;
    int const end    = slot.begin() + slot.size();
    int const middle = a + width * Run;
    if (middle >= end) return {0, 0};
    int const b_end = middle + width * Run < end ? middle + width * Run : end;
    int const diagonal = (slot.number() - first) * Run;
    merge_from(a, middle, b_end, diagonal,
               path(a, middle - a, middle, b_end - middle, diagonal), merged);
    return slot.template run_of<Run>();
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void put(PackedPart to,
                                       Item const (&items)[N]) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < to.size) (*this)[to.begin + i] = items[i];
  }

 private:
  /// Returns how many of the first `diagonal` items come from the first run.
  KOKKOS_FORCEINLINE_FUNCTION int path(int a, int a_size, int b, int b_size,
                                       int diagonal) const {
    int low  = diagonal > b_size ? diagonal - b_size : 0;
    int high = diagonal < a_size ? diagonal : a_size;
    while (low < high) {
      int const middle = (low + high) / 2;
      if ((*this)[b + diagonal - 1 - middle] < (*this)[a + middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /// Merges N items, or those that are left. A run that has ended goes on with
  /// items that none follows: a key that equals them is identical.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void merge_from(int a, int middle, int b_end,
                                              int diagonal, int taken,
                                              Item (&merged)[N]) const {
    int at_a    = a + taken;
    int at_b    = middle + diagonal - taken;
    Item head_a = at_a < middle ? (*this)[at_a] : Order::last_item();
    Item head_b = at_b < b_end ? (*this)[at_b] : Order::last_item();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      bool const from_b = head_b < head_a;
      merged[i]         = from_b ? head_b : head_a;
      if (i + 1 < N) {
        // One read per step, whichever run it comes from.
        int const at    = (from_b ? at_b : at_a) + 1;
        int const end   = from_b ? b_end : middle;
        Item const head = at < end ? (*this)[at] : Order::last_item();
        at_a            = from_b ? at_a : at;
        at_b            = from_b ? at : at_b;
        head_a          = from_b ? head_a : head;
        head_b          = from_b ? head : head_b;
      }
    }
  }

  Item* m_items;
};

}  // namespace KokkosSort::Impl

#endif
