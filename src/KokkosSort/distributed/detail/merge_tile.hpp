// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_MERGE_TILE_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_MERGE_TILE_HPP

#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/block/merge_thread.hpp>
#include <KokkosSort/core/team_shape.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Distributed::Impl {

/// Capacity of a tile of a merge.
template <class Exec, std::size_t ItemBytes>
struct MergeTileTuning {
  using Shape = KokkosSort::Impl::TeamShape<Exec>;

  static constexpr int team_size = Shape::size;

  /// Device: 36 KiB of scratch per team; an odd number of items per thread, so
  /// that few bank conflicts occur. Host: two buffers of 128 KiB, which the
  /// second level of cache holds.
  static constexpr int items_per_thread =
      Shape::is_host
          ? KokkosSort::Impl::bounded(128 * 1024 / ItemBytes, 64, 65535)
          : (KokkosSort::Impl::bounded(36 * 1024 / (team_size * ItemBytes), 1,
                                       17) -
             1) / 2 *
                    2 +
                1;
};

/// Kernel that merges a tile, which is a short stretch of each run. It loads
/// the stretches into scratch, merges them in pairs until one run remains, and
/// writes the result. If `to` is null, it writes only the payload.
template <class Exec, class Order, class Payload>
struct MergeTiles {
  using Member = KokkosSort::Impl::TeamMember<Exec>;
  using Key    = typename Order::key_type;
  using Item   = typename Order::item_type;
  using Source = std::uint16_t;  // an offset within the tile

  static_assert(alignof(Item) <= KokkosSort::Impl::scratch_alignment,
                "KokkosSort::Distributed takes keys aligned to 16 bytes at "
                "most");

  static constexpr bool wants_source = Payload::wants_source;
  static constexpr std::size_t item_bytes =
      sizeof(Item) + (wants_source ? sizeof(Source) : 0);

  using Tuning = MergeTileTuning<Exec, item_bytes>;

  static constexpr bool is_host  = KokkosSort::Impl::TeamShape<Exec>::is_host;
  static constexpr int team      = Tuning::team_size;
  static constexpr int own       = Tuning::items_per_thread;
  static constexpr int capacity  = team * own;
  static constexpr int most_runs = 16;

  Order order;
  Payload payload;
  Key const* from;
  Key* to;
  std::uint64_t run_begin[most_runs];
  int runs;
  std::uint64_t const* first;
  std::uint64_t const* begins;
  std::uint64_t first_tile;

  MergeTiles(Order const& order_, Payload const& payload_, Key const* from_,
             Key* to_, std::uint64_t const* run_begin_, int runs_,
             std::uint64_t const* first_, std::uint64_t const* begins_,
             std::uint64_t first_tile_)
      : order(order_),
        payload(payload_),
        from(from_),
        to(to_),
        run_begin{},
        runs(runs_),
        first(first_),
        begins(begins_),
        first_tile(first_tile_) {
    for (int r = 0; r < runs; ++r) run_begin[r] = run_begin_[r];
  }

  /// Scratch holds items, then their sources, then the begin of each run's
  /// stretch. A host thread merges from one set of items to another.
  static constexpr int sets = team == 1 ? 2 : 1;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return sets * capacity * item_bytes + (most_runs + 2) * sizeof(int);
  }

  /// The team's scratch.
  struct Tile {
    Item* items;
    int* bounds;
    Source* sources;
    std::uint64_t const* begin;
    std::uint64_t place;
    int size;
  };

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const at =
        first_tile + static_cast<std::uint64_t>(member.league_rank());
    Tile tile;
    tile.items = reinterpret_cast<Item*>(
        KokkosSort::Impl::team_scratch(member, scratch_bytes()));
    tile.bounds  = reinterpret_cast<int*>(tile.items + sets * capacity);
    tile.sources = reinterpret_cast<Source*>(tile.bounds + most_runs + 2);
    tile.begin   = begins + at * static_cast<std::uint64_t>(runs);
    tile.place   = first[at];
    tile.size    = static_cast<int>(first[at + 1] - first[at]);
    if (tile.size == 0) return;
    if (member.team_rank() == 0) {
      int bound = 0;
      for (int r = 0; r < runs; ++r) {
        tile.bounds[r] = bound;
        bound += static_cast<int>(tile.begin[r + runs] - tile.begin[r]);
      }
      tile.bounds[runs] = bound;
    }
    member.team_barrier();
    load(member, tile);
    if constexpr (team == 1) {
      store(member, tile, merge_serially(tile));
    } else {
      for (int width = 1; width < runs; width *= 2)
        merge_round(member, tile, width);
      store(member, tile, 0);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void load(Member const& member,
                                   Tile const& tile) const {
    for (int r = 0; r < runs; ++r) {
      Key const* const keys = from + run_begin[r] + tile.begin[r];
      int const begin       = tile.bounds[r];
      int const size        = tile.bounds[r + 1] - begin;
      for (int i = member.team_rank(); i < size; i += team) {
        tile.items[begin + i] = order.encode(keys[i]);
        if constexpr (wants_source)
          tile.sources[begin + i] = static_cast<Source>(begin + i);
      }
    }
    member.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION void store(Member const& member, Tile const& tile,
                                    int set) const {
    Item const* const items     = tile.items + set * capacity;
    Source const* const sources = tile.sources + set * capacity;
    for (int i = member.team_rank(); i < tile.size; i += team) {
      std::uint64_t const place = tile.place + static_cast<std::uint64_t>(i);
      if (to != nullptr) to[place] = order.decode(items[i]);
      if constexpr (wants_source) {
        int const source = sources[i];
        int r            = 0;
        while (source >= tile.bounds[r + 1]) ++r;
        payload(place, run_begin[r] + tile.begin[r] +
                           static_cast<std::uint64_t>(source - tile.bounds[r]));
      }
    }
  }

  /// Bounds of two adjacent runs from run `pair` on, each of which `width` runs
  /// were merged into.
  struct Pair {
    int begin, middle, end;
  };
  KOKKOS_FORCEINLINE_FUNCTION Pair pair_at(Tile const& tile, int pair,
                                           int width) const {
    auto const bound = [&](int run) {
      return tile.bounds[run < runs ? run : runs];
    };
    return {bound(pair), bound(pair + width), bound(pair + 2 * width)};
  }

  /// Merges all pairs at once: every thread fills `own` adjacent positions,
  /// which may include borders of pairs.
  KOKKOS_INLINE_FUNCTION void merge_round(Member const& member,
                                          Tile const& tile, int width) const {
    Item const* const items = tile.items;
    auto const less         = [&](Item a, Item b) { return order.less(a, b); };
    int const place         = member.team_rank() * own;
    Item merged[own];
    Source merged_sources[own];
    if (place < tile.size) {
      int pair  = 0;
      Pair here = pair_at(tile, 0, width);
      while (here.end <= place) {
        pair += 2 * width;
        here = pair_at(tile, pair, width);
      }
      int const split = KokkosSort::Impl::merge_path(
          [&](int i) { return items[here.begin + i]; },
          here.middle - here.begin,
          [&](int i) { return items[here.middle + i]; }, here.end - here.middle,
          place - here.begin, less);
      int a          = here.begin + split;
      int b          = here.middle + (place - here.begin) - split;
      int const last = tile.size - 1;
      Item head_a    = items[a < last ? a : last];
      Item head_b    = items[b < last ? b : last];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < own; ++i) {
        if (place + i == here.end && place + i < tile.size) {
          do {
            pair += 2 * width;
            here = pair_at(tile, pair, width);
          } while (here.end == here.begin);
          a      = here.begin;
          b      = here.middle;
          head_a = items[a];
          head_b = items[b < last ? b : last];
        }
        bool const from_b =
            b < here.end && (a >= here.middle || less(head_b, head_a));
        merged[i]         = from_b ? head_b : head_a;
        merged_sources[i] = static_cast<Source>(from_b ? b : a);
        a += from_b ? 0 : 1;
        b += from_b ? 1 : 0;
        int const next  = from_b ? b : a;
        Item const head = items[next < last ? next : last];
        head_a          = from_b ? head_a : head;
        head_b          = from_b ? head : head_b;
      }
      if constexpr (wants_source) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < own; ++i)
          if (place + i < tile.size)
            merged_sources[i] = tile.sources[merged_sources[i]];
      }
    }
    member.team_barrier();
    KOKKOSSORT_UNROLL
    for (int i = 0; i < own; ++i) {
      if (place + i < tile.size) {
        tile.items[place + i] = merged[i];
        if constexpr (wants_source) tile.sources[place + i] = merged_sources[i];
      }
    }
    member.team_barrier();
  }

  /// Merges the tile by one thread, which alternates between two sets of items.
  /// Returns the set with the result.
  KOKKOS_INLINE_FUNCTION int merge_serially(Tile const& tile) const {
    int set = 0;
    for (int width = 1; width < runs; width *= 2) {
      for (int pair = 0; pair < runs; pair += 2 * width)
        merge_pair(tile, set, pair_at(tile, pair, width));
      set = 1 - set;
    }
    return set;
  }

  KOKKOS_INLINE_FUNCTION void merge_pair(Tile const& tile, int set,
                                         Pair const& pair) const {
    Item const* const items     = tile.items + set * capacity;
    Item* const merged          = tile.items + (1 - set) * capacity;
    Source const* const sources = tile.sources + set * capacity;
    Source* const moved         = tile.sources + (1 - set) * capacity;
    int a                       = pair.begin;
    int b                       = pair.middle;
    int i                       = pair.begin;
    // There is no branch on the keys, because it could not be predicted.
    while (a < pair.middle && b < pair.end) {
      bool const from_b = order.less(items[b], items[a]);
      int const source  = from_b ? b : a;
      merged[i]         = items[source];
      if constexpr (wants_source) moved[i] = sources[source];
      a += from_b ? 0 : 1;
      b += from_b ? 1 : 0;
      ++i;
    }
    for (; i < pair.end; ++i) {
      int const source = a < pair.middle ? a++ : b++;
      merged[i]        = items[source];
      if constexpr (wants_source) moved[i] = sources[source];
    }
  }
};

}  // namespace KokkosSort::Distributed::Impl

#endif
