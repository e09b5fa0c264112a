// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of many segments of one array, of any lengths, by one queue.
//
// ClearSegments  clears the lists
// ListSegments   lists the segments by length, in one read of their bounds
// engine         partitions the segments that are too large for a leaf, level
//                by level and all of them together: the levels of
//                algorithm/engine/distribution.hpp with many roots
// SortPieces     one team per leaf: segments of middle length, and the leaves
//                of the long ones
// SortRest       pieces that no level could split
// SortPacked     short segments, many per team (sort_packed_keys.hpp
//                for numbers without values, else sort_packed.hpp)
//
// The host reads no bounds. The launches depend on the extents alone.
#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_SEGMENTS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_SORT_SEGMENTS_HPP

#include <KokkosSort/algorithm/leaf/leaf_sort_team.hpp>
#include <KokkosSort/algorithm/segmented/list_segments.hpp>
#include <KokkosSort/algorithm/segmented/segmented_tuning.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/algorithm/segmented/sort_packed.hpp>
#include <KokkosSort/algorithm/segmented/sort_packed_keys.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// Buckets is the engine that partitions long segments: a Distribution.
template <class Exec, class Order, class Value, class Segments, class Buckets,
          class KeysTuning = PackedKeysTuning<Exec, Order>>
struct SegmentedSort {
  using Execution = Exec;
  using SortOrder = Order;
  using ValueType = Value;
  using Engine    = Buckets;
  using Key       = typename Order::key_type;
  using Item      = typename Order::item_type;
  using Data      = Arrays<Key, Value>;

  static constexpr bool by_networks = is_counted_v<Order> && !is_value_v<Value>;

  using Tuning = std::conditional_t<
      by_networks, KeysTuning,
      SegmentedTuning<Exec, sizeof(Item), is_counted_v<Order>>>;
  using Packed = std::conditional_t<by_networks, SortPackedKeys<SegmentedSort>,
                                    SortPacked<SegmentedSort>>;

  static constexpr int team = Buckets::team;

  struct State {
    Order order;
    std::uint64_t n;
    Segments segments;
    Data data;
    typename Buckets::State engine;
    std::uint64_t stretches;
    // By stretch, counted from 1. A stretch in which no segment begins has 0 as
    // its first, and any number as its last.
    std::uint64_t* first_segment;
    std::uint64_t* last_segment;
    std::uint64_t* listed;

    /// Words of `listed`: the keys of long segments, and the leaves.
    enum Listed { long_keys, leaves, words_listed };
  };

  static std::size_t workspace_bytes(Exec const&, Order const& order,
                                     std::size_t n) {
    return measured_bytes(
        [&](Arena& arena) { plan(order, Segments{}, n, arena); });
  }

  static void run(Exec const& exec, Order const& order,
                  Segments const& segments, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (segments.count == 0 || n < 2) return;
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::segmented_sort"));
    State state          = plan(order, segments, n, arena);
    state.data           = {keys, values};
    state.engine.data[0] = state.data;
    // The workspace has room for more, since its size depends on n alone. But
    // a team is launched for each, and takes time without a piece too.
    std::size_t& roots         = state.engine.queue.root_pieces;
    roots                      = std::min<std::size_t>(roots, segments.count);
    std::size_t const resident = resident_teams<team>(exec);
    launch_teams<team>("KokkosSort::segmented_sort::clear", exec, resident,
                       ClearSegments<SegmentedSort>{state});
    launch_teams<team>("KokkosSort::segmented_sort::list_segments", exec,
                       std::min<std::size_t>(
                           resident, div_up<std::size_t>(segments.count, team)),
                       ListSegments<SegmentedSort>{state});
    Buckets::partition({"KokkosSort::segmented_sort::choose_classifiers",
                        "KokkosSort::segmented_sort::count_cells",
                        "KokkosSort::segmented_sort::group_cells",
                        "KokkosSort::segmented_sort::place_items"},
                       exec, state.engine);
    sort_pieces(exec, state.engine);
    launch_teams<Tuning::team_size, Tuning::min_teams>(
        "KokkosSort::segmented_sort::sort_packed", exec, state.stretches,
        Packed{state});
  }

 private:
  static State plan(Order const& order, Segments const& segments, std::size_t n,
                    Arena& arena) {
    State s{order, n, segments, {}, {}, 0, nullptr, nullptr, nullptr};
    // Empty segments may begin behind the last key.
    s.stretches     = n / Tuning::stretch + 1;
    s.first_segment = arena.take<std::uint64_t>(s.stretches);
    s.last_segment  = arena.take<std::uint64_t>(s.stretches);
    s.listed        = arena.take<std::uint64_t>(State::words_listed);
    s.engine = Buckets::plan_roots(n, n / (Tuning::most + 1), order, arena);
    return s;
  }

  static void sort_pieces(Exec const& exec,
                          typename Buckets::State const& engine) {
    std::size_t const pieces = engine.queue.usual_pieces(engine.n);
    launch_teams<team, Buckets::Parameters::leaf_min_teams>(
        "KokkosSort::segmented_sort::sort_pieces", exec, pieces,
        typename Buckets::SortPieces{engine});
    launch_teams<team>(
        "KokkosSort::segmented_sort::sort_rest", exec,
        std::min(pieces, resident_teams<team>(exec)),
        typename Buckets::SortRest{engine, static_cast<std::uint32_t>(pieces)});
  }
};

}  // namespace KokkosSort::Impl

#endif
