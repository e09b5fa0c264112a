// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Base case of sample sort as in its paper (Leischner, Osipov & Sanders 2009,
// section 5, "Sorting buckets"). One team sorts each bucket of at most M keys
// with an adaptation of GPU-Quicksort, which sorts short sequences by an
// odd-even merge network.
//
// ListSequences  lists the buckets that hold different keys
// SecondPhase    runs quicksort's second phase on them, with the network for
//                short sequences
//
// Differences from the paper, and why:
// - Teams take the buckets in the order of the list, not the largest first; a
//   team that has finished takes the next one.
// - Buckets that no level could split are listed as well.
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_QUICK_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_SAMPLE_QUICK_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/algorithm/quick/quick_second_phase.hpp>
#include <KokkosSort/algorithm/quick/quick_state.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/quick/partition_team.hpp>
#include <KokkosSort/block/ticket_team.hpp>
#include <KokkosSort/algorithm/quick/quick_tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

struct SampleQuickOptions : QuickSortOptions {
  static constexpr QuickLeaves leaves = QuickLeaves::odd_even;
};

/// Buckets is the Distribution whose levels made the buckets.
template <class Exec, class Order, class Value, class Buckets>
struct SampleQuick {
  using Levels = typename Buckets::State;
  using Member = typename Buckets::Member;
  using State  = QuickState<Exec, Order, Value, SampleQuickOptions>;
  using Last   = SecondPhase<Exec, Order, Value, SampleQuickOptions>;
  using Whole  = typename State::Whole;

  /// Returns quicksort's state after the levels, or for the whole array if
  /// there are none.
  static State plan(Levels const& levels, Arena& arena) {
    State s{levels.order, levels.n, {}, {}, nullptr, nullptr};
    s.data[0]          = levels.data[0];
    bool const is_leaf = levels.queue.levels == 0;
    if (is_leaf && levels.n <= Last::leaf_capacity) return s;
    s.data[1] = is_leaf
                    ? take_arrays<typename State::Key, Value>(arena, levels.n)
                    : levels.data[1];
    s.flags   = arena.take<PartitionFlag>(levels.n);
    if (is_leaf) return s;
    s.queue.control = arena.take<std::uint32_t>(s.queue.control_words());
    s.queue.done    = arena.take<Whole>(
        std::min<std::size_t>(levels.n, levels.queue.max_pieces(levels.n)));
    return s;
  }

  static void run(Exec const& exec, Levels const& levels, State const& state) {
    std::size_t const resident = resident_teams<State::team>(exec);
    std::size_t teams          = 1;
    if (levels.queue.levels > 0) {
      std::size_t const pieces = levels.queue.max_pieces(levels.n);
      launch_teams<Buckets::team>("KokkosSort::sample_sort::empty_list", exec,
                                  1, EmptyList{state});
      launch_teams<Buckets::team>("KokkosSort::sample_sort::list_sequences",
                                  exec, std::min(pieces, resident),
                                  ListSequences{levels, state});
      teams = std::min(pieces, resident);
    }
    launch_teams<State::team, State::LeafTuning::leaf_min_teams>(
        "KokkosSort::sample_sort::quick_sort", exec, teams, Last{state});
  }

  struct EmptyList {
    State s;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      for (std::uint32_t i = member.team_rank(); i < s.queue.control_words();
           i += Buckets::team)
        s.queue.control[i] = 0;
    }
  };

  /// Lists the buckets to sort. Buckets of equal keys are only copied to the
  /// caller's array.
  struct ListSequences {
    Levels levels;
    State s;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() { return 16; }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      BucketQueue const& q = levels.queue;
      auto* const shared   = reinterpret_cast<std::uint32_t*>(
          team_scratch(member, scratch_bytes()));
      std::uint32_t const pieces = *q.word(BucketQueue::pieces_listed);
      std::uint32_t const excess = *q.word(BucketQueue::excess_listed);
      while (true) {
        std::uint32_t const i =
            next_work_item(member, q.word(BucketQueue::piece_ticket), shared);
        if (i >= pieces + excess) return;
        Piece const piece = i < pieces ? q.pieces[i] : q.excess[i - pieces];
        if (piece.kind == PieceKind::equal) {
          copy_all(member, levels.data[1], levels.data[0], piece.begin,
                   piece.size);
        } else if (member.team_rank() == 0) {
          s.queue.done[Kokkos::atomic_fetch_add(s.queue.done_total(), 1u)] =
              Whole{piece.begin, piece.size,  0,
                    0,           piece.array, SequenceKind::split};
        }
      }
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
