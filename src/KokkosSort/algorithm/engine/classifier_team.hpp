// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_CLASSIFIER_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_CLASSIFIER_TEAM_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/block/splitter_array_team.hpp>
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

/// Orders whose items are these integers.
template <class Order>
inline constexpr bool items_are_ordinals_v = false;
template <class Key>
inline constexpr bool items_are_ordinals_v<BitsOrder<Key>> = true;

/// Finds the cells of a bucket's items: by the digit of their distance from the
/// least, or by splitters. A classifier is stored as the items that define it:
/// the splitters, or the least and the greatest ordinal of a range. Items
/// beyond the range belong to the outermost cells.
///
/// Splitters of 64 bits are searched by the leading 32 bits of their range, its
/// window, if these differ. A search then takes half of the accesses to
/// scratch, which bind the count otherwise.
///
/// Weighted digits suit distributions that are uneven yet smooth, such as those
/// of floating-point numbers. The range has sections of equal width, half as
/// many as cells. The sections share the cells in proportion to a sample. A
/// table after the ends of the range holds the first cell of each section, and
/// the number of its cells. An item reads one word of it, where a search
/// takes one comparison per step.
///
/// MayUseSplitters: if false, buckets with splitters must not be loaded.
template <class Order, bool MayUseDigits, bool MayUseSplitters = true>
class TeamClassifier {
  using Item = typename Order::item_type;
  using Splitters =
      std::conditional_t<MayUseDigits, SplitterArray<Item>, SplitterTree<Item>>;
  using ShortSplitters = SplitterArray<std::uint32_t>;

  struct ShortOrder {
    static constexpr bool equal_is_identical = true;
    KOKKOS_FORCEINLINE_FUNCTION bool less(std::uint32_t a,
                                          std::uint32_t b) const {
      return a < b;
    }
  };

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int children) {
    return Splitters::scratch_bytes(children);
  }

  KOKKOS_INLINE_FUNCTION TeamClassifier(std::byte* scratch, Order const& order)
      : m_order(order), m_scratch(scratch) {}

  /// The table takes at most half of the memory that splitters would. Numbers
  /// of both signs have a range of 2,000 exponents. Fewer sections would hold
  /// too many of them.
  static constexpr bool may_weight      = MayUseDigits && sizeof(Item) >= 4;
  static constexpr int min_log_weighted = 9;
  /// Splitters of 64 bits may be searched by 32 of them. Items that are no
  /// ordinals could not be rounded to the end of a window.
  static constexpr bool may_shorten = MayUseDigits && MayUseSplitters &&
                                      sizeof(Item) == 8 &&
                                      items_are_ordinals_v<Order>;

  /// Returns the table of weighted digits, 2^(log_cells - 1) words. Each has
  /// the first cell of a section above the number of its cells.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t* sections_of(
      Item* definition) {
    return reinterpret_cast<std::uint32_t*>(definition + 2);
  }

  /// Called by the whole team; begins and ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void load(Member const& member, Bucket const& bucket,
                                   Item const* definition) {
    m_log_children = static_cast<int>(bucket.log_children);
    if constexpr (MayUseDigits) {
      m_by = bucket.cells_by;
      if (!MayUseSplitters || m_by != CellsBy::splitters) {
        bool const is_short =
            MayUseSplitters && m_by == CellsBy::short_splitters;
        m_digits.set(definition[0],
                     definition[is_short ? (1 << m_log_children) - 1 : 1],
                     m_log_children + 1);
        member.team_barrier();
        if constexpr (may_shorten)
          if (is_short) {
            load_short(member, definition);
            member.team_barrier();
            return;
          }
        if constexpr (may_weight) {
          if (m_by == CellsBy::weighted_digits) {
            auto* const sections = reinterpret_cast<std::uint32_t*>(m_scratch);
            auto const* const stored =
                reinterpret_cast<std::uint32_t const*>(definition + 2);
            for (int i = member.team_rank(); i < 1 << m_log_children;
                 i += member.team_size())
              sections[i] = stored[i];
            member.team_barrier();
          }
        }
        return;
      }
    }
    if constexpr (MayUseSplitters)
      Splitters(m_scratch, m_log_children).load(member, definition, m_order);
  }

  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void find(Item const (&items)[N],
                                        std::uint32_t (&cells)[N]) const {
    if constexpr (MayUseDigits) {
      if (!MayUseSplitters || m_by != CellsBy::splitters) {
        find_by_windows(items, cells);
        return;
      }
    }
    if constexpr (MayUseSplitters)
      Splitters(m_scratch, m_log_children).classify(items, cells, m_order);
  }

 private:
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void find_by_windows(
      Item const (&items)[N], std::uint32_t (&cells)[N]) const {
    std::uint32_t windows[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      windows[i] = m_digits.window(m_order.ordinal(items[i]));
    auto const* const table = reinterpret_cast<std::uint32_t const*>(m_scratch);
    if (may_shorten && m_by == CellsBy::short_splitters) {
      ShortSplitters(m_scratch, m_log_children)
          .count_below(windows, cells, ShortOrder{});
    } else if (may_weight && m_by == CellsBy::weighted_digits) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        cells[i] = m_digits.weighted(windows[i], table);
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) cells[i] = m_digits(windows[i]);
    }
  }

  /// Stores the windows of the splitters.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void load_short(Member const& member,
                                         Item const* definition) {
    ShortSplitters const splitters(m_scratch, m_log_children);
    for (int i = member.team_rank(); i < (1 << m_log_children) - 1;
         i += member.team_size())
      splitters[i] = m_digits.window(m_order.ordinal(definition[i]));
  }

  struct NoDigits {};
  template <class Ordinal>
  struct DigitsOf {
    Ordinal high;
    std::uint32_t top;
    Digit<Ordinal> digit;

    KOKKOS_FORCEINLINE_FUNCTION void set(Ordinal lowest, Ordinal highest,
                                         int log_cells) {
      high  = highest;
      digit = DigitRange<Ordinal>{lowest, highest}.cell_of(log_cells);
      top   = Digit<Ordinal>::window(static_cast<Ordinal>(highest - lowest),
                                     digit.up);
    }
    /// Returns the leading 32 bits of an integer's position in the range.
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t window(Ordinal ordinal) const {
      std::uint32_t const inside = Digit<Ordinal>::window(
          static_cast<Ordinal>(ordinal - digit.low), digit.up);
      return ordinal < digit.low ? 0 : ordinal > high ? top : inside;
    }
    /// Returns the greatest integer of the same window.
    KOKKOS_FORCEINLINE_FUNCTION Ordinal last_of_window(Ordinal ordinal) const {
      constexpr int beyond = Digit<Ordinal>::width - 32;
      int const dropped    = beyond > digit.up ? beyond - digit.up : 0;
      Ordinal const low_bits =
          static_cast<Ordinal>((Ordinal{1} << dropped) - 1);
      return digit.low + static_cast<Ordinal>((ordinal - digit.low) | low_bits);
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(
        std::uint32_t window) const {
      return multiply_high(window, digit.scale);
    }
    /// Two digits make a section. The bits below them are the position in it.
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t weighted(
        std::uint32_t window, std::uint32_t const* sections) const {
      std::uint64_t const scaled =
          static_cast<std::uint64_t>(window) * digit.scale;
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
  int m_log_children = 0;
  CellsBy m_by       = CellsBy::splitters;
  MaybeDigits m_digits;
};

}  // namespace KokkosSort::Impl

#endif
