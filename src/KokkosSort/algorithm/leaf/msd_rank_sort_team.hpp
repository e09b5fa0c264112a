// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_SORT_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_SORT_TEAM_HPP

#include <KokkosSort/algorithm/leaf/counters_team.hpp>
#include <KokkosSort/algorithm/leaf/interpolated_digit_thread.hpp>
#include <KokkosSort/algorithm/leaf/msd_rank_layout.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Stable sort of integers by a team. The items are first distributed by the
/// leading bits in which they differ. Each item then counts the items of its
/// own digit that come before it, which gives its rank. If the leading bits are
/// spread out, digits hold one or two items, and nearly all the work is the
/// distribution. The threads that count in one digit are neighbors and read the
/// same words. The rank of an item differs little from its position after the
/// distribution, so that keys are written in runs.
///
/// Counting is quadratic in the size of a digit. If that takes too many
/// comparisons, the items are distributed again, by digits that are narrow
/// where items crowd (interpolated_digit_thread.hpp). sort() gives up before
/// anything is written if these crowd too. Digits of equal keys without values
/// do not, since such keys need no ranks.
///
/// A network sorts up to NetworkItems items that crowd (word_rank_team.hpp).
/// 64-bit keys alone go to it after the second distribution, others after the
/// first.
template <class Exec, class Order, class Value, int TeamSize,
          int ItemsPerThread, int NetworkItems = 0>
class TeamMsdRankSort {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Data = Arrays<Key, Value>;

  using Layout =
      MsdRankLayout<Exec, Item, Value, TeamSize, ItemsPerThread, NetworkItems>;
  using Range    = typename Layout::Range;
  using WordRank = typename Layout::WordRank;

  static constexpr bool may_pack       = Layout::may_pack;
  static constexpr int log_indices     = Layout::log_indices;
  static constexpr int max_log_digits  = Layout::max_log_digits;
  static constexpr int log_sections    = Layout::log_sections;
  static constexpr int at_a_time       = Layout::at_a_time;
  static constexpr int unchecked_digit = Layout::unchecked_digit;
  static constexpr Item index_mask     = Layout::index_mask;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Layout::first_bytes + Layout::section_bytes;
  }

  KOKKOS_INLINE_FUNCTION explicit TeamMsdRankSort(std::byte* scratch)
      : m_items(scratch),
        m_index(
            reinterpret_cast<std::uint16_t*>(scratch + Layout::items_bytes)),
        m_extremes(reinterpret_cast<Item*>(scratch + Layout::extremes_begin)),
        m_counters(scratch + Layout::counters_begin),
        m_sections(
            reinterpret_cast<std::uint16_t*>(scratch + Layout::first_bytes)) {}

  /// Sorts the elements of a source (stretch_team.hpp) into
  /// to[begin, begin + size), which may be the source itself. Returns false,
  /// with nothing written, if the keys are too much alike. Called by the whole
  /// team; ends with a barrier.
  template <class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort(Member const& member, Order const& order,
                                   Source const& source, Data const& to,
                                   std::uint64_t begin, int size) const {
    if constexpr (Layout::few_words > 0)
      if (size <= Layout::few_words)
        return sort_few(member, order, source, to, begin, size);
    // With half the registers, if they suffice: unrolled code for absent items
    // costs as much as for present ones.
    constexpr int half = (ItemsPerThread + 1) / 2;
    return size <= TeamSize * half
               ? sort_by<half>(member, order, source, to, begin, size)
               : sort_by<ItemsPerThread>(member, order, source, to, begin,
                                         size);
  }

 private:
  /// Sorts by the network alone, which always succeeds.
  template <class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_few(Member const& member, Order const& order,
                                       Source const& source, Data const& to,
                                       std::uint64_t begin, int size) const {
    constexpr int N = div_up(Layout::few_words, TeamSize);
    Item items[N];
    source.template load_keys<TeamSize, N>(
        member, size,
        [&](int i, Key const& key) { items[i] = order.encode(key); });
    return sort_by_network<false>(member, order, source, to, begin, size, items,
                                  Item{0}, 0);
  }

  template <int N, class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_by(Member const& member, Order const& order,
                                      Source const& source, Data const& to,
                                      std::uint64_t begin, int size) const {
    Item items[N];
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
    if constexpr (may_pack)
      if ((range >> (8 * sizeof(Item) - log_indices)) == 0)
        return sort_words<true>(member, order, source, to, begin, size, items,
                                lowest, range);
    return sort_words<false>(member, order, source, to, begin, size, items,
                             lowest, range);
  }

  /// Turns items into words: their distances from the least and, if packed,
  /// their indices.
  template <bool Packed, int N, class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_words(Member const& member,
                                         Order const& order,
                                         Source const& source, Data const& to,
                                         std::uint64_t begin, int size,
                                         Item (&words)[N], Item lowest,
                                         Item range) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      words[i] = static_cast<Item>(words[i] - lowest);
      if constexpr (Packed)
        words[i] = words[i] << log_indices |
                   static_cast<Item>(i * TeamSize + member.team_rank());
    }
    if constexpr (Packed) range = range << log_indices | index_mask;
    Digit<Item> const digit_of =
        DigitRange<Item>{0, range}.cell_of(max_log_digits);
    if (sort_digits<Packed>(member, order, source, to, begin, size, words,
                            lowest, digit_of))
      return true;
    bool const fits = size <= Layout::max_words;
    if constexpr (Layout::has_network && Layout::is_word)
      if (fits)
        return sort_by_network<Packed>(member, order, source, to, begin, size,
                                       words, lowest, digit_of);
    list_sections(member, size);
    auto const interpolated = [&](int log_digits) {
      return InterpolatedDigit<Item>(digit_of, max_log_digits, log_sections,
                                     m_sections, size, log_digits);
    };
    // Equal items without values need no ranks, so that digits may hold many.
    if (!(is_value_v<Value> && fits) &&
        sort_digits<Packed>(member, order, source, to, begin, size, words,
                            lowest, interpolated(max_log_digits)))
      return true;
    if constexpr (Layout::has_network && !Layout::is_word)
      if (fits)
        return sort_by_network<Packed>(
            member, order, source, to, begin, size, words, lowest,
            interpolated(WordRank::digit_bits(size)));
    return false;
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

  /// Sorts words by their digits. Returns false if these crowd; nothing is
  /// written then.
  template <bool Packed, int N, class Member, class Source, class DigitOf>
  KOKKOS_INLINE_FUNCTION bool sort_digits(Member const& member,
                                          Order const& order,
                                          Source const& source, Data const& to,
                                          std::uint64_t begin, int size,
                                          Item const (&words)[N], Item lowest,
                                          DigitOf const& digit_of) const {
    bool const is_full = distribute<Packed>(member, words, size, digit_of);
    if (is_full && (is_value_v<Value> ||
                    has_full_mixed_digits<Packed>(member, size, digit_of)))
      return false;
    if constexpr (is_value_v<Value>) {
      Value values[N];
      auto const load_values = [&] {
        source.template load_values<TeamSize, N>(
            member, size,
            [&](int i, Value const& value) { values[i] = value; });
      };
      // Packed words leave registers to load the values early.
      if (Packed) load_values();
      rank_and_index<Packed, N>(member, order, to, begin, size, lowest,
                                digit_of);
      if (!Packed) load_values();
      member.team_barrier();
      store_values(member, to, begin, size, values);
    } else {
      for (int at = member.team_rank(); at < size; at += TeamSize) {
        Item const word = staged()[at];
        to.keys[begin + rank<Packed>(word, at, digit_of, is_full)] =
            order.decode(static_cast<Item>(distance<Packed>(word) + lowest));
      }
    }
    member.team_barrier();
    return true;
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

  /// Moves the words to scratch, digit by digit, in any order within a digit.
  /// They are counted first and take their positions afterwards, so that no
  /// thread stores positions; that turns the starts of the digits into their
  /// ends. Returns whether digits are too full; with values nothing is moved
  /// then.
  template <bool Packed, int N, class Member, class DigitOf>
  KOKKOS_INLINE_FUNCTION bool distribute(Member const& member,
                                         Item const (&words)[N], int size,
                                         DigitOf const& digit_of) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i * TeamSize + member.team_rank() < size)
        m_counters.take(digit_of(words[i]));
    member.team_barrier();
    bool const is_full = m_counters.scan(member, most_for(size));
    if (is_value_v<Value> && is_full) return true;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at >= size) continue;
      std::uint32_t const position = m_counters.take(digit_of(words[i]));
      staged()[position]           = words[i];
      if constexpr (is_value_v<Value> && !Packed)
        m_index[position] = static_cast<std::uint16_t>(at);
    }
    for (int k = member.team_rank(); k < at_a_time; k += TeamSize)
      staged()[size + k] = static_cast<Item>(~Item{0});
    member.team_barrier();
    return is_full;
  }

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t most_for(int size) {
    return Layout::max_comparisons * static_cast<std::uint32_t>(size);
  }

  /// Marks the large digits that hold different words. Returns whether they are
  /// too full, alike for the whole team.
  template <bool Packed, class Member, class DigitOf>
  KOKKOS_INLINE_FUNCTION bool has_full_mixed_digits(
      Member const& member, int size, DigitOf const& digit_of) const {
    for (int at = member.team_rank(); at < size; at += TeamSize) {
      Item const word           = staged()[at];
      std::uint32_t const digit = digit_of(word);
      int const first           = m_counters.begin(digit);
      if (m_counters.end(digit) - first > unchecked_digit &&
          distance<Packed>(staged()[first]) != distance<Packed>(word))
        m_counters.set_mark(digit);
    }
    member.team_barrier();
    return m_counters.marked_squares() > most_for(size);
  }

  /// Returns the rank of the word at position `at` of the digits. With
  /// is_marked, the words of a large digit without a mark are equal.
  template <bool Packed, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION int rank(Item word, int at,
                                       DigitOf const& digit_of,
                                       bool is_marked = false) const {
    std::uint32_t const digit = digit_of(word);
    int const last            = m_counters.end(digit);
    int j                     = m_counters.begin(digit);
    if (is_marked && last - j > unchecked_digit && !m_counters.is_marked(digit))
      return at;
    int rank = j;
    KOKKOSSORT_NO_UNROLL
    for (; j < last; j += at_a_time) {
      KOKKOSSORT_UNROLL
      for (int k = j; k < j + at_a_time; ++k) {
        Item const other = staged()[k];
        bool before      = other < word;
        if constexpr (is_value_v<Value> && !Packed) {
          before =
              before || (other == word && k < last && m_index[k] < m_index[at]);
        } else if constexpr (!Packed) {
          before = before || (other == word && k < at);
        }
        rank += before ? 1 : 0;
      }
    }
    return rank;
  }

  /// Writes the keys at their ranks. m_index then holds for each item the rank
  /// of its value.
  template <bool Packed, int N, class Member, class DigitOf>
  KOKKOS_INLINE_FUNCTION void rank_and_index(Member const& member,
                                             Order const& order, Data const& to,
                                             std::uint64_t begin, int size,
                                             Item lowest,
                                             DigitOf const& digit_of) const {
    if constexpr (Packed) {
      for (int at = member.team_rank(); at < size; at += TeamSize) {
        Item const word    = staged()[at];
        int const own_rank = rank<true>(word, at, digit_of);
        to.keys[begin + own_rank] =
            order.decode(static_cast<Item>(distance<true>(word) + lowest));
        m_index[word & index_mask] = static_cast<std::uint16_t>(own_rank);
      }
    } else {
      std::uint32_t moves[N];  // rank in the upper half, index in the lower
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (at >= size) continue;
        Item const word    = staged()[at];
        int const own_rank = rank<false>(word, at, digit_of);
        to.keys[begin + own_rank] =
            order.decode(static_cast<Item>(word + lowest));
        moves[i] = static_cast<std::uint32_t>(own_rank) << 16 | m_index[at];
      }
      member.team_barrier();
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i * TeamSize + member.team_rank() < size)
          m_index[moves[i] & 0xffffu] =
              static_cast<std::uint16_t>(moves[i] >> 16);
    }
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
