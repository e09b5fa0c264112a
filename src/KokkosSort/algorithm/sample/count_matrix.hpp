// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_COUNT_MATRIX_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_COUNT_MATRIX_HPP

#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Counts of every tile and bucket of a level, in column-major order. The
/// tiles of one bucket are neighbors (Leischner, Osipov & Sanders, section 4,
/// phase 3). A level partitions several buckets, whose matrices follow one
/// another. Prefix sums over all of it, relative to those at the start of a
/// matrix, are the offsets of its tiles.
struct CountMatrix {
  std::uint64_t* entries;  // and one for the total
  std::uint64_t* sums;     // of the sections, one per team
  int log_buckets;

  void take(Arena& arena, std::size_t max_tiles, std::size_t max_sections) {
    entries = arena.take<std::uint64_t>((max_tiles << log_buckets) + 1);
    sums    = arena.take<std::uint64_t>(max_sections);
  }

  /// Matrix of one of the buckets that a level partitions.
  struct Columns {
    std::uint64_t* first;
    std::uint32_t tiles;

    /// Entry of a tile of the bucket; afterwards the next entry is the offset
    /// at which its items end.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t& at(std::uint32_t child,
                                                  std::uint32_t tile) const {
      return first[static_cast<std::uint64_t>(child) * tiles + tile];
    }
    /// Returns the first offset of a child within the bucket.
    KOKKOS_FORCEINLINE_FUNCTION std::uint64_t begin_of(
        std::uint32_t child) const {
      return first[static_cast<std::uint64_t>(child) * tiles] - first[0];
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION Columns columns(std::uint32_t first_tile,
                                              std::uint32_t tiles) const {
    return {entries + (static_cast<std::uint64_t>(first_tile) << log_buckets),
            tiles};
  }
};

/// Section of the matrix that a team of a league takes.
struct MatrixSection {
  std::uint64_t begin;
  std::uint64_t end;

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION MatrixSection(Member const& member,
                                            std::uint64_t all) {
    std::uint64_t const share =
        div_up<std::uint64_t>(all, member.league_size());
    begin =
        share * member.league_rank() < all ? share * member.league_rank() : all;
    end = begin + share < all ? begin + share : all;
  }
};

/// Prefix sums over the matrix (phase 3), first half: each team sums a section.
/// `tiles` is the number of tiles of the level.
template <class Exec, int TeamSize>
struct SumCounts {
  using Member = TeamMember<Exec>;
  using Scan   = TeamScan<Exec, TeamSize, std::uint64_t>;

  CountMatrix matrix;
  std::uint32_t const* tiles;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Scan::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    MatrixSection const own(member,
                            std::uint64_t{*tiles} << matrix.log_buckets);
    std::uint64_t sum = 0;
    for (std::uint64_t i = own.begin + member.team_rank(); i < own.end;
         i += TeamSize)
      sum += matrix.entries[i];
    auto* const scratch =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    std::uint64_t total;
    Scan::exclusive(member, sum, scratch, total);
    if (member.team_rank() == 0) matrix.sums[member.league_rank()] = total;
  }
};

/// Second half: each team adds the sums of the sections before its own, and
/// scans its section. The league is that of SumCounts.
template <class Exec, int TeamSize>
struct ScanCounts {
  using Member = TeamMember<Exec>;
  using Scan   = TeamScan<Exec, TeamSize, std::uint64_t>;

  // Entries per thread: 32 bytes, the least that memory transfers.
  static constexpr int per_thread = 4;

  CountMatrix matrix;
  std::uint32_t const* tiles;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return Scan::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const all = std::uint64_t{*tiles} << matrix.log_buckets;
    MatrixSection const own(member, all);
    auto* const scratch =
        reinterpret_cast<std::uint64_t*>(team_scratch(member, scratch_bytes()));
    if (own.begin == own.end) return;
    std::uint64_t before = sum_before(member, scratch);
    for (std::uint64_t first = own.begin; first < own.end;
         first += TeamSize * per_thread)
      before += scan_chunk(member, first, own.end, before, scratch);
    if (own.end == all && member.team_rank() == 0) matrix.entries[all] = before;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t sum_before(
      Member const& member, std::uint64_t* scratch) const {
    std::uint64_t sum = 0;
    for (int s = member.team_rank(); s < member.league_rank(); s += TeamSize)
      sum += matrix.sums[s];
    std::uint64_t total;
    Scan::exclusive(member, sum, scratch, total);
    member.team_barrier();
    return total;
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t scan_chunk(
      Member const& member, std::uint64_t first, std::uint64_t end,
      std::uint64_t before, std::uint64_t* scratch) const {
    std::uint64_t const begin = first + member.team_rank() * per_thread;
    std::uint64_t counts[per_thread];
    std::uint64_t sum = 0;
    KOKKOSSORT_UNROLL
    for (int i = 0; i < per_thread; ++i) {
      counts[i] = begin + i < end ? matrix.entries[begin + i] : 0;
      sum += counts[i];
    }
    std::uint64_t total;
    std::uint64_t offset =
        before + Scan::exclusive(member, sum, scratch, total);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < per_thread; ++i) {
      if (begin + i < end) matrix.entries[begin + i] = offset;
      offset += counts[i];
    }
    member.team_barrier();
    return total;
  }
};

}  // namespace KokkosSort::Impl

#endif
