// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_KEEP_CANDIDATES_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_KEEP_CANDIDATES_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Second half of a round: appends the elements between the limits to the
/// candidates, in any order. A team holds candidates of up to 8 bytes back in
/// scratch, and the offsets of others, until there are enough for one atomic
/// addition. IsTwoSided: there may be a lower limit.
template <class Selection, bool OfKeys, bool IsTwoSided>
struct KeepCandidates {
  using Exec      = typename Selection::Execution;
  using Member    = typename Selection::Member;
  using By        = typename Selection::By;
  using Candidate = typename By::Candidate;
  using Entry     = typename By::Entry;
  using Tuning    = typename Selection::Tuning;
  using Scan      = TeamScan<Exec, Tuning::team_size, std::uint64_t>;

  static constexpr int team   = Tuning::team_size;
  static constexpr int items  = Tuning::batch_items;
  static constexpr int batch  = team * items;
  static constexpr int staged = Tuning::staged;

  // A second read takes a sector of memory per candidate: 0.1 ms of 0.37 for
  // the median of 2^28 u32 keys on an H200.
  static constexpr bool stages_values =
      !Selection::is_host && sizeof(Candidate) <= 8;
  using Staged = std::conditional_t<stages_values, Candidate, std::uint32_t>;

  typename Selection::State s;
  int round;

  /// Scratch of a team.
  struct Stage {
    std::uint64_t sums[Scan::warps + 1];
    std::uint64_t begin;
    std::uint32_t count;
    Staged elements[staged];
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Stage);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (!s.is_sound(round)) return;
    auto& stage =
        *reinterpret_cast<Stage*>(team_scratch(member, scratch_bytes()));
    if (member.team_rank() == 0) stage.count = 0;
    member.team_barrier();
    s.template with_source<OfKeys>(
        round, [&](auto const& source) { keep(member, source, stage); });
  }

 private:
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION void keep(Member const& member,
                                        Source const& source,
                                        Stage& stage) const {
    SelectionRound<Entry> const limits = s.results[round];
    std::uint64_t const size           = s.size(round);
    std::uint64_t before               = 0;
    std::uint32_t row                  = 0;
    for (std::uint64_t begin = first_of(member, 0); begin < size;
         begin               = first_of(member, ++row)) {
      std::uint32_t const last =
          size - begin >= batch
              ? keep_batch<true>(member, source, limits, begin, batch, row,
                                 before, stage)
              : keep_batch<false>(member, source, limits, begin,
                                  static_cast<int>(size - begin), row, before,
                                  stage);
      if (Warp<Exec>::any_in_team(member, last > staged - batch))
        append(member, source, stage);
    }
    member.team_barrier();
    append(member, source, stage);
    if constexpr (IsTwoSided) {
      std::uint64_t total;
      Scan::exclusive(member, before, stage.sums, total);
      if (member.team_rank() == 0 && total > 0)
        Kokkos::atomic_add(&s.results[round].before, total);
    }
  }

  /// Returns the first element of a team's batch. All teams read neighboring
  /// batches.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t first_of(
      Member const& member, std::uint32_t row) {
    return (static_cast<std::uint64_t>(row) *
                static_cast<std::uint32_t>(member.league_size()) +
            static_cast<std::uint32_t>(member.league_rank())) *
           batch;
  }

  /// Returns the number of elements held back, as far as this thread has seen.
  template <bool Full, class Source>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t keep_batch(
      Member const& member, Source const& source,
      SelectionRound<Entry> const& limits, std::uint64_t begin, int size,
      std::uint32_t row, std::uint64_t& before, Stage& stage) const {
    int const rank         = member.team_rank();
    std::uint32_t position = 0;
    auto const stage_at    = [&](int at) {
      if constexpr (!stages_values)
        stage.elements[position++] =
            row * batch + static_cast<std::uint32_t>(at);
    };
    if constexpr (Selection::is_host) {
      position = stage.count;
      for (int at = rank; at < size; at += team)
        if (is_kept(source.entry(source.held(begin + at), begin + at), limits,
                    before))
          stage_at(at);
      stage.count = position;
      return position;
    } else {
      typename Source::Held held[items];
      if constexpr (!Full) define_registers(held);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if (Full || j * team + rank < size)
          held[j] = source.held(begin + rank + j * team);
      std::uint32_t kept = 0;
      KOKKOSSORT_UNROLL
      for (int j = 0; j < items; ++j)
        if ((Full || j * team + rank < size) &&
            is_kept(source.entry(held[j], begin + rank + j * team), limits,
                    before))
          kept |= 1u << j;
      if (kept == 0) return 0;
      position = Warp<Exec>::shared_atomic_add(
          &stage.count, static_cast<std::uint32_t>(
                            Kokkos::Experimental::popcount_builtin(kept)));
      if constexpr (stages_values) {
        KOKKOSSORT_UNROLL
        for (int j = 0; j < items; ++j)
          if ((kept >> j & 1) != 0)
            stage.elements[position++] =
                By::candidate(source.entry(held[j], begin + rank + j * team));
      } else {
        for (int j = 0; j < items; ++j)
          if ((kept >> j & 1) != 0) stage_at(rank + j * team);
      }
      return position;
    }
  }

  /// Whether an element is between the limits. Counts those up to the lower
  /// one. Few elements pass the first two tests, which compare keys alone.
  KOKKOS_FORCEINLINE_FUNCTION bool is_kept(Entry const& entry,
                                           SelectionRound<Entry> const& limits,
                                           std::uint64_t& before) const {
    if constexpr (IsTwoSided) {
      if (limits.has_low != 0 && s.by.less_item(entry, limits.low)) {
        ++before;
        return false;
      }
    }
    if (limits.has_high != 0 && s.by.less_item(limits.high, entry))
      return false;
    if constexpr (IsTwoSided) {
      if (limits.has_low != 0 && !s.by.less(limits.low, entry)) {
        ++before;
        return false;
      }
    }
    return limits.has_high == 0 || s.by.less(entry, limits.high);
  }

  /// Appends the elements held back. Called by the whole team after a barrier;
  /// ends with one.
  template <class Source>
  KOKKOS_INLINE_FUNCTION void append(Member const& member, Source const& source,
                                     Stage& stage) const {
    std::uint32_t const count = stage.count;
    if (member.team_rank() == 0 && count > 0)
      stage.begin = Kokkos::atomic_fetch_add(&s.results[round].count,
                                             std::uint64_t{count});
    member.team_barrier();
    std::uint64_t const begin = stage.begin;
    std::uint64_t const room  = s.room[round + 1];
    auto* const to            = s.output(round);
    for (std::uint32_t i = member.team_rank(); i < count; i += team) {
      if (begin + i >= room) break;
      if constexpr (stages_values) {
        to[begin + i] = stage.elements[i];
      } else {
        std::uint32_t const offset = stage.elements[i];
        std::uint64_t const from =
            first_of(member, offset / batch) + offset % batch;
        to[begin + i] = By::candidate(source[from]);
      }
    }
    member.team_barrier();
    if (member.team_rank() == 0) stage.count = 0;
    member.team_barrier();
  }
};

}  // namespace KokkosSort::Impl

#endif
