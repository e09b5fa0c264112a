// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_PARTITION_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_PARTITION_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Partition flag: the side of the pivot on which an item belongs, or none if
/// there is no item.
enum class PartitionFlag : std::uint8_t { less, equal, greater, none };

/// Value per side of the pivot: counts or the next free positions.
struct PerSide {
  std::uint64_t less    = 0;
  std::uint64_t equal   = 0;
  std::uint64_t greater = 0;

  KOKKOS_FORCEINLINE_FUNCTION PerSide& operator+=(PerSide const& other) {
    less += other.less;
    equal += other.equal;
    greater += other.greater;
    return *this;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend PerSide operator+(PerSide a,
                                                       PerSide const& b) {
    return a += b;
  }
};

/// Greatest item left of a pivot and least item right of it. Items are unsigned
/// integers, in words that are at least as wide.
template <class Word>
struct SideExtremes {
  Word high_of_less   = 0;
  Word low_of_greater = static_cast<Word>(~Word{0});
};

/// Three-way partition of a tile around a pivot by a team. A first pass over
/// the items in registers counts, a second moves. A warp moves its items row by
/// row, each lane to the position that ballots of the lower lanes leave. This
/// keeps the order of arrival, and neighboring lanes write neighboring memory.
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

  /// Loads this thread's items of a tile of `size` items from `begin` on;
  /// missing items become `filler`.
  template <class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void load(Member const& member,
                                               Strided<T> from,
                                               std::uint64_t begin, int size,
                                               T const& filler,
                                               T (&held)[items]) {
    int const first = index(member.team_rank(), 0);
    with_stride(from, [&](auto stride) {
      T const* const mine =
          from.data + static_cast<std::ptrdiff_t>(begin + first) * stride;
      if (size == tile) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < items; ++i) held[i] = mine[i * warp_size * stride];
      } else {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < items; ++i)
          held[i] = first + i * warp_size < size ? mine[i * warp_size * stride]
                                                 : filler;
      }
    });
  }

  // Partition flags of this thread's items, read one by one.

  /// Flags computed by a comparison each time, which for integers is cheaper
  /// than storing the result. Missing items must equal the pivot, which is on
  /// neither side.
  struct ComparedFlags {
    Order const& order;
    Item const& pivot;
    Key const (&keys)[items];

    KOKKOS_FORCEINLINE_FUNCTION bool less(int i) const {
      return order.less(order.encode(keys[i]), pivot);
    }
    KOKKOS_FORCEINLINE_FUNCTION bool greater(int i) const {
      return order.less(pivot, order.encode(keys[i]));
    }
  };

  /// Flags stored in registers: a comparator is called only once per item.
  struct StoredFlags {
    PartitionFlag const (&flags)[items];

    KOKKOS_FORCEINLINE_FUNCTION bool less(int i) const {
      return flags[i] == PartitionFlag::less;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool equal(int i) const {
      return flags[i] == PartitionFlag::equal;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool greater(int i) const {
      return flags[i] == PartitionFlag::greater;
    }
  };

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void compute_flags(
      Member const& member, Order const& order, Item const& pivot, int size,
      Key const (&keys)[items], PartitionFlag (&flags)[items]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      auto const& item = order.encode(keys[i]);
      flags[i] = index(member.team_rank(), i) >= size ? PartitionFlag::none
                 : order.less(item, pivot)            ? PartitionFlag::less
                 : order.less(pivot, item)            ? PartitionFlag::greater
                                                      : PartitionFlag::equal;
    }
  }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void load_flags(
      Member const& member, PartitionFlag const* from, int size,
      PartitionFlag (&flags)[items]) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = index(member.team_rank(), i);
      flags[i]     = at < size ? from[at] : PartitionFlag::none;
    }
  }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void store_flags(
      Member const& member, PartitionFlag const (&flags)[items], int size,
      PartitionFlag* to) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      int const at = index(member.team_rank(), i);
      if (at < size) to[at] = flags[i];
    }
  }

  template <class Word, class Flags>
  KOKKOS_FORCEINLINE_FUNCTION static void track(Order const& order,
                                                Key const (&keys)[items],
                                                Flags const& flags,
                                                SideExtremes<Word>& extremes) {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      Word const item = order.encode(keys[i]);
      if (flags.less(i) && item > extremes.high_of_less)
        extremes.high_of_less = item;
      if (flags.greater(i) && item < extremes.low_of_greater)
        extremes.low_of_greater = item;
    }
  }

  /// Returns the extremes of a warp's items, in each of its threads.
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

  /// First pass: returns the counts per side of the tile's `size` items, and in
  /// `before` those of the warps before this thread's. It contains a barrier,
  /// and another must follow before the next call.
  template <class Member, class Flags>
  KOKKOS_FORCEINLINE_FUNCTION PerSide count(Member const& member,
                                            Flags const& flags, int size,
                                            PerSide& before) const {
    std::uint32_t less    = 0;
    std::uint32_t greater = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      less += flags.less(i) ? 1 : 0;
      greater += flags.greater(i) ? 1 : 0;
    }
    // Both counts share one word.
    std::uint64_t of_warp = less | (std::uint64_t{greater} << 32);
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
      of_warp += Warp<Exec>::shuffle_xor(of_warp, distance);
    int const warp = member.team_rank() / warp_size;
    if (leads_warp(member)) m_warps[warp] = of_warp;
    member.team_barrier();
    std::uint64_t total = 0;
    for (int w = 0; w < warps; ++w) {
      if (w == warp) {
        int const first = warp * warp_size * items;
        before          = unpack(total, first < size ? first : size);
      }
      total += m_warps[w];
    }
    return unpack(total, size);
  }

  /// Second pass: moves the items; `at` is the position of the warp's first
  /// item of each side. Items equal to the pivot are not moved if MovesEqual is
  /// false. Returns the items of the warp per side that have been moved.
  template <bool MovesEqual, class Member, class T, class Flags>
  KOKKOS_FORCEINLINE_FUNCTION static PerSide move(Member const& member,
                                                  T const (&held)[items],
                                                  Flags const& flags,
                                                  PerSide const& at,
                                                  Strided<T> to) {
    PerSide moved;
    Mask const below = (Mask{1} << (member.team_rank() % warp_size)) - 1;
    with_stride(to, [&](auto stride) {
      auto const position = [&](std::uint64_t first) {
        return to.data + static_cast<std::ptrdiff_t>(first) * stride;
      };
      T* const less     = position(at.less);
      T* const equal    = position(at.equal);
      T* const greater  = position(at.greater);
      int less_moved    = 0;
      int equal_moved   = 0;
      int greater_moved = 0;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < items; ++i) {
        bool const is_less      = flags.less(i);
        bool const is_greater   = flags.greater(i);
        Mask const less_here    = Warp<Exec>::ballot(is_less);
        Mask const greater_here = Warp<Exec>::ballot(is_greater);
        if (is_less)
          less[(less_moved + Warp<Exec>::count(less_here & below)) * stride] =
              held[i];
        if (is_greater)
          greater[(greater_moved + Warp<Exec>::count(greater_here & below)) *
                  stride] = held[i];
        less_moved += Warp<Exec>::count(less_here);
        greater_moved += Warp<Exec>::count(greater_here);
        if constexpr (MovesEqual) {
          bool const is_equal   = flags.equal(i);
          Mask const equal_here = Warp<Exec>::ballot(is_equal);
          if (is_equal)
            equal[(equal_moved + Warp<Exec>::count(equal_here & below)) *
                  stride] = held[i];
          equal_moved += Warp<Exec>::count(equal_here);
        }
      }
      moved = {static_cast<std::uint64_t>(less_moved),
               static_cast<std::uint64_t>(equal_moved),
               static_cast<std::uint64_t>(greater_moved)};
    });
    return moved;
  }

 private:
  using Mask = typename Warp<Exec>::mask_type;

  static constexpr int warp_size = Warp<Exec>::size;
  static constexpr int warps     = TeamSize / warp_size;

  /// Returns the offset in the tile of item i of a thread: a warp reads its
  /// items in order.
  KOKKOS_FORCEINLINE_FUNCTION static int index(int thread, int i) {
    return (thread / warp_size * ItemsPerThread + i) * warp_size +
           thread % warp_size;
  }

  KOKKOS_FORCEINLINE_FUNCTION static PerSide unpack(std::uint64_t packed,
                                                    int all) {
    std::uint64_t const less    = packed & 0xffffffffu;
    std::uint64_t const greater = packed >> 32;
    return {less, all - less - greater, greater};
  }

  /// Shuffles exchange words of up to 8 bytes.
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
