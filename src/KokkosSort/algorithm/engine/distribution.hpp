// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The bucket engine that all distribution sorts share. Each level partitions
// the buckets that are too large for a leaf, all of them together:
//
// ChooseClassifiers  one team per bucket draws a sample and decides how the
//                    bucket's items find their cells
// CountCells         counts the items of each cell, in one read
// GroupCells         one team per bucket joins neighboring cells to children of
//                    at most the wanted size (group_cells.hpp)
// PlaceItems         moves the items to their children, tile after tile
//
// SortPieces         sorts what no level partitions any more (sort_pieces.hpp)
// SortRest           sorts the pieces that are too large for a leaf
//
// Cells are counted exactly before they are grouped, so the sample decides only
// their shape. Leaves are nearly full, and a child exceeds the wanted size only
// if a single cell does. All tiles share one cursor per child: the streams of
// writes are as many as the children, and L2 combines their partial sectors.
//
// The first count also compares neighbors. An array that is sorted is then
// done, and one in reverse order is reversed.
//
// The classifier is a list of splitters with equality buckets or, for numbers
// whose sample is spread evenly, the digits of the bucket's own range. These
// may be weighted if the sample is uneven but smooth. Cells found by digits are
// found again when the items move. Those found by splitters are stored
// (stored_cells_thread.hpp): a byte each for numbers, two for other items. So a
// comparator that contradicts itself cannot move an item to a cell that did not
// count it.
#ifndef KOKKOSSORT_ALGORITHM_ENGINE_DISTRIBUTION_HPP
#define KOKKOSSORT_ALGORITHM_ENGINE_DISTRIBUTION_HPP

#include <KokkosSort/algorithm/engine/bucket_queue.hpp>
#include <KokkosSort/algorithm/engine/choose_classifiers.hpp>
#include <KokkosSort/algorithm/engine/clear_words_team.hpp>
#include <KokkosSort/algorithm/engine/classifier_team.hpp>
#include <KokkosSort/algorithm/engine/group_cells.hpp>
#include <KokkosSort/algorithm/engine/place_items.hpp>
#include <KokkosSort/algorithm/engine/scatter_team.hpp>
#include <KokkosSort/algorithm/engine/sort_pieces.hpp>
#include <KokkosSort/algorithm/engine/stored_cells_thread.hpp>
#include <KokkosSort/algorithm/engine/tile_team.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/block/look_back.hpp>
#include <KokkosSort/block/seen_order.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Whether buckets of numbers may be partitioned by digits.
enum class Classifiers { splitters, splitters_and_digits };

template <class Exec, class Order, class Value, class Tuning, class Leaf,
          Classifiers classifiers>
struct Distribution {
  using Execution  = Exec;
  using SortOrder  = Order;
  using Parameters = Tuning;
  using Key        = typename Order::key_type;
  using Item       = typename Order::item_type;
  using Data       = Arrays<Key, Value>;
  using Member     = TeamMember<Exec>;
  using Stored     = StoredCells<Order>;

  static constexpr int team             = Tuning::team_size;
  static constexpr int ipt              = Tuning::items_per_thread;
  static constexpr int tile             = team * ipt;
  static constexpr int max_log_children = Tuning::max_log_buckets;

  static constexpr bool may_use_digits =
      classifiers == Classifiers::splitters_and_digits &&
      has_ordinals_v<Order> && sizeof(Item) <= 8;
  static constexpr int cells_per_child = may_use_digits ? 2 : 1;
  static_assert(max_log_children <= Stored::max_log_cells);
  /// Elements of 4 bytes are found again: a byte each would be a quarter more
  /// memory.
  static constexpr bool stores_cells =
      Stored::are_whole || sizeof(typename Elements<Order, Value>::type) >= 8;
  KOKKOS_FORCEINLINE_FUNCTION static bool stores_cells_of(
      Bucket const& bucket) {
    return stores_cells && (bucket.cells_by == CellsBy::splitters ||
                            bucket.cells_by == CellsBy::short_splitters);
  }
  /// Equal keys without values are bitwise identical, so that reordering them
  /// is unobservable.
  static constexpr bool is_stable =
      !Order::equal_is_identical || is_value_v<Value>;

  using Classifier = TeamClassifier<Order, may_use_digits>;
  template <int Rounds>
  using Scatter  = TeamScatter<Exec, Order, Value, team, ipt * Rounds,
                               max_log_children, is_stable, true, Rounds>;
  using LeafSort = Leaf;

  /// From this size on the first level places two tiles at once. Runs of twice
  /// the length take 0.8 of the time by digits, and the same by splitters. A
  /// smaller array has too few tiles for all teams: 2^24 keys took 6 % longer.
  static constexpr std::uint64_t min_for_pairs = std::uint64_t{1} << 26;
  /// Wider items and values would need more registers than there are.
  static constexpr bool may_pair_tiles =
      may_use_digits && !is_stable && sizeof(Item) == 8 && team > 1;
  /// A thread holds the items and ranks of two tiles in 128 registers.
  static constexpr int pairs_min_teams = 2;

  /// Teams that choose classifiers wait for reads at random positions. One per
  /// multiprocessor reads as fast as several, and holds the sample in
  /// registers. With two, 512 buckets of 2^28 keys took 112 us instead of 79.
  static constexpr int choosing_min_teams = 1;

  /// M. Only the base case of the library needs leaves that fit in scratch.
  static constexpr std::uint64_t leaf_capacity =
      Tuning::quick_keys > 0 ? Tuning::quick_keys : Leaf::capacity;

  /// Cells of the buckets of one level.
  struct Cells {
    Item* definition;           // of the classifier, see TeamClassifier
    std::uint8_t* holds_equal;  // whether all items of the cell are equivalent
    std::uint64_t* count;  // afterwards where the next item of a child goes
    std::uint16_t* child;  // that the cell belongs to
  };

  /// Arguments of every phase.
  struct State {
    Order order;
    std::uint64_t n;
    BucketQueue queue;
    Data data[2];          // the arrays of the result and the workspace
    Cells level_cells[2];  // of even and odd levels
    typename Stored::Word* cell_of;  // of each item, if it is stored
    std::uint64_t* look_back;
    std::uint64_t look_back_words;
    std::uint64_t cleared_words;  // of these, before the first level
    Gate gate = {};
    // Number of the array that holds the items at first. The result is in array
    // 0 in any case.
    std::uint32_t source = 0;

    /// Returns the number of the array that a level reads; it writes the other.
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t array_at(int level) const {
      return (static_cast<std::uint32_t>(level) + source) % 2;
    }
    KOKKOS_FORCEINLINE_FUNCTION Data const& from(int level) const {
      return data[array_at(level)];
    }
    KOKKOS_FORCEINLINE_FUNCTION Data const& to(int level) const {
      return data[array_at(level + 1)];
    }
    KOKKOS_FORCEINLINE_FUNCTION Cells cells(int level,
                                            Bucket const& bucket) const {
      Cells const& all = level_cells[level % 2];
      return {all.definition + bucket.first_cell,
              all.holds_equal + bucket.first_cell,
              all.count + bucket.first_cell, all.child + bucket.first_cell};
    }
  };

  /// Sets the levels for n items, and takes the memory.
  static State plan(std::size_t n, Order const& order, Arena& arena) {
    State state        = unplanned(n, order);
    state.queue.levels = BucketQueue::levels_for(state.queue.fan_out, n);
    if (state.queue.levels > 0) take(state, arena);
    return state;
  }

  /// The same for roots that the caller lists (BucketQueue::roots_level), and
  /// for up to `pieces` leaves.
  static State plan_roots(std::size_t n, std::size_t pieces, Order const& order,
                          Arena& arena) {
    State state        = unplanned(n, order);
    BucketQueue& queue = state.queue;
    queue.first_level  = BucketQueue::roots_level;
    queue.root_pieces  = pieces;
    queue.levels =
        queue.first_level + BucketQueue::levels_for(queue.fan_out, n);
    take(state, arena);
    return state;
  }

  /// Whether children may be nearly full leaves. A single level of fewer items
  /// errs more often: 1.3 million keys took 1.2 to 1.6 times as long on an
  /// H100.
  static bool fills_leaves(std::size_t n) {
    return cells_per_child > 1 && n >= std::size_t{1} << 24;
  }

  static State unplanned(std::size_t n, Order const& order) {
    State state{order, n, {}, {}, {}, nullptr, nullptr, 0, 0};
    state.queue.fan_out = {leaf_capacity, max_log_children, fills_leaves(n)};
    state.queue.cells_per_child = cells_per_child;
    state.queue.tile            = tile;
    return state;
  }

  KOKKOS_INLINE_FUNCTION static std::uint64_t look_back_words(
      std::uint64_t tiles) {
    return (tiles + LookBack::rows_before) << max_log_children;
  }

  static void take(State& state, Arena& arena) {
    std::size_t const n = state.n;
    BucketQueue& queue  = state.queue;
    queue.take(arena, n);
    for (Cells& cells : state.level_cells) {
      cells.definition  = arena.take<Item>(queue.max_cells(n));
      cells.holds_equal = arena.take<std::uint8_t>(queue.max_cells(n));
      cells.count       = arena.take<std::uint64_t>(queue.max_cells(n));
      cells.child       = arena.take<std::uint16_t>(queue.max_cells(n));
    }
    if (stores_cells) state.cell_of = arena.take<typename Stored::Word>(n);
    if (is_stable) {
      state.look_back_words = look_back_words(queue.max_tiles(n));
      // A later level clears the rows beyond these that its tiles use, usually
      // few. All rows are 1.3 times as many for 2^28 pairs of 64-bit numbers,
      // and clearing the others takes 0.4 % of the time on an H100.
      state.cleared_words = queue.has_one_root() ? look_back_words(n / tile + 1)
                                                 : state.look_back_words;
      state.look_back     = LookBack::take(arena, state.look_back_words);
    }
    state.data[1] = take_arrays<Key, Value>(arena, n);
  }

  /// Clears the queue for roots that the caller lists afterwards. Called by all
  /// teams of a league.
  template <class AnyMember>
  KOKKOS_INLINE_FUNCTION static void clear_for_roots(AnyMember const& member,
                                                     State const& s) {
    clear_words(member, s.look_back, s.look_back_words);
    clear_words(member, s.queue.control,
                static_cast<std::uint64_t>(s.queue.control_words()));
  }

  /// Partitions the roots, level by level. The label names the sort.
  static void partition(char const* const (&labels)[4], Exec const& exec,
                        State const& s) {
    std::size_t const resident = resident_teams<team>(exec);
    for (int level = s.queue.first_level; level < s.queue.levels; ++level) {
      // Few levels have as many buckets as they may have at most. Teams that
      // find none took 2 % of the time of 2^28 keys on an H100.
      std::size_t const buckets =
          std::min(s.queue.max_buckets(level, s.n), resident);
      launch_teams<team, choosing_min_teams>(
          labels[0], exec, level == 0 && is_stable ? resident : buckets,
          ChooseClassifiers{s, level});
      launch_teams<team>(labels[1], exec, resident, CountCells{s, level});
      launch_teams<team>(labels[2], exec, buckets, GroupCells{s, level});
      if constexpr (may_pair_tiles) {
        if (level == 0 && s.n >= min_for_pairs) {
          launch_teams<team, pairs_min_teams>(labels[3], exec, resident,
                                              PlaceItems<2>{s, level});
          continue;
        }
      }
      launch_teams<team, Tuning::scatter_min_teams>(labels[3], exec, resident,
                                                    PlaceItems<1>{s, level});
    }
  }

  using ChooseClassifiers = ChooseClassifiersOf<Distribution>;

  /// Each team counts neighboring tiles, and adds its counts to those of a
  /// bucket when it leaves the bucket.
  struct CountCells {
    State s;
    int level;

    using Counter                  = std::uint32_t;
    using Watch                    = OrderWatch<Order, !is_stable>;
    static constexpr int copies    = Tuning::counter_copies;
    static constexpr int max_cells = cells_per_child << max_log_children;

    KOKKOS_INLINE_FUNCTION static constexpr std::size_t classifier_bytes() {
      return round_up(Classifier::scratch_bytes(1 << max_log_children), 16);
    }
    KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes() {
      return classifier_bytes() + max_cells * copies * sizeof(Counter);
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      auto* const scratch = team_scratch(member, scratch_bytes());
      Classifier classifier(scratch, s.order);
      auto* const counts =
          reinterpret_cast<Counter*>(scratch + classifier_bytes());
      std::uint64_t const total =
          *s.queue.word(level, BucketQueue::tiles_listed);
      auto const first = static_cast<std::uint32_t>(
          total * member.league_rank() / member.league_size());
      auto const end = static_cast<std::uint32_t>(
          total * (member.league_rank() + 1) / member.league_size());
      Watch watch;
      for (std::uint32_t t = first; t < end;) {
        Bucket const bucket =
            s.queue.bucket(level, s.queue.bucket_of(level, t));
        std::uint32_t const last = bucket.first_tile + s.queue.tiles_of(bucket);
        std::uint32_t const stop = last < end ? last : end;
        Cells const cells        = s.cells(level, bucket);
        int const size           = static_cast<int>(s.queue.cells_of(bucket));
        for (int c = member.team_rank(); c < size * copies; c += team)
          counts[c] = 0;
        classifier.load(member, bucket, cells.definition);
        int const copy = member.team_rank() / Warp<Exec>::size % copies;
        for (; t < stop; ++t)
          count_tile(member, classifier, bucket, t, counts + copy * size,
                     watch);
        member.team_barrier();
        for (int c = member.team_rank(); c < size; c += team) {
          std::uint64_t sum = 0;
          for (int copied = 0; copied < copies; ++copied)
            sum += counts[copied * size + c];
          if (sum > 0) Kokkos::atomic_add(&cells.count[c], sum);
        }
        member.team_barrier();
      }
      if (level == 0) watch.report(member, *s.queue.seen);
    }

    KOKKOS_FORCEINLINE_FUNCTION void count_tile(Member const& member,
                                                Classifier const& classifier,
                                                Bucket const& bucket,
                                                std::uint32_t t,
                                                Counter* counts,
                                                Watch& watch) const {
      std::uint64_t begin;
      int const size          = tile_at<tile>(bucket, t, begin);
      Strided<Key> const keys = s.from(level).keys;
      Item items[ipt];
      std::uint32_t found[ipt];
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = i * team + member.team_rank();
        items[i] = s.order.encode(keys[begin + (at < size ? at : size - 1)]);
      }
      if (level == 0 && !watch.is_over()) {
        KOKKOSSORT_UNROLL
        for (int i = 0; i < ipt; ++i) {
          int const at = i * team + member.team_rank();
          if (at < size) watch.see(s.order, keys, begin + at, items[i]);
        }
      }
      classifier.find(items, found);
      KOKKOSSORT_UNROLL
      for (int i = 0; i < ipt; ++i) {
        int const at = i * team + member.team_rank();
        if (at >= size) continue;
        if (stores_cells_of(bucket))
          s.cell_of[begin + at] = Stored::word(found[i]);
        if constexpr (team == 1) {
          ++counts[found[i]];
        } else {
          Warp<Exec>::shared_atomic_add(&counts[found[i]], Counter{1});
        }
      }
    }
  };

  using GroupCells = GroupCellsOf<Distribution>;
  template <int Rounds>
  using PlaceItems = PlaceItemsOf<Distribution, Rounds>;
  using SortPieces = SortPiecesOf<Distribution>;
  using SortRest   = SortRestOf<Distribution>;
};

}  // namespace KokkosSort::Impl

#endif
