// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default sort of host backends. It is sample sort for threads with caches and
// no scratch. It follows M. Axtmann, S. Witt, D. Ferizovic, P. Sanders,
// "In-place parallel super scalar samplesort (IPS4o)" (2017).
//
// Phase 1  Survey      checks whether the input is sorted or reversed; a thread
//                      stops reading when its chunk is neither
// Phase 2  Choose      builds a classifier from a sorted sample
// Phase 3  Distribute  appends each chunk's keys to their buckets, which are
//                      chains of blocks
// Phase 4  Offset      prefix sums over the sizes, bucket by bucket
// Phase 5  Gather      one thread per bucket sorts it in cache; if it does not
//                      fit, all threads copy it to its place
// again    Choose, Count, Offset, Scatter
//                      all threads together partition the few buckets that
//                      would keep one thread busy for long, now of known sizes
// then     Rest        one thread per bucket sorts what is left of them
//
// Differences from the paper, and why:
// - It is out of place and stable.
// - Keys that are ordered by their bits are classified by a table instead of
//   splitters (HostBitsClassifier). In cache they are sorted by counting passes
//   over the leading bits in which they differ (HostRadixSort), or by vector
//   instructions (HostVectorSort, HostInPlaceSort). Under a comparator there is
//   a splitter tree. A leaf of numbers is sorted by their bits if the
//   comparator agrees with these (HostAgreeingSort). Others are merge-sorted.
// - One thread sorts a bucket that exceeds a leaf by vector instructions, or
//   partitions it again. After max_depth partitions it is merge-sorted:
//   O(n log n) on every input.
//
// It is stable and gives the same result in every run. It takes a fixed number
// of launches, none of which waits for another thread. Extra memory: n keys, n
// values, 1/16 of both for the ends of blocks, and at most 1.75 MiB per thread.
// Under a comparator also 2n bytes for bucket ids. One thread alone takes 2n
// elements and some counters.
#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_SORT_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_SORT_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_state.hpp>
#include <KokkosSort/core/launch_workers.hpp>
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
  using State      = HostState<Order, Value, Tuning>;
  using Key        = typename State::Key;
  using Data       = typename State::Data;
  using Partition  = typename State::Partition;
  using Classifier = typename State::Classifier;
  using Count      = typename State::Count;
  using Control    = typename State::Control;
  using Split      = typename State::Split;
  using Chunk      = typename State::Chunk;
  using Kind       = typename State::Kind;
  using Verdict    = typename State::Verdict;

  static constexpr int max_buckets = State::max_buckets;

 public:
  static constexpr std::string_view name = "host";
  static constexpr bool is_stable        = true;
  static constexpr bool is_in_place      = false;
  static constexpr bool is_quadratic     = false;
  static constexpr bool numbers_only     = false;

  // Maximum sizes of keys and values that are moved with every pass, for
  // IndirectSort.
  static constexpr std::size_t max_direct_key   = 256;
  static constexpr std::size_t max_direct_value = 48;

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) { plan(exec, order, n, arena); });
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    Kokkos::Profiling::ScopedRegion region(labeled("KokkosSort::host_sort"));
    State state   = plan(exec, order, n, arena);
    state.data[0] = Data{keys, values};
    if (State::is_one_leaf(n, exec.concurrency()) ||
        sorts_in_place(exec, keys, n)) {
      launch_workers("KokkosSort::host_sort::leaf", exec, 1, OneLeaf{state});
      return;
    }
    launch_workers("KokkosSort::host_sort::survey", exec, state.max_chunks,
                   Survey{state});
    launch_workers("KokkosSort::host_sort::choose", exec, 1, Judge{state});
    launch_workers("KokkosSort::host_sort::distribute", exec, state.workers,
                   Distribute{state});
    launch_workers("KokkosSort::host_sort::offset", exec, 1, OffsetAll{state});
    launch_workers("KokkosSort::host_sort::gather", exec, state.workers,
                   Gather{state});
    if (state.has_splits) partition_splits(exec, state);
    launch_workers("KokkosSort::host_sort::rest", exec, state.workers,
                   Rest{state});
  }

 private:
  static void partition_splits(Exec const& exec, State const& state) {
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::host_sort::splits"));
    launch_workers("KokkosSort::host_sort::choose", exec, state.workers,
                   Choose{state});
    launch_workers("KokkosSort::host_sort::count", exec, state.max_chunks,
                   CountBuckets{state});
    launch_workers("KokkosSort::host_sort::offset", exec, state.workers,
                   Offset{state});
    launch_workers("KokkosSort::host_sort::scatter", exec, state.workers,
                   Scatter{state});
  }

  /// Whether one thread sorts where the keys are.
  static bool sorts_in_place(Exec const& exec, Strided<Key> const& keys,
                             std::size_t n) {
    if constexpr (Partition::may_sort_in_place)
      return exec.concurrency() == 1 && keys.stride == 1 &&
             Partition::sorts_in_place(n) &&
             Partition::Vectors::outruns_partition();
    return false;
  }

  static State plan(Exec const& exec, Order const& order, std::size_t n,
                    Arena& arena) {
    return State::plan(order, n, std::max(exec.concurrency(), 1), arena);
  }

  struct OneLeaf {
    State s;
    void operator()(std::size_t) const {
      s.worker.sort_alone(s.order, s.data[0], s.n);
    }
  };

  /// Phase 1. Compares each key of a chunk with the key before it.
  struct Survey {
    State s;
    void operator()(std::size_t c) const {
      std::uint64_t const begin = std::max<std::uint64_t>(c * s.chunk_items, 1);
      std::uint64_t const end   = std::min((c + 1) * s.chunk_items, s.n);
      HostSurvey const of_chunk =
          survey<State::swaps_equal>(s.order, s.data[0].keys, begin, end);
      s.ascending[c]  = of_chunk.ascending ? 1 : 0;
      s.descending[c] = of_chunk.descending ? 1 : 0;
    }
  };

  /// Phase 2, unless the input is sorted or reversed.
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
      s.blocks.clear();
      s.add_split(0, 0, s.n);
      s.worker.choose(s.order, s.data[0], 0, s.n, 0, s.classifiers[0]);
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

  /// Phase 3. A worker takes chunk after chunk, so that its cache lines of
  /// buckets stay in its cache.
  struct Distribute {
    State s;
    void operator()(std::size_t w) const {
      if (s.control->verdict != Verdict::unsorted) return;
      auto chains = s.worker.chains(s.blocks, w);
      for_tickets(s.control->next_distributed, s.control->chunks[0],
                  [&](std::uint32_t c) {
                    Chunk const chunk = s.chunk(0, c);
                    Partition::distribute(s.order, s.classifiers[0], s.data[0],
                                          chunk.begin, chunk.size, chains,
                                          s.counts + c * max_buckets,
                                          s.starts + c * max_buckets);
                  });
    }
  };

  /// Phase 4 for one split: makes its counts offsets.
  static void offset(State const& s, int level, std::uint64_t i) {
    Split const& split           = s.splits[level][i];
    Classifier const& classifier = s.classifiers[i];
    Count* const offsets         = s.offsets_of(level, i);
    Count position               = split.begin;
    for (int b = 0; b < max_buckets; ++b) {
      offsets[b] = position;
      if (b < classifier.buckets())
        for (std::uint64_t c = split.first_chunk;
             c < split.first_chunk + split.chunks; ++c)
          position += std::exchange(s.counts[c * max_buckets + b], position);
      s.kinds_of(level, i)[b] = s.kind_of(
          level, position - offsets[b],
          b < classifier.buckets() && classifier.is_equal(b, s.order));
    }
    offsets[max_buckets] = position;
  }

  /// Phase 4. Lists the big buckets as splits.
  struct OffsetAll {
    State s;
    void operator()(std::size_t) const {
      if (s.control->splits[0] == 0) return;
      offset(s, 0, 0);
      Count const* const offsets = s.offsets_of(0, 0);
      for (int b = 0; b < max_buckets; ++b)
        if (s.kinds_of(0, 0)[b] == Kind::split)
          s.add_split(1, offsets[b], offsets[b + 1] - offsets[b]);
    }
  };

  /// Phase 5. The tasks are first the chunks, then the buckets.
  struct Gather {
    State s;
    void operator()(std::size_t w) const {
      std::uint64_t const chunks = s.control->chunks[0];
      for_tickets(s.control->next_gathered,
                  chunks > 0 ? chunks + max_buckets : 0,
                  [&](std::uint32_t task) {
                    if (task < chunks) {
                      copy_large(task);
                    } else {
                      sort_leaf(static_cast<int>(task - chunks), w);
                    }
                  });
    }
    void copy_large(std::uint64_t c) const {
      for (int b = 0; b < s.classifiers[0].buckets(); ++b)
        if (State::swaps_equal && s.kinds_of(0, 0)[b] == Kind::equal)
          fill(c, b);
        else if (s.kinds_of(0, 0)[b] != Kind::leaf)
          s.for_parts(
              c, b, [&](std::uint64_t at, std::uint64_t size, Count to) {
                copy(s.data[1].keys, at, size, s.data[0].keys, to);
                if constexpr (is_value_v<Value>)
                  copy(s.data[1].values, at, size, s.data[0].values, to);
              });
    }
    /// Writes identical keys, of which Distribute kept one block.
    void fill(std::uint64_t c, int b) const {
      typename State::Part const part = s.part(c, b);
      if (part.begin == part.end) return;
      Key const key = s.data[1].keys[part.from];
      with_stride(s.data[0].keys, [&](auto stride) {
        Key* const here = &s.data[0].keys[part.begin];
        for (Count i = 0; i < part.end - part.begin; ++i)
          here[static_cast<std::ptrdiff_t>(i) * stride] = key;
      });
    }
    template <class T>
    static void copy(Strided<T> const& from, std::uint64_t at,
                     std::uint64_t size, Strided<T> const& to, Count begin) {
      with_stride(to, [&](auto stride) {
        T* const here = &to[begin];
        for (std::uint64_t i = 0; i < size; ++i)
          here[static_cast<std::ptrdiff_t>(i) * stride] = from.data[at + i];
      });
    }
    void sort_leaf(int b, std::size_t w) const {
      Count const* const offsets = s.offsets_of(0, 0);
      Count const size           = offsets[b + 1] - offsets[b];
      if (size == 0 || s.kinds_of(0, 0)[b] != Kind::leaf) return;
      s.worker.sort_parts(
          s.order, s.data[1], s.data[0], offsets[b], size, w,
          [&](auto const& body) {
            for (std::uint64_t c = 0; c < s.control->chunks[0]; ++c)
              s.for_parts(c, b,
                          [&](std::uint64_t at, std::uint64_t count, Count) {
                            body(at, count);
                          });
          });
    }
  };

  /// Calls body(split) for every workers-th split from the w-th.
  template <class Body>
  static void for_splits_of(State const& s, std::size_t w, Body const& body) {
    for (std::uint64_t i = w; i < s.control->splits[1]; i += s.workers) body(i);
  }

  /// Phase 2 of the splits.
  struct Choose {
    State s;
    void operator()(std::size_t w) const {
      for_splits_of(s, w, [&](std::uint64_t i) {
        Split const& split = s.splits[1][i];
        s.worker.choose(s.order, s.data[0], split.begin, split.size, w,
                        s.classifiers[i]);
      });
    }
  };

  struct CountBuckets {
    State s;
    void operator()(std::size_t c) const {
      if (c >= s.control->chunks[1]) return;
      Chunk const chunk = s.chunk(1, c);
      Partition::count(s.order, s.classifiers[chunk.split], s.data[0],
                       chunk.begin, chunk.size, s.bucket_ids,
                       s.counts + c * max_buckets);
    }
  };

  struct Offset {
    State s;
    void operator()(std::size_t w) const {
      for_splits_of(s, w, [&](std::uint64_t i) { offset(s, 1, i); });
    }
  };

  struct Scatter {
    State s;
    void operator()(std::size_t w) const {
      for_tickets(s.control->next_scattered, s.control->chunks[1],
                  [&](std::uint32_t c) {
                    Chunk const chunk = s.chunk(1, c);
                    s.worker.scatter(s.order, s.classifiers[chunk.split],
                                     s.data, 0, chunk.begin, chunk.size,
                                     s.bucket_ids, s.counts + c * max_buckets,
                                     w);
                  });
    }
  };

  /// Takes the tasks of single threads by ticket: to sort the remaining
  /// buckets, or to swap the ends of a reversed array.
  struct Rest {
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
          reverse_chunk(task);
        } else if (task < max_buckets) {
          if (s.kinds_of(0, 0)[task] == Kind::large) sort_bucket(0, task, w);
        } else {
          sort_bucket(1, task - max_buckets, w);
        }
      });
    }
    void reverse_chunk(std::uint64_t c) const {
      std::uint64_t const share = div_up(s.chunk_items, 2);
      std::uint64_t const begin = c * share;
      reverse(s.data[0], s.n, begin, std::min(begin + share, s.n / 2));
    }
    /// Buckets of level 0 are in the caller's arrays by now, those of splits in
    /// the scratch. The kinds of all splits are contiguous, so an entry is a
    /// split and a bucket.
    void sort_bucket(int level, std::uint32_t entry, std::size_t w) const {
      std::uint32_t const split  = entry / max_buckets;
      std::uint32_t const b      = entry % max_buckets;
      Count const* const offsets = s.offsets_of(level, split);
      Count const size           = offsets[b + 1] - offsets[b];
      if (size == 0) return;
      s.worker.sort_range(s.order, s.data, level, offsets[b], size,
                          s.bucket_ids,
                          s.kinds_of(level, split)[b] == Kind::equal, w);
    }
  };
};

}  // namespace KokkosSort::Impl

#endif
