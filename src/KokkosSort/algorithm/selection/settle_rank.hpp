// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SELECTION_SETTLE_RANK_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_SETTLE_RANK_HPP

#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// The element of a rank, in device memory.
template <class Entry>
struct FoundRank {
  Entry entry;
  std::uint64_t position;  // of the key, which a partition moves
  std::uint64_t listed;    // elements that a partition listed
};

/// Reads the element of the wanted rank from the sorted candidates. If a sample
/// misled a round, the team selects it alone. Each pass over the keys counts
/// those before a pivot, and takes a random one of the rest as the next pivot.
/// That takes O(n log n) on average. Source: C. A. R. Hoare, "Algorithm 65:
/// Find" (1961).
template <class Selection>
struct SettleRank {
  using Exec   = typename Selection::Execution;
  using Member = typename Selection::Member;
  using By     = typename Selection::By;
  using Entry  = typename By::Entry;
  using Scan   = TeamScan<Exec, Selection::Tuning::team_size, std::uint64_t>;

  static constexpr int team = Selection::Tuning::team_size;

  typename Selection::State s;
  typename By::Candidate const* sorted;
  FoundRank<Entry>* found;

  /// A pivot for the next pass: the key with the least hash of the thread's.
  struct Choice {
    std::uint64_t hash;  // no_index: none
    Entry entry;

    KOKKOS_FORCEINLINE_FUNCTION void consider(Entry const& other, int pass) {
      std::uint64_t const of_other =
          splitmix64(other.index + static_cast<std::uint64_t>(pass + 1) *
                                       0x9e3779b97f4a7c15ULL);
      if (of_other >= hash) return;
      hash  = of_other;
      entry = other;
    }
  };
  struct Shared {
    Choice choices[team];
    std::uint64_t sums[Scan::warps + 1];
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Shared);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (!s.is_sound(s.rounds)) return select_alone(member);
    std::uint64_t const at = s.first - s.left_out(s.rounds);
    if (member.team_rank() == 0) set(By::entry_of(sorted[at], at));
  }

 private:
  /// A comparator that contradicts itself may leave padding, in place of which
  /// any key is taken.
  KOKKOS_FORCEINLINE_FUNCTION void set(Entry const& entry) const {
    found->entry    = entry.index < s.n ? entry : s.by.entry(s.by.m_keys[0], 0);
    found->position = found->entry.index;
    found->listed   = 0;
  }

  KOKKOS_INLINE_FUNCTION void select_alone(Member const& member) const {
    auto& shared =
        *reinterpret_cast<Shared*>(team_scratch(member, scratch_bytes()));
    s.template with_source<true>(0, [&](auto const& source) {
      Entry pivot   = source[s.n / 2];
      Entry low     = pivot;
      Entry high    = pivot;
      bool has_low  = false;
      bool has_high = false;
      for (int pass = 0; pass < Selection::Tuning::alone_passes; ++pass) {
        std::uint64_t count = 0;
        Choice before{no_index, pivot};
        Choice behind{no_index, pivot};
        for (std::uint64_t i = static_cast<std::uint64_t>(member.team_rank());
             i < s.n; i += team) {
          Entry const entry = source[i];
          if (s.by.less(entry, pivot)) {
            ++count;
            if (!has_low || s.by.less(low, entry)) before.consider(entry, pass);
          } else if (entry.index != pivot.index) {
            if (!has_high || s.by.less(entry, high))
              behind.consider(entry, pass);
          }
        }
        std::uint64_t total;
        Scan::exclusive(member, count, shared.sums, total);
        if (total == s.first) break;
        bool const is_before = total > s.first;
        if (is_before) {
          high     = pivot;
          has_high = true;
        } else {
          low     = pivot;
          has_low = true;
        }
        Choice const next = least(member, is_before ? before : behind, shared);
        if (next.hash == no_index) break;
        pivot = next.entry;
      }
      if (member.team_rank() == 0) set(pivot);
    });
  }

  /// Returns the choice of the least hash of all threads. Contains barriers.
  KOKKOS_INLINE_FUNCTION Choice least(Member const& member, Choice const& own,
                                      Shared& shared) const {
    shared.choices[member.team_rank()] = own;
    member.team_barrier();
    int chosen = 0;
    for (int t = 1; t < team; ++t)
      if (shared.choices[t].hash < shared.choices[chosen].hash) chosen = t;
    Choice const next = shared.choices[chosen];
    member.team_barrier();
    return next;
  }
};

}  // namespace KokkosSort::Impl

#endif
