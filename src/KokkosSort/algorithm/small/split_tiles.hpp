// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_SMALL_SPLIT_TILES_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SPLIT_TILES_HPP

#include <KokkosSort/algorithm/small/count_rank_team.hpp>
#include <KokkosSort/algorithm/small/tile_rank_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/rank_merge_team.hpp>
#include <KokkosSort/block/splitter_tree_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// First launch: each team ranks the same sample, and groups one tile by the
/// buckets that the splitters delimit. A tile stays in its own stretch of
/// memory, so that no team needs a count of another.
template <class Sort, int ItemsPerThread>
struct SplitTiles {
  using State  = typename Sort::State;
  using Exec   = typename Sort::Execution;
  using Order  = typename Sort::SortOrder;
  using Value  = typename Sort::SortValue;
  using Tuning = typename Sort::Tuning;
  using Item   = typename Order::item_type;
  using Key    = typename Order::key_type;
  using Member = TeamMember<Exec>;

  static constexpr int team        = Tuning::split_team;
  static constexpr int ipt         = ItemsPerThread;
  static constexpr int max_tile    = team * ipt;
  static constexpr int max_sample  = Tuning::max_sample;
  static constexpr int max_buckets = 1 << Tuning::max_log_buckets;
  /// Buckets of a split whose sample each team ranks by itself.
  static constexpr int max_unranked = max_sample / 2;
  // Items behind them are read 16 bytes at a time.
  static_assert(max_unranked * sizeof(Item) % 16 == 0);

  using Tree = SplitterTree<Item>;
  using Rank =
      TeamTileRank<Exec, team, ipt, Tuning::max_log_buckets, Sort::keeps_order>;
  using Sample       = TeamCountRank<Exec, team, Order>;
  using LargestFirst = typename Sort::LargestFirst;

  State s;

  static constexpr std::size_t larger(std::size_t a, std::size_t b) {
    return a > b ? a : b;
  }

  // The sample and the tree make room for the counters of the warps, and those
  // for the tile.
  static constexpr std::size_t element_bytes = is_value_v<Value> &&
                                                       sizeof(Value) >
                                                           sizeof(Item)
                                                   ? sizeof(Value)
                                                   : sizeof(Item);
  static constexpr std::size_t sample_bytes =
      larger((max_unranked + 2 * max_sample) * sizeof(Item),
             2 * max_buckets * sizeof(Item) + max_buckets);
  static constexpr std::size_t tile_bytes   = max_tile * element_bytes;
  static constexpr std::size_t shared_bytes = round_up(
      larger(sample_bytes, larger(tile_bytes, Rank::shared_bytes)), 16);
  static_assert(LargestFirst::scratch_bytes() <= shared_bytes);
  static constexpr std::size_t spread_bytes =
      max_buckets * sizeof(std::uint16_t);

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
    return shared_bytes + spread_bytes + Rank::scratch_bytes();
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
    static_assert(Tuning::is_host ||
                  scratch_bytes() + scratch_alignment <= Sort::max_scratch);
    if (s.gate.is_closed()) return;
    std::byte* const shared = team_scratch(member, scratch_bytes());
    auto* const spread =
        reinterpret_cast<std::uint16_t*>(shared + shared_bytes);
    Rank const rank(shared + shared_bytes + spread_bytes, shared);
    int const t               = member.league_rank();
    int const used            = s.tile / team;
    auto const tile           = static_cast<std::uint32_t>(s.tile);
    std::uint32_t const begin = static_cast<std::uint32_t>(t) * tile;
    int const size = static_cast<int>(s.n - begin < tile ? s.n - begin : tile);

    Item items[ipt];
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i) {
      if (i >= used) continue;
      int const at = Rank::position(member, i, used);
      items[i] =
          s.order.encode(s.data[0].keys[begin + (at < size ? at : size - 1)]);
    }
    rank.clear(member);
    std::uint32_t found[ipt];
    classify(member, shared, spread, items, used, found);
    int const buckets = 1 << s.log_buckets;
    member.team_barrier();
    rank.rank(member, found, used, size, buckets);

    for (int b = member.team_rank(); b < buckets; b += team)
      s.offsets[static_cast<std::uint32_t>(b) * s.tiles + t] =
          static_cast<std::uint16_t>(rank.offset(b));
    if (s.sizes != nullptr) add_sizes(member, rank, buckets, size);
    if (member.team_rank() == 0)
      s.offsets[static_cast<std::uint32_t>(buckets) * s.tiles + t] =
          static_cast<std::uint16_t>(size);

    auto* const staged = reinterpret_cast<Item*>(shared);
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; ++i)
      if (i < used && Rank::position(member, i, used) < size)
        staged[found[i]] = items[i];
    if constexpr (is_value_v<Value>) {
      Value values[ipt];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = Rank::position(member, i, used);
        if (i < used && at < size) values[i] = s.data[0].values[begin + at];
      }
      write_keys(member, staged, begin, size);
      member.team_barrier();
      auto* const staged_values = reinterpret_cast<Value*>(shared);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i)
        if (i < used && Rank::position(member, i, used) < size)
          staged_values[found[i]] = values[i];
      member.team_barrier();
      for (int at = member.team_rank(); at < size; at += team)
        s.data[1].values.data[begin + at] = staged_values[at];
    } else {
      write_keys(member, staged, begin, size);
    }
    if (s.sizes != nullptr)
      LargestFirst::list(
          member, shared, s.sizes, buckets, s.n >> s.log_buckets,
          [&](int b) { return s.holds_equal[b] != 0; }, s.bucket_of);
  }

  KOKKOS_INLINE_FUNCTION void add_sizes(Member const& member, Rank const& rank,
                                        int buckets, int size) const {
    for (int b = member.team_rank(); b < buckets; b += team) {
      auto const begin = static_cast<int>(rank.offset(b));
      int const end =
          b + 1 < buckets ? static_cast<int>(rank.offset(b + 1)) : size;
      LargestFirst::add(s.sizes, b, end - begin);
    }
  }

  KOKKOS_INLINE_FUNCTION void write_keys(Member const& member,
                                         Item const* staged,
                                         std::uint32_t begin, int size) const {
    member.team_barrier();
    for (int at = member.team_rank(); at < size; at += team)
      s.data[1].keys.data[begin + at] = s.order.decode(staged[at]);
  }

  /// Finds the bucket of each item.
  KOKKOS_INLINE_FUNCTION void classify(Member const& member, std::byte* shared,
                                       std::uint16_t* spread,
                                       Item const (&items)[ipt], int used,
                                       std::uint32_t (&found)[ipt]) const {
    int const buckets     = 1 << s.log_buckets;
    Item* const splitters = list_splitters(member, shared);
    Tree tree(splitters + buckets, s.log_buckets);
    tree.load(member, splitters, s.order);
    for (int b = member.team_rank(); b < buckets; b += team) {
      spread[b] = static_cast<std::uint16_t>(copies(splitters, b, buckets));
      if (member.league_rank() == 0)
        s.holds_equal[b] = b > 0 && is_repeated(splitters, b - 1, buckets);
    }
    member.team_barrier();
    auto const tiles = static_cast<std::uint32_t>(s.tiles);
    auto const t     = static_cast<std::uint32_t>(member.league_rank());
    KOKKOSSORT_UNROLL
    for (int i = 0; i < ipt; i += at_once) {
      if (i >= used) continue;
      Item some[at_once];
      std::uint32_t buckets_of[at_once];
      KOKKOSSORT_UNROLL
      for (int j = 0; j < at_once; ++j)
        some[j] = i + j < used ? items[i + j] : items[i];
      tree.classify(some, buckets_of, s.order);
      KOKKOSSORT_UNROLL
      for (int j = 0; j < at_once; ++j) {
        std::uint32_t const wide = spread[buckets_of[j]];
        found[i + j]             = buckets_of[j];
        if (wide > 1) found[i + j] += t * wide / tiles;
      }
    }
  }

  /// Returns the sorted splitters in scratch, behind which is room for the
  /// tree.
  KOKKOS_INLINE_FUNCTION Item* list_splitters(Member const& member,
                                              std::byte* shared) const {
    int const buckets     = 1 << s.log_buckets;
    int const sample      = s.sample();
    auto* const splitters = reinterpret_cast<Item*>(shared);
    Item* const items     = splitters + max_unranked;
    if (s.splitters != nullptr) {
      for (int b = member.team_rank(); b < buckets; b += team) {
        int const k  = s.splitters[b];
        splitters[b] = s.draw(k < sample ? k : sample - 1);
      }
      return splitters;
    }
    for (int k = member.team_rank(); k < sample; k += team) {
      items[k] = s.draw(k);
      // Any, for an order that contradicts itself.
      if (k < buckets) splitters[k] = items[k];
    }
    member.team_barrier();
    auto const put = [&](int number, int rank) {
      s.if_splitter(rank, [&](int b) { splitters[b] = items[number]; });
    };
    if constexpr (max_sample > Tuning::max_counted_sample) {
      if (sample > Tuning::max_counted_sample) {
        TeamRankMerge<Item, team>::sort(
            member, items, items + max_sample, sample,
            typename Elements<Order, NoValue>::Less{s.order});
        for (int k = member.team_rank(); k < sample; k += team) put(k, k);
        return splitters;
      }
    }
    Sample::rank(member, items, sample, 0, sample,
                 reinterpret_cast<std::uint32_t*>(items + max_sample), s.order,
                 put);
    return splitters;
  }

  static constexpr int at_once = ipt % 4 == 0 ? 4 : ipt % 2 == 0 ? 2 : 1;

  /// Whether splitter i has an equal successor, so that bucket i + 1 holds
  /// equal items only.
  KOKKOS_FORCEINLINE_FUNCTION bool is_repeated(Item const* splitters, int i,
                                               int buckets) const {
    return Tree::is_repeated(splitters, i, buckets, s.order);
  }

  /// Returns the number of buckets that share the items of bucket b. It is 1
  /// unless b is the first bucket that a repeated splitter leaves empty.
  KOKKOS_INLINE_FUNCTION int copies(Item const* splitters, int b,
                                    int buckets) const {
    if (b == 0 || !is_repeated(splitters, b - 1, buckets) ||
        (b > 1 && is_repeated(splitters, b - 2, buckets)))
      return 1;
    int wide = 1;
    for (int step = buckets / 2; step > 0; step /= 2)
      if (b + wide + step < buckets &&
          !s.order.less(splitters[b - 1], splitters[b + wide + step - 1]))
        wide += step;
    return wide;
  }
};

}  // namespace KokkosSort::Impl

#endif
