// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_PARTITION_HPP
#define KOKKOSSORT_TEAM_PARTITION_HPP

#include <KokkosSort/team/rank.hpp>
#include <KokkosSort/thread/strided.hpp>
#include <KokkosSort/tuning/unroll.hpp>
#include <KokkosSort/tuning/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// On which side of the pivot an item belongs; none where there is no item.
enum class Side : std::uint8_t { less, equal, greater, none };

/// Something for each side: counts, or the next free places.
struct BySide {
  std::uint64_t less    = 0;
  std::uint64_t equal   = 0;
  std::uint64_t greater = 0;

  KOKKOS_FORCEINLINE_FUNCTION BySide& operator+=(BySide const& other) {
    less += other.less;
    equal += other.equal;
    greater += other.greater;
    return *this;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend BySide operator+(BySide a,
                                                      BySide const& b) {
    return a += b;
  }
};

/// The greatest item left of a pivot and the least right of it, for items that
/// are unsigned integers, in words that are at least as wide.
template <class Word>
struct SideExtremes {
  Word high_of_less   = 0;
  Word low_of_greater = static_cast<Word>(~Word{0});
};

/// The three-way partition of a tile round a pivot by a team: a first pass over
/// the items in registers counts, a second moves. A warp moves its items row by
/// row, each lane to the place that the votes of the lanes below it leave: the
/// order of arrival is kept, and neighbours write neighbouring memory.
template <class Exec, class Order, class Value, int TeamSize,
          int ItemsPerThread>
class TeamPartition {
 public:
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

  static constexpr int items = ItemsPerThread;
  static constexpr int tile  = TeamSize * ItemsPerThread;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return warps * sizeof(std::uint64_t);
  }

  KOKKOS_INLINE_FUNCTION explicit TeamPartition(void* scratch)
      : m_warps(static_cast<std::uint64_t*>(scratch)) {}

  /// This thread's items of a tile of `size` items from `begin` on.
  template <class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void load(Member const& member,
                                               Strided<T> from,
                                               std::uint64_t begin, int size,
                                               T (&held)[items]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      held[i]      = from[begin + (at < size ? at : size - 1)];
    }
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void classify(Member const& member,
                                                   Order const& order,
                                                   Item const& pivot, int size,
                                                   Key const (&keys)[items],
                                                   Side (&sides)[items]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      auto const& item   = order.encode(keys[i]);
      bool const is_less = order.less(item, pivot);
      sides[i] = Rank::index(member.team_rank(), i) >= size ? Side::none
                 : is_less                                  ? Side::less
                 : order.less(pivot, item)                  ? Side::greater
                                                            : Side::equal;
    }
  }

  /// Sides that were written down, and writing them down.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void load_sides(Member const& member,
                                                     Side const* from, int size,
                                                     Side (&sides)[items]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      sides[i]     = at < size ? from[at] : Side::none;
    }
  }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void store_sides(Member const& member,
                                                      Side (&sides)[items],
                                                      int size, Side* to) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = Rank::index(member.team_rank(), i);
      if (at < size) to[at] = sides[i];
    }
  }

  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static void track(Order const& order,
                                                Key const (&keys)[items],
                                                Side const (&sides)[items],
                                                SideExtremes<Word>& extremes) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      Word const item = order.encode(keys[i]);
      if (sides[i] == Side::less && item > extremes.high_of_less)
        extremes.high_of_less = item;
      if (sides[i] == Side::greater && item < extremes.low_of_greater)
        extremes.low_of_greater = item;
    }
  }

  /// The extremes of a warp's items, in each of its threads.
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static SideExtremes<Word> of_warp(
      SideExtremes<Word> extremes) {
    for (int distance = warp_size / 2; distance > 0; distance /= 2) {
      Word const high = exchange(extremes.high_of_less, distance);
      Word const low  = exchange(extremes.low_of_greater, distance);
      if (high > extremes.high_of_less) extremes.high_of_less = high;
      if (low < extremes.low_of_greater) extremes.low_of_greater = low;
    }
    return extremes;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool leads_warp(Member const& member) {
    return member.team_rank() % warp_size == 0;
  }

  /// First pass: how many items the tile has on each side, and in `before` how
  /// many of them the warps before this thread's hold. A barrier inside;
  /// another has to follow before the next call.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION BySide count(Member const& member,
                                           Side const (&sides)[items],
                                           BySide& before) const {
    std::uint32_t less    = 0;
    std::uint32_t equal   = 0;
    std::uint32_t greater = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      less += sides[i] == Side::less ? 1 : 0;
      equal += sides[i] == Side::equal ? 1 : 0;
      greater += sides[i] == Side::greater ? 1 : 0;
    }
    std::uint64_t of_warp = less | (std::uint64_t{equal} << field) |
                            (std::uint64_t{greater} << (2 * field));
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
      of_warp += Warp<Exec>::shuffle_xor(of_warp, distance);
    int const warp = member.team_rank() / warp_size;
    if (leads_warp(member)) m_warps[warp] = of_warp;
    member.team_barrier();
    std::uint64_t total = 0;
    for (int w = 0; w < warps; ++w) {
      if (w == warp) before = unpack(total);
      total += m_warps[w];
    }
    return unpack(total);
  }

  /// Second pass: `at` is where the warp's first item of each side goes. Items
  /// equal to the pivot stay behind if MovesEqual is false.
  template <bool MovesEqual, class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void move(Member const& member,
                                               T const (&held)[items],
                                               Side const (&sides)[items],
                                               BySide at, Strided<T> to) {
    Mask const below = (Mask{1} << (member.team_rank() % warp_size)) - 1;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      Mask const less    = ballot(sides[i] == Side::less);
      Mask const greater = ballot(sides[i] == Side::greater);
      if (sides[i] == Side::less)
        to[at.less + Warp<Exec>::count(less & below)] = held[i];
      if (sides[i] == Side::greater)
        to[at.greater + Warp<Exec>::count(greater & below)] = held[i];
      at.less += Warp<Exec>::count(less);
      at.greater += Warp<Exec>::count(greater);
      if constexpr (MovesEqual) {
        Mask const equal = ballot(sides[i] == Side::equal);
        if (sides[i] == Side::equal)
          to[at.equal + Warp<Exec>::count(equal & below)] = held[i];
        at.equal += Warp<Exec>::count(equal);
      }
    }
  }

 private:
  using Rank = TeamRank<Exec, TeamSize, ItemsPerThread>;
  using Mask = typename Warp<Exec>::mask_type;

  static constexpr int warp_size = Warp<Exec>::size;
  static constexpr int warps     = TeamSize / warp_size;

  // Three counts travel in one word.
  static constexpr int field = 21;
  static_assert(tile < (1 << field));

  KOKKOS_FORCEINLINE_FUNCTION static BySide unpack(std::uint64_t packed) {
    constexpr std::uint64_t mask = (std::uint64_t{1} << field) - 1;
    return {packed & mask, (packed >> field) & mask, packed >> (2 * field)};
  }

  /// The lanes of the warp for which `vote` holds.
  KOKKOS_FORCEINLINE_FUNCTION static Mask ballot(bool vote) {
    constexpr Mask all =
        static_cast<Mask>(~Mask{0}) >> (8 * sizeof(Mask) - warp_size);
    Mask const peers = Warp<Exec>::match(vote ? 1 : 0, 1);
    return (vote ? peers : ~peers) & all;
  }

  /// Shuffles know words of up to 8 bytes.
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static Word exchange(Word word, int distance) {
    if constexpr (sizeof(Word) <= 8) {
      return Warp<Exec>::shuffle_xor(word, distance);
    } else {
      auto const high = Warp<Exec>::shuffle_xor(
          static_cast<std::uint64_t>(word >> 64), distance);
      auto const low =
          Warp<Exec>::shuffle_xor(static_cast<std::uint64_t>(word), distance);
      return (static_cast<Word>(high) << 64) | low;
    }
  }

  std::uint64_t* m_warps;
};

}  // namespace KokkosSort::Impl

#endif
