// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_MULTIWAY_MERGE_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_MULTIWAY_MERGE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/distributed/detail/merge_tile.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Distributed::Impl {

/// Payload that moves the values with their keys.
template <class Value>
struct MoveValues {
  static constexpr bool wants_source = true;

  Value const* from;
  Value* to;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t place,
                                              std::uint64_t source) const {
    to[place] = from[source];
  }
};
template <>
struct MoveValues<KokkosSort::Impl::NoValue> {
  static constexpr bool wants_source = false;

  KokkosSort::Impl::NoValue const* from;
  KokkosSort::Impl::NoValue* to;
};

/// Payload that writes the source position of each key.
template <class Index>
struct WriteSource {
  static constexpr bool wants_source = true;

  Index* to;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t place,
                                              std::uint64_t source) const {
    to[place] = static_cast<Index>(source);
  }
};

/// Sorted runs of one array; none is empty.
struct Runs {
  static constexpr int most = 16;

  int count                 = 0;
  std::uint64_t begin[most] = {};
  std::uint64_t items[most] = {};

  void add(std::uint64_t first, std::uint64_t size) {
    if (size == 0) return;
    begin[count]   = first;
    items[count++] = size;
  }
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (int run = 0; run < count; ++run) sum += items[run];
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t length(int run) const {
    return items[run];
  }
};

template <class AnyParts>
Runs runs_of(AnyParts const& parts) {
  Runs runs;
  for (int r = 0; r < parts.ranks(); ++r)
    runs.add(parts.begin(r), parts.count(r));
  return runs;
}

/// Samples of the runs: every `step`-th item but the first of a run. Each
/// splits all runs at its position in the stable order of their items.
template <class Order>
struct SampleCuts {
  using Key  = typename Order::key_type;
  using Item = typename Order::item_type;

  Order order;
  Runs runs;
  Key const* keys;
  std::uint64_t step;

  KOKKOS_INLINE_FUNCTION std::uint64_t samples(int run) const {
    return (runs.length(run) - 1) / step;
  }
  /// Returns the run of a sample and writes its position in the run.
  KOKKOS_INLINE_FUNCTION int find(std::uint64_t sample,
                                  std::uint64_t& place) const {
    int run = 0;
    while (sample >= samples(run)) sample -= samples(run++);
    place = (sample + 1) * step;
    return run;
  }
  /// Returns the number of items of `other` in front of item `place` of `run`.
  KOKKOS_INLINE_FUNCTION std::uint64_t cut(int run, std::uint64_t place,
                                           int other) const {
    if (other == run) return place;
    Item const item         = order.encode(keys[runs.begin[run] + place]);
    Key const* const others = keys + runs.begin[other];
    std::uint64_t low       = 0;
    std::uint64_t high      = runs.length(other);
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      Item const there           = order.encode(others[middle]);
      bool const in_front =
          other < run ? !order.less(item, there) : order.less(there, item);
      if (in_front) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

/// Phase 1: computes the rank of every sample in the result and the first
/// sample per tile.
template <class Order>
struct RankSamples {
  SampleCuts<Order> cuts;
  std::uint64_t tile;
  std::uint64_t* ranks;
  std::uint64_t* first;

  KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t place = 0;
    int const run       = cuts.find(i, place);
    std::uint64_t rank  = 0;
    for (int other = 0; other < cuts.runs.count; ++other)
      rank += cuts.cut(run, place, other);
    ranks[i] = rank;
    Kokkos::atomic_min(first + rank / tile, rank);
  }
};

/// Phase 2: the first sample of each tile splits the runs at the tile's begin.
template <class Order>
struct CutTiles {
  SampleCuts<Order> cuts;
  std::uint64_t tile;
  std::uint64_t const* ranks;
  std::uint64_t const* first;
  std::uint64_t* begins;

  KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const at = ranks[i] / tile;
    if (at == 0 || first[at] != ranks[i]) return;
    std::uint64_t place = 0;
    int const run       = cuts.find(i, place);
    for (int other = 0; other < cuts.runs.count; ++other)
      begins[at * static_cast<std::uint64_t>(cuts.runs.count) +
             static_cast<std::uint64_t>(other)] = cuts.cut(run, place, other);
  }
};

/// Prepares phase 1: tiles without a sample begin, and end, with the runs.
struct ClearTiles {
  Runs runs;
  std::uint64_t n;
  std::uint64_t* first;
  std::uint64_t* begins;

  KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t at) const {
    first[at] = at == 0 ? 0 : n;
    for (int run = 0; run < runs.count; ++run)
      begins[at * static_cast<std::uint64_t>(runs.count) +
             static_cast<std::uint64_t>(run)] = at == 0 ? 0 : runs.length(run);
  }
};

/// Stable merge of up to 16 sorted runs in one pass over the data. Regular
/// samples bound the tiles: between two that are adjacent in the result no run
/// has more than `step` items. So tiles that begin at samples deviate from the
/// desired size by at most runs * step items. One team merges one tile in
/// scratch.
///
/// Only orders whose items are unsigned integers are merged; others are sorted.
template <class Exec, class Order, class Payload>
class MultiwayMerge {
  using Key    = typename Order::key_type;
  using Arena  = KokkosSort::Impl::Arena;
  using Kernel = MergeTiles<Exec, Order, Payload>;

  /// A tile keeps a fraction of its capacity for the deviation. On a host it is
  /// half, because tiles are long and each sample's searches miss the cache. On
  /// a device it is a quarter, because scratch is scarce.
  struct Plan {
    std::uint64_t step, tile, tiles, samples;

    Plan(std::uint64_t n, int runs) {
      constexpr std::uint64_t kept =
          Kernel::capacity / (Kernel::is_host ? 2 : 4);
      step    = kept / static_cast<std::uint64_t>(runs > 0 ? runs : 1);
      tile    = Kernel::capacity - kept;
      tiles   = (n + tile - 1) / tile;
      samples = n / step;
    }
  };

 public:
  static constexpr bool is_built = Order::equal_is_identical;

  /// Takes the arrays of run() from the arena for up to `n` items of up to
  /// `runs` runs.
  static void take(Arena& arena, std::uint64_t n, int runs) {
    Plan const plan(n, runs);
    arena.take<std::uint64_t>(plan.tiles + 1);
    arena.take<std::uint64_t>((plan.tiles + 1) *
                              static_cast<std::uint64_t>(runs));
    // Fewer runs than ranks have longer steps, hence fewer samples.
    arena.take<std::uint64_t>(plan.samples);
  }

  /// Enqueues the merge of the runs of `from` into `to`, from its begin on. The
  /// payload's positions count from the begin of `to`, its sources from that of
  /// `from`.
  static void run(Exec const& exec, Order const& order, Runs const& runs,
                  Key const* from, Key* to, Payload const& payload,
                  Arena& arena) {
    if constexpr (is_built) {
      std::uint64_t const n = runs.total();
      if (n == 0) return;
      auto const count = static_cast<std::uint64_t>(runs.count);
      Plan const plan(n, runs.count);
      auto* const first  = arena.take<std::uint64_t>(plan.tiles + 1);
      auto* const begins = arena.take<std::uint64_t>((plan.tiles + 1) * count);
      auto* const ranks  = arena.take<std::uint64_t>(plan.samples);
      SampleCuts<Order> const cuts{order, runs, from, plan.step};
      std::uint64_t samples = 0;
      for (int r = 0; r < runs.count; ++r) samples += cuts.samples(r);
      for_each("clear_tiles", exec, plan.tiles + 1,
               ClearTiles{runs, n, first, begins});
      for_each("rank_samples", exec, samples,
               RankSamples<Order>{cuts, plan.tile, ranks, first});
      for_each("cut_tiles", exec, samples,
               CutTiles<Order>{cuts, plan.tile, ranks, first, begins});
      for (std::uint64_t done = 0; done < plan.tiles;
           done += KokkosSort::Impl::max_league)
        KokkosSort::Impl::launch_teams<Kernel::team>(
            "KokkosSort::Distributed::merge_tiles", exec,
            std::min<std::uint64_t>(plan.tiles - done,
                                    KokkosSort::Impl::max_league),
            Kernel{order, payload, from, to, runs.begin, runs.count, first,
                   begins, done});
    }
  }

 private:
  template <class Body>
  static void for_each(char const* name, Exec const& exec, std::uint64_t n,
                       Body const& body) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
    if (n == 0) return;
    Kokkos::parallel_for(
        labeled(std::string("KokkosSort::Distributed::") + name),
        Policy(exec, std::uint64_t{0}, n), body);
  }
};

}  // namespace KokkosSort::Distributed::Impl

#endif
