// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_CLASSIFIER_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_CLASSIFIER_TEAM_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Orders whose items are compared by an integer.
template <class Order>
inline constexpr bool has_ordinals_v =
    requires(Order const& order, typename Order::item_type const& item) {
      order.ordinal(item);
    };

/// Finds the cells of a bucket's items: by the digit of their distance from the
/// least, or by the splitter tree. A classifier is stored as the items that
/// define it: the splitters, or the least and the greatest ordinal of a range.
/// Items beyond the range belong to the outermost cells.
template <class Order, bool MayUseDigits>
class TeamClassifier {
  using Item = typename Order::item_type;
  using Tree = SplitterTree<Item>;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int children) {
    return Tree::scratch_bytes(children);
  }

  KOKKOS_INLINE_FUNCTION TeamClassifier(std::byte* scratch, Order const& order)
      : m_order(order), m_scratch(scratch), m_tree(scratch, 0) {}

  /// Called by the whole team; begins and ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Bucket const& bucket,
                                   Item const* definition) {
    if constexpr (MayUseDigits) {
      m_digits.is_used = bucket.is_by_digits;
      if (m_digits.is_used) {
        m_digits.set(definition[0], definition[1],
                     static_cast<int>(bucket.log_children) + 1);
        member.team_barrier();
        return;
      }
    }
    m_tree = Tree(m_scratch, static_cast<int>(bucket.log_children));
    m_tree.load(member, definition, m_order);
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void find(Item const (&items)[N],
                                        std::uint32_t (&cells)[N]) const {
    if constexpr (MayUseDigits) {
      if (m_digits.is_used) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < N; ++i)
          cells[i] = m_digits(m_order.ordinal(items[i]));
        return;
      }
    }
    m_tree.classify(items, cells, m_order);
  }

 private:
  struct NoDigits {};
  template <class Ordinal>
  struct DigitsOf {
    bool is_used = false;
    Ordinal high;
    Digit<Ordinal> digit;

    KOKKOS_FORCEINLINE_FUNCTION void set(Ordinal lowest, Ordinal highest,
                                         int log_cells) {
      high  = highest;
      digit = DigitRange<Ordinal>{lowest, highest}.cell_of(log_cells);
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(
        Ordinal ordinal) const {
      Ordinal const low     = digit.low;
      Ordinal const bounded = ordinal < low    ? low
                              : ordinal > high ? high
                                               : ordinal;
      return digit(bounded);
    }
  };
  using MaybeDigits =
      std::conditional_t<MayUseDigits, DigitsOf<Item>, NoDigits>;

 public:
  /// Digits of a range, also for those who decide whether a bucket uses them.
  using Digits = DigitsOf<Item>;

 private:
  Order m_order;
  std::byte* m_scratch;
  Tree m_tree;
  MaybeDigits m_digits;
};

}  // namespace KokkosSort::Impl

#endif
