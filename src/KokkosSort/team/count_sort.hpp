// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TEAM_COUNT_SORT_HPP
#define KOKKOSSORT_TEAM_COUNT_SORT_HPP

#include <KokkosSort/team/elements.hpp>
#include <KokkosSort/team/scan.hpp>
#include <KokkosSort/thread/digit.hpp>
#include <KokkosSort/thread/strided.hpp>
#include <KokkosSort/tuning/unroll.hpp>
#include <KokkosSort/tuning/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// A team's stable sort of integers: one distribution by the leading bits in
/// which the items differ, then each item finds its rank by counting the items
/// of its own digit that come before it. Digits hold one or two items when the
/// leading bits are spread out, so that nearly all the work is the
/// distribution; the threads that count in one digit are neighbours and read
/// the same words.
///
/// Counting is quadratic in a digit's size: sort() gives up, before anything is
/// written, when a digit holds more than max_digit items.
template <class Exec, class Order, class Value, int TeamSize,
          int ItemsPerThread>
class TeamCountSort {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;
  using Data = Arrays<Key, Value>;
  using Scan = TeamScan<Exec, TeamSize, std::uint32_t>;

  static constexpr int warps    = TeamSize / Warp<Exec>::size;
  static constexpr int capacity = TeamSize * ItemsPerThread;
  // About one digit for two items of a full leaf; more digits cost more to
  // clear and to scan than they save in counting.
  static constexpr int max_log_digits = 11;
  // From here on a merge sort is faster.
  static constexpr int max_digit = 48;

  static constexpr std::size_t item_bytes = is_value_v<Value> &&
                                                    sizeof(Value) > sizeof(Item)
                                                ? sizeof(Value)
                                                : sizeof(Item);

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t round_up(
      std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
  }
  static constexpr std::size_t index_bytes =
      is_value_v<Value> ? sizeof(std::uint16_t) : 0;

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return round_up(capacity * item_bytes) + round_up(capacity * index_bytes) +
           ((1 << max_log_digits) + 4) * sizeof(std::uint32_t) +
           round_up(2 * warps * sizeof(Item)) + Scan::scratch_bytes();
  }

  KOKKOS_INLINE_FUNCTION explicit TeamCountSort(std::byte* scratch)
      : m_items(scratch),
        m_index(reinterpret_cast<std::uint16_t*>(
            scratch + round_up(capacity * item_bytes))),
        m_extremes(reinterpret_cast<Item*>(scratch +
                                           round_up(capacity * item_bytes) +
                                           round_up(capacity * index_bytes))),
        m_starts(reinterpret_cast<std::uint32_t*>(
            reinterpret_cast<std::byte*>(m_extremes) +
            round_up(2 * warps * sizeof(Item)))),
        m_scan(m_starts + (1 << max_log_digits) + 4) {}

  /// Sorts from[begin, begin + size) into the same place of `to` (which may be
  /// `from`). False, and nothing written, if the keys are too much alike. Call
  /// by the whole team; ends with a barrier.
  template <class Member>
  KOKKOS_INLINE_FUNCTION bool sort(Member const& member, Order const& order,
                                   Data const& from, Data const& to,
                                   std::uint64_t begin, int size) const {
    // Half the registers where they suffice: what is unrolled for items that
    // are not there costs as much as for those that are.
    constexpr int half = (ItemsPerThread + 1) / 2;
    return size <= TeamSize * half
               ? sort_by<half>(member, order, from, to, begin, size)
               : sort_by<ItemsPerThread>(member, order, from, to, begin, size);
  }

 private:
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION bool sort_by(Member const& member, Order const& order,
                                      Data const& from, Data const& to,
                                      std::uint64_t begin, int size) const {
    Item items[N];
    with_stride(from.keys, [&](auto stride) {
      Key const* const place =
          from.keys.data +
          static_cast<std::ptrdiff_t>(begin + member.team_rank()) * stride;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i)
        if (i * TeamSize + member.team_rank() < size)
          items[i] = order.encode(place[i * TeamSize * stride]);
    });
    Item lowest;
    int shift;
    int const log_digits = find_digits(member, items, size, lowest, shift);
    if (log_digits > 0) {
      if (!distribute(member, items, size, lowest, shift)) return false;
      rank(member, items, size, lowest, shift);
      store_keys<N>(member, order, to, begin, size);
    } else {
      store_equal(member, order, items, to, begin, size);
    }
    if constexpr (is_value_v<Value>)
      store_values(member, from, to, begin, size, log_digits > 0);
    return true;
  }

  /// Number of leading bits to distribute by, from the spread of the items; 0
  /// if all are equal.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION int find_digits(Member const& member,
                                         Item const (&items)[N], int size,
                                         Item& lowest, int& shift) const {
    Item low  = static_cast<Item>(~Item{0});
    Item high = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i * TeamSize + member.team_rank() >= size) continue;
      low  = items[i] < low ? items[i] : low;
      high = items[i] > high ? items[i] : high;
    }
    constexpr int width = Warp<Exec>::size;
    for (int distance = width / 2; distance > 0; distance /= 2) {
      Item const other_low  = Warp<Exec>::shuffle_xor(low, distance);
      Item const other_high = Warp<Exec>::shuffle_xor(high, distance);
      low                   = other_low < low ? other_low : low;
      high                  = other_high > high ? other_high : high;
    }
    if (member.team_rank() % width == 0) {
      m_extremes[member.team_rank() / width]         = low;
      m_extremes[warps + member.team_rank() / width] = high;
    }
    for (int q = member.team_rank(); q < quads; q += TeamSize)
      quad(q) = Quad{{0, 0, 0, 0}};
    member.team_barrier();
    low  = m_extremes[0];
    high = m_extremes[warps];
    for (int w = 1; w < warps; ++w) {
      low  = m_extremes[w] < low ? m_extremes[w] : low;
      high = m_extremes[warps + w] > high ? m_extremes[warps + w] : high;
    }
    lowest              = low;
    int const different = significant_bits(static_cast<Item>(high - low));
    int const wanted = different < max_log_digits ? different : max_log_digits;
    shift            = different - wanted;
    return wanted;
  }

  KOKKOS_FORCEINLINE_FUNCTION static int digit(Item item, Item lowest,
                                               int shift) {
    return static_cast<int>(static_cast<Item>(item - lowest) >> shift);
  }

  KOKKOS_FORCEINLINE_FUNCTION Item* staged() const {
    return reinterpret_cast<Item*>(m_items);
  }

  // The counters are cleared and summed up four at a time: neighbouring threads
  // that stepped through stretches of single words would meet in few banks.
  struct alignas(16) Quad {
    std::uint32_t word[4];
  };
  static constexpr int quads = (1 << max_log_digits) / 4;

  KOKKOS_FORCEINLINE_FUNCTION Quad& quad(int q) const {
    return reinterpret_cast<Quad*>(m_starts)[q];
  }

  /// From the digits' counts to where they start; the word behind the last
  /// digit gets the number of items.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void scan_starts(Member const& member) const {
    constexpr int share = (quads + TeamSize - 1) / TeamSize;
    int const first     = member.team_rank() * share;
    std::uint32_t sum   = 0;
    Quad own[share];
    KOKKOSSORT_UNROLL
    for (int q = 0; q < share; ++q) {
      if (first + q >= quads) continue;
      own[q] = quad(first + q);
      KOKKOSSORT_UNROLL
      for (int w = 0; w < 4; ++w) sum += own[q].word[w];
    }
    std::uint32_t total;
    std::uint32_t before = Scan::exclusive(member, sum, m_scan, total);
    KOKKOSSORT_UNROLL
    for (int q = 0; q < share; ++q) {
      if (first + q >= quads) continue;
      KOKKOSSORT_UNROLL
      for (int w = 0; w < 4; ++w) {
        std::uint32_t const here = own[q].word[w];
        own[q].word[w]           = before;
        before += here;
      }
      quad(first + q) = own[q];
    }
    if (member.team_rank() == 0) m_starts[1 << max_log_digits] = total;
    member.team_barrier();
  }

  /// Items to scratch, digit by digit, in any order within a digit.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION bool distribute(Member const& member,
                                         Item const (&items)[N], int size,
                                         Item lowest, int shift) const {
    std::uint16_t places[N];
    std::uint32_t most = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i * TeamSize + member.team_rank() >= size) continue;
      std::uint32_t const place = Warp<Exec>::scratch_add(
          &m_starts[digit(items[i], lowest, shift)], std::uint32_t{1});
      places[i] = static_cast<std::uint16_t>(place);
      most      = place > most ? place : most;
    }
    // One of the threads has met the fullest digit's last place.
    if (Warp<Exec>::any_in_team(member, most >= max_digit)) return false;
    scan_starts(member);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at >= size) continue;
      int const place =
          static_cast<int>(m_starts[digit(items[i], lowest, shift)]) +
          places[i];
      staged()[place] = items[i];
      if constexpr (is_value_v<Value>)
        m_index[place] = static_cast<std::uint16_t>(at);
    }
    member.team_barrier();
    return true;
  }

  /// Takes the items in their order of digits and puts each where it belongs.
  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void rank(Member const& member, Item (&items)[N],
                                   int size, Item lowest, int shift) const {
    std::uint16_t ranks[N];
    std::uint16_t index[N];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at >= size) continue;
      items[i]        = staged()[at];
      index[i]        = is_value_v<Value> ? m_index[at] : 0;
      int const d     = digit(items[i], lowest, shift);
      int const first = static_cast<int>(m_starts[d]);
      int const last  = static_cast<int>(m_starts[d + 1]);
      int before      = first;
      // Two or three turns: unrolled, the rest would cost more than the loop.
      KOKKOSSORT_NO_UNROLL
      for (int j = first; j < last; ++j) {
        Item const other   = staged()[j];
        bool const earlier = is_value_v<Value> ? m_index[j] < index[i] : j < at;
        before += other < items[i] || (other == items[i] && earlier) ? 1 : 0;
      }
      ranks[i] = static_cast<std::uint16_t>(before);
    }
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i * TeamSize + member.team_rank() >= size) continue;
      staged()[ranks[i]] = items[i];
      if constexpr (is_value_v<Value>) m_index[index[i]] = ranks[i];
    }
    member.team_barrier();
  }

  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void store_keys(Member const& member,
                                         Order const& order, Data const& to,
                                         std::uint64_t begin, int size) const {
    with_stride(to.keys, [&](auto stride) {
      Key* const place =
          to.keys.data +
          static_cast<std::ptrdiff_t>(begin + member.team_rank()) * stride;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        int const at = i * TeamSize + member.team_rank();
        if (at < size)
          place[i * TeamSize * stride] = order.decode(staged()[at]);
      }
    });
    member.team_barrier();
  }

  template <int N, class Member>
  KOKKOS_INLINE_FUNCTION void store_equal(Member const& member,
                                          Order const& order,
                                          Item const (&items)[N],
                                          Data const& to, std::uint64_t begin,
                                          int size) const {
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      int const at = i * TeamSize + member.team_rank();
      if (at < size) to.keys[begin + at] = order.decode(items[i]);
    }
    member.team_barrier();
  }

  /// Values follow their keys: m_index holds where the value of each place
  /// goes.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void store_values(Member const& member,
                                           Data const& from, Data const& to,
                                           std::uint64_t begin, int size,
                                           bool moved) const {
    Value* const staged_values = reinterpret_cast<Value*>(m_items);
    for (int at = member.team_rank(); at < size; at += TeamSize)
      staged_values[moved ? m_index[at] : at] = from.values[begin + at];
    member.team_barrier();
    for (int at = member.team_rank(); at < size; at += TeamSize)
      to.values[begin + at] = staged_values[at];
    member.team_barrier();
  }

  std::byte* m_items;
  std::uint16_t* m_index;
  Item* m_extremes;
  std::uint32_t* m_starts;
  std::uint32_t* m_scan;
};

}  // namespace KokkosSort::Impl

#endif
