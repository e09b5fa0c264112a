// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_ENGINE_SCATTER_TEAM_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_SCATTER_TEAM_HPP

#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/warp_rank_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/opaque_rank_member.hpp>
#include <KokkosSort/core/opaque_value.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Moves a tile of items and their values to their bins: items are ranked in
/// registers, reordered in scratch, and written in runs.
///
/// Stable: items take ranks in the order of the tile
/// (block/warp_rank_team.hpp), and each warp has its own counters. Otherwise
/// items of a bin take ranks in any order, by atomic counters of the team.
///
/// Rounds: a tile may hold twice the items that scratch has room for, and is
/// staged half by half. Its runs are then twice as long.
///
/// StagesDigits: scratch holds digits beside their items, since finding them
/// again would take longer (a search of splitters) or is impossible. These may
/// occupy the beginning of the scratch until then.
template <class Exec, class Order, class Value, int TeamSize, int N,
          int MaxLogDigits, bool Stable, bool StagesDigits, int Rounds = 1>
class TeamScatter {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Data = Arrays<Key, Value>;
  using Scan = TeamScan<Exec, TeamSize, std::uint32_t>;
  using Tile = TeamTile<Exec, TeamSize, N>;

  static constexpr int warp_size          = Warp<Exec>::size;
  static constexpr int groups             = Stable ? TeamSize / warp_size : 1;
  static constexpr std::size_t widest     = is_value_v<Value> &&
                                                sizeof(Value) > sizeof(Item)
                                                ? sizeof(Value)
                                                : sizeof(Item);
  static constexpr std::uint32_t no_digit = 2u << MaxLogDigits;
  // A team of one thread processes its items in order.
  static constexpr bool by_warps = Stable && warp_size > 1;
  // Unit of m_base: with bytes, the address of a key takes two instructions
  // less.
  template <bool Full>
  static constexpr std::int64_t offset_unit =
      Full && !is_value_v<Value> ? static_cast<std::int64_t>(sizeof(Key)) : 1;

 public:
  static constexpr int tile = TeamSize * N;
  static_assert(tile < 65536, "ranks have 16 bits");
  static_assert(Rounds == 1 || (!is_value_v<Value> && N % Rounds == 0),
                "registers hold the values of one round only");

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int log_digits) {
    return shared_bytes(log_digits) + (sizeof(std::uint64_t) << log_digits) +
           Scan::scratch_bytes() +
           (StagesDigits ? tile * sizeof(std::uint16_t) : 0);
  }

  KOKKOS_INLINE_FUNCTION TeamScatter(std::byte* scratch, int log_digits)
      : m_log_digits(log_digits),
        m_shared(scratch),
        m_base(reinterpret_cast<std::int64_t*>(scratch +
                                               shared_bytes(log_digits))),
        m_scan(reinterpret_cast<std::uint32_t*>(m_base + digits())),
        m_staged_digits(reinterpret_cast<std::uint16_t*>(
            m_scan + Scan::scratch_bytes() / sizeof(std::uint32_t))) {}

  /// Moves from[begin, begin + size), size <= tile. digit_of(item) finds a
  /// digit. If digits are staged, digit_of.find(items, digits, position) finds
  /// those of N items at once, of which number i is at position(i) of the tile.
  /// digit_of.occupies_scratch then states whether splitters lie in the
  /// scratch.
  ///
  /// Calls offsets.count(d, count) with the count of each digit d as soon as it
  /// is known. offsets.begin(d, count) returns the offset of the digit's items
  /// in `to`. Both are called once per digit. Ends with a barrier.
  template <class Member, class DigitOf, class Offsets>
  KOKKOS_INLINE_FUNCTION void move(Member const& member, Order const& order,
                                   DigitOf const& digit_of, Data const& from,
                                   Data const& to, std::uint64_t begin,
                                   int size, Offsets const& offsets) const {
    OpaqueRankMember<Exec, Member> const fresh(member);
    if (size == tile && from.keys.stride == 1 && to.keys.stride == 1 &&
        from.values.stride == 1 && to.values.stride == 1) {
      move_tile<true>(fresh, order, digit_of, from, to, begin, size, offsets);
    } else {
      move_tile<false>(fresh, order, digit_of, from, to, begin, size, offsets);
    }
  }

 private:
  static constexpr std::uint32_t staged_items = tile / Rounds;

  // Counters and staged items are not used at the same time and share memory.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t shared_bytes(
      int log_digits) {
    std::size_t const counters =
        static_cast<std::size_t>(groups) * sizeof(std::uint32_t) << log_digits;
    std::size_t const staged = staged_items * widest;
    return round_up(counters > staged ? counters : staged, 16);
  }
  KOKKOS_FORCEINLINE_FUNCTION int digits() const { return 1 << m_log_digits; }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* counters(
      Member const& member) const {
    int const group = Stable ? member.team_rank() / warp_size : 0;
    return reinterpret_cast<std::uint32_t*>(m_shared) + group * digits();
  }

  /// Whether splitters lie where the counters will be.
  template <class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION static bool occupies_scratch(
      DigitOf const& digit_of) {
    if constexpr (StagesDigits) {
      return digit_of.occupies_scratch;
    } else {
      return false;
    }
  }

  /// Finds the digits of a thread's items; no_digit stands for no item.
  /// Again: the compiler keeps none of those that it found before.
  template <bool Full, bool Again, class Member, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION static void find_digits(
      Member const& member, DigitOf const& digit_of, Item const (&items)[N],
      std::uint32_t (&digits)[N], int size) {
    if constexpr (StagesDigits) {
      digit_of.find(items, digits, [&](int i) {
        int const at = Tile::index(member, i);
        return Full || at < size ? at : size - 1;
      });
    }
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (!Full && Tile::index(member, i) >= size) {
        digits[i] = no_digit;
      } else if constexpr (!StagesDigits) {
        digits[i] =
            digit_of(Again ? OpaqueValue<Exec>::copy(items[i]) : items[i]);
      }
    }
  }

  template <bool Full, class Member, class DigitOf, class Offsets>
  KOKKOS_FORCEINLINE_FUNCTION void move_tile(Member const& member,
                                             Order const& order,
                                             DigitOf const& digit_of,
                                             Data const& from, Data const& to,
                                             std::uint64_t begin, int size,
                                             Offsets const& offsets) const {
    Item items[N];
    if constexpr (is_value_v<Value>) define_registers(items);
    std::uint32_t ranked[N];
    Tile::template load<Full>(
        member, from.keys, begin, size,
        [&](int i, Key const& key) { items[i] = order.encode(key); });
    // A thread without an item takes the last, so that all have digits.
    KOKKOSSORT_UNROLL
    for (int i = 0; !Full && StagesDigits && i < N; ++i)
      if (Tile::index(member, i) >= size)
        items[i] = order.encode(from.keys[begin + size - 1]);
    bool const is_occupied = occupies_scratch(digit_of);
    if (!is_occupied) clear(member);
    find_digits<Full, false>(member, digit_of, items, ranked, size);
    if (is_occupied) {
      member.team_barrier();
      clear(member);
    }
    if constexpr (by_warps) {
      count<Full>(member, ranked, size);
    } else {
      rank_freely<Full>(member, ranked, size);
    }
    member.team_barrier();
    order_digits(member, offsets);
    if constexpr (by_warps) {
      if constexpr (!StagesDigits)
        find_digits<Full, true>(member, digit_of, items, ranked, size);
      rank_stably<Full>(member, ranked, size);
    } else {
      add_starts<Full>(member, ranked, size);
    }
    member.team_barrier();
    stage_items<Full, 0>(member, items, ranked, size);
    if constexpr (is_value_v<Value>) {
      Value values[N];
      define_registers(values);
      Tile::template load<Full>(
          member, from.values, begin, size,
          [&](int i, Value const& value) { values[i] = value; });
      find_offsets<Full>(member, offsets);
      PackedDigits<N> owners;
      write_keys<Full, 0>(member, order, digit_of, to, size, owners);
      member.team_barrier();
      write_values<Full>(member, to, size, values, ranked, owners);
    } else {
      find_offsets<Full>(member, offsets);
      NoDigits owners;
      write_keys<Full, 0>(member, order, digit_of, to, size, owners);
      if constexpr (Rounds == 2) {
        member.team_barrier();
        stage_items<Full, 1>(member, items, ranked, size);
        member.team_barrier();
        write_keys<Full, 1>(member, order, digit_of, to, size, owners);
      }
    }
    member.team_barrier();
  }

  /// Moves the items of a round to scratch, in the order of the tile.
  template <bool Full, int Round, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void stage_items(Member const& member,
                                               Item const (&items)[N],
                                               std::uint32_t const (&ranked)[N],
                                               int size) const {
    Item* const staged = reinterpret_cast<Item*>(m_shared);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (!Full && Tile::index(member, i) >= size) continue;
      std::uint32_t const at = ranked[i] - Round * staged_items;
      if (Rounds == 1 || at < staged_items) staged[at] = items[i];
    }
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void clear(Member const& member) const {
    if constexpr (Stable) {
      std::uint32_t* const own = counters(member);
      for (int d = member.team_rank() % warp_size; d < digits(); d += warp_size)
        own[d] = 0;
      Warp<Exec>::sync();
    } else {
      std::uint32_t* const all = counters(member);
      for (int d = member.team_rank(); d < digits(); d += TeamSize) all[d] = 0;
      member.team_barrier();
    }
  }

  /// Counts the digits of a thread's items. Later tiles wait for these counts,
  /// so they are published before any item is ranked.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void count(Member const& member,
                                         std::uint32_t const (&digits)[N],
                                         int size) const {
    std::uint32_t* const own = counters(member);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || Tile::index(member, i) < size)
        Warp<Exec>::shared_atomic_add(&own[digits[i]], std::uint32_t{1});
  }

  /// Turns digits into ranks in the tile.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void rank_stably(Member const& member,
                                               std::uint32_t (&ranked)[N],
                                               int size) const {
    std::uint32_t* const own = counters(member);
    auto const is_item       = [&](int i) {
      return Full || Tile::index(member, i) < size;
    };
    WarpRank<Exec>(own, member.team_rank() % warp_size)
        .template rank_in_order<MaxLogDigits + (Full ? 0 : 2)>(
            ranked, is_item, [&](int i, std::uint32_t d, std::uint32_t rank) {
              ranked[i] = rank;
              if (is_item(i)) stage_digit(rank, d);
            });
  }

  KOKKOS_FORCEINLINE_FUNCTION void stage_digit(std::uint32_t rank,
                                               std::uint32_t d) const {
    if constexpr (StagesDigits)
      m_staged_digits[rank] = static_cast<std::uint16_t>(d);
  }

  /// Turns digits into pairs: the digit in the upper half, the rank among its
  /// items in the lower half.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void rank_freely(Member const& member,
                                               std::uint32_t (&ranked)[N],
                                               int size) const {
    std::uint32_t* const all = counters(member);
    if constexpr (Full && warp_size > 1) {
      WarpRank<Exec>(all, member.team_rank() % warp_size)
          .template rank_in_any_order<MaxLogDigits>(
              ranked, [&](int i, std::uint32_t d, std::uint32_t rank) {
                ranked[i] = d << 16 | rank;
              });
    } else {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        if (!Full && Tile::index(member, i) >= size) continue;
        std::uint32_t const d = ranked[i];
        ranked[i] =
            d << 16 | Warp<Exec>::shared_atomic_add(&all[d], std::uint32_t{1});
      }
    }
  }

  /// Turns digits and ranks among their items into ranks in the tile.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_starts(Member const& member,
                                              std::uint32_t (&ranked)[N],
                                              int size) const {
    std::uint32_t const* const starts = counters(member);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (!Full && Tile::index(member, i) >= size) continue;
      std::uint32_t const d = ranked[i] >> 16;
      ranked[i]             = (ranked[i] & 0xffffu) + starts[d];
      stage_digit(ranked[i], d);
    }
  }

  /// Turns counts into the first rank of each group's items of a digit. m_base
  /// stores the first rank and the count for the thread that owns the digit.
  template <class Member, class Offsets>
  KOKKOS_FORCEINLINE_FUNCTION void order_digits(Member const& member,
                                                Offsets const& offsets) const {
    auto* const all   = reinterpret_cast<std::uint32_t*>(m_shared);
    int const share   = div_up(digits(), TeamSize);
    int const first   = member.team_rank() * share;
    int const end     = first + share < digits() ? first + share : digits();
    std::uint32_t sum = 0;
    for (int d = first; d < end; ++d) {
      std::uint32_t count = 0;
      KOKKOSSORT_UNROLL
      for (int g = 0; g < groups; ++g) count += all[g * digits() + d];
      m_base[d] = count;
      offsets.count(d, count);
      sum += count;
    }
    std::uint32_t total;
    std::uint32_t start = Scan::exclusive(member, sum, m_scan, total);
    for (int d = first; d < end; ++d) {
      m_base[d] |= static_cast<std::int64_t>(start) << 32;
      KOKKOSSORT_UNROLL
      for (int g = 0; g < groups; ++g) {
        std::uint32_t const here = all[g * digits() + d];
        all[g * digits() + d]    = start;
        start += here;
      }
    }
    member.team_barrier();
  }

  /// Sets m_base[d] to the global offset of digit d minus its offset in the
  /// tile, in units of offset_unit.
  template <bool Full, class Member, class Offsets>
  KOKKOS_FORCEINLINE_FUNCTION void find_offsets(Member const& member,
                                                Offsets const& offsets) const {
    // Neighboring threads take neighboring digits: 32 of them on an H100 take
    // 15 % less time to pass through one atomic access to 256 bytes.
    for (int d = member.team_rank(); d < digits(); d += TeamSize) {
      auto const packed = static_cast<std::uint64_t>(m_base[d]);
      m_base[d]         = offset_unit<Full> *
                  static_cast<std::int64_t>(
                      offsets.begin(d, static_cast<std::uint32_t>(packed)) -
                      (packed >> 32));
    }
    member.team_barrier();
  }

  template <bool Full, int Round, class Member, class DigitOf, class OwnersOf>
  KOKKOS_FORCEINLINE_FUNCTION void write_keys(Member const& member,
                                              Order const& order,
                                              DigitOf const& digit_of,
                                              Data const& to, int size,
                                              OwnersOf& owners) const {
    Item const* const staged = reinterpret_cast<Item const*>(m_shared);
    auto const stride        = Tile::template stride_in<Full>(to.keys);
    constexpr int low        = Round * static_cast<int>(staged_items);
    Key* const place = to.keys.data + (low + member.team_rank()) * stride;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N / Rounds; ++i) {
      int const at = low + i * TeamSize + member.team_rank();
      if (!Full && at >= size) continue;
      Item const item = staged[at - low];
      std::uint32_t d;
      if constexpr (StagesDigits) {
        d = m_staged_digits[at];
      } else {
        d = digit_of(item);
      }
      owners.set(i, d);
      if constexpr (offset_unit<Full> > 1) {
        reinterpret_cast<Key*>(reinterpret_cast<std::byte*>(place) +
                               m_base[d])[i * TeamSize] = order.decode(item);
      } else {
        (place + m_base[d] * stride)[i * TeamSize * stride] =
            order.decode(item);
      }
    }
  }

  /// Values follow their keys.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void write_values(
      Member const& member, Data const& to, int size, Value const (&values)[N],
      std::uint32_t const (&ranked)[N], PackedDigits<N> const& owners) const {
    Value* const staged = reinterpret_cast<Value*>(m_shared);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || Tile::index(member, i) < size) staged[ranked[i]] = values[i];
    member.team_barrier();
    auto const stride  = Tile::template stride_in<Full>(to.values);
    Value* const place = to.values.data + member.team_rank() * stride;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (!Full && at >= size) continue;
      (place + m_base[owners.get(i)] * stride)[i * TeamSize * stride] =
          staged[at];
    }
  }

  int m_log_digits;
  std::byte* m_shared;
  std::int64_t* m_base;
  std::uint32_t* m_scan;
  std::uint16_t* m_staged_digits;
};

}  // namespace KokkosSort::Impl

#endif
