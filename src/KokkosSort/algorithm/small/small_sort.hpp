// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of arrays for which the launches dominate: as few launches as possible.
//
// RankKeys         every team ranks a share of the keys among all of them, and
//                  moves them to their ranks
//    PlaceRanked   moves them, if a comparator may contradict itself: every
//                  thread the key of one rank
//
// or RankSample    ranks a larger sample (long arrays only)
//    SplitTiles    every team ranks the same sample of all keys, and groups one
//                  tile by the buckets that the splitters delimit
//    SortGathered  one team per bucket gathers its run from each tile, and
//                  sorts them to their final place
//
// A tile is grouped within its own stretch, so the second array has n keys and
// no bucket can overflow. Each call overwrites the table of the buckets'
// offsets in each tile. Nothing has to be cleared, and the host reads nothing.
//
// Items that equal a repeated splitter are a bucket of their own. As many
// buckets share them as the splitter has copies, each the items of a range of
// tiles. Equal keys thus keep all teams busy, and need no sorting.
//
// Arrays of more than 2^18 keys may have longer leaves, and those of more than
// 2^20 longer tiles. The device must give a team the scratch for them
// (core/team_scratch.hpp).
//
// If multiprocessors have a few buckets each, the last team to group a tile
// lists the buckets, and large ones are sorted first.
//
// A bucket above the capacity of a team is gathered in the caller's array. One
// team merge-sorts it there, with the third array: O(n log n) on every input.
//
// It is stable. Launches: 1 or 2 with RankKeys, 2, or 3 with RankSample. Extra
// memory: n keys, n values and 4 n bytes with RankKeys. Otherwise 2 (n keys, n
// values), 2 bytes per bucket and tile, and up to 6 more per bucket.
#ifndef KOKKOSSORT_ALGORITHM_SMALL_SMALL_SORT_HPP
#define KOKKOSSORT_ALGORITHM_SMALL_SMALL_SORT_HPP

#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/algorithm/small/largest_first_team.hpp>
#include <KokkosSort/algorithm/small/rank_keys.hpp>
#include <KokkosSort/algorithm/small/rank_sample.hpp>
#include <KokkosSort/algorithm/small/small_tuning.hpp>
#include <KokkosSort/algorithm/small/sort_gathered.hpp>
#include <KokkosSort/algorithm/small/split_tiles.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/team_scratch.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

/// Sorts at most max_keys keys.
template <class Exec, class Order, class Value>
struct SmallSort {
  using Execution = Exec;
  using SortOrder = Order;
  using SortValue = Value;
  using Key       = typename Order::key_type;
  using Item      = typename Order::item_type;
  using Data      = Arrays<Key, Value>;
  using Member    = TeamMember<Exec>;
  // Kokkos launches kernels of over 3,840 bytes, and gives them less.
  static constexpr std::size_t max_scratch =
      sizeof(Order) <= 3072 ? max_team_scratch<Exec> : usual_team_scratch;
  using Tuning = SmallTuning<Exec, sizeof(Item),
                             (is_value_v<Value> && sizeof(Value) > sizeof(Item))
                                 ? sizeof(Value)
                                 : sizeof(Item),
                             sizeof(typename Elements<Order, Value>::type),
                             is_counted_v<Order>, max_scratch>;
  static_assert(Tuning::splits_fit());

  static constexpr std::string_view name = "small";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static constexpr std::size_t min_keys = Tuning::min_keys;
  static constexpr std::size_t max_keys = Tuning::max_keys;

  /// Equal keys without values are bitwise identical, so that reordering them
  /// in a tile is unobservable.
  static constexpr bool keeps_order =
      !Order::equal_is_identical || is_value_v<Value>;

  struct BucketShape {
    static constexpr int team_size = Tuning::bucket_team;
    static constexpr int leaf_items_per_thread =
        Tuning::bucket_items_per_thread;
    static constexpr LeafNetwork leaf_network = LeafNetwork::first;
  };
  struct LongBucketShape {
    static constexpr int team_size             = Tuning::bucket_team;
    static constexpr int leaf_items_per_thread = Tuning::long_items_per_thread;
    // On an H200, 2^19 pairs of 64 bits with and_of_3 take 83 us, and 100 with
    // a network.
    static constexpr LeafNetwork leaf_network = LeafNetwork::none;
  };
  using BucketLeaf = TeamLeafSort<Exec, Order, Value, BucketShape>;
  using LongLeaf   = TeamLeafSort<Exec, Order, Value, LongBucketShape>;

  using LargestFirst = TeamLargestFirst<Exec, Tuning::split_team>;
  static_assert(Tuning::max_buckets <= LargestFirst::max_buckets);

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint32_t n;
    int tile;
    int tiles;  // 0: keys are ranked by comparisons with all
    int log_buckets;
    int log_oversampling;
    std::uint16_t* splitters;   // numbers in the sample, if it is ranked
    std::uint16_t* offsets;     // of each bucket in each tile
    std::uint8_t* holds_equal;  // whether all items of a bucket are equal
    std::uint32_t* sizes;       // of the buckets, if large ones go first
    std::uint16_t* bucket_of;   // of each team, if large ones go first
    std::uint16_t* ranks;       // of each key
    std::uint16_t* numbers;     // of the key of each rank
    std::uint32_t* turn;        // of the teams that rank keys, or null
    Gate gate;
    Data data[3];  // of the caller, tiles or copies, fallbacks

    KOKKOS_FORCEINLINE_FUNCTION int sample() const {
      return 1 << (log_buckets + log_oversampling);
    }
    /// Calls put(b) if the item of a rank in the sample is splitter b.
    template <class Put>
    KOKKOS_FORCEINLINE_FUNCTION void if_splitter(int rank,
                                                 Put const& put) const {
      int const behind = rank + 1;
      if (behind % (1 << log_oversampling) == 0)
        put((behind >> log_oversampling) - 1);
    }
    /// Returns item number k of the sample.
    KOKKOS_FORCEINLINE_FUNCTION Item draw(int k) const {
      return order.encode(data[0].keys[drawn(k)]);
    }
    /// Returns the number of its key: one of its stratum.
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t drawn(int k) const {
      std::uint32_t const width = n >> (log_buckets + log_oversampling);
      std::uint32_t const from  = static_cast<std::uint32_t>(k) * width;
      std::uint32_t const wide  = k + 1 == sample() ? n - from : width;
      auto const random =
          static_cast<std::uint32_t>(splitmix64(static_cast<std::uint64_t>(k)));
      return from + random % wide;
    }
  };

  static State plan(std::size_t n, Order const& order, Arena& arena) {
    State s{order,   static_cast<std::uint32_t>(n),
            0,       0,
            0,       0,
            nullptr, nullptr,
            nullptr, nullptr,
            nullptr, nullptr,
            nullptr, nullptr,
            {},      {}};
    if (n <= Tuning::max_ranked_keys) {
      s.tile    = Tuning::ranked_share(n);
      s.ranks   = arena.take<std::uint16_t>(n);
      s.numbers = arena.take<std::uint16_t>(n);
      s.data[1] = take_arrays<Key, Value>(arena, n);
      return s;
    }
    SmallSplit const split    = Tuning::split(n);
    s.tile                    = split.tile;
    s.tiles                   = static_cast<int>(div_up(n, split.tile));
    s.log_buckets             = split.log_buckets;
    s.log_oversampling        = split.log_oversampling;
    std::size_t const buckets = std::size_t{1} << split.log_buckets;
    if (split.is_ranked) s.splitters = arena.take<std::uint16_t>(buckets);
    s.offsets     = arena.take<std::uint16_t>(Tuning::table_entries(n));
    s.holds_equal = arena.take<std::uint8_t>(buckets);
    if (split.is_largest_first) {
      s.sizes     = arena.take<std::uint32_t>(LargestFirst::words(buckets));
      s.bucket_of = arena.take<std::uint16_t>(buckets);
    }
    s.data[1] = take_arrays<Key, Value>(arena, n);
    s.data[2] = take_arrays<Key, Value>(arena, n);
    return s;
  }

  static std::size_t workspace_bytes(Exec const&, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) { plan(n, order, arena); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena,
                  Gate gate = {}) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::small_sort"));
    State s   = plan(n, order, arena);
    s.gate    = gate;
    s.data[0] = {keys, values};
    if (s.tiles == 0) {
      if (can_take_turns(exec, n)) s.turn = arena.counter();
      rank_keys(exec, s);
      return;
    }
    using Rank = RankSample<SmallSort>;
    if (s.splitters != nullptr)
      launch_teams<Tuning::split_team, 2>("KokkosSort::small_sort::rank_sample",
                                          exec, Rank::teams(s.sample()),
                                          Rank{s});
    split_tiles(exec, s);
    if (Tuning::split(n).has_long_leaf) {
      sort_gathered<LongLeaf>(exec, s);
    } else {
      sort_gathered<BucketLeaf>(exec, s);
    }
  }

  /// Whether the teams that rank keys can write to them. They wait for each
  /// other, so all must fit the device. No two keys may share a rank.
  static bool can_take_turns(Exec const& exec, std::size_t n) {
    if constexpr (!is_counted_v<Order>) return false;
    if constexpr (Tuning::is_host) return true;
    // A multiprocessor has registers for half as many teams as it has threads.
    return RankKeys<SmallSort>::teams(n) <=
           resident_teams<2 * Tuning::split_team>(exec);
  }

  static void rank_keys(Exec const& exec, State const& s) {
    using Rank  = RankKeys<SmallSort>;
    using Place = PlaceRanked<SmallSort>;
    launch_teams<Tuning::split_team, 2>("KokkosSort::small_sort::rank_keys",
                                        exec, Rank::teams(s.n), Rank{s});
    if (s.turn == nullptr)
      launch_teams<Tuning::place_team, 2>(
          "KokkosSort::small_sort::place_ranked", exec, Place::teams(s.n),
          Place{s});
  }

  static void split_tiles(Exec const& exec, State const& s) {
    if constexpr (Tuning::has_long_tiles)
      if (Tuning::is_long_tile(s.tile))
        return launch_split<Tuning::long_split_items_per_thread>(exec, s);
    launch_split<Tuning::split_items_per_thread>(exec, s);
  }

  template <int ItemsPerThread>
  static void launch_split(Exec const& exec, State const& s) {
    launch_teams<Tuning::split_team, 2>(
        "KokkosSort::small_sort::split_tiles", exec, s.tiles,
        SplitTiles<SmallSort, ItemsPerThread>{s});
  }

  template <class Leaf>
  static void sort_gathered(Exec const& exec, State const& s) {
    launch_teams<Tuning::bucket_team, 2>(
        "KokkosSort::small_sort::sort_gathered", exec,
        std::size_t{1} << s.log_buckets, SortGathered<SmallSort, Leaf>{s});
  }
};

}  // namespace KokkosSort::Impl

#endif
