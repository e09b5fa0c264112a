// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The distribution phase of "GPU sample sort" (Leischner, Osipov & Sanders
// 2009, sections 4 and 5). Each level partitions the buckets of more than M
// keys, all of them together:
//
// Phase 1  ChooseSplitters  one team per bucket sorts a * k random keys; every
//                           a-th is a splitter
// Phase 2  CountBuckets     each team counts the keys of a tile per bucket
// Phase 3  SumCounts,       prefix sums over the matrix of counts
//          ScanCounts       (count_matrix.hpp)
// Phase 4  ScatterKeys      each team finds the buckets of its tile again and
//                           writes its keys (paper_scatter.hpp)
#ifndef KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_DISTRIBUTION_HPP
#define KOKKOSSORT_ALGORITHM_SAMPLE_PAPER_DISTRIBUTION_HPP

#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/algorithm/sample/bucket_counters_team.hpp>
#include <KokkosSort/algorithm/sample/bucket_index_team.hpp>
#include <KokkosSort/algorithm/sample/count_matrix.hpp>
#include <KokkosSort/algorithm/sample/paper_bucket_list.hpp>
#include <KokkosSort/algorithm/sample/paper_scatter.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/merge_sort_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/multiply_high.hpp>
#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value, class Tuning>
struct PaperDistribution {
  using Execution  = Exec;
  using SortOrder  = Order;
  using ValueType  = Value;
  using Parameters = Tuning;
  using Key        = typename Order::key_type;
  using Item       = typename Order::item_type;
  using Data       = Arrays<Key, Value>;
  using Member     = TeamMember<Exec>;
  using Index      = TeamBucketIndex<Order, Tuning::log_buckets>;
  using Stored     = typename Tuning::StoredIndex;

  static constexpr int team    = Tuning::team_size;
  static constexpr int ipt     = Tuning::items_per_thread;
  static constexpr int tile    = team * ipt;
  static constexpr int buckets = Tuning::buckets;

  using Tile = TeamTile<Exec, team, ipt>;

  /// Equal keys without values are bitwise identical, so that reordering them
  /// is unobservable.
  static constexpr bool is_free =
      Order::equal_is_identical && !is_value_v<Value>;
  /// Whether phase 4 may find another bucket than phase 2 did.
  static constexpr bool may_contradict =
      !has_ordinals_v<Order> && !Tuning::stored_indices;

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint64_t n;
    PaperBucketList list;
    CountMatrix matrix;
    Data data[2];     // the arrays of the caller and the workspace
    Item* splitters;  // k per bucket of the level; the last is not used
    Stored* stored;   // bucket index of each key, if it is stored

    KOKKOS_FORCEINLINE_FUNCTION Item* splitters_of(std::uint32_t i) const {
      return splitters + static_cast<std::size_t>(i) * buckets;
    }
    KOKKOS_FORCEINLINE_FUNCTION CountMatrix::Columns columns(
        PaperBucket const& bucket) const {
      return matrix.columns(bucket.first_tile, list.tiles_of(bucket.size));
    }
    /// Loads the items of a thread; those beyond the tile are its last.
    template <class AnyMember>
    KOKKOS_FORCEINLINE_FUNCTION void load(AnyMember const& member, int level,
                                          std::uint64_t begin, int size,
                                          Item (&items)[ipt]) const {
      Strided<Key> const keys = data[level % 2].keys;
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = Tile::index(member, i);
        items[i]     = order.encode(keys[begin + (at < size ? at : size - 1)]);
      }
    }
  };

  /// Sets the levels for n keys, and takes the memory.
  static State plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena) {
    State s{order, n, {}, {}, {}, nullptr, nullptr};
    PaperBucketList& list = s.list;
    list.largest          = Tuning::base_case_keys;
    list.log_buckets      = Tuning::log_buckets;
    list.tile             = tile;
    list.levels =
        PaperBucketList::levels_for(n, list.largest, list.log_buckets);
    if (list.levels == 0) return s;
    list.take(arena, n);
    s.matrix.log_buckets = list.log_buckets;
    s.matrix.take(arena, list.max_tiles(n), resident_teams<team>(exec));
    s.splitters = arena.take<Item>(list.widest(n) * buckets);
    if constexpr (Tuning::stored_indices) s.stored = arena.take<Stored>(n);
    s.data[1] = take_arrays<Key, Value>(arena, n);
    return s;
  }

  /// Partitions the whole array, level by level.
  static void partition(Exec const& exec, State const& s) {
    std::size_t const resident = resident_teams<team>(exec);
    std::size_t const tiles    = std::min(resident, s.list.max_tiles(s.n));
    for (int level = 0; level < s.list.levels; ++level) {
      std::uint32_t const* const listed =
          s.list.word(level, PaperBucketList::tiles_listed);
      launch_teams<team>("KokkosSort::paper_sample_sort::choose_splitters",
                         exec,
                         std::min(resident, s.list.max_buckets(level, s.n)),
                         ChooseSplitters{s, level});
      launch_teams<team>("KokkosSort::paper_sample_sort::count_buckets", exec,
                         tiles, CountBuckets{s, level});
      launch_teams<team>("KokkosSort::paper_sample_sort::sum_counts", exec,
                         resident, SumCounts<Exec, team>{s.matrix, listed});
      launch_teams<team>("KokkosSort::paper_sample_sort::scan_counts", exec,
                         resident, ScanCounts<Exec, team>{s.matrix, listed});
      launch_teams<team>("KokkosSort::paper_sample_sort::scatter_keys", exec,
                         tiles, ScatterKeys{s, level});
    }
  }

  /// Phase 1: one team per bucket sorts a random sample in scratch and takes
  /// every a-th key of it.
  struct ChooseSplitters {
    State s;
    int level;

    static constexpr int per_bucket = Tuning::oversampling;
    static constexpr int sample     = per_bucket * buckets;
    using Sort = TeamMergeSort<Item, team, Tuning::sample_items_per_thread>;

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return Sort::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Sort const sort(team_scratch(member, scratch_bytes()));
      if (level == 0) {
        s.list.clear(member);
        member.team_barrier();
        if (member.team_rank() == 0) s.list.add(0, 0, s.n, 0);
        member.team_barrier();
      }
      std::uint32_t const total =
          *s.list.word(level, PaperBucketList::buckets_listed);
      for (std::uint32_t i = member.league_rank(); i < total;
           i += member.league_size())
        choose(member, i, sort);
    }

    KOKKOS_INLINE_FUNCTION void choose(Member const& member, std::uint32_t i,
                                       Sort const& sort) const {
      PaperBucket& bucket = s.list.bucket(level, i);
      if (level > 0)
        for (std::uint32_t t = member.team_rank();
             t < s.list.tiles_of(bucket.size); t += team)
          s.list.tile_bucket[level % 2][bucket.first_tile + t] = i;
      draw(member, bucket, sort.elements());
      member.team_barrier();
      sort.sort(member, sample,
                typename Elements<Order, NoValue>::Less{s.order});
      Item* const splitters = s.splitters_of(i);
      for (int b = member.team_rank(); b < buckets; b += team)
        splitters[b] = sort.elements()[(b + 1) * per_bucket - 1];
      member.team_barrier();
      if (member.team_rank() == 0)
        bucket.holds_one = Index::holds_one(splitters, s.order) ? 1 : 0;
      member.team_barrier();
    }

    /// Draws random keys by linear congruential generators (Knuth's MMIX), one
    /// per thread. The seeds follow from the bucket, so that every run draws
    /// the same.
    KOKKOS_FORCEINLINE_FUNCTION void draw(Member const& member,
                                          PaperBucket const& bucket,
                                          Item* drawn) const {
      Strided<Key> const keys = s.data[level % 2].keys;
      std::uint64_t state     = splitmix64(
          bucket.begin ^ static_cast<std::uint64_t>(member.team_rank()) << 48);
      for (int k = member.team_rank(); k < sample; k += team) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        std::uint64_t const at =
            bucket.size >> 32 == 0
                ? multiply_high(static_cast<std::uint32_t>(state >> 32),
                                static_cast<std::uint32_t>(bucket.size))
                : (state >> 8) % bucket.size;
        drawn[k] = s.order.encode(keys[bucket.begin + at]);
      }
    }
  };

  /// Phase 2: each team counts the keys of a tile per bucket, in several arrays
  /// of counters, and writes their sums to the matrix.
  struct CountBuckets {
    State s;
    int level;

    using Counters = TeamBucketCounters<Exec, team, Tuning::log_buckets,
                                        Tuning::counter_arrays, false>;

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t index_bytes() {
      return round_up(Index::scratch_bytes(), 16);
    }
    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return index_bytes() + Counters::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      Index index(scratch, s.order);
      Counters const counters(scratch + index_bytes());
      std::uint32_t const total =
          *s.list.word(level, PaperBucketList::tiles_listed);
      std::uint32_t loaded = ~std::uint32_t{0};
      for (std::uint32_t t = member.league_rank(); t < total;
           t += member.league_size()) {
        std::uint32_t const i    = s.list.bucket_of(level, t);
        PaperBucket const bucket = s.list.bucket(level, i);
        counters.clear(member);
        if (i != loaded) {
          index.load(member, s.splitters_of(i), bucket.holds_one != 0);
        } else {
          member.team_barrier();
        }
        loaded = i;
        count(member, index, counters, bucket, t);
        member.team_barrier();
        auto const columns = s.columns(bucket);
        for (int b = member.team_rank(); b < buckets; b += team)
          columns.at(b, t - bucket.first_tile) = counters.total(b);
        member.team_barrier();
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION void count(Member const& member,
                                           Index const& index,
                                           Counters const& counters,
                                           PaperBucket const& bucket,
                                           std::uint32_t t) const {
      std::uint64_t begin;
      int const size = tile_at<tile>(bucket, t, begin);
      Item items[ipt];
      std::uint32_t found[ipt];
      std::uint32_t ranks[ipt];
      s.load(member, level, begin, size, items);
      index.find(items, found);
      auto const is_item = [&](int i) { return Tile::index(member, i) < size; };
      counters.count(member, found, ranks, is_item);
      if constexpr (Tuning::stored_indices) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < ipt; ++i)
          if (is_item(i))
            s.stored[begin + Tile::index(member, i)] =
                static_cast<Stored>(found[i]);
      }
    }
  };

  using ScatterKeys = PaperScatterOf<PaperDistribution>;
};

}  // namespace KokkosSort::Impl

#endif
