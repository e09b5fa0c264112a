// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_DIGIT_SORT_IN_KERNEL_TEAM_HPP
#define KOKKOSSORT_BLOCK_DIGIT_SORT_IN_KERNEL_TEAM_HPP

#include <KokkosSort/block/digit_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sort of integers by a team of any size in a kernel of the caller. The range
/// of the keys is divided into cells of equal width, for two or three keys
/// each. They are counted, and move to their cells. Each key then counts the
/// keys of its own cell that come before it, which gives its rank. The sort
/// gives up, with nothing written, if a cell holds too many.
///
/// Each thread holds up to Most keys in registers. Counters have 16 bits, two
/// per word, so that scratch has room for many.
template <class Exec, class Order, int Most>
class KernelDigitSort {
  using Item = typename Order::item_type;
  using Data = Arrays<typename Order::key_type, NoValue>;

  static constexpr int lanes = Warp<Exec>::size;

  /// A cell with so many keys ends the sort. The comparisons then take as long
  /// as a merge sort.
  static constexpr std::uint32_t most_per_cell = 32;
  /// Keys that are compared at once. 4 take 3 to 5 % more.
  static constexpr int at_a_time = 2;
  /// Fewer keys are merged in as little time.
  static constexpr int least = 64;

  // Counters are cleared and summed eight at a time: neighboring threads that
  // step through stretches of single words would conflict in few banks.
  struct alignas(16) Quad {
    std::uint32_t word[4];
  };
  static constexpr int counters_per_quad = 8;
  /// Twenty keys have eight cells, so that the counters take no more scratch
  /// than the ends of the stretches that a merge sort has there. A cell per key
  /// would save 10 % of the time.
  static constexpr int keys_per_quad = 20;

 public:
  /// Scratch for n keys, aligned to 16 bytes. A counter in front of the others
  /// is the begin of the first cell.
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      std::size_t n) {
    return (1 + n / keys_per_quad) * sizeof(Quad) +
           (n + at_a_time) * sizeof(Item);
  }

  /// Whether a team can sort so many keys, and is likely to take less time than
  /// by merging. Scratch for the keys must hold two keys and a word per warp.
  /// The halves of the counters are in the order of a little-endian machine.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool takes(Member const& member,
                                                int size) {
    int const warps = member.team_size() / lanes;
    return std::endian::native == std::endian::little &&
           member.has_whole_warps() && size >= least &&
           size <= Most * member.team_size() &&
           size * static_cast<int>(sizeof(Item)) >=
               warps * 2 * static_cast<int>(sizeof(std::uint64_t));
  }

  KOKKOS_FORCEINLINE_FUNCTION KernelDigitSort(std::byte* scratch, int size)
      : m_size(size),
        m_quads(size / keys_per_quad),
        m_counters(reinterpret_cast<std::uint32_t*>(scratch + sizeof(Quad))),
        m_items(reinterpret_cast<Item*>(
            scratch + sizeof(Quad) * (1 + static_cast<std::size_t>(m_quads)))) {
  }

  /// Sorts the keys in place. Returns whether it did, alike for the whole team.
  /// Called by the whole team after a barrier that follows the writes to the
  /// keys; ends with a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool sort(Member const& member,
                                        Order const& order,
                                        Data const& data) const {
    // With half the registers, if they suffice: unrolled code for absent keys
    // takes as long as for present ones. For 64-bit keys it was measured only
    // while the compiler spilled them, and took longer.
    constexpr int half = sizeof(Item) <= 4 ? (Most + 1) / 2 : Most;
    if constexpr (half < Most)
      if (m_size <= half * member.team_size())
        return sort_by<half>(member, order, data);
    return sort_by<Most>(member, order, data);
  }

 private:
  /// The keys of a thread: every team_size-th from its rank on. Their number is
  /// compared with constants, so that no register holds a position.
  template <int N>
  class Held {
   public:
    int most;  // keys of any thread
    int own;

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION Held(Member const& member, int size,
                                     Order const& order, Data const& data)
        : most((size + member.team_size() - 1) / member.team_size()),
          own((most - 1) * member.team_size() + member.team_rank() < size
                  ? most
                  : most - 1) {
      Data from = behind(data, member.team_rank());
      KOKKOSSORT_UNROLL
      for (int i = 0; i < N; ++i) {
        if (i < own) m_items[i] = order.encode(from.keys[0]);
        from = behind(from, member.team_size());
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION Item const& operator[](int i) const {
      return m_items[i];
    }

   private:
    Item m_items[N]{};
  };

  template <int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION bool sort_by(Member const& member,
                                           Order const& order,
                                           Data const& data) const {
    int const rank = member.team_rank();
    int const team = member.team_size();
    Held<N> const held(member, m_size, order, data);
    clear_counters(member);
    DigitRange<Item> const range = find_range(member, held);
    if (range.low == range.high) {
      member.team_barrier();
      return true;
    }
    Digit<Item> const cell_of = cells_of(range);
    if (Warp<Exec>::any_in_team(member, count(held, cell_of))) return false;
    scan(member);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < held.own) m_items[take(cell_of(held[i]))] = held[i];
    for (int k = rank; k < at_a_time; k += team)
      m_items[m_size + k] = static_cast<Item>(~Item{0});
    member.team_barrier();
    KOKKOSSORT_NO_UNROLL
    for (int at = rank; at < m_size; at += team) {
      Item const item                       = m_items[at];
      data.keys[rank_of(item, at, cell_of)] = order.decode(item);
    }
    member.team_barrier();
    return true;
  }

  KOKKOS_FORCEINLINE_FUNCTION Quad& quad(int q) const {
    return reinterpret_cast<Quad*>(m_counters)[q];
  }
  /// Maps keys to the cells.
  KOKKOS_FORCEINLINE_FUNCTION Digit<Item> cells_of(
      DigitRange<Item> const& range) const {
    constexpr int log_most = 16;
    Digit<Item> cell_of    = range.cell_of(log_most);
    cell_of.scale          = cell_of.scale * static_cast<std::uint32_t>(
                                        m_quads * counters_per_quad) >>
                    log_most;
    return cell_of;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void clear_counters(Member const& member) const {
    for (int q = member.team_rank(); q < m_quads; q += member.team_size())
      quad(q) = Quad{{0, 0, 0, 0}};
    if (member.team_rank() == 0) m_counters[-1] = 0;
  }

  /// Adds 1 to the counter of a cell and returns its previous value.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take(std::uint32_t cell) const {
    std::uint32_t const shift = cell % 2 * 16;
    return Warp<Exec>::shared_atomic_add(m_counters + cell / 2,
                                         std::uint32_t{1} << shift) >>
               shift &
           0xffffu;
  }

  /// Returns the least and the greatest key of the team. Contains a barrier.
  template <int N, class Member>
  KOKKOS_FORCEINLINE_FUNCTION DigitRange<Item> find_range(
      Member const& member, Held<N> const& held) const {
    int const rank  = member.team_rank();
    int const team  = member.team_size();
    int const warps = team / lanes;
    DigitRange<Item> range{static_cast<Item>(~Item{0}), 0};
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i)
      if (i < held.own) extend(range, held[i], held[i]);
    range = {warp_min<Exec>(range.low), warp_max<Exec>(range.high)};
    if (rank % lanes == 0) {
      m_items[2 * (rank / lanes)]     = range.low;
      m_items[2 * (rank / lanes) + 1] = range.high;
    }
    member.team_barrier();
    for (int w = 0; w < warps; ++w)
      extend(range, m_items[2 * w], m_items[2 * w + 1]);
    return range;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void extend(DigitRange<Item>& range,
                                                 Item low, Item high) {
    if (low < range.low) range.low = low;
    if (high > range.high) range.high = high;
  }

  /// Counts the keys of each cell. Returns whether the lanes of the warp found
  /// one that crowds, and counts no more once they have.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION bool count(Held<N> const& held,
                                         Digit<Item> const& cell_of) const {
    bool crowds = false;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < N; ++i) {
      if (i >= held.most || crowds) continue;
      bool const crowds_here =
          i < held.own && take(cell_of(held[i])) >= most_per_cell;
      crowds = Warp<Exec>::ballot(crowds_here) != 0;
    }
    return crowds;
  }

  /// Turns counts into the positions at which the cells begin. A barrier must
  /// precede; ends with one.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void scan(Member const& member) const {
    int const rank    = member.team_rank();
    int const team    = member.team_size();
    int const lane    = rank % lanes;
    int const warp    = rank / lanes;
    int const share   = (m_quads + team - 1) / team;
    int const begin   = rank * share;
    int const end     = begin + share < m_quads ? begin + share : m_quads;
    std::uint32_t own = 0;
    for (int q = begin; q < end; ++q) {
      Quad const counts = quad(q);
      std::uint32_t const both =
          counts.word[0] + counts.word[1] + counts.word[2] + counts.word[3];
      own += (both & 0xffffu) + (both >> 16);
    }
    std::uint32_t inclusive = own;
    KOKKOSSORT_UNROLL
    for (int distance = 1; distance < lanes; distance *= 2) {
      std::uint32_t const below = Warp<Exec>::shuffle_up(inclusive, distance);
      if (lane >= distance) inclusive += below;
    }
    auto* const sums = reinterpret_cast<std::uint32_t*>(m_items);
    if (lane == lanes - 1) sums[warp] = inclusive;
    member.team_barrier();
    std::uint32_t before = inclusive - own;
    for (int w = 0; w < warp; ++w) before += sums[w];
    for (int q = begin; q < end; ++q) {
      Quad counts = quad(q);
      KOKKOSSORT_UNROLL
      for (int w = 0; w < 4; ++w) {
        std::uint32_t const lower = counts.word[w] & 0xffffu;
        std::uint32_t const upper = counts.word[w] >> 16;
        counts.word[w]            = before | (before + lower) << 16;
        before += lower + upper;
      }
      quad(q) = counts;
    }
    member.team_barrier();
  }

  /// Returns the rank of the key at position `at` of the cells.
  KOKKOS_FORCEINLINE_FUNCTION int rank_of(Item item, int at,
                                          Digit<Item> const& cell_of) const {
    // The keys have taken their positions, so that the counters are ends.
    using Half [[gnu::may_alias]] = std::uint16_t;
    auto const* const ends        = reinterpret_cast<Half const*>(m_counters);
    auto const cell               = static_cast<int>(cell_of(item));
    int const end                 = ends[cell];
    int j                         = ends[cell - 1];
    int rank                      = j;
    KOKKOSSORT_NO_UNROLL
    for (; j < end; j += at_a_time) {
      KOKKOSSORT_UNROLL
      for (int k = j; k < j + at_a_time; ++k) {
        Item const other = m_items[k];
        rank += other < item || (other == item && k < at) ? 1 : 0;
      }
    }
    return rank;
  }

  int m_size;
  int m_quads;
  std::uint32_t* m_counters;
  Item* m_items;
};

}  // namespace KokkosSort::Impl

#endif
