// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_DIGIT_SCATTER_HPP
#define KOKKOSSORT_TEAM_DIGIT_SCATTER_HPP

#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/team/scan.hpp>
#include <KokkosSort/thread/strided.hpp>
#include <KokkosSort/tuning/unroll.hpp>
#include <KokkosSort/tuning/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Moves a chunk of integers and their values to the places of their digits,
/// tile by tile: items are ranked in registers, put in order in scratch, and
/// leave it in runs. Digits are computed from the items wherever they are
/// needed, which is cheaper than to keep them. While a tile is written the next
/// one is on its way.
///
/// Stable: lanes of a warp that hold the same digit take the next places
/// together, by votes, and each warp counts in counters of its own. Otherwise
/// items of one digit take places in any order, by atomic counters.
template <class Exec, class Order, class Value, int TeamSize, int N,
          bool Stable>
class TeamDigitScatter {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Data = Arrays<Key, Value>;
  using Scan = TeamScan<Exec, TeamSize, std::uint32_t>;
  using Mask = typename Warp<Exec>::mask_type;

  static constexpr int warp_size      = Warp<Exec>::size;
  static constexpr int warps          = TeamSize / warp_size;
  static constexpr std::size_t widest = is_value_v<Value> &&
                                                sizeof(Value) > sizeof(Item)
                                            ? sizeof(Value)
                                            : sizeof(Item);

 public:
  static constexpr int tile = TeamSize * N;
  static_assert(tile < 65536, "places have 16 bits");

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      int log_digits) {
    return shared_bytes(log_digits) +
           ((sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t)) << log_digits) +
           Scan::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION TeamDigitScatter(std::byte* scratch, int log_digits)
      : m_log_digits(log_digits),
        m_shared(scratch),
        m_base(reinterpret_cast<std::uint64_t*>(scratch +
                                                shared_bytes(log_digits))),
        m_starts(reinterpret_cast<std::uint32_t*>(m_base + digits())),
        m_ends(m_starts + digits()),
        m_scan(m_ends + digits()) {}

  /// Where the chunk's first item of digit d goes. To be called for every
  /// digit, by any thread, before a barrier and scatter().
  KOKKOS_FORCEINLINE_FUNCTION void begin_at(int d, std::uint64_t place) const {
    m_base[d]   = place;
    m_ends[d]   = 0;
    m_starts[d] = 0;
  }

  /// Moves from[begin, begin + size). Ends with a barrier.
  template <class Member, class DigitOf>
  KOKKOS_INLINE_FUNCTION void scatter(Member const& member, Order const& order,
                                      DigitOf const& digit_of, Data const& from,
                                      Data const& to, std::uint64_t begin,
                                      std::uint64_t size) const {
    Item items[N];
    load(member, order, from, begin, size < tile ? size : tile, items);
    for (std::uint64_t done = 0; done < size; done += tile) {
      std::uint64_t const left  = size - done;
      std::uint64_t const after = left < tile ? 0 : left - tile;
      Step const step{begin + done, static_cast<int>(left < tile ? left : tile),
                      static_cast<int>(after < tile ? after : tile)};
      if (step.size == tile) {
        move_tile<true>(member, order, digit_of, from, to, step, items);
      } else {
        move_tile<false>(member, order, digit_of, from, to, step, items);
      }
    }
  }

 private:
  struct Step {
    std::uint64_t begin;
    int size;
    int next_size;
  };

  // Counters and staged items follow each other in time and share their place.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t shared_bytes(
      int log_digits) {
    std::size_t const ranking =
        Stable ? static_cast<std::size_t>(warps) * sizeof(std::uint16_t)
                     << log_digits
               : 0;
    std::size_t const staged = tile * widest;
    return ((ranking > staged ? ranking : staged) + 15) / 16 * 16;
  }
  KOKKOS_FORCEINLINE_FUNCTION int digits() const { return 1 << m_log_digits; }

  /// Place in the tile of item i of a thread: a warp's items are neighbours and
  /// meet it in their order.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int index(Member const& member, int i) {
    int const thread = member.team_rank();
    return (thread / warp_size * N + i) * warp_size + thread % warp_size;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void load(Member const& member,
                                               Order const& order,
                                               Data const& from,
                                               std::uint64_t begin, int size,
                                               Item (&items)[N]) {
    int const first = index(member, 0);
    with_stride(from.keys, [&](auto stride) {
      Key const* const place =
          from.keys.data + static_cast<std::ptrdiff_t>(begin + first) * stride;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (first + i * warp_size < size)
          items[i] = order.encode(place[i * warp_size * stride]);
    });
  }

  /// One tile; leaves the next one's items in `items`.
  template <bool Full, class Member, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION void move_tile(Member const& member,
                                             Order const& order,
                                             DigitOf const& digit_of,
                                             Data const& from, Data const& to,
                                             Step const& step,
                                             Item (&items)[N]) const {
    std::uint16_t places[N];
    if constexpr (Stable) {
      stable_places<Full>(member, digit_of, items, places, step.size);
    } else {
      free_places<Full>(member, digit_of, items, places, step.size);
    }
    Item* const staged = reinterpret_cast<Item*>(m_shared);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || index(member, i) < step.size) staged[places[i]] = items[i];
    load(member, order, from, step.begin + tile, step.next_size, items);
    member.team_barrier();
    std::uint16_t owners[N];
    write_keys<Full>(member, order, digit_of, to, step.size, owners);
    if constexpr (is_value_v<Value>)
      move_values<Full>(member, from, to, step, places, owners);
    if constexpr (!Stable)
      for (int d = member.team_rank(); d < digits(); d += TeamSize)
        m_starts[d] = 0;
    member.team_barrier();
  }

  template <bool Full, class Member, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION void stable_places(Member const& member,
                                                 DigitOf const& digit_of,
                                                 Item const (&items)[N],
                                                 std::uint16_t (&places)[N],
                                                 int size) const {
    int const lane      = member.team_rank() % warp_size;
    auto* const all     = reinterpret_cast<std::uint16_t*>(m_shared);
    auto* const counted = all + member.team_rank() / warp_size * digits();
    Mask const below    = (Mask{1} << lane) - 1;
    for (int d = lane; d < digits(); d += warp_size) counted[d] = 0;
    Warp<Exec>::sync();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      bool const held = Full || index(member, i) < size;
      int const d     = held ? static_cast<int>(digit_of(items[i])) : digits();
      Mask const peers =
          Warp<Exec>::match(d, Full ? m_log_digits : m_log_digits + 1);
      int const before = held ? counted[d] : 0;
      int const rank   = Warp<Exec>::count(peers & below);
      places[i]        = static_cast<std::uint16_t>(before + rank);
      Warp<Exec>::sync();
      if (held && rank == 0)
        counted[d] =
            static_cast<std::uint16_t>(before + Warp<Exec>::count(peers));
      Warp<Exec>::sync();
    }
    member.team_barrier();
    order_digits(member, [&](int d) {
      std::uint16_t sum = 0;
      for (int w = 0; w < warps; ++w) {
        std::uint16_t const here = all[w * digits() + d];
        all[w * digits() + d]    = sum;
        sum                      = static_cast<std::uint16_t>(sum + here);
      }
      return sum;
    });
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (!Full && index(member, i) >= size) continue;
      int const d = static_cast<int>(digit_of(items[i]));
      places[i] =
          static_cast<std::uint16_t>(places[i] + counted[d] + m_starts[d]);
    }
    member.team_barrier();
  }

  template <bool Full, class Member, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION void free_places(Member const& member,
                                               DigitOf const& digit_of,
                                               Item const (&items)[N],
                                               std::uint16_t (&places)[N],
                                               int size) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || index(member, i) < size)
        places[i] = static_cast<std::uint16_t>(Warp<Exec>::scratch_add(
            &m_starts[digit_of(items[i])], std::uint32_t{1}));
    member.team_barrier();
    order_digits(member, [&](int d) { return m_starts[d]; });
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || index(member, i) < size)
        places[i] = static_cast<std::uint16_t>(places[i] +
                                               m_starts[digit_of(items[i])]);
  }

  /// From the digits' counts to where they start in the tile, and in memory.
  template <class Member, class Count>
  KOKKOS_FORCEINLINE_FUNCTION void order_digits(Member const& member,
                                                Count const& count) const {
    int const share   = (digits() + TeamSize - 1) / TeamSize;
    int const begin   = member.team_rank() * share;
    int const end     = begin + share < digits() ? begin + share : digits();
    std::uint32_t sum = 0;
    for (int d = begin; d < end; ++d) {
      m_base[d] += m_ends[d];
      m_ends[d] = count(d);
      sum += m_ends[d];
    }
    std::uint32_t total;
    std::uint32_t start = Scan::exclusive(member, sum, m_scan, total);
    for (int d = begin; d < end; ++d) {
      m_starts[d] = start;
      m_base[d] -= start;
      start += m_ends[d];
      m_ends[d] = start;
    }
    member.team_barrier();
  }

  template <bool Full, class Member, class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION void write_keys(
      Member const& member, Order const& order, DigitOf const& digit_of,
      Data const& to, int size, std::uint16_t (&owners)[N]) const {
    Item const* const staged = reinterpret_cast<Item const*>(m_shared);
    with_stride(to.keys, [&](auto stride) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (!Full && at >= size) continue;
        Item const item = staged[at];
        auto const d    = digit_of(item);
        owners[i]       = static_cast<std::uint16_t>(d);
        to.keys.data[static_cast<std::ptrdiff_t>(m_base[d] + at) * stride] =
            order.decode(item);
      }
    });
  }

  /// Values follow their keys.
  template <bool Full, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void move_values(
      Member const& member, Data const& from, Data const& to, Step const& step,
      std::uint16_t const (&places)[N],
      std::uint16_t const (&owners)[N]) const {
    Value* const staged = reinterpret_cast<Value*>(m_shared);
    int const first     = index(member, 0);
    Value values[N];
    with_stride(from.values, [&](auto stride) {
      Value const* const place =
          from.values.data +
          static_cast<std::ptrdiff_t>(step.begin + first) * stride;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (Full || first + i * warp_size < step.size)
          values[i] = place[i * warp_size * stride];
    });
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (Full || first + i * warp_size < step.size)
        staged[places[i]] = values[i];
    member.team_barrier();
    with_stride(to.values, [&](auto stride) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (!Full && at >= step.size) continue;
        to.values.data[static_cast<std::ptrdiff_t>(m_base[owners[i]] + at) *
                       stride] = staged[at];
      }
    });
  }

  int m_log_digits;
  std::byte* m_shared;
  std::uint64_t* m_base;    // of a digit: plus the place in the tile, where to
  std::uint32_t* m_starts;  // its first place in the tile
  std::uint32_t* m_ends;    // the place behind its last
  std::uint32_t* m_scan;
};

}  // namespace KokkosSort::Impl

#endif
