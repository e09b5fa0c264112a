// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Heap sort with metaheaps: B. Dewan & Y. Simidjiyski, "Parallelized sorting
// algorithms" (2010), section 2.1.
//
// In plain words it is a merge, driven by a heap, of runs that heaps have
// sorted.
//
// SortSubheaps    heapify and pipelined pops: a team sorts as many keys as fit
//                 in scratch; one warp pops, with one lane per two levels of
//                 the heap
// then for each layer of metaheaps
// SplitMetaheaps  finds where the shares of the result of a metaheap begin in
//                 its subheaps
// PopMetaheaps    each team pops its share from the heap of heaps; the top four
//                 elements of every subheap wait in a buffer
//
// Differences from the paper, and why:
// - In the paper one team manages the metaheap, others manage the subheaps and
//   refill its buffers, and one warp pops every key. No backend guarantees that
//   these teams run at once, and every key would pass that one warp. So there
//   is no metaheap over live subheaps: the subheaps are popped first,
//   separately. The rest of a subheap is then a sorted stretch of memory, from
//   which the metaheap reads its next elements. Inserting into a metaheap is
//   not needed.
// - The result of a metaheap is popped in shares by many teams. The first and
//   the last key of a share are found by rank in all subheaps. Ties are ordered
//   by subheap and position, so that shares are even for all keys.
// - Metaheaps of metaheaps sort any length. The paper ends at 1,023 keys, and
//   its method would end at about 500,000 keys.
// - The whole team builds a heap level by level from the bottom. The report's
//   pipeline of insertions, by one warp, is HeapBuild::insertions, which
//   Algorithm::heap_by_insertions runs. It takes more steps: 2 per key.
// - Heaps have indices as nodes: keys of any size are not moved.
//
// The sort is stable, and its work is O(n log n). It has 1 launch for as many
// keys as one heap holds, else 1 + 2 for each of ceil(log_f(n / heap)) layers.
// Orders that are not of the library have 3 launches per layer. Extra memory: n
// keys, n values, and 8 f bytes per share.
//
// Its rate is low: a pop waits for scratch at every level, one warp of a team
// pops, and scratch leaves room for few teams. On an H200, 2^22 keys of 4 bytes
// take 17.8 ms, and 2^26 keys sort at 0.43 Gkeys/s.
#ifndef KOKKOSSORT_ALGORITHM_HEAP_HEAP_SORT_HPP
#define KOKKOSSORT_ALGORITHM_HEAP_HEAP_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/algorithm/heap/heap_team.hpp>
#include <KokkosSort/algorithm/heap/metaheap_team.hpp>
#include <KokkosSort/block/scan_team.hpp>
#include <KokkosSort/block/splitmix64.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/heap/heap_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value,
          HeapBuild build = HeapBuild::bottom_up>
struct HeapSort {
  using Key     = typename Order::key_type;
  using Traits  = Elements<Order, Value>;
  using Element = typename Traits::type;
  using Less    = typename Traits::Less;
  using Data    = Arrays<Key, Value>;
  using Tuning  = HeapSortTuning<Exec, sizeof(Element)>;
  using Member  = TeamMember<Exec>;

  static constexpr int team       = Tuning::team_size;
  static constexpr int max_fan_in = Tuning::fan_in;
  static constexpr std::string_view name =
      build == HeapBuild::insertions ? "heap_by_insertions" : "heap";
  static constexpr bool is_stable    = true;
  static constexpr bool is_in_place  = false;
  static constexpr bool is_quadratic = false;
  static constexpr bool numbers_only = false;

  using Subheap = TeamHeapSort<Exec, Element, Tuning::heap_capacity, build>;
  using Meta = TeamMetaheap<Exec, Order, Value, Tuning::fan_in, Tuning::buffer,
                            Tuning::round, build>;
  using Scan = TeamScan<Exec, team, std::uint64_t>;

  /// One layer of metaheaps: the arguments of all its kernels.
  struct Layer {
    Order order;
    std::uint64_t n;
    Data from;
    Data to;
    std::uint64_t run;      // keys per subheap except the last
    int fan_in;             // subheaps per metaheap except the last
    std::uint64_t share;    // keys that one team pops
    std::uint64_t* splits;  // [metaheap][share][subheap]: first key of it there

    KOKKOS_INLINE_FUNCTION std::uint64_t span() const { return run * fan_in; }
    KOKKOS_INLINE_FUNCTION std::uint64_t shares_per_metaheap() const {
      return div_up(span(), share);
    }
    KOKKOS_INLINE_FUNCTION std::uint64_t metaheaps() const {
      return div_up(n, span());
    }
    /// The last metaheap has only the shares that begin before n.
    KOKKOS_INLINE_FUNCTION std::uint64_t shares() const {
      std::uint64_t const last = n - (metaheaps() - 1) * span();
      return (metaheaps() - 1) * shares_per_metaheap() + div_up(last, share);
    }
  };

  /// One share of a metaheap of a layer.
  struct Share {
    std::uint64_t begin;  // of the metaheap
    std::uint64_t size;
    std::uint64_t rank;  // first rank of the share in the metaheap
    int subheaps;
    std::uint64_t* splits;

    KOKKOS_INLINE_FUNCTION Share(Layer const& layer, std::uint64_t share)
        : begin(share / layer.shares_per_metaheap() * layer.span()),
          size(layer.n - begin < layer.span() ? layer.n - begin : layer.span()),
          rank(share % layer.shares_per_metaheap() * layer.share),
          subheaps(static_cast<int>(div_up(size, layer.run))),
          splits(layer.splits + share * layer.fan_in) {}

    KOKKOS_INLINE_FUNCTION std::uint64_t subheap_size(Layer const& layer,
                                                      int s) const {
      std::uint64_t const left = size - s * layer.run;
      return left < layer.run ? left : layer.run;
    }
    KOKKOS_INLINE_FUNCTION bool is_last(Layer const& layer) const {
      return rank + layer.share >= size;
    }
  };

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    int layers;
    return measured_bytes(
        [&](Arena& arena) { plan(exec, order, n, arena, layers); });
  }

  /// Returns the lowest layer, and sets the number of layers. Takes the memory
  /// for all of them.
  static Layer plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena, int& layers) {
    Layer layer{order, n, {}, {}, Subheap::capacity, 1, 1, nullptr};
    layers                     = 0;
    std::size_t const subheaps = div_up(n, layer.run);
    for (std::size_t reached = 1; reached < subheaps; reached *= max_fan_in)
      ++layers;
    if (layers == 0) return layer;
    auto const reaches = [&](std::size_t fan_in) {
      std::size_t reached = 1;
      for (int l = 0; l < layers; ++l) reached *= fan_in;
      return reached >= subheaps;
    };
    while (!reaches(layer.fan_in)) ++layer.fan_in;
    layer.share = std::max<std::size_t>(
        Tuning::min_share,
        n / (Tuning::shares_per_resident_team * resident_teams<team>(exec)));
    std::size_t most = 0;
    Layer each       = layer;
    for (int l = 0; l < layers; ++l, each.run = each.span())
      most = std::max<std::size_t>(most, each.shares());
    layer.splits  = arena.take<std::uint64_t>(most * layer.fan_in);
    layer.to.keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      layer.to.values = Strided<Value>{arena.take<Value>(n)};
    return layer;
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::heap_sort"));
    int layers;
    Layer layer        = plan(exec, order, n, arena, layers);
    Data const data[2] = {{keys, values}, layer.to};
    layer.from         = data[0];
    layer.to           = data[layers % 2];
    launch_teams<team>("KokkosSort::heap_sort::sort_subheaps", exec,
                       div_up(n, layer.run), SortSubheaps{layer});
    for (int l = layers; l > 0; --l, layer.run = layer.span()) {
      layer.from = data[l % 2];
      layer.to   = data[(l - 1) % 2];
      launch_teams<team>("KokkosSort::heap_sort::split_metaheaps", exec,
                         layer.shares(), SplitMetaheaps{layer});
      // Only an order that contradicts itself can make splits decrease.
      if constexpr (!Order::equal_is_identical)
        launch_teams<team>("KokkosSort::heap_sort::align_splits", exec,
                           layer.metaheaps(), AlignSplits{layer});
      launch_teams<team>("KokkosSort::heap_sort::pop_metaheaps", exec,
                         layer.shares(), PopMetaheaps{layer});
    }
  }

  /// Sorts as many keys per team as its heap holds.
  struct SortSubheaps {
    Layer layer;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return Subheap::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Subheap const heap(team_scratch(member, scratch_bytes()));
      std::uint64_t const begin =
          static_cast<std::uint64_t>(member.league_rank()) * Subheap::capacity;
      std::uint64_t const left = layer.n - begin;
      int const size           = static_cast<int>(
          left < Subheap::capacity ? left : std::uint64_t{Subheap::capacity});
      Traits::load_all(member, layer.order, layer.from, begin, size,
                       heap.elements());
      heap.sort(member, size, Less{layer.order});
      for (int k = member.team_rank(); k < size; k += team)
        Traits::store(layer.order, layer.to, begin + k, heap.sorted(k));
    }
  };

  /// Finds the element of the first rank of a share among all of a metaheap, by
  /// quickselect over its sorted subheaps. A random candidate is ranked in
  /// every subheap by binary search.
  struct SplitMetaheaps {
    Layer layer;

    struct Chosen {
      std::uint64_t position;  // in its subheap
      int subheap;
    };

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return sizeof(Chosen) + 3 * max_fan_in * sizeof(std::uint64_t) +
             Scan::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      Share const here(layer, member.league_rank());
      auto* const chosen =
          reinterpret_cast<Chosen*>(team_scratch(member, scratch_bytes()));
      auto* const low   = reinterpret_cast<std::uint64_t*>(chosen + 1);
      auto* const high  = low + max_fan_in;
      auto* const ranks = high + max_fan_in;
      auto* const scan  = ranks + max_fan_in;
      for (int s = member.team_rank(); s < here.subheaps; s += team) {
        low[s]  = 0;
        high[s] = here.subheap_size(layer, s);
      }
      member.team_barrier();
      // Ranks of the first candidate and past the last one.
      std::uint64_t first = 0;
      std::uint64_t last  = here.size;
      for (int round = 0; first < here.rank && here.rank < last; ++round) {
        choose(member, here, low, high,
               splitmix64(here.begin + here.rank + round) % (last - first),
               *chosen, scan);
        Chosen const pivot = *chosen;
        std::uint64_t const rank =
            rank_all(member, here, low, high, pivot, ranks, scan);
        bool const is_before = rank < here.rank;
        for (int s = member.team_rank(); s < here.subheaps; s += team)
          (is_before ? low : high)[s] =
              ranks[s] + (is_before && s == pivot.subheap ? 1 : 0);
        (is_before ? first : last) = rank + (is_before ? 1 : 0);
        member.team_barrier();
      }
      std::uint64_t const* const found = first == here.rank ? low : high;
      for (int s = member.team_rank(); s < here.subheaps; s += team)
        here.splits[s] = found[s];
    }

    /// Chooses candidate number `index`, counted subheap by subheap.
    KOKKOS_INLINE_FUNCTION static void choose(
        Member const& member, Share const& here, std::uint64_t const* low,
        std::uint64_t const* high, std::uint64_t index, Chosen& chosen,
        std::uint64_t* scan) {
      int const share = div_up(here.subheaps, team);
      int const begin = member.team_rank() * share;
      int const end =
          begin + share < here.subheaps ? begin + share : here.subheaps;
      std::uint64_t sum = 0;
      for (int s = begin; s < end; ++s) sum += high[s] - low[s];
      std::uint64_t total;
      std::uint64_t before = Scan::exclusive(member, sum, scan, total);
      for (int s = begin; s < end; ++s) {
        std::uint64_t const length = high[s] - low[s];
        if (index >= before && index - before < length)
          chosen = {low[s] + (index - before), s};
        before += length;
      }
      member.team_barrier();
    }

    /// Sets ranks[] to the number of elements of each subheap that precede the
    /// pivot, and returns their sum.
    KOKKOS_INLINE_FUNCTION std::uint64_t rank_all(
        Member const& member, Share const& here, std::uint64_t const* low,
        std::uint64_t const* high, Chosen const& pivot, std::uint64_t* ranks,
        std::uint64_t* scan) const {
      Less const less{layer.order};
      auto const at = [&](int s, std::uint64_t i) {
        return Traits::load(layer.order, layer.from,
                            here.begin + s * layer.run + i);
      };
      Element const element = at(pivot.subheap, pivot.position);
      std::uint64_t sum     = 0;
      for (int s = member.team_rank(); s < here.subheaps; s += team) {
        std::uint64_t begin = low[s];
        std::uint64_t end   = high[s];
        if (s == pivot.subheap) begin = end = pivot.position;
        while (begin < end) {
          std::uint64_t const middle = begin + (end - begin) / 2;
          bool const precedes        = s < pivot.subheap
                                           ? !less(element, at(s, middle))
                                           : less(at(s, middle), element);
          if (precedes) {
            begin = middle + 1;
          } else {
            end = middle;
          }
        }
        ranks[s] = begin;
        sum += begin;
      }
      std::uint64_t total;
      Scan::exclusive(member, sum, scan, total);
      return total;
    }
  };

  /// Makes splits ascend: in no subheap may a share begin before the share
  /// ahead of it.
  struct AlignSplits {
    Layer layer;

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::uint64_t const first =
          member.league_rank() * layer.shares_per_metaheap();
      std::uint64_t const end = first + layer.shares_per_metaheap();
      int const subheaps      = Share(layer, first).subheaps;
      for (int s = member.team_rank(); s < subheaps; s += team) {
        std::uint64_t most = 0;
        for (std::uint64_t share = first; share < end && share < layer.shares();
             ++share) {
          std::uint64_t& split = layer.splits[share * layer.fan_in + s];
          if (split < most) split = most;
          most = split;
        }
      }
    }
  };

  /// Pops one share of a metaheap per team.
  struct PopMetaheaps {
    Layer layer;

    KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes() {
      return round_up(Meta::scratch_bytes(), 16) + Scan::scratch_bytes();
    }

    KOKKOS_FORCEINLINE_FUNCTION void operator()(Member const& member) const {
      std::byte* const scratch = team_scratch(member, scratch_bytes());
      auto* const scan         = reinterpret_cast<std::uint64_t*>(
          scratch + round_up(Meta::scratch_bytes(), 16));
      Share const here(layer, member.league_rank());
      bool const is_last = here.is_last(layer);
      Meta const heap(scratch, layer.order, layer.from);
      std::uint64_t before = 0;
      std::uint64_t size   = 0;
      for (int s = member.team_rank(); s < here.subheaps; s += team) {
        std::uint64_t const begin = here.splits[s];
        std::uint64_t const end   = is_last ? here.subheap_size(layer, s)
                                            : here.splits[layer.fan_in + s];
        std::uint64_t const base  = here.begin + s * layer.run;
        heap.set(s, base + begin, base + end);
        before += begin;
        size += end - begin;
      }
      std::uint64_t all_before, all_size;
      Scan::exclusive(member, before, scan, all_before);
      Scan::exclusive(member, size, scan, all_size);
      heap.pop_all(member, here.subheaps, layer.to, here.begin + all_before,
                   all_size);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
