// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_LEAF_WORD_RANK_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_LEAF_WORD_RANK_TEAM_HPP

#include <KokkosSort/block/word_network_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Ranks items by a team that sorts words of 32 bits (word_network_team.hpp).
/// The upper bits of a word are the digit of an item, the lower bits its index,
/// so that equal items keep their order. Items that share a digit count those
/// of it that come before them.
///
/// Item `at` belongs to thread at % TeamSize, in a register for each multiple.
///
/// Each item that shares a digit reads all that do: up to MaxShared of them,
/// which takes about as long as the network.
template <class Exec, class Item, int TeamSize, int MaxWords,
          int MaxShared = 384>
class TeamWordRank {
  using Word    = std::uint32_t;
  using Lanes   = Warp<Exec>;
  using Mask    = typename Lanes::mask_type;
  using Network = TeamWordNetwork<Exec, TeamSize, MaxWords>;

  static constexpr int lanes = Lanes::size;

  static constexpr std::size_t words_bytes =
      round_up(Network::scratch_bytes(), 16);
  static constexpr std::size_t mask_bytes =
      div_up(MaxWords, lanes) * sizeof(Mask);

  // Items that are read before the first is compared.
  static constexpr int at_a_time = 4;

 public:
  static constexpr bool is_possible = Network::is_possible;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return words_bytes + 2 * mask_bytes;
  }

  /// `staged` has room for an item each and for three more.
  KOKKOS_INLINE_FUNCTION TeamWordRank(std::byte* scratch, Item* staged)
      : m_words(scratch),
        m_shares(reinterpret_cast<Mask*>(scratch + words_bytes)),
        m_before(reinterpret_cast<Mask*>(scratch + words_bytes + mask_bytes)),
        m_staged(staged) {}

  /// Sorts items that are words, and sets the ranks of a thread's positions.
  /// Barriers are as in rank().
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void sort_words(Member const& member, int size,
                                         Item (&items)[N],
                                         int (&ranks)[N]) const {
    each<N>(member, size, [&](int i, int at) { m_words[at] = items[i]; });
    member.team_barrier();
    m_words.sort(member, size);
    each<N>(member, size, [&](int i, int at) {
      items[i] = static_cast<Item>(m_words[at]);
      ranks[i] = at;
    });
  }

  /// Replaces the items of a thread by those at its positions in the order of
  /// words, and sets their indices and ranks. A digit has digit_bits(size) bits
  /// at most. Returns false, alike for the whole team, if too many items share
  /// a digit. Called by the whole team, after a barrier that follows the last
  /// use of the scratch.
  template <int N, class Member, class DigitOf>
  KOKKOS_INLINE_FUNCTION bool rank(Member const& member, int size,
                                   Item (&items)[N], DigitOf const& digit_of,
                                   int (&indices)[N], int (&ranks)[N]) const {
    int const log_indices = index_bits(size);
    // Digits may be read from the scratch that the words take.
    each<N>(member, size, [&](int i, int at) {
      indices[i]   = static_cast<int>(digit_of(items[i]) << log_indices |
                                      static_cast<Word>(at));
      m_staged[at] = items[i];
    });
    member.team_barrier();
    each<N>(member, size, [&](int i, int at) {
      m_words[at] = static_cast<Word>(indices[i]);
    });
    member.team_barrier();
    m_words.sort(member, size);
    each<N>(member, size, [&](int i, int at) {
      indices[i] =
          static_cast<int>(m_words[at] & ((Word{1} << log_indices) - 1));
      items[i] = m_staged[indices[i]];
      ranks[i] = at;
    });
    return rank_shared(member, size, log_indices, items, ranks);
  }

  KOKKOS_FORCEINLINE_FUNCTION static int digit_bits(int size) {
    return 32 - index_bits(size);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static int index_bits(int size) {
    return static_cast<int>(Kokkos::Experimental::bit_width_builtin(
        static_cast<unsigned>(size - 1)));
  }

  template <int N, class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void each(Member const& member, int size,
                                               Body const& body) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size) body(i, at);
    }
  }

  /// Corrects the ranks of items that share a digit.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION bool rank_shared(Member const& member, int size,
                                          int log_indices,
                                          Item const (&items)[N],
                                          int (&ranks)[N]) const {
    mark<N>(member, size, m_shares, [&](int, int at) {
      return at > 0 && (m_words[at] ^ m_words[at - 1]) >> log_indices == 0;
    });
    member.team_barrier();
    each<N>(member, size, [&](int i, int at) { m_staged[at] = items[i]; });
    member.team_barrier();
    bool const is_ordered =
        !mark<N>(member, size, m_before, [&](int i, int at) {
          return shares(at) && items[i] < m_staged[at - 1];
        });
    if (!Lanes::any_in_team(member, !is_ordered)) return true;
    bool is_full = false;
    each<N>(member, size, [&](int i, int at) {
      int const first = first_of(at);
      int const last  = last_of(at, size);
      if (last - first == 1 || is_in_order(first, last)) return;
      if (last - first > MaxShared) {
        is_full = true;
      } else {
        ranks[i] = first + count_before(items[i], at, first, last);
      }
    });
    return !Lanes::any_in_team(member, is_full);
  }

  /// Counts the items of [first, last) that come before that of position `at`,
  /// four at a time. All are read, also behind the last, so that no read waits
  /// for a comparison.
  KOKKOS_FORCEINLINE_FUNCTION int count_before(Item item, int at, int first,
                                               int last) const {
    int count = 0;
    KOKKOSSORT_NO_UNROLL
    for (int other = first; other < last; other += at_a_time) {
      Item others[at_a_time];
      KOKKOSSORT_UNROLL
      for (int k = 0; k < at_a_time; ++k) others[k] = m_staged[other + k];
      KOKKOSSORT_UNROLL
      for (int k = 0; k < at_a_time; ++k) {
        int const is_before =
            (others[k] < item ? 1 : 0) |
            ((others[k] == item ? 1 : 0) & (other + k < at ? 1 : 0));
        count += is_before & (other + k < last ? 1 : 0);
      }
    }
    return count;
  }

  /// Writes a bit for each position. Returns whether the thread's warp has set
  /// one.
  template <int N, class Member, class Holds>
  KOKKOS_FORCEINLINE_FUNCTION static bool mark(Member const& member, int size,
                                               Mask* masks,
                                               Holds const& holds) {
    Mask any = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at    = i * TeamSize + member.team_rank();
      Mask const mask = Lanes::ballot(at < size && holds(i, at));
      if (at < size) masks[at / lanes] = mask;
      any |= mask;
    }
    return any != 0;
  }

  /// Positions of a warp's width up to that of `at`.
  KOKKOS_FORCEINLINE_FUNCTION static Mask up_to(int at) {
    return ((Mask{2} << at % lanes) - 1) & Lanes::all;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool shares(int at) const {
    return (m_shares[at / lanes] >> at % lanes & 1) != 0;
  }
  /// Returns the first position with the digit of position `at`.
  KOKKOS_FORCEINLINE_FUNCTION int first_of(int at) const {
    int part    = at / lanes;
    Mask starts = ~m_shares[part] & up_to(at);
    while (starts == 0) starts = ~m_shares[--part] & Lanes::all;
    return part * lanes + Lanes::last(starts);
  }
  /// Returns the position after the last with the digit of position `at`.
  KOKKOS_FORCEINLINE_FUNCTION int last_of(int at, int size) const {
    int part    = at / lanes;
    Mask starts = ~m_shares[part] & ~up_to(at) & Lanes::all;
    while (starts == 0) {
      if (++part * lanes >= size) return size;
      starts = ~m_shares[part] & Lanes::all;
    }
    int const last = part * lanes + Lanes::count((starts & (~starts + 1)) - 1);
    return last < size ? last : size;
  }
  /// Whether no item of [first, last) comes before its neighbor.
  KOKKOS_FORCEINLINE_FUNCTION bool is_in_order(int first, int last) const {
    for (int part = first / lanes; part * lanes < last; ++part) {
      Mask mask = m_before[part];
      if (part == first / lanes) mask &= ~up_to(first);
      if (part == (last - 1) / lanes) mask &= up_to(last - 1);
      if (mask != 0) return false;
    }
    return true;
  }

  Network m_words;
  Mask* m_shares;
  Mask* m_before;
  Item* m_staged;
};

}  // namespace KokkosSort::Impl

#endif
