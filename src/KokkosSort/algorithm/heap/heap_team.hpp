// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HEAP_HEAP_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_HEAP_HEAP_TEAM_HPP

#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

// Heaps of a team in its scratch. Nodes are counted from 1, so that the
// children of node i are 2i and 2i + 1. A node contains the index of an
// element. The least element is at the top.

/// Returns the number of levels of a heap of `size` nodes.
KOKKOS_INLINE_FUNCTION constexpr int heap_height(int size) {
  int height = 0;
  while (size >> height != 0) ++height;
  return height;
}

/// Makes a heap of nodes[1, size], level by level from the bottom. The nodes of
/// one level own disjoint subtrees, so that all threads may percolate at once.
/// Called after a barrier; ends with one.
template <class Member, class Precedes>
KOKKOS_INLINE_FUNCTION void heapify(Member const& member, std::uint16_t* nodes,
                                    int size, Precedes const& precedes) {
  for (int level = heap_height(size) - 2; level >= 0; --level) {
    int const end = (2 << level) < size + 1 ? 2 << level : size + 1;
    for (int node = (1 << level) + member.team_rank(); node < end;
         node += member.team_size()) {
      std::uint16_t const held = nodes[node];
      int hole                 = node;
      while (2 * hole <= size) {
        int child = 2 * hole;
        if (child < size && precedes(nodes[child + 1], nodes[child])) ++child;
        if (!precedes(nodes[child], held)) break;
        nodes[hole] = nodes[child];
        hole        = child;
      }
      nodes[hole] = held;
    }
    member.team_barrier();
  }
}

/// Pipeline of Dewan & Simidjiyski, section 2.1: every lane of the first warp
/// of a team guides one pop down the heap, or one insertion up. Each begins
/// when the one before it is two levels away, so no two access the same level.
/// start(k) returns the node at which number k begins. step(node) settles a
/// node and returns the node at which it continues, or 0 at its end. Called
/// after a barrier; ends with one.
template <class Exec, class Member, class Start, class Step>
KOKKOS_INLINE_FUNCTION void run_in_pipeline(Member const& member, int count,
                                            int height, Start const& start,
                                            Step const& step) {
  constexpr int lanes = Warp<Exec>::size;
  constexpr int lag   = 2;  // steps between two beginnings
  static_assert(lanes == 1 || lag * lanes >= 16,
                "a lane must be at its end before its next begins");
  int const lane = member.team_rank();
  if (lanes == 1 && lane == 0) {
    for (int k = 0; k < count; ++k)
      for (int node = start(k); node != 0;) node = step(node);
  } else if (lane < lanes) {
    int const steps = lag * (count - 1) + height;
    int node        = 0;
    int wait        = lag * lane;
    for (int s = 0, k = lane; s < steps; ++s, --wait) {
      if (wait == 0 && k < count) {
        node = start(k);
        k += lanes;
        wait = lag * lanes;
      }
      if (node != 0) node = step(node);
      Warp<Exec>::sync();
    }
  }
  member.team_barrier();
}

/// Construction of a heap.
enum class HeapBuild {
  bottom_up,  // level by level, by the whole team
  insertions  // element by element, in the pipeline of the report
};

/// Makes a heap of nodes[1, size] by insertions in a pipeline, as the report
/// has it: an element percolates up from the next free node. Called after a
/// barrier; ends with one.
template <class Exec, class Member, class Precedes>
KOKKOS_INLINE_FUNCTION void insert_in_pipeline(Member const& member,
                                               std::uint16_t* nodes, int size,
                                               Precedes const& precedes) {
  run_in_pipeline<Exec>(
      member, size, heap_height(size), [](int k) { return k + 1; },
      [&](int node) {
        int const parent = node / 2;
        if (parent == 0) return 0;
        std::uint16_t const rising = nodes[node];
        std::uint16_t const above  = nodes[parent];
        if (!precedes(rising, above)) return 0;
        nodes[node]   = above;
        nodes[parent] = rising;
        return parent;
      });
}

/// Makes a heap by either construction.
template <class Exec, HeapBuild build, class Member, class Precedes>
KOKKOS_INLINE_FUNCTION void make_heap(Member const& member,
                                      std::uint16_t* nodes, int size,
                                      Precedes const& precedes) {
  if constexpr (build == HeapBuild::insertions) {
    insert_in_pipeline<Exec>(member, nodes, size, precedes);
  } else {
    heapify(member, nodes, size, precedes);
  }
}

/// Stable heap sort of up to Capacity elements in scratch. The elements are not
/// moved, only their indices.
template <class Exec, class Element, int Capacity,
          HeapBuild build = HeapBuild::bottom_up>
class TeamHeapSort {
  static constexpr std::uint16_t none = 0xffff;
  static_assert(Capacity < none);
  static_assert(Capacity < 1 << 16, "see the lag of the pipeline");

 public:
  static constexpr int capacity = Capacity;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return capacity * sizeof(Element) +
           (2 * capacity + 2) * sizeof(std::uint16_t);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamHeapSort(void* scratch)
      : m_elements(static_cast<Element*>(scratch)),
        m_heap(reinterpret_cast<std::uint16_t*>(m_elements + capacity)),
        m_sorted(m_heap + capacity + 2) {}

  /// Elements, written by the caller.
  KOKKOS_FORCEINLINE_FUNCTION Element* elements() const { return m_elements; }

  /// Returns element number k of the result.
  KOKKOS_FORCEINLINE_FUNCTION Element const& sorted(int k) const {
    return m_elements[m_sorted[k]];
  }

  /// Called by the whole team after a barrier; ends with a barrier.
  template <class Member, class Less>
  KOKKOS_INLINE_FUNCTION void sort(Member const& member, int size,
                                   Less const& less) const {
    // Equivalent elements are in the order of their indices.
    auto const precedes = [&](std::uint16_t a, std::uint16_t b) {
      return less(m_elements[a], m_elements[b]) ||
             (a < b && !less(m_elements[b], m_elements[a]));
    };
    for (int i = member.team_rank(); i <= size + 1; i += member.team_size())
      m_heap[i] = i == 0 || i > size ? none : static_cast<std::uint16_t>(i - 1);
    member.team_barrier();
    make_heap<Exec, build>(member, m_heap, size, precedes);

    // A pop leaves a hole, which the lesser child fills, and so on down. The
    // heap keeps its shape and its lower levels empty first.
    run_in_pipeline<Exec>(
        member, size, heap_height(size),
        [&](int k) {
          m_sorted[k] = m_heap[1];
          return 1;
        },
        [&](int hole) {
          int const left = 2 * hole;
          if (left > size) {
            m_heap[hole] = none;
            return 0;
          }
          std::uint16_t const a = m_heap[left];
          std::uint16_t const b = m_heap[left + 1];
          bool const takes_left = b == none || (a != none && precedes(a, b));
          std::uint16_t const taken = takes_left ? a : b;
          m_heap[hole]              = taken;
          return taken == none ? 0 : takes_left ? left : left + 1;
        });
  }

 private:
  Element* m_elements;
  std::uint16_t* m_heap;
  std::uint16_t* m_sorted;
};

}  // namespace KokkosSort::Impl

#endif
