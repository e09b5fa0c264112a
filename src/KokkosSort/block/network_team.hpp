// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_NETWORK_TEAM_HPP
#define KOKKOSSORT_BLOCK_NETWORK_TEAM_HPP

#include <KokkosSort/block/network_thread.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Impl {

/// Tile of 2^LogTile elements in scratch on which a team executes steps of
/// sorting networks, several at a time. Each thread loads 2^LogItems elements
/// into registers, does all steps that stay among them, and stores them.
///
/// Elements from `size` on are virtual: they represent keys greater than all.
/// With Full there are none, and the tests for them are compiled away. The size
/// is then a power of two, at least 2^(2 LogItems), and no step reaches beyond
/// it.
template <class Element, int TeamSize, int LogTile, int LogItems>
class TeamNetwork {
 public:
  static constexpr int team      = TeamSize;
  static constexpr int tile      = 1 << LogTile;
  static constexpr int log_items = LogItems;
  static constexpr int items     = 1 << LogItems;
  static_assert(2 * LogItems <= LogTile);

  using Part = Partition<items, int>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return (slot(tile - 1) + 1) * sizeof(Element);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamNetwork(void* scratch)
      : m_elements(static_cast<Element*>(scratch)) {}

  KOKKOS_FORCEINLINE_FUNCTION Element& operator[](int i) const {
    return m_elements[slot(i)];
  }

  /// Sorts the 2^LogItems contiguous elements of each thread in one visit, by
  /// sort(items, count).
  template <bool Full, class Member, class Sort>
  KOKKOS_INLINE_FUNCTION void sort_items(Member const& member, int size,
                                         Sort const& sort) const {
    visit_strided<Full>(member, size, 0, sort);
  }

  /// Executes the half-cleaner steps of distance 2^(steps-1), … 2, 1.
  template <bool Full, class Member, class Less>
  KOKKOS_INLINE_FUNCTION void half_clean(Member const& member, int size,
                                         int steps, Less const& less) const {
    for (int left = steps; left > 0;) {
      // If a few steps are left over, the last visit but one does them. Its
      // columns then fill whole stretches between two gaps (see slot).
      int const shift = left > 2 * LogItems ? left - LogItems
                        : left > LogItems   ? LogItems
                                            : 0;
      int const first = 1 << (left - shift - 1);
      visit_strided<Full>(
          member, size, shift, [&](Element(&held)[items], int count) {
            Impl::half_clean<Full, items / 2>(held, count, first, less);
          });
      left = shift;
    }
  }

  /// Executes stage `stage` > LogItems of the butterfly network: sorted blocks
  /// of 2^(stage-1) become sorted blocks of 2^stage.
  template <bool Full, class Member, class Less>
  KOKKOS_INLINE_FUNCTION void butterfly_stage(Member const& member, int size,
                                              int stage,
                                              Less const& less) const {
    visit<Full>(
        member, size,
        [&](int part) { return mirrored_partition<items>(part, stage); },
        [](Part const& part) { return [=](int r) { return slot(part(r)); }; },
        [&](Element(&held)[items], int count) {
          butterfly_step<Full, items>(held, count, less);
          Impl::half_clean<Full, items / 4>(held, count, items, less);
        });
    half_clean<Full>(member, size, stage - LogItems, less);
  }

  /// Executes all stages up to 2^stages elements, at least LogItems.
  template <bool Full, class Member, class Less>
  KOKKOS_INLINE_FUNCTION void butterfly_sort(Member const& member, int size,
                                             int stages,
                                             Less const& less) const {
    sort_items<Full>(member, size, [&](Element(&held)[items], int count) {
      Impl::butterfly_sort<Full, items>(held, count, less);
    });
    for (int stage = LogItems + 1; stage <= LogTile && stage <= stages; ++stage)
      butterfly_stage<Full>(member, size, stage, less);
  }

 private:
  // A gap follows every 2^LogItems elements, so that the columns of a
  // partition, a power of two apart, are in different banks. An element of 32
  // bytes or more fills so many banks that gaps do not pay for their space.
  static constexpr bool has_gaps = TeamSize > 1 && sizeof(Element) < 32;

  KOKKOS_FORCEINLINE_FUNCTION static constexpr int slot(int i) {
    return has_gaps ? i + (i >> LogItems) : i;
  }

  /// Visits the partitions whose indices differ in bits shift, … shift +
  /// LogItems - 1. The shift is 0 or at least LogItems, so these elements lie
  /// at equal distances in scratch, gaps included.
  template <bool Full, class Member, class Steps>
  KOKKOS_FORCEINLINE_FUNCTION void visit_strided(Member const& member, int size,
                                                 int shift,
                                                 Steps const& steps) const {
    visit<Full>(
        member, size,
        [&](int part) { return strided_partition<items>(part, shift); },
        [](Part const& part) {
          int const first    = slot(part(0));
          int const distance = slot(part(1)) - first;
          return [=](int r) { return first + r * distance; };
        },
        steps);
  }

  /// One visit: loads the elements of partition_of(part) from the slots that
  /// slots_of returns, calls steps(elements, count) and stores them. The
  /// virtual elements of a partition come last.
  template <bool Full, class Member, class PartitionOf, class SlotsOf,
            class Steps>
  KOKKOS_FORCEINLINE_FUNCTION void visit(Member const& member, int size,
                                         PartitionOf const& partition_of,
                                         SlotsOf const& slots_of,
                                         Steps const& steps) const {
    int const parts = Full ? size >> LogItems : tile / items;
    for (int p = member.team_rank(); p < parts; p += TeamSize) {
      Part const part = partition_of(p);
      if (!Full && part(0) >= size) continue;
      auto const slot_of = slots_of(part);
      Element held[items]{};  // initialized to avoid a compiler warning
      int count = Full ? items : 0;
      KOKKOSSORT_UNROLL
      for (int r = 0; r < items; ++r) {
        if (Full || part(r) < size) {
          held[r] = m_elements[slot_of(r)];
          if (!Full) ++count;
        }
      }
      steps(held, count);
      KOKKOSSORT_UNROLL
      for (int r = 0; r < items; ++r)
        if (Full || r < count) m_elements[slot_of(r)] = held[r];
    }
    member.team_barrier();
  }

  Element* m_elements;
};

}  // namespace KokkosSort::Impl

#endif
