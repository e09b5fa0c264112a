// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_QUICK_QUICK_FIRST_PHASE_HPP
#define KOKKOSSORT_ALGORITHM_QUICK_QUICK_FIRST_PHASE_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/league_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// First phase of quicksort (Cederman & Tsigas, section 3.2.1, algorithm 2):
/// several teams partition a sequence together.
///
/// Teams communicate within a kernel by atomics. A fence precedes the counter
/// that announces the data.
template <class Exec, class Order, class Value, class Options>
struct FirstPhase {
  using State  = QuickState<Exec, Order, Value, Options>;
  using Member = typename State::Member;
  using Item   = typename State::Item;
  using Bound  = typename State::Bound;
  using Split  = typename State::Split;
  using Queue  = typename State::Queue;
  using Whole  = typename State::Whole;
  using Shared = typename State::Shared;
  using Scan   = TeamScan<Exec, State::team, std::uint64_t>;

  static constexpr int team = State::team;
  static constexpr int tile = State::tile;

  /// Words of scratch that the threads of a team share.
  struct Words {
    std::uint32_t ticket;
    std::uint32_t is_last;
    std::uint32_t child[3];
    std::uint64_t less;
    std::uint64_t greater;
  };

  /// Work of a team in one iteration.
  struct Team {
    /// Whether an iteration is one kernel, partition(), instead of count() and
    /// move().
    static constexpr bool in_one_step = State::is_free && !State::has_host_sums;

    State const& s;
    Member const& member;
    int level;
    Words& words;
    std::byte* work;
    Split split;

    KOKKOS_INLINE_FUNCTION Team(State const& state, Member const& m, int l,
                                std::byte* scratch)
        : s(state),
          member(m),
          level(l),
          words(*reinterpret_cast<Words*>(scratch)),
          work(scratch + words_bytes()),
          split(work) {}

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t words_bytes() {
      return round_up(sizeof(Words), 16);
    }
    KOKKOS_INLINE_FUNCTION static constexpr std::size_t count_bytes() {
      std::size_t most = State::Median::scratch_bytes();
      if (most < Split::scratch_bytes()) most = Split::scratch_bytes();
      if (most < Scan::scratch_bytes()) most = Scan::scratch_bytes();
      if (most < State::TwoReads::scratch_bytes())
        most = State::TwoReads::scratch_bytes();
      return words_bytes() + most;
    }
    KOKKOS_INLINE_FUNCTION static constexpr std::size_t move_bytes() {
      return count_bytes();
    }

    /// Takes section after section, and calls body(sequence, begin of the
    /// section, its size, its number in the iteration).
    template <class Body>
    KOKKOS_INLINE_FUNCTION void for_sections(typename Queue::Word ticket,
                                             Body const& body) const {
      Queue const& q            = s.queue;
      std::uint32_t const total = *q.word(level, Queue::section_total);
      if (total == 0) return;
      if constexpr (State::is_counted) {
        if (q.has_enough(level)) {
          if (ticket == Queue::count_ticket) q.finish(member, level);
          return;
        }
      }
      TicketsAhead tickets(member, q.word(level, ticket), &words.ticket);
      while (true) {
        std::uint32_t const section = tickets.take();
        if (section >= total) return;
        Shared& sequence =
            q.work[level % 2][q.section_sequence[level % 2][section]];
        std::uint32_t const c     = section - sequence.first_section;
        std::uint64_t const begin = c * q.section_items;
        body(sequence, sequence.whole.begin + begin,
             q.section_size(sequence.whole.size, c), section);
      }
    }

    KOKKOS_INLINE_FUNCTION Item choose_pivot(Whole const& whole) const {
      if constexpr (State::has_bounds) {
        if (Options::by_leading_bit || Options::as_in_paper ||
            whole.kind != SequenceKind::skewed)
          return State::pivot_by_bounds(whole);
      }
      return s.pivot_by_sample(member, whole, work);
    }

    /// Iteration for free placement: counts and moves tiles in registers, or
    /// in two reads.
    KOKKOS_INLINE_FUNCTION void partition() const {
      for_sections(Queue::count_ticket, [&](Shared& sequence,
                                            std::uint64_t begin,
                                            std::uint64_t size, std::uint32_t) {
        Whole const whole = sequence.whole;
        if (whole.kind == SequenceKind::equal) {
          s.place_equal(member, whole, begin, size);
          return;
        }
        if (whole.low == whole.high) return;  // only the whole array
        Item const pivot = choose_pivot(whole);
        SideExtremes<Bound> extremes;
        if constexpr (State::reads_twice) {
          s.partition_in_two_reads(member, level % 2, begin, size, pivot, work,
                                   &extremes, [&](PerSide const& here) {
                                     return allot(sequence, whole, here);
                                   });
        } else {
          for (std::uint64_t done = 0; done < size; done += tile)
            partition_tile(sequence, whole, pivot, begin + done,
                           State::tile_size(size - done), extremes);
        }
        publish_extremes(sequence, extremes);
        if (is_last_of(sequence))
          list_parts(sequence, whole, pivot,
                     Kokkos::atomic_load(&sequence.less),
                     Kokkos::atomic_load(&sequence.greater));
      });
    }

    KOKKOS_INLINE_FUNCTION void partition_tile(
        Shared& sequence, Whole const& whole, Item const& pivot,
        std::uint64_t begin, int size, SideExtremes<Bound>& extremes) const {
      s.partition_tile(
          member, level % 2, begin, size, pivot, split, &extremes,
          [&](PerSide const& here) { return allot(sequence, whole, here); });
    }

    /// Allots space on the sequence's two ends by fetch-and-add.
    KOKKOS_FORCEINLINE_FUNCTION PerSide allot(Shared& sequence,
                                              Whole const& whole,
                                              PerSide const& here) const {
      if (member.team_rank() == 0) {
        words.less = Kokkos::atomic_fetch_add(&sequence.less, here.less);
        words.greater =
            Kokkos::atomic_fetch_add(&sequence.greater, here.greater);
      }
      member.team_barrier();
      return {whole.begin + words.less, 0,
              whole.begin + whole.size - words.greater - here.greater};
    }

    /// Counts a section. Returns the counts per side.
    KOKKOS_INLINE_FUNCTION PerSide count_section(
        std::uint64_t begin, std::uint64_t size, std::uint32_t section,
        Item const& pivot, SideExtremes<Bound>& extremes) const {
      if constexpr (State::is_free) {
        typename State::TwoReads const two_reads(work);
        auto const here =
            two_reads.count(member, s.order, s.data[level % 2].keys, begin,
                            size, pivot, &extremes);
        if (Split::leads_warp(member)) {
          before_warp(section)[0] = here.before.less;
          before_warp(section)[1] = here.before.greater;
        }
        return {here.all.less, size - here.all.less - here.all.greater,
                here.all.greater};
      } else {
        return s.count_by_flags(member, level % 2, begin, size, pivot, split,
                                &extremes);
      }
    }

    /// Returns the two counts of a section's warps before this one.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t* before_warp(
        std::uint32_t section) const {
      using TwoReads = typename State::TwoReads;
      std::uint64_t const warp =
          section * TwoReads::warps + member.team_rank() / TwoReads::warp_size;
      return s.counters + 2 * (s.queue.section_capacity + warp);
    }

    /// First pass of an iteration in two steps.
    KOKKOS_INLINE_FUNCTION void count() const {
      std::uint32_t known = ~std::uint32_t{0};
      Item pivot{};
      for_sections(
          Queue::count_ticket, [&](Shared& sequence, std::uint64_t begin,
                                   std::uint64_t size, std::uint32_t section) {
            Whole const whole = sequence.whole;
            if (whole.kind == SequenceKind::equal) return;
            if (State::has_bounds && whole.low == whole.high) return;
            if (known != sequence.first_section) pivot = choose_pivot(whole);
            known = sequence.first_section;
            SideExtremes<Bound> extremes;
            PerSide const here =
                count_section(begin, size, section, pivot, extremes);
            if (member.team_rank() == 0) {
              Kokkos::atomic_store(&s.counters[2 * section], here.less);
              Kokkos::atomic_store(&s.counters[2 * section + 1],
                                   State::is_free ? here.greater : here.equal);
            }
            if constexpr (State::has_bounds)
              publish_extremes(sequence, extremes);
            if constexpr (State::has_host_sums) {
              member.team_barrier();
            } else {
              if (is_last_of(sequence)) sum_sections(sequence, whole, pivot);
            }
          });
    }

    /// The last team of a sequence computes the offsets of its sections.
    KOKKOS_INLINE_FUNCTION void sum_sections(Shared& sequence,
                                             Whole const& whole,
                                             Item const& pivot) const {
      std::uint64_t const less  = place_sections(sequence, 0);
      std::uint64_t const equal = place_sections(sequence, 1);
      if (member.team_rank() == 0) {
        sequence.less    = less;
        sequence.greater = whole.size - less - equal;
      }
      list_parts(sequence, whole, pivot, less, whole.size - less - equal);
    }

    /// Computes prefix sums over a sequence's sections; returns the total.
    KOKKOS_INLINE_FUNCTION std::uint64_t place_sections(
        Shared const& sequence, std::uint32_t which) const {
      std::uint64_t* const counters =
          s.counters + 2 * sequence.first_section + which;
      std::uint32_t const share = div_up(sequence.sections, team);
      std::uint32_t const first = member.team_rank() * share;
      std::uint32_t const end =
          first + share < sequence.sections ? first + share : sequence.sections;
      std::uint64_t sum = 0;
      for (std::uint32_t c = first; c < end; ++c)
        sum += Kokkos::atomic_load(&counters[2 * c]);
      std::uint64_t total;
      std::uint64_t offset = Scan::exclusive(
          member, sum, reinterpret_cast<std::uint64_t*>(work), total);
      for (std::uint32_t c = first; c < end; ++c)
        offset += Kokkos::atomic_exchange(&counters[2 * c], offset);
      member.team_barrier();
      return total;
    }

    /// Second pass of an iteration in two steps.
    KOKKOS_INLINE_FUNCTION void move() const {
      for_sections(Queue::move_ticket,
                   [&](Shared& sequence, std::uint64_t begin,
                       std::uint64_t size, std::uint32_t section) {
                     Whole const whole = sequence.whole;
                     if (whole.kind == SequenceKind::equal) {
                       s.place_equal(member, whole, begin, size);
                       return;
                     }
                     if (State::has_bounds && whole.low == whole.high) return;
                     move_section(sequence, whole, begin, size, section);
                     if constexpr (State::has_host_sums) {
                       if (!is_last_of(sequence)) return;
                       Item pivot{};
                       if constexpr (State::has_bounds)
                         pivot = State::pivot_by_bounds(whole);
                       list_parts(sequence, whole, pivot, sequence.less,
                                  sequence.greater);
                     }
                   });
    }

    KOKKOS_INLINE_FUNCTION void move_section(Shared const& sequence,
                                             Whole const& whole,
                                             std::uint64_t begin,
                                             std::uint64_t size,
                                             std::uint32_t section) const {
      std::uint64_t const first  = s.counters[2 * section];
      std::uint64_t const second = s.counters[2 * section + 1];
      std::uint64_t const end    = whole.begin + whole.size;
      if constexpr (State::is_free) {
        typename State::TwoReads const two_reads(work);
        std::uint64_t const* const before = before_warp(section);
        PerSide const at{whole.begin + first + before[0], 0,
                         end - sequence.greater + second + before[1]};
        two_reads.move(member, s.order, s.data[level % 2].keys, begin, size,
                       State::pivot_by_bounds(whole), at,
                       s.data[1 - level % 2].keys);
      } else {
        s.move_by_flags(
            member, level % 2, begin, size,
            {whole.begin + first, whole.begin + sequence.less + second,
             end - sequence.greater + (begin - whole.begin - first - second)},
            split);
      }
    }

    /// Publishes this team's greatest key left and least key right of the
    /// pivot.
    KOKKOS_INLINE_FUNCTION void publish_extremes(
        Shared& sequence, SideExtremes<Bound> const& extremes) const {
      SideExtremes<Bound> const mine = Split::of_warp(extremes);
      if (!Split::leads_warp(member)) return;
      Kokkos::atomic_max(&sequence.high_of_less, mine.high_of_less);
      Kokkos::atomic_min(&sequence.low_of_greater, mine.low_of_greater);
    }

    /// Returns whether all other teams have finished their sections of the
    /// sequence.
    KOKKOS_INLINE_FUNCTION bool is_last_of(Shared& sequence) const {
      return arrives_last(member, &sequence.finished, sequence.sections,
                          &words.is_last);
    }

    /// "Are we done?" of the paper: lists the sequences that a sequence has
    /// become.
    KOKKOS_INLINE_FUNCTION void list_parts(Shared& sequence, Whole const& whole,
                                           Item const& pivot,
                                           std::uint64_t less,
                                           std::uint64_t greater) const {
      std::uint64_t const end = whole.begin + whole.size;
      std::uint32_t const to  = 1 - level % 2;
      Bound equal             = 0;
      Bound high_of_less      = 0;
      Bound low_of_greater    = 1;
      if constexpr (State::has_bounds) {
        equal          = static_cast<Bound>(pivot);
        high_of_less   = Kokkos::atomic_load(&sequence.high_of_less);
        low_of_greater = Kokkos::atomic_load(&sequence.low_of_greater);
      }
      list_part(whole, {whole.begin, less, whole.low, high_of_less, to,
                        SequenceKind::split});
      list_part(whole, {end - greater, greater, low_of_greater, whole.high, to,
                        SequenceKind::split});
      // With free placement the equal keys have not been moved: pivot fill.
      if (State::is_free || to == 1)
        fill_gap({whole.begin + less, whole.size - less - greater, equal, equal,
                  to, SequenceKind::equal});
    }

    /// Writes the pivot into a short gap at once, as in the paper. The teams of
    /// the next iteration share a long one.
    KOKKOS_INLINE_FUNCTION void fill_gap(Whole const& gap) const {
      if (State::reads_twice && gap.size < s.queue.section_items) {
        s.place_equal(member, gap, gap.begin, gap.size);
      } else {
        s.queue.add(member, level + 1, gap, words.child);
      }
    }

    KOKKOS_INLINE_FUNCTION void list_part(Whole const& parent,
                                          Whole part) const {
      bool const is_equal = State::has_bounds && part.low == part.high;
      if (is_equal && part.buffer == 0) return;
      if (is_equal) {
        part.kind = SequenceKind::equal;
      } else if (parent.kind == SequenceKind::skewed ||
                 part.size > parent.size - parent.size / 4) {
        part.kind = SequenceKind::skewed;
      }
      s.queue.add(member, level + 1, part, words.child);
    }
  };

  enum class Step { partition, count, move };

  /// Kernel of one step of an iteration. AnyTeam is Team or MultiPivotTeam.
  template <class AnyTeam, Step step>
  struct Iteration {
    State s;
    int level;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return step == Step::move ? AnyTeam::move_bytes()
                                : AnyTeam::count_bytes();
    }
    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      AnyTeam const at_work(s, member, level,
                            team_scratch(member, scratch_bytes()));
      if constexpr (step == Step::partition) {
        at_work.partition();
      } else if constexpr (step == Step::count) {
        at_work.count();
      } else {
        at_work.move();
      }
    }
  };
  using Partition = Iteration<Team, Step::partition>;

  /// Kernel of all iterations, with a barrier of all teams after each step.
  template <class AnyTeam>
  struct AllIterations {
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return AnyTeam::count_bytes() > AnyTeam::move_bytes()
                 ? AnyTeam::count_bytes()
                 : AnyTeam::move_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      std::uint32_t barriers   = 0;
      for (int level = 0; level < s.queue.levels; ++level) {
        AnyTeam const at_work(s, member, level, scratch);
        if constexpr (AnyTeam::in_one_step) {
          at_work.partition();
        } else {
          at_work.count();
          wait_for_all(member, s.queue.barrier_counter(), ++barriers);
          at_work.move();
        }
        wait_for_all(member, s.queue.barrier_counter(), ++barriers);
        if (Kokkos::atomic_load(
                s.queue.word(level + 1, Queue::section_total)) == 0)
          return;
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
