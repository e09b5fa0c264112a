// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_SELECT_ALONE_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_SELECT_ALONE_HPP

#include <KokkosSort/algorithm/leaf/merge_runs_team.hpp>
#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/relaxed.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Selection of the first keys by one team, if a round failed. The team appends
/// the keys that come before the last one wanted so far. Whenever the room for
/// candidates is full, it sorts them and keeps those wanted. The room is for
/// more than twice as many, so this takes O(n log n) operations on any input.
template <class Selection>
struct SelectAlone {
  using Member    = typename Selection::Member;
  using By        = typename Selection::By;
  using Entry     = typename By::Entry;
  using Candidate = typename By::Candidate;
  using Tuning    = typename Selection::Tuning;
  using Data      = Arrays<Candidate, NoValue>;
  using Sort      = TeamMergeSort<Candidate, Tuning::team_size,
                                  Tuning::alone_items_per_thread>;
  using RunSort   = TeamMergeRuns<typename By::Sorted, NoValue, Sort>;

  static constexpr int team = Tuning::team_size;

  typename Selection::State s;
  typename By::Sorted sorted;
  Candidate* spare;  // as much room as for the candidates

  /// Scratch of a team in front of that of the sort.
  struct Shared {
    std::uint64_t count;
    std::uint64_t unused;
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Shared) + RunSort::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.is_sound(s.rounds)) return;
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    auto& shared             = *reinterpret_cast<Shared*>(scratch);
    RunSort const sort(scratch + sizeof(Shared), sorted);
    Candidate* const kept    = s.output(s.rounds - 1);
    std::uint64_t const room = s.room[s.rounds];
    std::uint64_t const k    = s.last;
    if (member.team_rank() == 0) shared.count = 0;
    member.team_barrier();
    std::uint64_t count   = 0;
    bool has_limit        = false;
    std::uint64_t const n = s.size(0);
    for (std::uint64_t begin = 0; begin < n;) {
      std::uint64_t const end =
          n - begin < room - count ? n : begin + (room - count);
      append(member, begin, end, kept, k, has_limit, shared);
      begin = end;
      member.team_barrier();
      count = shared.count;
      member.team_barrier();
      if (begin < n && 2 * (room - count) >= room - k) continue;
      sort.sort(member, {Data{{kept}, {}}, Data{{spare}, {}}}, 0, 0, count);
      has_limit = count >= k;
      if (has_limit) count = k;
      if (member.team_rank() == 0) shared.count = count;
      member.team_barrier();
    }
    for (std::uint64_t i = count + member.team_rank(); i < room; i += team)
      kept[i] = s.by.padding();
  }

 private:
  /// Appends the keys [begin, end) that come before the last of the first k.
  KOKKOS_INLINE_FUNCTION void append(Member const& member, std::uint64_t begin,
                                     std::uint64_t end, Candidate* kept,
                                     std::uint64_t k, bool has_limit,
                                     Shared& shared) const {
    s.template with_source<true>(0, [&](auto const& source) {
      for (std::uint64_t i = begin + member.team_rank(); i < end; i += team) {
        Entry const entry = source[i];
        if (has_limit &&
            !s.by.less_item(entry, By::entry_of(kept[k - 1], no_index)))
          continue;
        kept[Kokkos::atomic_fetch_add(&shared.count, std::uint64_t{1})] =
            By::candidate(entry);
      }
    });
  }
};

}  // namespace KokkosSort::Impl

#endif
