// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_NETWORK_SORT_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_NETWORK_SORT_TEAM_HPP

#include <KokkosSort/algorithm/leaf/interpolated_digit_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Stable sort of integers by a network on words of 32 bits
/// (word_rank_team.hpp), in the scratch of MSD rank sort. The words are the
/// items themselves, or hold digits that MSD rank sort has counted.
template <class Exec, class Order, class Value, int TeamSize, class Layout>
class TeamNetworkSort {
 protected:
  using Key      = typename Order::key_type;
  using Item     = typename Order::item_type;
  using Data     = Arrays<Key, Value>;
  using Range    = typename Layout::Range;
  using WordRank = typename Layout::WordRank;

  static constexpr int log_indices    = Layout::log_indices;
  static constexpr int max_log_digits = Layout::max_log_digits;
  static constexpr int log_sections   = Layout::log_sections;

  KOKKOS_INLINE_FUNCTION explicit TeamNetworkSort(std::byte* scratch)
      : m_items(scratch),
        m_index(
            reinterpret_cast<std::uint16_t*>(scratch + Layout::items_bytes)),
        m_extremes(reinterpret_cast<Item*>(scratch + Layout::extremes_begin)),
        m_counters(scratch + Layout::counters_begin),
        m_sections(
            reinterpret_cast<std::uint16_t*>(scratch + Layout::first_bytes)) {}

 public:
  /// Sorts the elements of a source (stretch_team.hpp) of which sort() of MSD
  /// rank sort has found that they crowd in both distributions. Arguments and
  /// result are as there. It reads the elements again: registers that held them
  /// would be spilled in every leaf.
  template <class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_crowded(Member const& member,
                                           Order const& order,
                                           Source const& source, Data const& to,
                                           std::uint64_t begin,
                                           int size) const {
    if (size > Layout::max_words) return false;
    member.team_barrier();  // after the last use of the counters
    return with_words<div_up(Layout::max_words, TeamSize)>(
        member, order, source, to, begin, size,
        [&](auto packed, auto& words, Item lowest, Digit<Item> const& cells) {
          return sort_by_network<decltype(packed)::value>(
              member, order, source, to, begin, size, words, lowest,
              interpolated(cells, size, WordRank::digit_bits(size)));
        });
  }

 protected:
  /// Loads N items per thread and turns them into words: their distances from
  /// the least and, if packed, their indices. Calls sort(packed, words, lowest,
  /// cells), where cells of equal width divide the range of the words. Equal
  /// items are only copied.
  template <int N, class Member, class Source, class Sort>
  KOKKOS_INLINE_FUNCTION bool with_words(Member const& member,
                                         Order const& order,
                                         Source const& source, Data const& to,
                                         std::uint64_t begin, int size,
                                         Sort const& sort) const {
    Item items[N];
    if constexpr (is_value_v<Value>) define_registers(items);
    source.template load_keys<TeamSize, N>(
        member, size,
        [&](int i, Key const& key) { items[i] = order.encode(key); });
    Item lowest;
    Item const range = find_range(member, items, size, lowest);
    if (range == 0) {
      source.copy(member, to, begin, size);
      member.team_barrier();
      return true;
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) items[i] = static_cast<Item>(items[i] - lowest);
    if constexpr (Layout::may_pack) {
      if ((range >> (8 * sizeof(Item) - log_indices)) == 0) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < N; ++i)
          items[i] = items[i] << log_indices |
                     static_cast<Item>(i * TeamSize + member.team_rank());
        return sort(std::true_type{}, items, lowest,
                    cells(range << log_indices | Layout::index_mask));
      }
    }
    return sort(std::false_type{}, items, lowest, cells(range));
  }

  KOKKOS_FORCEINLINE_FUNCTION static Digit<Item> cells(Item range) {
    return DigitRange<Item>{0, range}.cell_of(max_log_digits);
  }

  /// Returns digits that are narrow where words crowd in cells. Sections must
  /// have been listed.
  KOKKOS_FORCEINLINE_FUNCTION InterpolatedDigit<Item> interpolated(
      Digit<Item> const& cells, int size, int log_digits) const {
    return InterpolatedDigit<Item>(cells, max_log_digits, log_sections,
                                   m_sections, size, log_digits);
  }

  /// Sorts numbers that are words, which always succeeds.
  template <class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_few(Member const& member, Order const& order,
                                       Source const& source, Data const& to,
                                       std::uint64_t begin, int size) const {
    constexpr int N = div_up(Layout::few_words, TeamSize);
    Item items[N];
    if constexpr (is_value_v<Value>) define_registers(items);
    source.template load_keys<TeamSize, N>(
        member, size,
        [&](int i, Key const& key) { items[i] = order.encode(key); });
    return sort_by_network<false>(member, order, source, to, begin, size, items,
                                  Item{0}, 0);
  }

  /// Sorts words by a network. Returns false if too many share a digit.
  template <bool Packed, int N, class Member, class Source, class DigitOf>
  KOKKOS_INLINE_FUNCTION bool sort_by_network(
      Member const& member, Order const& order, Source const& source,
      Data const& to, std::uint64_t begin, int size, Item (&words)[N],
      Item lowest, DigitOf const& digit_of) const {
    WordRank const network(m_items + Layout::words_begin, staged());
    int indices[N];
    int ranks[N];
    if constexpr (is_value_v<Value>) {
      define_registers(indices);
      define_registers(ranks);
    }
    if constexpr (Layout::is_word) {
      member.team_barrier();  // after the last use of the scratch
      network.sort_words(member, size, words, ranks);
    } else if (!network.rank(member, size, words, digit_of, indices, ranks)) {
      return false;
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i * TeamSize + member.team_rank() >= size) continue;
      to.keys[begin + ranks[i]] =
          order.decode(static_cast<Item>(distance<Packed>(words[i]) + lowest));
      if constexpr (is_value_v<Value>)
        m_index[indices[i]] = static_cast<std::uint16_t>(ranks[i]);
    }
    if constexpr (is_value_v<Value>) {
      Value values[N];
      define_registers(values);
      source.template load_values<TeamSize, N>(
          member, size, [&](int i, Value const& value) { values[i] = value; });
      member.team_barrier();
      store_values(member, to, begin, size, values);
    }
    member.team_barrier();
    return true;
  }

  /// Lists the number of words before each section, and clears the counters.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void list_sections(Member const& member,
                                            int size) const {
    constexpr int merged = max_log_digits - log_sections;
    for (int c = member.team_rank(); c < 1 << log_sections; c += TeamSize) {
      std::uint32_t const digit = static_cast<std::uint32_t>(c) << merged;
      // Words without values have been moved.
      m_sections[c] = static_cast<std::uint16_t>(is_value_v<Value>
                                                     ? m_counters.offset(digit)
                                                     : m_counters.begin(digit));
    }
    if (member.team_rank() == 0)
      m_sections[1 << log_sections] = static_cast<std::uint16_t>(size);
    member.team_barrier();
    m_counters.clear(member);
    member.team_barrier();
  }

  /// Returns the range of the items, and sets the least of them. Clears the
  /// counters.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION Item find_range(Member const& member,
                                         Item const (&items)[N], int size,
                                         Item& lowest) const {
    Item low  = static_cast<Item>(~Item{0});
    Item high = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i * TeamSize + member.team_rank() >= size) continue;
      low  = items[i] < low ? items[i] : low;
      high = items[i] > high ? items[i] : high;
    }
    Range::put(member, low, high, m_extremes);
    m_counters.clear(member);
    member.team_barrier();
    Range::get(member, m_extremes, low, high);
    lowest = low;
    return static_cast<Item>(high - low);
  }

  /// Returns the distance of an item from the least.
  template <bool Packed>
  KOKKOS_FORCEINLINE_FUNCTION static Item distance(Item word) {
    return static_cast<Item>(Packed ? word >> log_indices : word);
  }

  KOKKOS_FORCEINLINE_FUNCTION Item* staged() const {
    return reinterpret_cast<Item*>(m_items);
  }

  /// Writes the values after their keys: m_index holds the rank of each.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void store_values(Member const& member, Data const& to,
                                           std::uint64_t begin, int size,
                                           Value const (&values)[N]) const {
    Value* const staged_values = reinterpret_cast<Value*>(m_items);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size) staged_values[m_index[at]] = values[i];
    }
    member.team_barrier();
    with_stride(to.values, [&](auto stride) {
      Value* const first =
          to.values.data + static_cast<std::ptrdiff_t>(begin) * stride;
      for (int at = member.team_rank(); at < size; at += TeamSize)
        first[at * stride] = staged_values[at];
    });
  }

  std::byte* m_items;
  std::uint16_t* m_index;
  Item* m_extremes;
  typename Layout::Counters m_counters;
  std::uint16_t* m_sections;
};

}  // namespace KokkosSort::Impl

#endif
