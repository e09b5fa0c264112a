// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_SORT_IN_KERNEL_THREAD_HPP
#define KOKKOSSORT_BLOCK_SORT_IN_KERNEL_THREAD_HPP

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// Items up to which insertion takes fewer steps than a heap.
inline constexpr int most_inserted = 32;

/// Sorts items by insertion. `at(i)` returns a reference to item i.
template <class Item, class At, class Less>
KOKKOS_INLINE_FUNCTION void insertion_sort(int size, At const& at,
                                           Less const& less) {
  for (int i = 1; i < size; ++i) {
    Item const item = at(i);
    int hole        = i;
    for (; hole > 0 && less(item, at(hole - 1)); --hole)
      at(hole) = at(hole - 1);
    at(hole) = item;
  }
}

/// Heap sort in place. A hole goes down to a leaf first, then the item goes up
/// from there. That takes one comparison per level instead of two. Source: I.
/// Wegener, "Bottom-up-heapsort" (1993).
template <class Item, class At, class Less>
KOKKOS_INLINE_FUNCTION void heap_sort(int size, At const& at,
                                      Less const& less) {
  auto const sift = [&](int root, int end, Item const& item) {
    int hole = root;
    for (int child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
      if (child + 1 < end && less(at(child), at(child + 1))) ++child;
      at(hole) = at(child);
      hole     = child;
    }
    for (int parent = (hole - 1) / 2; hole > root && less(at(parent), item);
         parent     = (hole - 1) / 2) {
      at(hole) = at(parent);
      hole     = parent;
    }
    at(hole) = item;
  };
  for (int root = size / 2 - 1; root >= 0; --root) {
    Item const item = at(root);
    sift(root, size, item);
  }
  for (int end = size - 1; end > 0; --end) {
    Item const item = at(end);
    at(end)         = at(0);
    sift(0, end, item);
  }
}

/// Sorts items by one thread, in place.
template <class Item, class At, class Less>
KOKKOS_INLINE_FUNCTION void sort_items(int size, At const& at,
                                       Less const& less) {
  if (size <= most_inserted) {
    insertion_sort<Item>(size, at, less);
  } else {
    heap_sort<Item>(size, at, less);
  }
}

}  // namespace KokkosSort::Impl

#endif
