// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_MERGE_PASSES_HPP
#define KOKKOSSORT_DISTRIBUTED_MERGE_PASSES_HPP

#include <KokkosSort/algorithm/arena.hpp>
#include <KokkosSort/distributed/local.hpp>
#include <KokkosSort/distributed/multiway_merge.hpp>
#include <KokkosSort/distributed/parts.hpp>
#include <KokkosSort/distributed/staging.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Stable merge of one sorted run from each rank, 16 runs at a time, in as many
/// passes to and fro between two arrays as it takes.
template <class Exec, class Order, class Value>
class MergePasses {
  using Key   = typename Order::key_type;
  using Arena = KokkosSort::Impl::Arena;
  using Merge = MultiwayMerge<Exec, Order, MoveValues<Value>>;
  using Own   = Elements<Key, Value>;
  using Space = typename Exec::memory_space;

  // Three passes cost about as much as half of a sort, on a device as on a
  // host.
  static constexpr int most_runs = Runs::most * Runs::most * Runs::most;

 public:
  static constexpr bool is_built = Merge::is_built;

  /// Whether merging so many runs is faster than sorting.
  static constexpr bool serves(int runs) {
    return is_built && runs <= most_runs;
  }

  /// What run() takes from the arena.
  static void take(Arena& arena, std::uint64_t n, int ranks) {
    Merge::take(arena, n, std::min(ranks, Runs::most));
  }

  /// Enqueues the merge of the parts of `from` into `to`; both arrays are
  /// overwritten.
  static void run(Exec const& exec, Order const& order, Parts const& parts,
                  Own const& from, Own const& to, Arena& arena) {
    std::vector<std::uint64_t> bounds;
    for (int r = 0; r < parts.ranks(); ++r)
      if (parts.count(r) > 0) bounds.push_back(parts.begin(r));
    bounds.push_back(parts.total());
    if (bounds.size() == 1) return;
    Own source = from;
    Own target = to;
    do {
      bounds = pass(exec, order, bounds, source, target, arena);
      std::swap(source, target);
    } while (bounds.size() > 2);
    if (source.keys == to.keys) return;
    copy_bytes<Space, Space>(exec, to.keys, source.keys,
                             to.count * sizeof(Key));
    if constexpr (is_value_v<Value>)
      copy_bytes<Space, Space>(exec, to.values, source.values,
                               to.count * sizeof(Value));
  }

 private:
  /// Where the runs begin afterwards. The groups' launches follow one another,
  /// so that all take the same memory.
  static std::vector<std::uint64_t> pass(
      Exec const& exec, Order const& order,
      std::vector<std::uint64_t> const& bounds, Own const& source,
      Own const& target, Arena const& arena) {
    std::vector<std::uint64_t> merged;
    std::size_t const runs = bounds.size() - 1;
    for (std::size_t first = 0; first < runs; first += Runs::most) {
      Runs group;
      group.count =
          static_cast<int>(std::min<std::size_t>(Runs::most, runs - first));
      std::copy_n(bounds.begin() + static_cast<std::ptrdiff_t>(first),
                  group.count + 1, group.begin);
      std::uint64_t const begin = group.begin[0];
      MoveValues<Value> values{source.values, target.values};
      if constexpr (is_value_v<Value>) values.to += begin;
      Arena own = arena;
      Merge::run(exec, order, group, source.keys, target.keys + begin, values,
                 own);
      merged.push_back(begin);
    }
    merged.push_back(bounds.back());
    return merged;
  }
};

}  // namespace KokkosSort::Distributed::Impl

#endif
