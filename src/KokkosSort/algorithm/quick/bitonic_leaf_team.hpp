// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_BITONIC_LEAF_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_BITONIC_LEAF_TEAM_HPP

#include <KokkosSort/algorithm/quick/quick_tuning.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/network_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Bitonic sort of a short sequence in scratch (Cederman & Tsigas, section
/// 5.2). All blocks are ascending, and the first step of a phase compares
/// mirrored elements, as in BitonicSort.
///
/// A network is not stable. Unless equal elements are identical, each carries
/// its position, which settles ties.
template <class Exec, class Order, class Value>
struct TeamBitonicLeaf {
  using Traits = Elements<Order, Value>;
  using Plain  = typename Traits::type;
  using Data   = Arrays<typename Order::key_type, Value>;
  using Tuning = QuickSortTuning<Exec, sizeof(typename Order::key_type)>;

  static constexpr bool has_positions =
      !Order::equal_is_identical || is_value_v<Value>;

  struct Numbered {
    Plain element;
    std::uint32_t position;
  };
  using Element = std::conditional_t<has_positions, Numbered, Plain>;

  struct Less {
    typename Traits::Less m_less;
    KOKKOS_FORCEINLINE_FUNCTION bool operator()(Element const& a,
                                                Element const& b) const {
      if constexpr (has_positions) {
        if (m_less(a.element, b.element)) return true;
        return a.position < b.position && !m_less(b.element, a.element);
      } else {
        return m_less(a, b);
      }
    }
  };

  static constexpr int team = Tuning::team_size;
  static constexpr int log_capacity =
      Tuning::template log_bitonic_leaf<sizeof(Element)>();
  static constexpr std::uint64_t capacity = std::uint64_t{1} << log_capacity;

  using Network = TeamNetwork<Element, team, log_capacity,
                              Tuning::log_bitonic_items(log_capacity)>;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Network::scratch_bytes();
  }

  /// Sorts [begin, begin + size) of `from` into the same positions of `to`.
  /// Ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void sort(Member const& member,
                                          std::byte* scratch,
                                          Order const& order, Data const& from,
                                          Data const& to, std::uint64_t begin,
                                          int size) {
    Network const elements(scratch);
    for (int i = member.team_rank(); i < size; i += team) {
      if constexpr (has_positions) {
        elements[i] = {Traits::load(order, from, begin + i),
                       static_cast<std::uint32_t>(i)};
      } else {
        elements[i] = Traits::load(order, from, begin + i);
      }
    }
    member.team_barrier();
    int stages = 0;
    while (1 << stages < size) ++stages;
    elements.template butterfly_sort<false>(member, size, stages,
                                            Less{typename Traits::Less{order}});
    for (int i = member.team_rank(); i < size; i += team) {
      if constexpr (has_positions) {
        Traits::store(order, to, begin + i, elements[i].element);
      } else {
        Traits::store(order, to, begin + i, elements[i]);
      }
    }
    member.team_barrier();
  }
};

}  // namespace KokkosSort::Impl

#endif
