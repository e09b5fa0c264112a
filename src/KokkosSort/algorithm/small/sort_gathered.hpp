// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SORT_GATHERED_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SORT_GATHERED_HPP

#include <KokkosSort/algorithm/small/gathered_runs_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Second launch: one team per bucket gathers its run from each tile and sorts
/// them in scratch. The bucket begins at the sum of its offsets in the tiles,
/// which is the number of items in the buckets before it.
template <class Sort, class Leaf>
struct SortGathered {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::SortValue;
  using Tuning = typename Sort::Tuning;
  using Data   = typename Sort::Data;
  using Member = TeamMember<Exec>;
  using Runs   = GatheredRuns<Exec, Order, Value>;

  static constexpr int team      = Leaf::team;
  static constexpr int max_tiles = Tuning::max_tiles;

  // The begin of the bucket, its size and the number of its runs are summed at
  // once: 31, 23 and 10 bits.
  using Scan                              = TeamScan<Exec, team, std::uint64_t>;
  static constexpr int log_size           = 23;
  static constexpr int log_begin          = 33;
  static constexpr std::uint64_t a_run    = std::uint64_t{1} << log_size;
  static constexpr std::uint64_t max_runs = std::uint64_t{1}
                                            << (log_begin - log_size);
  static_assert(Tuning::max_keys < a_run &&
                max_tiles < 1 << (log_begin - log_size));

  State s;

  static constexpr int words =
      RunTable::words(static_cast<int>(Leaf::capacity));
  static constexpr std::size_t table_bytes =
      round_up((2 * max_tiles + words) * sizeof(std::uint32_t), 16);
  // The scan is over before a leaf is sorted.
  static constexpr std::size_t sort_bytes =
      16 + (Leaf::scratch_bytes() > Leaf::RunSort::scratch_bytes()
                ? Leaf::scratch_bytes()
                : Leaf::RunSort::scratch_bytes());
  static_assert(sort_bytes >= Scan::scratch_bytes());

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return table_bytes + sort_bytes;
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    static_assert(Tuning::is_host ||
                  scratch_bytes() + scratch_alignment <= Sort::max_scratch);
    if (s.gate.is_closed()) return;
    std::byte* const scratch = team_scratch(member, scratch_bytes());
    std::byte* const rest    = scratch + table_bytes;
    auto* const first        = reinterpret_cast<std::uint32_t*>(scratch);
    RunTable table{first, first + max_tiles, first + 2 * max_tiles, 0};
    int const bucket         = s.bucket_of == nullptr
                                   ? member.league_rank()
                                   : s.bucket_of[member.league_rank()];
    std::uint64_t const sums = list_runs(member, bucket, table, rest);
    auto const begin         = static_cast<std::uint32_t>(sums >> log_begin);
    auto const size          = static_cast<std::uint32_t>(sums % a_run);
    if (size == 0) return;
    table.runs = static_cast<int>(sums / a_run % max_runs);
    Runs const runs(s.data[1], table);
    if (s.holds_equal[bucket]) {
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

  /// Fills the table of runs. Returns their number and the size of the bucket
  /// and, in the upper half, where it begins. Ends with a barrier.
  KOKKOS_INLINE_FUNCTION std::uint64_t list_runs(Member const& member,
                                                 int bucket,
                                                 RunTable const& table,
                                                 std::byte* scratch) const {
    for (int w = member.team_rank(); w < words; w += team) table.begins[w] = 0;
    std::uint16_t const* const from =
        s.offsets + static_cast<std::uint32_t>(bucket) * s.tiles;
    std::uint16_t const* const to = from + s.tiles;
    int const share               = div_up(s.tiles, team);
    int const t0                  = member.team_rank() * share;
    int const t1                  = t0 + share < s.tiles ? t0 + share : s.tiles;
    std::uint64_t own             = 0;
    for (int t = t0; t < t1; ++t) {
      std::uint32_t const size = to[t] - from[t];
      own += (static_cast<std::uint64_t>(from[t]) << log_begin) +
             (size > 0 ? a_run + size : 0);
    }
    std::uint64_t total;
    std::uint64_t const before = Scan::exclusive(
        member, own, reinterpret_cast<std::uint64_t*>(scratch), total);
    auto run  = static_cast<std::uint32_t>(before / a_run % max_runs);
    auto here = static_cast<std::uint32_t>(before % a_run);
    for (int t = t0; t < t1; ++t) {
      std::uint32_t const size = to[t] - from[t];
      if (size == 0) continue;
      table.first[run] = here;
      table.shift[run] =
          static_cast<std::uint32_t>(t * s.tile) + from[t] - here;
      if (here < Leaf::capacity)
        Warp<Exec>::shared_atomic_or(&table.begins[here / 32],
                                     std::uint32_t{1} << here % 32);
      here += size;
      ++run;
    }
    member.team_barrier();
    return total;
  }
};

}  // namespace KokkosSort::Impl

#endif
