// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_MERGE_PASSES_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_MERGE_PASSES_HPP

#include <KokkosSort/algorithm/sorted/merge_many.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/multiway_merge.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Stable merge of one sorted run per rank, 16 runs at a time, in passes that
/// alternate between two arrays. On a device MergeMany merges up to four runs.
template <class Exec, class Order, class Value>
class MergePasses {
  using Key   = typename Order::key_type;
  using Arena = KokkosSort::Impl::Arena;
  using Merge = MultiwayMerge<Exec, Order, MoveValues<Value>>;
  using Own   = Elements<Key, Value>;
  using Space = typename Exec::memory_space;

  using Few = KokkosSort::Impl::MergeMany<Exec, Order, Value,
                                          KokkosSort::Impl::FewRuns<Key>>;
  // MergeMany of four runs, 2^27 elements on an H100, takes 0.45 (u32) to 0.67
  // (u64 with u64) of the time of MultiwayMerge. For two runs it is 0.68
  // to 0.90. Elements with padding, u64 with u32, take 1.0 to 1.5. Wider ones
  // were not measured.
  using Element = typename KokkosSort::Impl::Elements<Order, Value>::type;
  static constexpr std::size_t payload_bytes =
      sizeof(Key) + (is_value_v<Value> ? sizeof(Value) : 0);

 public:
  static constexpr bool merges_few =
      Merge::is_built && !is_host_memory_v<Exec> && sizeof(Element) <= 16 &&
      sizeof(Element) == payload_bytes;

  static constexpr std::size_t few_ways = Few::ways;
  static constexpr std::uint64_t sample_step =
      KokkosSort::Impl::FewRuns<Key>::sample_step;

 private:
  // Three passes take about half as long as a sort, on a device and on a host.
  static constexpr int most_runs = Runs::most * Runs::most * Runs::most;

 public:
  static constexpr bool is_built = Merge::is_built;

  /// Whether merging `runs` runs is faster than sorting.
  static constexpr bool serves(int runs) {
    return is_built && runs <= most_runs;
  }

  /// Takes the memory of run() from the arena, which one of two merges uses.
  static void take(Arena& arena, std::uint64_t n, int ranks) {
    Arena many;
    Merge::take(many, n, std::min(ranks, Runs::most));
    std::size_t bytes = many.used();
    if constexpr (merges_few) bytes = std::max(bytes, few_bytes(n));
    arena.take<std::byte>(bytes);
  }

  /// Returns the bytes that merge_few() takes.
  static std::size_t few_bytes(std::uint64_t n) {
    return Few::workspace_bytes({n, {}, Few::ways});
  }

  /// Enqueues the merge of the parts of `from` into `to`. Overwrites both
  /// arrays.
  static void run(Exec const& exec, Order const& order,
                  AlignedDisplacements const& parts, Own const& from,
                  Own const& to, Arena& arena) {
    std::vector<Run> runs;
    for (int r = 0; r < parts.ranks(); ++r)
      if (parts.count(r) > 0) runs.push_back({parts.begin(r), parts.count(r)});
    if (runs.empty()) return;
    if constexpr (merges_few) {
      if (runs.size() <= Few::ways) {
        merge_few(exec, order, runs, from, to, arena);
        return;
      }
    }
    Own source = from;
    Own target = to;
    do {
      runs = pass(exec, order, runs, source, target, arena);
      std::swap(source, target);
    } while (runs.size() > 1);
    if (source.keys == to.keys) return;
    copy_bytes<Space, Space>(exec, to.keys, source.keys,
                             to.count * sizeof(Key));
    if constexpr (is_value_v<Value>)
      copy_bytes<Space, Space>(exec, to.values, source.values,
                               to.count * sizeof(Value));
  }

  /// Sorted run of an array. With merge_few() it may be outside of the array.
  struct Run {
    std::uint64_t begin;
    std::uint64_t length;
    Key const* samples = nullptr;  // for merge_few(), as in FewRuns
  };

  /// Enqueues the merge of up to few_ways runs, none of them empty.
  static void merge_few(Exec const& exec, Order const& order,
                        std::vector<Run> const& runs, Own const& from,
                        Own const& to, Arena& arena) {
    KokkosSort::Impl::FewRuns<Key> few{};
    std::uint64_t n = 0;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      few.begins[r]      = runs[r].begin;
      few.samples[r]     = runs[r].samples;
      few.offsets[r + 1] = n += runs[r].length;
    }
    auto const data = [](Own const& own) {
      typename Few::Data arrays{KokkosSort::Impl::Strided<Key>{own.keys}, {}};
      if constexpr (is_value_v<Value>)
        arrays.values = KokkosSort::Impl::Strided<Value>{own.values};
      return arrays;
    };
    Few::run(exec, order, {n, few, runs.size()}, data(from), data(to), arena);
  }

 private:
  /// Merges groups of runs and returns the new runs, which are adjacent. The
  /// groups' launches are in order, so all use the same memory.
  static std::vector<Run> pass(Exec const& exec, Order const& order,
                               std::vector<Run> const& runs, Own const& source,
                               Own const& target, Arena const& arena) {
    std::vector<Run> merged;
    std::uint64_t place = 0;
    for (std::size_t first = 0; first < runs.size(); first += Runs::most) {
      Runs group;
      for (std::size_t i = first;
           i < std::min<std::size_t>(first + Runs::most, runs.size()); ++i)
        group.add(runs[i].begin, runs[i].length);
      MoveValues<Value> values{source.values, target.values};
      if constexpr (is_value_v<Value>) values.to += place;
      Arena own = arena;
      Merge::run(exec, order, group, source.keys, target.keys + place, values,
                 own);
      merged.push_back({place, group.total()});
      place += group.total();
    }
    return merged;
  }
};

}  // namespace KokkosSort::Distributed::Impl

#endif
