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
///
/// Weighted digits suit distributions that are uneven yet smooth, such as those
/// of floating-point numbers. The range has sections of equal width, half as
/// many as cells. The sections share the cells in proportion to a sample. A
/// table after the ends of the range holds the first cell of each section, and
/// the number of its cells. An item reads one word of it, where a tree takes
/// one comparison per level.
///
/// MayUseTrees: if false, buckets with a tree must not be loaded.
template <class Order, bool MayUseDigits, bool MayUseTrees = true>
class TeamClassifier {
  using Item = typename Order::item_type;
  using Tree = SplitterTree<Item>;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int children) {
    return Tree::scratch_bytes(children);
  }

  KOKKOS_INLINE_FUNCTION TeamClassifier(std::byte* scratch, Order const& order)
      : m_order(order), m_scratch(scratch) {}

  /// The table takes at most half of the memory that splitters would. Numbers
  /// of both signs have a range of 2,000 exponents. Fewer sections would hold
  /// too many of them.
  static constexpr bool may_weight      = MayUseDigits && sizeof(Item) >= 4;
  static constexpr int min_log_weighted = 9;

  /// Returns the table of weighted digits, 2^(log_cells - 1) words.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t* sections_of(
      Item* definition) {
    return reinterpret_cast<std::uint32_t*>(definition + 2);
  }

  /// Called by the whole team; begins and ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Bucket const& bucket,
                                   Item const* definition) {
    if constexpr (MayUseDigits) {
      m_digits.is_used = !MayUseTrees || bucket.cells_by != CellsBy::splitters;
      if (m_digits.is_used) {
        int const log_cells = static_cast<int>(bucket.log_children) + 1;
        m_digits.set(definition[0], definition[1], log_cells);
        member.team_barrier();
        if constexpr (may_weight) {
          m_digits.sections = nullptr;
          if (bucket.cells_by == CellsBy::weighted_digits) {
            auto* const sections = reinterpret_cast<std::uint32_t*>(m_scratch);
            auto const* const stored =
                reinterpret_cast<std::uint32_t const*>(definition + 2);
            for (int i = member.team_rank(); i < 1 << (log_cells - 1);
                 i += member.team_size())
              sections[i] = stored[i];
            m_digits.sections = sections;
            member.team_barrier();
          }
        }
        return;
      }
    }
    if constexpr (MayUseTrees) {
      m_tree = Tree(m_scratch, static_cast<int>(bucket.log_children));
      m_tree.load(member, definition, m_order);
    }
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void find(Item const (&items)[N],
                                        std::uint32_t (&cells)[N]) const {
    if constexpr (MayUseDigits) {
      if (m_digits.is_used) {
        if (may_weight && m_digits.sections != nullptr) {
          KOKKOSSORT_UNROLL
          for (int i = 0; i < N; ++i)
            cells[i] = m_digits.weighted(m_order.ordinal(items[i]));
        } else {
          KOKKOSSORT_UNROLL
          for (int i = 0; i < N; ++i)
            cells[i] = m_digits(m_order.ordinal(items[i]));
        }
        return;
      }
    }
    if constexpr (MayUseTrees) m_tree.classify(items, cells, m_order);
  }

 private:
  struct NoDigits {};
  struct NoTree {};
  template <class Ordinal>
  struct DigitsOf {
    bool is_used                  = false;
    std::uint32_t const* sections = nullptr;  // first cell << 16 | cells
    Ordinal high;
    Digit<Ordinal> digit;

    KOKKOS_FORCEINLINE_FUNCTION void set(Ordinal lowest, Ordinal highest,
                                         int log_cells) {
      high  = highest;
      digit = DigitRange<Ordinal>{lowest, highest}.cell_of(log_cells);
    }
    KOKKOS_FORCEINLINE_FUNCTION Ordinal bounded(Ordinal ordinal) const {
      Ordinal const low = digit.low;
      return ordinal < low ? low : ordinal > high ? high : ordinal;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(
        Ordinal ordinal) const {
      return digit(bounded(ordinal));
    }
    /// Two digits make a section. The bits below them are the position in it.
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t weighted(Ordinal ordinal) const {
      std::uint64_t const scaled =
          static_cast<std::uint64_t>(Digit<Ordinal>::window(
              static_cast<Ordinal>(bounded(ordinal) - digit.low), digit.up)) *
          digit.scale;
      std::uint32_t const section = sections[scaled >> 33];
      return (section >> 16) +
             multiply_high(static_cast<std::uint32_t>(scaled >> 1),
                           section & 0xffffu);
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
  std::conditional_t<MayUseTrees, Tree, NoTree> m_tree;
  MaybeDigits m_digits;
};

}  // namespace KokkosSort::Impl

#endif
