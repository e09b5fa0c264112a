// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HEAP_METAHEAP_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_HEAP_METAHEAP_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/heap/heap_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Heap of subheaps (Dewan & Simidjiyski, section 2.1), ordered by their top
/// elements. The next few elements of every subheap wait in a buffer in
/// scratch. The elements after them are in order in device memory, where an
/// earlier sort has popped them. Each pop takes the smallest top, ties by the
/// number of the subheap, so that the result is stable.
///
/// A pop that empties a buffer refills it at once. After each round of pops the
/// whole team refills all buffers, so that this is rare.
template <class Exec, class Order, class Value, int FanIn, int Buffer,
          int Round, HeapBuild build = HeapBuild::bottom_up>
class TeamMetaheap {
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<typename Order::key_type, Value>;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return (FanIn * Buffer + Round) * sizeof(Element) +
           2 * FanIn * sizeof(std::uint64_t) +
           (FanIn + 2) * sizeof(std::uint16_t) + 2 * FanIn;
  }

  KOKKOS_INLINE_FUNCTION TeamMetaheap(void* scratch, Order const& order,
                                      Data const& from)
      : m_order(order),
        m_from(from),
        m_next(static_cast<std::uint64_t*>(scratch)),
        m_end(m_next + FanIn),
        m_tops(reinterpret_cast<Element*>(m_end + FanIn)),
        m_popped(m_tops + FanIn * Buffer),
        m_heap(reinterpret_cast<std::uint16_t*>(m_popped + Round)),
        m_first(reinterpret_cast<std::uint8_t*>(m_heap + FanIn + 2)),
        m_held(m_first + FanIn) {}

  /// Sets subheap s to from[begin, end). Must precede pop_all() for all
  /// subheaps.
  KOKKOS_FORCEINLINE_FUNCTION void set(int s, std::uint64_t begin,
                                       std::uint64_t end) const {
    m_next[s] = begin;
    m_end[s]  = end;
  }

  /// Pops all elements of `subheaps` subheaps, `size` in all, into to[begin,
  /// begin + size). Called by the whole team; ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void pop_all(Member const& member, int subheaps,
                                      Data const& to, std::uint64_t begin,
                                      std::uint64_t size) const {
    for (int s = member.team_rank(); s < subheaps; s += member.team_size()) {
      m_heap[s + 1] = static_cast<std::uint16_t>(s);
      m_first[s]    = 0;
      m_held[s]     = 0;
    }
    member.team_barrier();
    refill_all(member, subheaps);
    auto const before = [this](std::uint16_t a, std::uint16_t b) {
      return precedes(a, b);
    };
    make_heap<Exec, build>(member, m_heap, subheaps, before);
    for (std::uint64_t done = 0; done < size; done += Round) {
      int const pops =
          static_cast<int>(size - done < Round ? size - done : Round);
      run_in_pipeline<Exec>(
          member, pops, heap_height(subheaps),
          [this](int k) {
            pop(k);
            return 1;
          },
          [this, subheaps](int node) { return percolate(node, subheaps); });
      Traits::store_all(member, m_order, to, begin + done, pops, m_popped);
      refill_all(member, subheaps);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Element const& top(int s) const {
    return m_tops[s * Buffer + m_first[s]];
  }

  /// Empty subheaps come last.
  KOKKOS_FORCEINLINE_FUNCTION bool precedes(int a, int b) const {
    if (m_held[a] == 0 || m_held[b] == 0) return m_held[a] != 0;
    Less const less{m_order};
    return less(top(a), top(b)) || (a < b && !less(top(b), top(a)));
  }

  KOKKOS_FORCEINLINE_FUNCTION void pop(int k) const {
    int const s = m_heap[1];
    m_popped[k] = top(s);
    m_first[s]  = static_cast<std::uint8_t>((m_first[s] + 1) % Buffer);
    if (--m_held[s] == 0) refill(s);
  }

  /// Moves the subheap of a node one level down if that of a child precedes it.
  KOKKOS_FORCEINLINE_FUNCTION int percolate(int node, int subheaps) const {
    int child = 2 * node;
    if (child > subheaps) return 0;
    if (child < subheaps && precedes(m_heap[child + 1], m_heap[child])) ++child;
    std::uint16_t const sinking = m_heap[node];
    if (!precedes(m_heap[child], sinking)) return 0;
    m_heap[node]  = m_heap[child];
    m_heap[child] = sinking;
    return child;
  }

  KOKKOS_FORCEINLINE_FUNCTION void refill(int s) const {
    int held           = m_held[s];
    std::uint64_t next = m_next[s];
    for (; held < Buffer && next < m_end[s]; ++held, ++next)
      m_tops[s * Buffer + (m_first[s] + held) % Buffer] =
          Traits::load(m_order, m_from, next);
    m_held[s] = static_cast<std::uint8_t>(held);
    m_next[s] = next;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void refill_all(Member const& member,
                                         int subheaps) const {
    for (int s = member.team_rank(); s < subheaps; s += member.team_size())
      refill(s);
    member.team_barrier();
  }

  Order m_order;
  Data m_from;
  std::uint64_t* m_next;
  std::uint64_t* m_end;
  Element* m_tops;
  Element* m_popped;
  std::uint16_t* m_heap;
  std::uint8_t* m_first;
  std::uint8_t* m_held;
};

}  // namespace KokkosSort::Impl

#endif
