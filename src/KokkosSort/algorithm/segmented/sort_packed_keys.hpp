// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_PACKED_KEYS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_PACKED_KEYS_HPP

#include <KokkosSort/algorithm/segmented/packed_lists_team.hpp>
#include <KokkosSort/algorithm/segmented/packed_tile_thread.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/unroll.hpp>
#include <KokkosSort/core/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Sorts the short segments of numbers without values, many per team: those
/// that begin in the team's stretch of the keys. A segment of up to `run` keys
/// is sorted by one thread, by a network in registers. Longer ones are divided
/// into runs. Each merge step joins neighboring runs of all segments at once,
/// and a thread merges `run` items of the result.
template <class Sort>
struct SortPackedKeys {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Key    = typename Order::key_type;
  using Member = TeamMember<Exec>;

  static constexpr int team = Tuning::team_size;
  static constexpr int run  = Tuning::run;

  using Tile  = PackedTile<Order>;
  using Lists = TeamPackedLists<Exec, Tuning>;

  // A thread merges so many parts at a time: one, except in small teams.
  static constexpr int parts = Lists::parts_per_thread;

  State s;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t tile_bytes() {
    return round_up(Tile::padded(Tuning::capacity) * sizeof(Item), 16);
  }
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return tile_bytes() + Lists::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const stretch   = member.league_rank();
    std::uint64_t const first_one = s.first_segment[stretch];
    if (first_one == 0) return;
    std::byte* const scratch  = team_scratch(member, scratch_bytes());
    std::uint64_t const begin = stretch * Tuning::stretch;
    Lists const lists(scratch + tile_bytes());
    lists.list(member, s.segments, s.n, begin, first_one - 1,
               s.last_segment[stretch]);
    int const low  = lists.low();
    int const high = lists.high();
    if (high == 0) return;
    Tile const tile(reinterpret_cast<Item*>(scratch));
    load(member, tile, begin, low, high);
    member.team_barrier();
    sort_runs(member, tile, lists);
    member.team_barrier();
    for (int batch = 0; batch < lists.batches(); ++batch)
      merge_runs(member, tile, lists, batch);
    store(member, tile, lists, begin, low, high);
  }

 private:
  /// Loads the keys at [low, high) of the tile.
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member, Tile const& tile,
                                        std::uint64_t begin, int low,
                                        int high) const {
    constexpr int loads = 8;  // in flight per thread
    with_stride(s.data.keys, [&](auto stride) {
      Key const* const keys =
          s.data.keys.data + static_cast<std::ptrdiff_t>(begin) * stride;
      for (int first = low + member.team_rank(); first < high;
           first += loads * team) {
        Item items[loads];
        KOKKOSSORT_UNROLL
        for (int i = 0; i < loads; ++i)
          if (first + i * team < high)
            items[i] = s.order.encode(keys[(first + i * team) * stride]);
        KOKKOSSORT_UNROLL
        for (int i = 0; i < loads; ++i)
          if (first + i * team < high) tile[first + i * team] = items[i];
      }
    });
  }

  /// Writes the keys of the segments that the team sorts.
  KOKKOS_FORCEINLINE_FUNCTION void store(Member const& member, Tile const& tile,
                                         Lists const& lists,
                                         std::uint64_t begin, int low,
                                         int high) const {
    bool const are_all = lists.owns_all();
    with_stride(s.data.keys, [&](auto stride) {
      Key* const keys =
          s.data.keys.data + static_cast<std::ptrdiff_t>(begin) * stride;
      for (int at = low + member.team_rank(); at < high; at += team)
        if (are_all || lists.owns(at))
          keys[at * stride] = s.order.decode(tile[at]);
    });
  }

  /// Sorts segments of up to `run` keys, and the runs of longer ones. A warp
  /// takes as many of one class as it has lanes.
  KOKKOS_FORCEINLINE_FUNCTION void sort_runs(Member const& member,
                                             Tile const& tile,
                                             Lists const& lists) const {
    constexpr int lanes = Warp<Exec>::size;
    int const lane      = member.team_rank() % lanes;
    int const of_8      = div_up(lists.template count<8>(), lanes);
    int const of_16     = div_up(lists.template count<16>(), lanes);
    int const of_32 = run < 32 ? 0 : div_up(lists.template count<32>(), lanes);
    int const of_parts = div_up(lists.parts(), lanes);
    for (int chunk = member.team_rank() / lanes;
         chunk < of_parts + of_32 + of_16 + of_8; chunk += team / lanes) {
      int at = chunk;
      if (at < of_parts + of_32) {
        PackedPart part{};
        if (at < of_parts) {
          int const i = at * lanes + lane;
          if (i < lists.parts()) part = lists.part(i).template run_of<run>();
        } else if constexpr (run == 32) {
          part = lists.template segment<32>((at - of_parts) * lanes + lane);
        }
        sort_part<run>(tile, lists, part);
        continue;
      }
      at -= of_parts + of_32;
      if (at < of_16) {
        sort_part<16>(tile, lists,
                      lists.template segment<16>(at * lanes + lane));
      } else {
        sort_part<8>(tile, lists,
                     lists.template segment<8>((at - of_16) * lanes + lane));
      }
    }
  }

  /// Sorts up to N items.
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION static void sort_part(Tile const& tile,
                                                    Lists const& lists,
                                                    PackedPart part) {
    if (part.size == 0) return;
    tile.template sort<N>(part.begin, part.size);
    if (!lists.owns_all()) lists.own(part.begin, part.size);
  }

  /// Merges the runs of each segment of a batch. Ends with a barrier.
  KOKKOS_FORCEINLINE_FUNCTION void merge_runs(Member const& member,
                                              Tile const& tile,
                                              Lists const& lists,
                                              int batch) const {
    int const longest = lists.longest();
    KOKKOSSORT_NO_UNROLL
    for (int width = 1; width * run < longest; width *= 2) {
      Item merged[parts][run];
      PackedPart to[parts];
      KOKKOSSORT_UNROLL
      for (int p = 0; p < parts; ++p) {
        to[p] = {};
        PackedSlot slot;
        if (lists.find_part(batch, p * team + member.team_rank(), slot))
          to[p] = tile.template merge<run>(slot, width, merged[p]);
      }
      member.team_barrier();
      KOKKOSSORT_UNROLL
      for (int p = 0; p < parts; ++p) tile.put(to[p], merged[p]);
      member.team_barrier();
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
