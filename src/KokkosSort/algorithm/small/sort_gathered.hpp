// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SORT_GATHERED_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SORT_GATHERED_HPP

#include <KokkosSort/algorithm/small/gathered_runs_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Second launch: one team per bucket gathers its run from each tile and sorts
/// them in scratch. The bucket begins at the sum of its offsets in the tiles,
/// which is the number of items in the buckets before it.
template <class Sort>
struct SortGathered {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::SortValue;
  using Tuning = typename Sort::Tuning;
  using Leaf   = typename Sort::BucketLeaf;
  using Data   = typename Sort::Data;
  using Member = TeamMember<Exec>;
  using Runs   = GatheredRuns<Order, Value>;

  static constexpr int team      = Leaf::team;
  static constexpr int max_tiles = Tuning::max_tiles;

  // Both the begin of the bucket and its size are summed at once.
  using Scan = TeamScan<Exec, team, std::uint64_t>;

  State s;

  static constexpr std::size_t table_bytes =
      round_up(2 * max_tiles * sizeof(std::uint32_t), 16);
  // The scan is over before a leaf is sorted.
  static constexpr std::size_t sort_bytes =
      16 + (Leaf::scratch_bytes() > Leaf::RunSort::scratch_bytes()
                ? Leaf::scratch_bytes()
                : Leaf::RunSort::scratch_bytes());
  static_assert(sort_bytes >= Scan::scratch_bytes());

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return table_bytes + sort_bytes;
  }

  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const {
    std::byte* const scratch   = team_scratch(member, scratch_bytes());
    auto* const first          = reinterpret_cast<std::uint32_t*>(scratch);
    std::uint32_t* const shift = first + max_tiles;
    std::byte* const rest      = scratch + table_bytes;
    std::uint64_t const both   = list_runs(member, first, shift, rest);
    auto const size            = static_cast<std::uint32_t>(both);
    auto const begin           = static_cast<std::uint32_t>(both >> 32);
    if (size == 0) return;
    Runs const runs(s.data[1], first, shift, s.tiles);
    if (s.holds_equal[member.league_rank()]) {
      runs.copy(member, s.data[0], begin, static_cast<int>(size));
    } else if (size <= Leaf::capacity) {
      Leaf::sort_from(member, rest, s.order, runs, s.data[0], begin,
                      static_cast<int>(size));
    } else {
      runs.copy(member, s.data[0], begin, static_cast<int>(size));
      member.team_barrier();
      Data const arrays[2] = {s.data[0], s.data[2]};
      typename Leaf::RunSort(rest, s.order)
          .sort(member, arrays, 0, begin, size);
    }
  }

  /// Fills the table of runs. Returns the size of the bucket and, in the upper
  /// half, where it begins. Ends with a barrier.
  KOKKOS_INLINE_FUNCTION std::uint64_t list_runs(Member const& member,
                                                 std::uint32_t* first,
                                                 std::uint32_t* shift,
                                                 std::byte* scratch) const {
    std::uint16_t const* const from =
        s.offsets + static_cast<std::uint32_t>(member.league_rank()) * s.tiles;
    std::uint16_t const* const to = from + s.tiles;
    int const share               = div_up(s.tiles, team);
    int const t0                  = member.team_rank() * share;
    int const t1                  = t0 + share < s.tiles ? t0 + share : s.tiles;
    std::uint64_t own             = 0;
    for (int t = t0; t < t1; ++t)
      own += static_cast<std::uint64_t>(from[t]) << 32 | (to[t] - from[t]);
    std::uint64_t total;
    auto before = static_cast<std::uint32_t>(Scan::exclusive(
        member, own, reinterpret_cast<std::uint64_t*>(scratch), total));
    for (int t = t0; t < t1; ++t) {
      first[t] = before;
      shift[t] = static_cast<std::uint32_t>(t * s.tile) + from[t] - before;
      before += to[t] - from[t];
    }
    member.team_barrier();
    return total;
  }
};

}  // namespace KokkosSort::Impl

#endif
