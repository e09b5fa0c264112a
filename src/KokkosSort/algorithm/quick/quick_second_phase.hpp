// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_SECOND_PHASE_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_SECOND_PHASE_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/odd_even/odd_even_merge_sort.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/leaf/merge_runs_team.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Second phase of quicksort (Cederman & Tsigas, section 3.2.2, algorithm 3):
/// each team sorts one sequence after another.
template <class Exec, class Order, class Value, class Options>
struct SecondPhase {
  using State   = QuickState<Exec, Order, Value, Options>;
  using Member  = typename State::Member;
  using Key     = typename State::Key;
  using Item    = typename State::Item;
  using Bound   = typename State::Bound;
  using Data    = typename State::Data;
  using Split   = typename State::Split;
  using Whole   = typename State::Whole;
  using Leaves  = typename State::Leaves;
  using OddEven = OddEvenMergeSort<Exec, Order, Value>;
  using Bitonic = typename State::Bitonic;
  using RunSort = typename Leaves::RunSort;

  static constexpr int team = State::team;
  static constexpr int tile = State::tile;

  /// Maximum keys that are sorted in scratch.
  static constexpr std::uint64_t leaf_capacity =
      Options::leaves == QuickLeaves::odd_even &&
              OddEven::Tile::tile < State::leaf_capacity
          ? OddEven::Tile::tile
          : State::leaf_capacity;

  State s;

  /// Sequence with the number of partitions that it may still take.
  struct Pending {
    Whole whole;
    int depth;
  };

  // Each entry of the stack is at least as long as all entries above it
  // together.
  static constexpr int stack_size = 40;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t stack_bytes() {
    return round_up(stack_size * sizeof(Pending), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t extremes_begin() {
    return round_up(State::reads_twice ? State::TwoReads::scratch_bytes()
                                       : Split::scratch_bytes(),
                    16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t split_bytes() {
    return round_up(extremes_begin() + 2 * sizeof(Bound), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t work_bytes() {
    std::size_t most = split_bytes() + State::Median::scratch_bytes();
    if (most < Leaves::scratch_bytes()) most = Leaves::scratch_bytes();
    if (most < RunSort::scratch_bytes()) most = RunSort::scratch_bytes();
    if (Options::leaves == QuickLeaves::odd_even &&
        most < OddEven::Tile::scratch_bytes())
      most = OddEven::Tile::scratch_bytes();
    if (Options::leaves == QuickLeaves::bitonic &&
        most < Bitonic::scratch_bytes())
      most = Bitonic::scratch_bytes();
    return most;
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return 16 + stack_bytes() + work_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch  = team_scratch(member, scratch_bytes());
    auto* const stack         = reinterpret_cast<Pending*>(scratch + 16);
    std::byte* const work     = scratch + 16 + stack_bytes();
    auto const& q             = s.queue;
    bool const is_alone       = q.done == nullptr;
    bool const is_long        = !is_alone && q.in_scratch > 0;
    std::uint32_t const total = is_alone  ? 1
                                : is_long ? *q.long_total()
                                          : *q.done_total();
    for (std::uint32_t i = 0;; i = total) {
      if (!is_alone && total > 0)
        i = next_work_item(member, is_long ? q.long_ticket() : q.done_ticket(),
                           reinterpret_cast<std::uint32_t*>(scratch));
      if (i >= total) return;
      if (member.team_rank() == 0)
        push(stack[0], is_alone  ? Whole{0, s.n, 0, 0, 0, SequenceKind::split}
                       : is_long ? q.long_one(i)
                                 : q.done[i]);
      sort(member, stack, work);
    }
  }

  KOKKOS_INLINE_FUNCTION static void push(Pending& first, Whole const& whole) {
    first.whole = whole;
    first.depth = depth_of(whole.size);
    if (whole.kind == SequenceKind::skewed)
      first.whole.kind = SequenceKind::split;
  }

  /// Returns the maximum number of partitions, after which a sequence is
  /// merge-sorted. By bits, each partition settles at least one bit.
  KOKKOS_INLINE_FUNCTION static int depth_of(std::uint64_t size) {
    if (Options::by_leading_bit) return static_cast<int>(8 * sizeof(Item));
    int halvings = 0;
    while (size > leaf_capacity << halvings) ++halvings;
    return Options::depth_per_halving * halvings + Options::spare_depth;
  }

  /// Sorts stack[0]. Pending sequences are in scratch, so that they take no
  /// registers from the sort of short ones.
  KOKKOS_INLINE_FUNCTION void sort(Member const& member, Pending* stack,
                                   std::byte* work) const {
    for (int top = 0; top >= 0;) {
      member.team_barrier();
      Pending& here = stack[top];
      if (here.whole.size <= leaf_capacity || here.depth == 0 ||
          here.whole.kind == SequenceKind::equal) {
        finish(member, here.whole, work);
        --top;
      } else {
        Whole shorter, longer;
        partition(member, here.whole, shorter, longer, work);
        if (longer.size < shorter.size) {
          Whole const left = shorter;
          shorter          = longer;
          longer           = left;
        }
        if (member.team_rank() == 0) {
          stack[top + 1] = {shorter, here.depth - 1};
          here           = {longer, here.depth - 1};
          Options::stack_has(top + 2);
        }
        ++top;
      }
    }
    member.team_barrier();
  }

  /// Finishes a sequence that needs no more partitions, or has had too many.
  KOKKOS_INLINE_FUNCTION void finish(Member const& member, Whole const& whole,
                                     std::byte* work) const {
    if (whole.size == 0) return;
    if (whole.kind == SequenceKind::equal) {
      s.place_equal(member, whole, whole.begin, whole.size);
    } else if (whole.size <= leaf_capacity) {
      sort_leaf(member, s.data[whole.buffer], whole.begin,
                static_cast<int>(whole.size), work);
    } else {
      RunSort(work, s.order)
          .sort(member, s.data, static_cast<int>(whole.buffer), whole.begin,
                whole.size);
    }
  }

  /// Sorts a short sequence from one buffer into the caller's array.
  KOKKOS_INLINE_FUNCTION void sort_leaf(Member const& member, Data const& from,
                                        std::uint64_t begin, int size,
                                        std::byte* work) const {
    if constexpr (Options::leaves == QuickLeaves::odd_even) {
      OddEven::sort_leaf(member, work, s.order, from, s.data[0], begin, size);
    } else if constexpr (Options::leaves == QuickLeaves::bitonic) {
      Bitonic::sort(member, work, s.order, from, s.data[0], begin, size);
    } else {
      Leaves::sort(member, work, s.order, from, s.data[0], begin, size);
    }
  }

  /// Moves the keys less than the pivot to the left of the other buffer, and
  /// the greater ones to its right. Equal ones move to their final position.
  KOKKOS_INLINE_FUNCTION void partition(Member const& member, Whole const whole,
                                        Whole& left, Whole& right,
                                        std::byte* work) const {
    Item const pivot = choose_pivot(member, whole, work);
    Split const split(work);
    PerSide sizes;
    SideExtremes<Bound> extremes;
    if constexpr (State::reads_twice) {
      sizes = s.partition_in_two_reads(
          member, whole.buffer, whole.begin, whole.size, pivot, work,
          static_cast<SideExtremes<Bound>*>(nullptr),
          [&](PerSide const& all) -> PerSide {
            return {whole.begin, 0, whole.begin + whole.size - all.greater};
          });
      sizes.equal = whole.size - sizes.less - sizes.greater;
      member.team_barrier();
    } else if constexpr (State::is_free) {
      sizes = move_freely(member, whole, pivot, split, extremes);
    } else {
      sizes = s.count_by_flags(member, whole.buffer, whole.begin, whole.size,
                               pivot, split,
                               Options::by_leading_bit ? &extremes : nullptr);
      s.move_by_flags(member, whole.buffer, whole.begin, whole.size,
                      {whole.begin, whole.begin + sizes.less,
                       whole.begin + sizes.less + sizes.equal},
                      split);
    }
    if constexpr (Options::by_leading_bit)
      share_extremes(member, extremes,
                     reinterpret_cast<Bound*>(work + extremes_begin()));
    std::uint32_t const other = 1 - whole.buffer;
    std::uint64_t const end   = whole.begin + whole.size;
    s.place_equal(member,
                  {whole.begin, 0, static_cast<Bound>(bound_of(pivot)), 0,
                   other, SequenceKind::equal},
                  whole.begin + sizes.less, sizes.equal);
    member.team_barrier();
    left =
        part(whole, whole.begin, sizes.less, whole.low, extremes.high_of_less);
    right = part(whole, end - sizes.greater, sizes.greater,
                 extremes.low_of_greater, whole.high);
  }

  KOKKOS_FORCEINLINE_FUNCTION static Bound bound_of(Item const& pivot) {
    if constexpr (State::has_bounds) {
      return static_cast<Bound>(pivot);
    } else {
      return Bound{0};
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static Whole part(Whole const& whole,
                                                std::uint64_t begin,
                                                std::uint64_t size, Bound low,
                                                Bound high) {
    bool const is_skewed    = size > whole.size - whole.size / 8;
    SequenceKind const kind = Options::by_leading_bit && low == high
                                  ? SequenceKind::equal
                              : is_skewed ? SequenceKind::skewed
                                          : SequenceKind::split;
    return {begin, size, low, high, 1 - whole.buffer, kind};
  }

  /// Returns the median of the first, the middle and the last key, or of a
  /// sample if that has just made a skewed partition.
  KOKKOS_INLINE_FUNCTION Item choose_pivot(Member const& member,
                                           Whole const& whole,
                                           std::byte* work) const {
    if constexpr (Options::by_leading_bit) {
      return State::pivot_by_bounds(whole);
    } else {
      if (whole.kind == SequenceKind::skewed && !Options::as_in_paper)
        return s.pivot_by_sample(member, whole, work);
      Strided<Key> const keys = s.data[whole.buffer].keys;
      return median_of_three(
          s.order, s.order.encode(keys[whole.begin]),
          s.order.encode(keys[whole.begin + whole.size / 2]),
          s.order.encode(keys[whole.begin + whole.size - 1]));
    }
  }

  /// Counts and moves tiles in registers: the left part grows from the front,
  /// the right one from the back.
  KOKKOS_INLINE_FUNCTION PerSide
  move_freely(Member const& member, Whole const& whole, Item const& pivot,
              Split const& split, SideExtremes<Bound>& extremes) const {
    std::uint64_t const end = whole.begin + whole.size;
    PerSide sizes;
    for (std::uint64_t done = 0; done < whole.size; done += tile) {
      sizes +=
          s.partition_tile(member, whole.buffer, whole.begin + done,
                           State::tile_size(whole.size - done), pivot, split,
                           Options::by_leading_bit ? &extremes : nullptr,
                           [&](PerSide const& here) -> PerSide {
                             return {whole.begin + sizes.less, 0,
                                     end - sizes.greater - here.greater};
                           });
      member.team_barrier();
    }
    return sizes;
  }

  /// Combines the team's extremes for each of its threads.
  KOKKOS_INLINE_FUNCTION static void share_extremes(
      Member const& member, SideExtremes<Bound>& extremes, Bound* shared) {
    if (member.team_rank() == 0) {
      shared[0] = SideExtremes<Bound>{}.high_of_less;
      shared[1] = SideExtremes<Bound>{}.low_of_greater;
    }
    member.team_barrier();
    SideExtremes<Bound> const mine = Split::of_warp(extremes);
    if (Split::leads_warp(member)) {
      Kokkos::atomic_max(&shared[0], mine.high_of_less);
      Kokkos::atomic_min(&shared[1], mine.low_of_greater);
    }
    member.team_barrier();
    extremes = {shared[0], shared[1]};
  }
};

/// Sorts the sequences of phase two that need no partition, if they are listed
/// apart: a kernel of its own leaves more registers. Without a queue the whole
/// array is the only sequence.
template <class State>
struct ShortSequences {
  using Member = typename State::Member;
  using Whole  = typename State::Whole;
  using Leaves = typename State::Leaves;

  State s;

  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
    return 16 + Leaves::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    if (s.queue.done == nullptr) {
      Leaves::sort(member, scratch + 16, s.order, s.data[0], s.data[0], 0,
                   static_cast<int>(s.n));
      return;
    }
    std::uint32_t const total = *s.queue.done_total();
    TicketsAhead tickets(member, s.queue.done_ticket(),
                         reinterpret_cast<std::uint32_t*>(scratch));
    while (true) {
      std::uint32_t const i = tickets.take();
      if (i >= total) return;
      Whole const whole = s.queue.done[i];
      if (whole.kind == SequenceKind::equal) {
        s.place_equal(member, whole, whole.begin, whole.size);
      } else {
        Leaves::sort(member, scratch + 16, s.order, s.data[whole.buffer],
                     s.data[0], whole.begin, static_cast<int>(whole.size));
      }
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
