// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_SORT_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_MSD_RANK_SORT_TEAM_HPP

#include <KokkosSort/algorithm/leaf/counters_team.hpp>
#include <KokkosSort/algorithm/leaf/msd_rank_layout.hpp>
#include <KokkosSort/algorithm/leaf/network_sort_team.hpp>
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
/// A network may sort what crowds (network_sort_team.hpp). LeafNetwork states
/// when.
template <class Exec, class Order, class Value, int TeamSize,
          int ItemsPerThread, LeafNetwork Network = LeafNetwork::none>
class TeamMsdRankSort
    : public TeamNetworkSort<
          Exec, Order, Value, TeamSize,
          MsdRankLayout<Exec, typename Order::item_type, Value, TeamSize,
                        ItemsPerThread, Network>> {
  using Layout = MsdRankLayout<Exec, typename Order::item_type, Value, TeamSize,
                               ItemsPerThread, Network>;
  using Base   = TeamNetworkSort<Exec, Order, Value, TeamSize, Layout>;
  using Base::m_counters;
  using Base::m_index;
  using Base::m_items;
  using typename Base::Data;
  using typename Base::Item;
  using typename Base::WordRank;

  static constexpr int at_a_time       = Layout::at_a_time;
  static constexpr int unchecked_digit = Layout::unchecked_digit;
  static constexpr Item index_mask     = Layout::index_mask;

 public:
  static constexpr bool has_last_network =
      Layout::has_network && Network == LeafNetwork::last;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Layout::first_bytes + Layout::section_bytes;
  }

  KOKKOS_INLINE_FUNCTION explicit TeamMsdRankSort(std::byte* scratch)
      : Base(scratch) {}

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
        return this->sort_few(member, order, source, to, begin, size);
    // With half the registers, if they suffice: unrolled code for absent items
    // costs as much as for present ones.
    constexpr int half = (ItemsPerThread + 1) / 2;
    return size <= TeamSize * half
               ? sort_by<half>(member, order, source, to, begin, size)
               : sort_by<ItemsPerThread>(member, order, source, to, begin,
                                         size);
  }

 private:
  template <int N, class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_by(Member const& member, Order const& order,
                                      Source const& source, Data const& to,
                                      std::uint64_t begin, int size) const {
    return this->template with_words<N>(
        member, order, source, to, begin, size,
        [&](auto packed, auto& words, Item lowest, Digit<Item> const& cells) {
          return sort_words<decltype(packed)::value>(
              member, order, source, to, begin, size, words, lowest, cells);
        });
  }

  template <bool Packed, int N, class Member, class Source>
  KOKKOS_INLINE_FUNCTION bool sort_words(Member const& member,
                                         Order const& order,
                                         Source const& source, Data const& to,
                                         std::uint64_t begin, int size,
                                         Item (&words)[N], Item lowest,
                                         Digit<Item> const& cells) const {
    if (sort_digits<Packed>(member, order, source, to, begin, size, words,
                            lowest, cells))
      return true;
    constexpr bool is_first = Network == LeafNetwork::first;
    bool const fits         = is_first && size <= Layout::max_words;
    if constexpr (Layout::has_network && is_first && Layout::is_word)
      if (fits)
        return this->template sort_by_network<Packed>(
            member, order, source, to, begin, size, words, lowest, cells);
    this->list_sections(member, size);
    // Equal items without values need no ranks, so that digits may hold many.
    if (!(is_value_v<Value> && fits) &&
        sort_digits<Packed>(
            member, order, source, to, begin, size, words, lowest,
            this->interpolated(cells, size, Layout::max_log_digits)))
      return true;
    if constexpr (Layout::has_network && is_first && !Layout::is_word)
      if (fits)
        return this->template sort_by_network<Packed>(
            member, order, source, to, begin, size, words, lowest,
            this->interpolated(cells, size, WordRank::digit_bits(size)));
    return false;
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
      define_registers(values);
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
      this->store_values(member, to, begin, size, values);
    } else {
      for (int at = member.team_rank(); at < size; at += TeamSize) {
        Item const word = this->staged()[at];
        to.keys[begin + rank<Packed>(word, at, digit_of, is_full)] =
            order.decode(static_cast<Item>(
                Base::template distance<Packed>(word) + lowest));
      }
    }
    member.team_barrier();
    return true;
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
      this->staged()[position]     = words[i];
      if constexpr (is_value_v<Value> && !Packed)
        m_index[position] = static_cast<std::uint16_t>(at);
    }
    for (int k = member.team_rank(); k < at_a_time; k += TeamSize)
      this->staged()[size + k] = static_cast<Item>(~Item{0});
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
      Item const word           = this->staged()[at];
      std::uint32_t const digit = digit_of(word);
      int const first           = m_counters.begin(digit);
      if (m_counters.end(digit) - first > unchecked_digit &&
          Base::template distance<Packed>(this->staged()[first]) !=
              Base::template distance<Packed>(word))
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
        Item const other = this->staged()[k];
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
        Item const word           = this->staged()[at];
        int const own_rank        = rank<true>(word, at, digit_of);
        to.keys[begin + own_rank] = order.decode(
            static_cast<Item>(Base::template distance<true>(word) + lowest));
        m_index[word & index_mask] = static_cast<std::uint16_t>(own_rank);
      }
    } else {
      std::uint32_t moves[N];  // rank in the upper half, index in the lower
      define_registers(moves);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (at >= size) continue;
        Item const word    = this->staged()[at];
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
};

}  // namespace KokkosSort::Impl

#endif
