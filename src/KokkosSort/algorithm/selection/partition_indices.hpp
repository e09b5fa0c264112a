// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Partition of the indices of keys by the element of one rank. They are written
// by one pass of ordered compaction, whose tiles wait for the number of
// elements in front of theirs: see block/tile_sums_team.hpp.
#ifndef KOKKOSSORT_ALGORITHM_SELECTION_PARTITION_INDICES_HPP
#define KOKKOSSORT_ALGORITHM_SELECTION_PARTITION_INDICES_HPP

#include <KokkosSort/algorithm/selection/candidate_order_thread.hpp>
#include <KokkosSort/algorithm/selection/selection_state.hpp>
#include <KokkosSort/algorithm/selection/settle_rank.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/tile_sums_team.hpp>
#include <KokkosSort/block/tile_words_team.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Writes the indices of all elements, those before the rank in front. All
/// others follow from the end, so that the indices are a permutation whatever a
/// comparator returns.
template <class Selection, class Index>
struct PartitionIndices {
  using Exec   = typename Selection::Execution;
  using Member = typename Selection::Member;
  using By     = typename Selection::By;
  using Entry  = typename By::Entry;
  using Lanes  = Warp<Exec>;
  using Mask   = typename Lanes::mask_type;
  using Scan   = TeamScan<Exec, Selection::team, std::uint64_t>;
  using Sums   = TileSums<Exec>;

  static constexpr int team  = Selection::team;
  static constexpr int rows  = Selection::Tuning::partition_rows;
  static constexpr int tile  = team * rows;
  static constexpr int warps = team / Lanes::size;
  static constexpr int masks = rows * warps;

  By by;
  std::uint64_t n;
  FoundRank<Entry>* found;
  TileWords words;
  Strided<Index> positions;

  /// Scratch of a team. One mask per warp and row has a bit per element before
  /// that of the rank; before[m] is the number of them before mask m.
  struct Shared {
    std::uint64_t sums[Scan::warps + 1];
    std::uint64_t begin;
    std::uint32_t ticket;
    std::uint32_t before[masks];
    Mask listed[masks];
  };

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sizeof(Shared);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    auto& shared =
        *reinterpret_cast<Shared*>(team_scratch(member, scratch_bytes()));
    Entry const pivot         = found->entry;
    std::uint64_t const tiles = (n + (tile - 1)) / tile;
    Sums const sums(words.sums, tiles);
    with_stride(by.m_keys, [&](auto stride) {
      KeySource<By, decltype(stride)> const source{by, stride};
      while (true) {
        std::uint64_t const t =
            take_tile<Sums>(member, words, tiles, &shared.ticket);
        if (t >= tiles) return;
        std::uint64_t const begin = t * tile;
        int const size = n - begin < tile ? static_cast<int>(n - begin) : tile;
        if (size == tile) {
          mark<true>(member, source, pivot, begin, size, shared);
        } else {
          mark<false>(member, source, pivot, begin, size, shared);
        }
        member.team_barrier();
        std::uint64_t const listed =
            Scan::exclusive_array(member, shared.before, masks, shared.sums);
        int const rank = member.team_rank();
        if (tiles > 1 && rank == 0) sums.publish(t, listed);
        if (rank < Lanes::size) {
          std::uint64_t const before =
              tiles > 1 ? sums.sum_before(t, listed, rank) : 0;
          if (rank == 0) shared.begin = before;
        }
        member.team_barrier();
        take(member, begin, size, shared);
        if (tiles == 1) return;
      }
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static int mask_of(Member const& member,
                                                 int row) {
    return row * warps + member.team_rank() / Lanes::size;
  }

  template <bool Full, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void mark(Member const& member,
                                        Source const& source,
                                        Entry const& pivot, std::uint64_t begin,
                                        int size, Shared& shared) const {
    int const rank   = member.team_rank();
    auto const store = [&](int row, bool is_listed) {
      Mask const mask = Lanes::ballot(is_listed);
      if (rank % Lanes::size != 0) return;
      shared.listed[mask_of(member, row)] = mask;
      shared.before[mask_of(member, row)] =
          static_cast<std::uint32_t>(Lanes::count(mask));
    };
    auto const is_listed = [&](typename Source::Held const& held, int at) {
      return by.less(source.entry(held, begin + static_cast<std::uint64_t>(at)),
                     pivot);
    };
    if constexpr (Selection::is_host) {
      for (int row = 0; row < rows; ++row) {
        int const at = row * team + rank;
        store(row,
              at < size &&
                  is_listed(source.held(begin + static_cast<std::uint64_t>(at)),
                            at));
      }
    } else {
      // All reads are issued before the first is waited for.
      typename Source::Held held[rows];
      KOKKOSSORT_UNROLL
      for (int row = 0; row < rows; ++row)
        if (Full || row * team + rank < size)
          held[row] = source.held(begin + row * team + rank);
      KOKKOSSORT_UNROLL
      for (int row = 0; row < rows; ++row)
        store(row, (Full || row * team + rank < size) &&
                       is_listed(held[row], row * team + rank));
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void take(Member const& member,
                                        std::uint64_t begin, int size,
                                        Shared const& shared) const {
    int const rank = member.team_rank();
    int const lane = rank % Lanes::size;
    for (int row = 0; row < rows; ++row) {
      int const at = row * team + rank;
      if (at >= size) return;
      int const m       = mask_of(member, row);
      Mask const listed = shared.listed[m];
      Mask const lower =
          listed & static_cast<Mask>((Mask{1} << lane) - Mask{1});
      std::uint64_t const i = begin + static_cast<std::uint64_t>(at);
      std::uint64_t const ahead =
          shared.begin + shared.before[m] +
          static_cast<std::uint64_t>(Lanes::count(lower));
      std::uint64_t const to =
          (listed >> lane & 1) != 0 ? ahead : n - 1 - (i - ahead);
      positions[to] = static_cast<Index>(i);
      if (i == found->entry.index) found->position = to;
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
