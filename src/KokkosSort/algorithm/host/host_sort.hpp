// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The default sort of host backends: sample sort once more, for threads that
// have caches and no scratch, after M. Axtmann, S. Witt, D. Ferizovic,
// P. Sanders, "In-place parallel super scalar samplesort (IPS4o)" (2017), but
// out of place and stable.
//
// Phase 1  Survey     is the input sorted, or reversed? Every thread reads on
//                     only as long as it may be
// Phase 2  Choose     a classifier from a sorted sample
// Phase 3  Count      each chunk's keys are named by bucket and counted
// Phase 4  Offset     prefix sums over the counts, bucket by bucket
// Phase 5  Scatter    each chunk's keys move to their buckets, through a cache
//                     line a bucket
// again    2 to 5     once more for the few buckets that would keep one thread
//                     busy for long, all threads together
// then     Leaves     each bucket by one thread: in cache, or partitioned on
//
// Where keys are ordered by their bits, buckets are named by a table in place
// of splitters (HostBitsClassifier) and sorted in cache by counting passes over
// the leading bits in which they differ (HostRadixSort); under a comparator by
// a splitter tree and by merging.
//
// A bucket that is left above the cache after max_depth partitions is merge
// sorted: O(n log n) on every input. Stable; the same result in every run. A
// fixed number of launches, none of which waits for another thread. Extra
// memory: n keys, n values, 2n bytes for the names of buckets where the tuning
// keeps them (otherwise they are found twice), and about 1.5 MiB a thread;
// where one thread sorts alone 2n elements and some counters.
#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_SORT_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/core/launch.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/host/host_tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace KokkosSort::Impl {

/// Tuning: see HostSortTuning; tests take one that reaches the deep code with
/// few keys.
template <class Exec, class Order, class Value,
          class Tuning =
              HostSortTuning<sizeof(typename Elements<Order, Value>::type)>>
class HostSort {
  using Key        = typename Order::key_type;
  using Item       = typename Order::item_type;
  using Data       = Arrays<Key, Value>;
  using Partition  = HostPartition<Order, Value, Tuning>;
  using Classifier = typename Partition::Classifier;
  using Count      = typename Partition::Count;
  using Worker     = HostWorker<Order, Value, Tuning>;

  static constexpr int max_levels            = 2;
  static constexpr int max_buckets           = Partition::max_buckets;
  static constexpr std::size_t leaf_capacity = Partition::leaf_capacity;

  // A comparator need not say the same twice: what is counted under one name
  // must not go under another.
  static constexpr bool keeps_names = Tuning::keeps_names || !has_bits_v<Order>;

  enum class Verdict : std::uint32_t { unsorted, sorted, reversed };

  /// A bucket that all threads partition.
  struct Split {
    std::uint64_t begin;
    std::uint64_t size;
    std::uint64_t first_chunk;
    std::uint64_t chunks;
  };

  struct Control {
    Verdict verdict;
    std::uint32_t next_task;
    std::uint32_t next_chunk[max_levels];
    std::uint32_t splits[max_levels];
    std::uint64_t chunks[max_levels];
  };

  enum class Kind : std::uint8_t { rest, equal, split };

  /// What every phase knows. Arrays of a level are indexed [split][bucket].
  struct State {
    Order order;
    std::uint64_t n            = {};
    int levels                 = {};
    std::uint64_t workers      = {};
    std::uint64_t chunk_items  = {};
    std::uint64_t max_chunks   = {};
    std::uint64_t max_splits   = {};
    Data data[2]               = {};  // the caller's arrays and the scratch
    HostName* names            = {};
    Control* control           = {};
    std::uint8_t* ascending    = {};  // of each chunk
    std::uint8_t* descending   = {};  // of each chunk
    Split* splits[max_levels]  = {};
    std::uint32_t* chunk_split = {};  // whose chunk it is
    Classifier* classifiers    = {};  // of each split
    Count* begins[max_levels]  = {};
    Kind* kinds[max_levels]    = {};
    Count* counts = {};  // [chunk][bucket], then where its items go
    Worker worker = {};

    std::uint64_t big() const {
      return std::max<std::uint64_t>(leaf_capacity,
                                     n / (Tuning::splits_per_worker * workers));
    }
    Count* begins_of(int level, std::uint64_t split) const {
      return begins[level] + split * (max_buckets + 1);
    }
    Kind* kinds_of(int level, std::uint64_t split) const {
      return kinds[level] + split * max_buckets;
    }
  };

 public:
  static constexpr std::string_view name = "host";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    Arena measure;
    plan(exec, order, n, measure);
    return measure.used();
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::host_sort"));
    State state   = plan(exec, order, n, arena);
    state.data[0] = Data{keys, values};
    if (n <= Tuning::alone_capacity) {
      launch("KokkosSort::host_sort::leaf", exec, 1, OneLeaf{state});
      return;
    }
    launch("KokkosSort::host_sort::survey", exec, state.max_chunks,
           Survey{state});
    launch("KokkosSort::host_sort::choose", exec, 1, Judge{state});
    partition(exec, state, 0);
    if (state.levels > 1) {
      launch("KokkosSort::host_sort::list", exec, 1, List{state});
      launch("KokkosSort::host_sort::choose", exec, state.workers,
             Choose{state});
      partition(exec, state, 1);
    }
    launch("KokkosSort::host_sort::leaves", exec, state.workers, Leaves{state});
  }

 private:
  /// One call for each index, dealt out to the threads as they come free.
  template <class Kernel>
  static void launch(char const* label, Exec const& exec, std::size_t count,
                     Kernel const& kernel) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>,
                                       Kokkos::IndexType<std::size_t>>;
    Policy const policy(exec, 0, count, Kokkos::ChunkSize(1));
    if constexpr (launches_wait_v<Exec>) {
      Kokkos::parallel_for(labeled(label), policy,
                           AnyKernel<std::size_t>::of(kernel));
    } else {
      Kokkos::parallel_for(labeled(label), policy, kernel);
    }
  }

  static void partition(Exec const& exec, State const& state, int level) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::host_sort::level"));
    launch("KokkosSort::host_sort::count", exec, state.max_chunks,
           CountBuckets{state, level});
    launch("KokkosSort::host_sort::offset", exec,
           level == 0 ? 1 : state.workers, Offset{state, level});
    launch("KokkosSort::host_sort::scatter", exec, state.workers,
           Scatter{state, level});
  }

  static State plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena) {
    State s{order};
    s.n      = n;
    s.levels = n > Tuning::one_level ? max_levels : 1;
    if (n <= Tuning::alone_capacity) {
      s.worker.take_leaf(arena, n);
      return s;
    }
    auto const threads =
        static_cast<std::uint64_t>(std::max(exec.concurrency(), 1));
    s.workers = std::clamp<std::uint64_t>(n / Tuning::min_chunk, 1, threads);
    s.worker.take(arena, s.workers);
    std::uint64_t const chunks = s.workers * Tuning::chunks_per_worker;
    s.chunk_items =
        std::max<std::uint64_t>((n + chunks - 1) / chunks, Tuning::min_chunk);
    s.max_splits   = s.workers * Tuning::splits_per_worker;
    s.max_chunks   = (n + s.chunk_items - 1) / s.chunk_items + s.max_splits;
    s.data[1].keys = Strided<Key>{arena.take<Key>(n)};
    if constexpr (is_value_v<Value>)
      s.data[1].values = Strided<Value>{arena.take<Value>(n)};
    if constexpr (keeps_names) s.names = arena.take<HostName>(n);
    s.control     = arena.take<Control>(1);
    s.ascending   = arena.take<std::uint8_t>(s.max_chunks);
    s.descending  = arena.take<std::uint8_t>(s.max_chunks);
    s.chunk_split = arena.take<std::uint32_t>(s.max_chunks);
    s.classifiers = arena.take<Classifier>(s.max_splits);
    for (int level = 0; level < s.levels; ++level) {
      std::uint64_t const splits = level == 0 ? 1 : s.max_splits;
      s.splits[level]            = arena.take<Split>(splits);
      s.begins[level] = arena.take<Count>(splits * (max_buckets + 1));
      s.kinds[level]  = arena.take<Kind>(splits * max_buckets);
    }
    s.counts = arena.take<Count>(s.max_chunks * max_buckets);
    return s;
  }

  /// A stretch of a split that one thread handles.
  struct Chunk {
    std::uint64_t begin;
    std::uint64_t size;
  };
  static Chunk chunk_of(State const& s, Split const& split, std::uint64_t c) {
    std::uint64_t const from = (c - split.first_chunk) * s.chunk_items;
    return {split.begin + from, std::min(s.chunk_items, split.size - from)};
  }

  struct OneLeaf {
    State s;
    void operator()(std::size_t) const {
      s.worker.sort_leaf(s.order, s.data[0], s.data[0], 0, s.n, 0);
    }
  };

  /// Phase 1. A chunk answers for its keys and the one before them.
  struct Survey {
    State s;
    void operator()(std::size_t c) const {
      std::uint64_t const begin = std::max<std::uint64_t>(c * s.chunk_items, 1);
      std::uint64_t const end   = std::min((c + 1) * s.chunk_items, s.n);
      bool ascending            = true;
      bool descending           = true;
      for (std::uint64_t i = begin; i < end && (ascending || descending); ++i) {
        auto const& keys = s.data[0].keys;
        Item const a     = s.order.encode(keys[i - 1]);
        Item const b     = s.order.encode(keys[i]);
        // Equal keys must not change places, so reversed means strictly.
        descending = descending && s.order.less(b, a);
        ascending  = ascending && !s.order.less(b, a);
      }
      s.ascending[c]  = ascending ? 1 : 0;
      s.descending[c] = descending ? 1 : 0;
    }
  };

  /// Phase 2 of the whole, where there is anything to be done.
  struct Judge {
    State s;
    void operator()(std::size_t) const {
      auto const all = [&](std::uint8_t const* answers) {
        return std::all_of(answers, answers + s.max_chunks,
                           [](std::uint8_t answer) { return answer != 0; });
      };
      *s.control         = Control{};
      s.control->verdict = all(s.ascending)    ? Verdict::sorted
                           : all(s.descending) ? Verdict::reversed
                                               : Verdict::unsorted;
      if (s.control->verdict != Verdict::unsorted) return;
      add_split(s, 0, 0, s.n);
      s.worker.choose(s.order, s.data[0], 0, s.n, 0, s.classifiers[0]);
    }
  };

  static void add_split(State const& s, int level, std::uint64_t begin,
                        std::uint64_t size) {
    std::uint32_t const split  = s.control->splits[level]++;
    std::uint64_t& total       = s.control->chunks[level];
    std::uint64_t const chunks = (size + s.chunk_items - 1) / s.chunk_items;
    s.splits[level][split]     = Split{begin, size, total, chunks};
    std::fill_n(s.chunk_split + total, chunks, split);
    total += chunks;
  }

  /// Phase 2 of the second level. Worker w takes every w-th split.
  struct Choose {
    State s;
    void operator()(std::size_t w) const {
      for (std::uint64_t i = w; i < s.control->splits[1]; i += s.workers) {
        Split const& split = s.splits[1][i];
        s.worker.choose(s.order, s.data[1], split.begin, split.size, w,
                        s.classifiers[i]);
      }
    }
  };

  /// Phase 3.
  struct CountBuckets {
    State s;
    int level;
    void operator()(std::size_t c) const {
      if (c >= s.control->chunks[level]) return;
      std::uint32_t const split = s.chunk_split[c];
      Chunk const chunk         = chunk_of(s, s.splits[level][split], c);
      Partition::count(s.order, s.classifiers[split], s.data[level % 2],
                       chunk.begin, chunk.size, s.names,
                       s.counts + c * max_buckets);
    }
  };

  /// Phase 4. Worker w takes every w-th split.
  struct Offset {
    State s;
    int level;
    void operator()(std::size_t w) const {
      for (std::uint64_t i = w; i < s.control->splits[level]; i += s.workers)
        offset(i);
    }
    void offset(std::uint64_t i) const {
      Split const& split           = s.splits[level][i];
      Classifier const& classifier = s.classifiers[i];
      Count* const begins          = s.begins_of(level, i);
      Kind* const kinds            = s.kinds_of(level, i);
      Count place                  = split.begin;
      for (int b = 0; b < max_buckets; ++b) {
        begins[b] = place;
        if (b < classifier.buckets())
          for (std::uint64_t c = split.first_chunk;
               c < split.first_chunk + split.chunks; ++c)
            place += std::exchange(s.counts[c * max_buckets + b], place);
        Count const size = place - begins[b];
        kinds[b] = size > 0 && classifier.is_equal(b, s.order) ? Kind::equal
                   : size > s.big() && level + 1 < s.levels    ? Kind::split
                                                               : Kind::rest;
      }
      begins[max_buckets] = place;
    }
  };

  /// Puts the first level's big buckets on the second's list.
  struct List {
    State s;
    void operator()(std::size_t) const {
      if (s.control->splits[0] == 0) return;
      Count const* const begins = s.begins_of(0, 0);
      for (int b = 0; b < max_buckets; ++b)
        if (s.kinds_of(0, 0)[b] == Kind::split)
          add_split(s, 1, begins[b], begins[b + 1] - begins[b]);
    }
  };

  /// Phase 5. A worker takes chunks by ticket: the lines where its items wait
  /// stay in its cache from one to the next.
  struct Scatter {
    State s;
    int level;
    void operator()(std::size_t w) const {
      while (true) {
        std::uint32_t const c =
            Kokkos::atomic_fetch_add(&s.control->next_chunk[level], 1u);
        if (c >= s.control->chunks[level]) return;
        std::uint32_t const split = s.chunk_split[c];
        Chunk const chunk         = chunk_of(s, s.splits[level][split], c);
        s.worker.scatter(s.order, s.classifiers[split], s.data, level % 2,
                         chunk.begin, chunk.size, s.names,
                         s.counts + c * max_buckets, w);
      }
    }
  };

  /// What is left for single threads, by ticket: the buckets, or to exchange
  /// the ends of a reversed array.
  struct Leaves {
    State s;
    void operator()(std::size_t w) const {
      bool const is_reversed = s.control->verdict == Verdict::reversed;
      std::uint64_t const tasks =
          is_reversed
              ? s.max_chunks
              : std::uint64_t{s.control->splits[0] + s.control->splits[1]} *
                    max_buckets;
      while (true) {
        std::uint32_t const task =
            Kokkos::atomic_fetch_add(&s.control->next_task, 1u);
        if (task >= tasks) return;
        if (is_reversed) {
          reverse(task);
        } else if (task < max_buckets) {
          sort_bucket(0, task, w);
        } else {
          sort_bucket(1, task - max_buckets, w);
        }
      }
    }
    void reverse(std::uint64_t c) const {
      std::uint64_t const share = (s.chunk_items + 1) / 2;
      std::uint64_t const begin = c * share;
      std::uint64_t const end   = std::min(begin + share, s.n / 2);
      for (std::uint64_t i = begin; i < end; ++i) {
        std::swap(s.data[0].keys[i], s.data[0].keys[s.n - 1 - i]);
        if constexpr (is_value_v<Value>)
          std::swap(s.data[0].values[i], s.data[0].values[s.n - 1 - i]);
      }
    }
    /// The tables of a level's splits follow each other, but for the one more
    /// begin of each.
    void sort_bucket(int level, std::uint32_t entry, std::size_t w) const {
      std::uint32_t const split = entry / max_buckets;
      std::uint32_t const b     = entry % max_buckets;
      Count const* const begins = s.begins_of(level, split);
      Count const size          = begins[b + 1] - begins[b];
      Kind const kind           = s.kinds_of(level, split)[b];
      if (size == 0 || kind == Kind::split) return;
      int const at = 1 - level % 2;
      s.worker.sort_range(s.order, s.data, at, begins[b], size, s.names,
                          kind == Kind::equal, w);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
