// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_MULTI_PIVOT_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_MULTI_PIVOT_HPP

#include <KokkosSort/algorithm/quick/quick_first_phase.hpp>
#include <KokkosSort/algorithm/quick/quick_pivots.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/quick/multi_partition_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// First phase with several pivots (QuickPivots), for keys with free placement:
/// three halvings of a sequence in one iteration. The first pass counts the
/// keys per part and allots space by one fetch-and-add per part and section;
/// the second moves.
template <class Exec, class Order, class Value, class Options>
struct MultiPivotTeam : FirstPhase<Exec, Order, Value, Options>::Team {
  using Base   = typename FirstPhase<Exec, Order, Value, Options>::Team;
  using State  = QuickState<Exec, Order, Value, Options>;
  using Member = typename State::Member;
  using Key    = typename State::Key;
  using Item   = typename State::Item;
  using Bound  = typename State::Bound;
  using Queue  = typename State::Queue;
  using Whole  = typename State::Whole;
  using Shared = typename State::Shared;
  using Parts  = typename State::Parts;

  static constexpr bool in_one_step = false;
  static constexpr int team         = State::team;
  static constexpr int log_parts    = State::log_parts;
  static constexpr int parts        = 1 << log_parts;

  using Split  = TeamMultiPartition<Exec, Bound, team,
                                    State::Tuning::items_per_thread, log_parts>;
  using Scan   = TeamScan<Exec, team, std::uint32_t>;
  using Pivots = QuickPivots<State>;

  static constexpr int items  = Split::items;
  static constexpr int tile   = Split::tile;
  static constexpr int pivots = Split::pivots;

  static_assert(Warp<Exec>::size * items *
                        State::Tuning::max_tiles_per_section <
                    65536,
                "a warp counts a section in 16 bits");

  using Base::level;
  using Base::member;
  using Base::s;
  using Base::words;

  /// Scratch that the threads of a team share, besides Base::Words.
  struct Board {
    PartCounts of_warps[Split::warps];
    std::uint32_t counters[2][Split::counters];  // for this tile and the next
    std::uint32_t scan[Scan::scratch_bytes() / sizeof(std::uint32_t)];
    std::uint64_t next[parts];  // position of the next key of a part
    Key* target[parts];         // the same minus the part's offset in the tile
    Bound pivot[parts];
    std::uint32_t is_uneven;
    std::uint32_t is_long;
    std::uint32_t first_section[parts];
    std::uint32_t sections[parts];
    std::uint32_t child[parts];
  };

  KOKKOS_INLINE_FUNCTION MultiPivotTeam(State const& state, Member const& m,
                                        int l, std::byte* scratch)
      : Base(state, m, l, scratch),
        board(*reinterpret_cast<Board*>(scratch + Base::words_bytes())),
        work(scratch + Base::words_bytes() + board_bytes()),
        staged(reinterpret_cast<Item*>(work)) {}

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t board_bytes() {
    return round_up(sizeof(Board), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t count_bytes() {
    return Base::words_bytes() + board_bytes() + Pivots::scratch_bytes();
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t move_bytes() {
    return Base::words_bytes() + board_bytes() +
           Split::staged_items * sizeof(Item);
  }

  Board& board;
  std::byte* work;  // scratch of Pivots; or
  Item* staged;     // the tile in the order of its parts

  KOKKOS_FORCEINLINE_FUNCTION Parts& parts_of(Shared const& sequence) const {
    return s.parts[level % 2][&sequence - s.queue.work[level % 2]];
  }

  /// Calls body(p) for each part p, with one thread per part.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_parts(Body const& body) const {
    int const rank = member.team_rank();
    if constexpr (team >= parts) {
      if (rank < parts) body(rank);
    } else {
      for (int p = rank; p < parts; p += team) body(p);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void get_pivots(Bound (&pivot)[pivots]) const {
    KOKKOSSORT_UNROLL
    for (int j = 0; j < pivots; ++j) pivot[j] = board.pivot[j];
  }

  /// Returns how many of a tile's `size` items this thread holds.
  KOKKOS_FORCEINLINE_FUNCTION int held_of(int size) const {
    return div_up(size - member.team_rank(), team);
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(std::uint64_t begin, int size,
                                        Bound (&held)[items]) const {
    int const rank = member.team_rank();
    with_stride(s.data[level % 2].keys, [&](auto stride) {
      Key const* const mine =
          s.data[level % 2].keys.data +
          static_cast<std::ptrdiff_t>(begin + rank) * stride;
      if (size == tile) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < items; ++i)
          held[i] = s.order.encode(mine[i * team * stride]);
      } else {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < items; ++i)
          held[i] =
              i * team + rank < size
                  ? static_cast<Bound>(s.order.encode(mine[i * team * stride]))
                  : Bound{0};
      }
    });
  }

  // ------------------------------------------------------------- first pass

  KOKKOS_INLINE_FUNCTION void count() const {
    std::uint32_t known = ~std::uint32_t{0};
    this->for_sections(
        Queue::count_ticket, [&](Shared& sequence, std::uint64_t begin,
                                 std::uint64_t size, std::uint32_t section) {
          Whole const whole = sequence.whole;
          if (whole.kind == SequenceKind::equal) return;
          Parts& into    = parts_of(sequence);
          int const rank = member.team_rank();
          if (known != sequence.first_section) {
            for_parts([&](int p) { board.pivot[p] = into.pivot[p]; });
            member.team_barrier();
            known = sequence.first_section;
          }
          PartCounts const sum = Split::of_warp(count_section(begin, size));
          if (rank % Warp<Exec>::size == 0)
            board.of_warps[rank / Warp<Exec>::size] = sum;
          member.team_barrier();
          for_parts([&](int p) { take_space(into, p, section); });
          if (this->is_last_of(sequence)) list_parts(whole, into);
        });
  }

  KOKKOS_INLINE_FUNCTION PartCounts count_section(std::uint64_t begin,
                                                  std::uint64_t size) const {
    Bound pivot[pivots];
    get_pivots(pivot);
    PartCounts mine;
    for (std::uint64_t done = 0; done < size; done += tile) {
      int const in_tile = State::tile_size(size - done);
      Bound held[items];
      load(begin + done, in_tile, held);
      if (in_tile == tile) {
        count_items(held, items, pivot, mine);
      } else {
        count_items(held, held_of(in_tile), pivot, mine);
      }
    }
    return mine;
  }

  KOKKOS_FORCEINLINE_FUNCTION void count_items(Bound const (&held)[items],
                                               int size,
                                               Bound const (&pivot)[pivots],
                                               PartCounts& mine) const {
    Split::count(
        size, [&](int i) { return Split::part_of(held[i], pivot); }, mine);
  }

  /// Allots space in a part for the section's keys.
  KOKKOS_INLINE_FUNCTION void take_space(Parts& into, int p,
                                         std::uint32_t section) const {
    std::uint64_t here = 0;
    for (int w = 0; w < Split::warps; ++w) here += board.of_warps[w][p];
    s.counters[std::uint64_t{section} * parts + p] =
        Kokkos::atomic_fetch_add(&into.taken[p], here);
  }

  /// "Are we done?" of the paper: lists the sequences that a sequence becomes,
  /// with one thread per part.
  KOKKOS_INLINE_FUNCTION void list_parts(Whole const& whole,
                                         Parts& into) const {
    for_parts(
        [&](int p) { board.next[p] = Kokkos::atomic_load(&into.taken[p]); });
    if (member.team_rank() == 0) board.is_uneven = board.is_long = 0;
    member.team_barrier();
    for_parts([&](int p) { compare(whole, p); });
    member.team_barrier();
    bool const is_sampled = board.is_uneven != 0 && board.is_long != 0;
    if (is_sampled)
      Pivots::sample(s, member, level % 2, whole, parts, board.pivot, work);
    for_parts([&](int p) { list_part(whole, into, p, is_sampled); });
    member.team_barrier();
    for (int p = 0; p < parts; ++p)
      s.queue.assign_sections(member, level + 1, board.first_section[p],
                              board.sections[p], board.child[p]);
    member.team_barrier();
  }

  /// Checks whether the count of keys up to part p deviates from an even
  /// spread, and whether the part needs an iteration.
  KOKKOS_INLINE_FUNCTION void compare(Whole const& whole, int p) const {
    std::uint64_t count = 0;
    for (int q = 0; q <= p; ++q) count += board.next[q];
    if (p < pivots && !Pivots::is_even(whole, board.pivot[p], count))
      Kokkos::atomic_store(&board.is_uneven, 1u);
    if (board.next[p] > s.queue.limit && level + 1 < s.queue.levels)
      Kokkos::atomic_store(&board.is_long, 1u);
  }

  KOKKOS_INLINE_FUNCTION void list_part(Whole const& whole, Parts& into, int p,
                                        bool is_sampled) const {
    std::uint32_t const to = 1 - level % 2;
    Whole part{whole.begin,
               board.next[p],
               p == 0 ? whole.low : static_cast<Bound>(board.pivot[p - 1] + 1),
               p + 1 < parts ? board.pivot[p] : whole.high,
               to,
               SequenceKind::split};
    for (int q = 0; q < p; ++q) part.begin += board.next[q];
    bool const is_equal = part.low == part.high;
    into.begin[p]       = part.begin;
    board.sections[p]   = 0;
    // Equal keys that are in the caller's array again are in their final
    // position.
    if (part.size == 0 || (is_equal && to == 0)) return;
    if (is_equal) part.kind = SequenceKind::equal;
    Queue const& q = s.queue;
    if (q.is_done(level + 1, part)) {
      q.put_done(part);
      return;
    }
    board.child[p] =
        q.put_next(level + 1, part, board.first_section[p], board.sections[p]);
    Parts& next = s.parts[(level + 1) % 2][board.child[p]];
    next.clear();
    if (is_sampled) {
      Pivots::set_quantiles(part, p, work, next);
    } else {
      Pivots::set_means(part, next);
    }
  }

  // ------------------------------------------------------------ second pass

  KOKKOS_INLINE_FUNCTION void move() const {
    this->for_sections(
        Queue::move_ticket, [&](Shared& sequence, std::uint64_t begin,
                                std::uint64_t size, std::uint32_t section) {
          Whole const whole = sequence.whole;
          if (whole.kind == SequenceKind::equal) {
            s.place_equal(member, whole, begin, size);
            return;
          }
          Parts const& into = parts_of(sequence);
          for_parts([&](int p) {
            board.pivot[p] = into.pivot[p];
            board.next[p] =
                into.begin[p] + s.counters[std::uint64_t{section} * parts + p];
          });
          for (int c = member.team_rank(); c < Split::counters; c += team)
            board.counters[0][c] = 0;
          member.team_barrier();
          Bound pivot[pivots];
          get_pivots(pivot);
          std::uint32_t parity = 0;
          for (std::uint64_t done = 0; done < size; done += tile) {
            if (size - done >= tile) {
              move_tile<true>(begin + done, tile, pivot, parity);
            } else {
              move_tile<false>(begin + done, static_cast<int>(size - done),
                               pivot, parity);
            }
            parity = 1 - parity;
          }
        });
  }

  /// Moves a tile through scratch, so that each part is written as one run. The
  /// counters of `parity` are zero, and those for the next tile are cleared.
  template <bool IsFull>
  KOKKOS_INLINE_FUNCTION void move_tile(std::uint64_t begin, int size,
                                        Bound const (&pivot)[pivots],
                                        std::uint32_t parity) const {
    std::uint32_t* const counters = board.counters[parity];
    int const rank                = member.team_rank();
    int const mine                = IsFull ? items : held_of(size);
    Bound held[items];
    load(begin, size, held);
    // Counter of each item, and its value before.
    std::uint32_t found[items];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (i >= mine) break;
      auto const counter = static_cast<std::uint32_t>(
          Split::counter_of(Split::part_of(held[i], pivot), rank));
      found[i] =
          counter << 16 | Warp<Exec>::shared_atomic_add(&counters[counter], 1);
    }
    member.team_barrier();
    for (int c = rank; c < Split::counters; c += team)
      board.counters[1 - parity][c] = 0;
    Scan::exclusive_array(member, counters, Split::counters, board.scan);
    for_parts([&](int p) { set_target(p, size, counters); });
    KOKKOSSORT_UNROLL
    for (int i = 0; i < items; ++i) {
      if (i >= mine) break;
      std::uint32_t const position =
          counters[found[i] >> 16] + (found[i] & 0xffffu);
      staged[Split::staged_at(position)] = static_cast<Item>(held[i]);
    }
    member.team_barrier();
    with_stride(s.data[1 - level % 2].keys, [&](auto stride) {
      KOKKOSSORT_UNROLL
      for (int i = 0; i < items; ++i) {
        if (i >= mine) break;
        Item const item =
            staged[Split::staged_at(i * team) + Split::staged_at(rank)];
        Key* const target = board.target[Split::part_of(item, pivot)];
        target[(i * team + rank) * stride] = s.order.decode(item);
      }
    });
  }

  KOKKOS_INLINE_FUNCTION void set_target(int p, int size,
                                         std::uint32_t const* starts) const {
    std::uint32_t const start = starts[Split::counter_of(p, 0)];
    std::uint32_t const end   = p + 1 < parts
                                    ? starts[Split::counter_of(p + 1, 0)]
                                    : static_cast<std::uint32_t>(size);
    Strided<Key> const& to    = s.data[1 - level % 2].keys;
    board.target[p] =
        to.data +
        static_cast<std::ptrdiff_t>(board.next[p] - start) * to.stride;
    board.next[p] += end - start;
  }
};

}  // namespace KokkosSort::Impl

#endif
