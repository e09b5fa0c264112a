// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Phase of radix sort for leaves that exceed a team's scratch by little: see
// radix_sort.hpp.
#ifndef KOKKOSSORT_ALGORITHM_RADIX_RADIX_LONG_LEAVES_HPP
#define KOKKOSSORT_ALGORITHM_RADIX_RADIX_LONG_LEAVES_HPP

#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorts each long leaf by runs that one team merges. Such leaves are few if
/// keys are spread but repeat a few times each.
template <class Sort>
struct SortLongRadixLeaves {
  using Exec   = typename Sort::Execution;
  using Member = TeamMember<Exec>;
  using Runs   = typename Sort::Leaves::RunSort;

  static constexpr int team = Sort::Leaves::team;

  typename Sort::State s;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Runs::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    if (s.flags->long_leaves == 0 || s.flags->needs_lsd != 0) return;
    Runs const runs(team_scratch(member, scratch_bytes()), s.order);
    for (std::uint32_t i = member.league_rank(); i < s.flags->long_leaves;
         i += member.league_size()) {
      std::uint32_t const bin   = s.long_leaf_bins[i];
      std::uint64_t const begin = s.leaf_offsets[bin];
      runs.sort(member, s.data, s.msd_passes % 2, begin,
                s.leaf_offsets[bin + 1] - begin);
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
