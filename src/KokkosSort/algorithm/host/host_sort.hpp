// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default sort of host backends. It is sample sort for threads with caches and
// no scratch. It follows M. Axtmann, S. Witt, D. Ferizovic, P. Sanders,
// "In-place parallel super scalar samplesort (IPS4o)" (2017).
//
// Phase 1  Survey     checks whether the input is sorted or reversed; a thread
//                     stops reading when its chunk is neither
// Phase 2  Choose     builds a classifier from a sorted sample
// Phase 3  Count      classifies each chunk's keys and counts them per bucket
// Phase 4  Offset     prefix sums over the counts, bucket by bucket
// Phase 5  Scatter    moves each chunk's keys to their buckets, through one
//                     cache line per bucket
// again    2 to 5     all threads together partition the few buckets that would
//                     keep one thread busy for long
// then     Leaves     one thread per bucket sorts it in cache, or partitions it
//
// Differences from the paper, and why:
// - It is out of place and stable.
// - Keys that are ordered by their bits are classified by a table instead of
//   splitters (HostBitsClassifier). In cache they are sorted by counting passes
//   over the leading bits in which they differ (HostRadixSort), or by vector
//   instructions (HostVectorSort). Under a comparator there is a splitter tree,
//   and leaves are merge-sorted.
// - A bucket that exceeds a leaf after max_depth partitions is merge-sorted:
//   O(n log n) on every input.
//
// It is stable and gives the same result in every run. It takes a fixed number
// of launches, none of which waits for another thread. Extra memory: n keys, n
// values, about 1.5 MiB per thread, and 2n bytes for bucket ids if the tuning
// keeps them. Otherwise keys are classified twice. One thread alone takes 2n
// elements and some counters.
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

/// Tuning: see HostSortTuning. Tests use one that reaches the deep code with
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

  // An inconsistent comparator must not move a key to another bucket than the
  // one that counted it, so its bucket ids are always kept.
  static constexpr bool keeps_bucket_ids =
      Tuning::keeps_bucket_ids || !has_bits_v<Order>;

  enum class Verdict : std::uint32_t { unsorted, sorted, reversed };

  /// Bucket that all threads partition together.
  struct Split {
    std::uint64_t begin;
    std::uint64_t size;
    std::uint64_t first_chunk;
    std::uint64_t chunks;
  };

  /// Range of a split that one thread handles.
  struct Chunk {
    std::uint32_t split;
    std::uint64_t begin;
    std::uint64_t size;
  };

  struct Control {
    Verdict verdict;
    std::uint32_t next_task;
    std::uint32_t next_chunk[max_levels];
    std::uint32_t splits[max_levels];
    std::uint64_t chunks[max_levels];
  };

  enum class Kind : std::uint8_t { rest, equal, split };

  /// State of all phases. Arrays of a level are indexed [split][bucket].
  struct State {
    Order order;
    std::uint64_t n            = {};
    int levels                 = {};
    std::uint64_t workers      = {};
    std::uint64_t chunk_items  = {};
    std::uint64_t max_chunks   = {};
    std::uint64_t max_splits   = {};
    Data data[2]               = {};  // the caller's arrays and the scratch
    HostBucketId* bucket_ids   = {};
    Control* control           = {};
    std::uint8_t* ascending    = {};  // per chunk
    std::uint8_t* descending   = {};  // per chunk
    Split* splits[max_levels]  = {};
    std::uint32_t* chunk_split = {};  // split of each chunk
    Classifier* classifiers    = {};  // per split
    Count* offsets[max_levels] = {};
    Kind* kinds[max_levels]    = {};
    Count* counts = {};  // [chunk][bucket]; phase 4 makes them offsets
    Worker worker = {};

    std::uint64_t big() const {
      return std::max<std::uint64_t>(leaf_capacity,
                                     n / (Tuning::splits_per_worker * workers));
    }
    bool is_streamed() const {
      return n * sizeof(typename Elements<Order, Value>::type) >=
             Tuning::streamed_bytes;
    }
    Count* offsets_of(int level, std::uint64_t split) const {
      return offsets[level] + split * (max_buckets + 1);
    }
    Kind* kinds_of(int level, std::uint64_t split) const {
      return kinds[level] + split * max_buckets;
    }

    Chunk chunk(int level, std::uint64_t c) const {
      std::uint32_t const i    = chunk_split[c];
      Split const& split       = splits[level][i];
      std::uint64_t const from = (c - split.first_chunk) * chunk_items;
      return {i, split.begin + from, std::min(chunk_items, split.size - from)};
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
    return measured_bytes([&](Arena& arena) { plan(exec, order, n, arena); });
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
  /// Launches one call per index; threads take indices as they become free.
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
        std::max<std::uint64_t>(div_up(n, chunks), Tuning::min_chunk);
    s.max_splits = s.workers * Tuning::splits_per_worker;
    s.max_chunks = div_up(n, s.chunk_items) + s.max_splits;
    s.data[1]    = take_arrays<Key, Value>(arena, n);
    if constexpr (keeps_bucket_ids) s.bucket_ids = arena.take<HostBucketId>(n);
    s.control     = arena.take<Control>(1);
    s.ascending   = arena.take<std::uint8_t>(s.max_chunks);
    s.descending  = arena.take<std::uint8_t>(s.max_chunks);
    s.chunk_split = arena.take<std::uint32_t>(s.max_chunks);
    s.classifiers = arena.take<Classifier>(s.max_splits);
    for (int level = 0; level < s.levels; ++level) {
      std::uint64_t const splits = level == 0 ? 1 : s.max_splits;
      s.splits[level]            = arena.take<Split>(splits);
      s.offsets[level] = arena.take<Count>(splits * (max_buckets + 1));
      s.kinds[level]   = arena.take<Kind>(splits * max_buckets);
    }
    s.counts = arena.take<Count>(s.max_chunks * max_buckets);
    return s;
  }

  struct OneLeaf {
    State s;
    void operator()(std::size_t) const {
      s.worker.sort_leaf(s.order, s.data[0], s.data[0], 0, s.n, 0);
    }
  };

  /// Phase 1. Compares each key of a chunk with the key before it.
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
        // Equal keys keep their order, so reversed means strictly descending.
        descending = descending && s.order.less(b, a);
        ascending  = ascending && !s.order.less(b, a);
      }
      s.ascending[c]  = ascending ? 1 : 0;
      s.descending[c] = descending ? 1 : 0;
    }
  };

  /// Phase 2 of the first level, unless the input is sorted or reversed.
  struct Judge {
    State s;
    void operator()(std::size_t) const {
      auto const all = [&](std::uint8_t const* flags) {
        return std::all_of(flags, flags + s.max_chunks,
                           [](std::uint8_t flag) { return flag != 0; });
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
    std::uint64_t const chunks = div_up(size, s.chunk_items);
    s.splits[level][split]     = Split{begin, size, total, chunks};
    std::fill_n(s.chunk_split + total, chunks, split);
    total += chunks;
  }

  /// Phase 2 of the second level. Worker w takes every workers-th split.
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
      Chunk const chunk = s.chunk(level, c);
      Partition::count(s.order, s.classifiers[chunk.split], s.data[level % 2],
                       chunk.begin, chunk.size, s.bucket_ids,
                       s.counts + c * max_buckets);
    }
  };

  /// Phase 4. Worker w takes every workers-th split.
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
      Count* const offsets         = s.offsets_of(level, i);
      Kind* const kinds            = s.kinds_of(level, i);
      Count position               = split.begin;
      for (int b = 0; b < max_buckets; ++b) {
        offsets[b] = position;
        if (b < classifier.buckets())
          for (std::uint64_t c = split.first_chunk;
               c < split.first_chunk + split.chunks; ++c)
            position += std::exchange(s.counts[c * max_buckets + b], position);
        Count const size = position - offsets[b];
        kinds[b] = size > 0 && classifier.is_equal(b, s.order) ? Kind::equal
                   : size > s.big() && level + 1 < s.levels    ? Kind::split
                                                               : Kind::rest;
      }
      offsets[max_buckets] = position;
    }
  };

  /// Calls body(ticket) for each ticket below `count` that the caller draws.
  template <class Body>
  static void for_tickets(std::uint32_t& next, std::uint64_t count,
                          Body const& body) {
    while (true) {
      std::uint32_t const ticket = Kokkos::atomic_fetch_add(&next, 1u);
      if (ticket >= count) return;
      body(ticket);
    }
  }

  /// Lists the first level's big buckets as splits of the second level.
  struct List {
    State s;
    void operator()(std::size_t) const {
      if (s.control->splits[0] == 0) return;
      Count const* const offsets = s.offsets_of(0, 0);
      for (int b = 0; b < max_buckets; ++b)
        if (s.kinds_of(0, 0)[b] == Kind::split)
          add_split(s, 1, offsets[b], offsets[b + 1] - offsets[b]);
    }
  };

  /// Phase 5. A worker takes chunk after chunk, so that its cache lines of
  /// buckets stay in its cache.
  struct Scatter {
    State s;
    int level;
    void operator()(std::size_t w) const {
      for_tickets(s.control->next_chunk[level], s.control->chunks[level],
                  [&](std::uint32_t c) {
                    Chunk const chunk = s.chunk(level, c);
                    s.worker.scatter(s.order, s.classifiers[chunk.split],
                                     s.data, level % 2, chunk.begin, chunk.size,
                                     s.bucket_ids, s.counts + c * max_buckets,
                                     w, s.is_streamed());
                  });
    }
  };

  /// Takes the tasks of single threads by ticket: to sort the buckets, or to
  /// swap the ends of a reversed array.
  struct Leaves {
    State s;
    void operator()(std::size_t w) const {
      bool const is_reversed = s.control->verdict == Verdict::reversed;
      std::uint64_t const tasks =
          is_reversed
              ? s.max_chunks
              : std::uint64_t{s.control->splits[0] + s.control->splits[1]} *
                    max_buckets;
      for_tickets(s.control->next_task, tasks, [&](std::uint32_t task) {
        if (is_reversed) {
          reverse(task);
        } else if (task < max_buckets) {
          sort_bucket(0, task, w);
        } else {
          sort_bucket(1, task - max_buckets, w);
        }
      });
    }
    void reverse(std::uint64_t c) const {
      std::uint64_t const share = div_up(s.chunk_items, 2);
      std::uint64_t const begin = c * share;
      std::uint64_t const end   = std::min(begin + share, s.n / 2);
      for (std::uint64_t i = begin; i < end; ++i) {
        std::swap(s.data[0].keys[i], s.data[0].keys[s.n - 1 - i]);
        if constexpr (is_value_v<Value>)
          std::swap(s.data[0].values[i], s.data[0].values[s.n - 1 - i]);
      }
    }
    /// The kinds of a level's splits are contiguous, so an entry is a split and
    /// a bucket.
    void sort_bucket(int level, std::uint32_t entry, std::size_t w) const {
      std::uint32_t const split  = entry / max_buckets;
      std::uint32_t const b      = entry % max_buckets;
      Count const* const offsets = s.offsets_of(level, split);
      Count const size           = offsets[b + 1] - offsets[b];
      Kind const kind            = s.kinds_of(level, split)[b];
      if (size == 0 || kind == Kind::split) return;
      int const at = 1 - level % 2;
      s.worker.sort_range(s.order, s.data, at, offsets[b], size, s.bucket_ids,
                          kind == Kind::equal, w);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
