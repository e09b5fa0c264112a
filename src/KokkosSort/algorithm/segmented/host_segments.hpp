// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sort of many segments on hosts. Threads take groups of segments as they
// become free, and sort each alone. All threads together sort a segment that
// would keep one thread busy for longer than the others.
#ifndef KOKKOSSORT_ALGORITHM_SEGMENTED_HOST_SEGMENTS_HPP
#define KOKKOSSORT_ALGORITHM_SEGMENTED_HOST_SEGMENTS_HPP

#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/algorithm/host/host_tuning.hpp>
#include <KokkosSort/algorithm/segmented/segments.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/launch_workers.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

template <class Exec, class Order, class Value, class Segments>
class HostSegments {
  using Key       = typename Order::key_type;
  using Element   = typename Elements<Order, Value>::type;
  using Tuning    = HostSortTuning<sizeof(Element)>;
  using Partition = HostPartition<Order, Value, Tuning>;
  using Data      = Arrays<Key, Value>;
  using Whole     = HostSort<Exec, Order, Value>;

  /// Groups of segments per thread, for threads that finish at the same time.
  static constexpr std::size_t groups_per_thread = 32;
  /// Maximum segments per group, so that the groups of short segments are many.
  static constexpr std::size_t max_group = 1024;
  /// All threads together sort a segment of more than this share of a thread's
  /// keys.
  static constexpr std::size_t long_share = 4;

  struct Control {
    std::uint64_t next_group;
    std::uint64_t long_segments;
  };

  struct State {
    Order order;
    std::uint64_t n                         = {};
    Segments segments                       = {};
    std::uint64_t workers                   = {};
    std::uint64_t long_size                 = {};  // least of a long segment
    std::uint64_t max_long                  = {};
    Data data[2]                            = {};
    HostWorker<Order, Value, Tuning> worker = {};
    HostBucketId* bucket_ids                = {};
    Control* control                        = {};
    SegmentBounds* long_segments            = {};
  };

 public:
  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    return measured_bytes([&](Arena& arena) {
      State s    = plan_lists(exec, order, Segments{}, n, arena);
      Arena rest = arena;
      take_workers(s, arena);
      if (s.max_long > 0)
        rest.take<std::byte>(Whole::workspace_bytes(exec, order, n));
      if (rest.used() > arena.used()) arena = rest;
    });
  }

  static void run(Exec const& exec, Order const& order,
                  Segments const& segments, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (segments.count == 0 || n < 2) return;
    Kokkos::Profiling::ScopedRegion region(
        labeled("KokkosSort::segmented_sort"));
    State s          = plan_lists(exec, order, segments, n, arena);
    Arena const rest = arena;
    take_workers(s, arena);
    s.data[0] = Data{keys, values};
    launch_workers("KokkosSort::segmented_sort::clear", exec, 1, Clear{s});
    launch_workers("KokkosSort::segmented_sort::sort_segments", exec, s.workers,
                   SortSegments{s});
    if (s.max_long == 0) return;
    if constexpr (!launches_wait_v<Exec>)
      exec.fence(labeled("KokkosSort: the host reads a list of segments"));
    std::uint64_t const listed = s.control->long_segments;
    for (std::uint64_t i = 0; i < std::min(listed, s.max_long); ++i)
      sort_long(exec, s, s.long_segments[i], rest);
  }

 private:
  static State plan_lists(Exec const& exec, Order const& order,
                          Segments const& segments, std::size_t n,
                          Arena& arena) {
    State s{order};
    s.n        = n;
    s.segments = segments;
    auto const limit =
        static_cast<std::uint64_t>(std::max(exec.concurrency(), 1));
    s.workers = std::clamp<std::uint64_t>(n / Tuning::min_chunk, 1, limit);
    if (s.workers > 1 && n > Tuning::alone_capacity) {
      s.long_size = std::max<std::uint64_t>(Tuning::alone_capacity,
                                            n / (long_share * s.workers)) +
                    1;
      s.max_long = n / s.long_size;
    }
    s.control       = arena.take<Control>(1);
    s.long_segments = arena.take<SegmentBounds>(s.max_long);
    return s;
  }

  /// Takes the memory in which each thread sorts alone.
  static void take_workers(State& s, Arena& arena) {
    if (s.n <= Tuning::alone_capacity) {
      s.workers = 1;
      s.worker.take_leaf(arena, s.n);
      return;
    }
    s.worker.take(arena, s.workers);
    s.data[1] = take_arrays<Key, Value>(arena, s.n);
    if constexpr (Partition::keeps_bucket_ids)
      s.bucket_ids = arena.take<HostBucketId>(s.n);
  }

  struct Clear {
    State s;
    void operator()(std::size_t) const { *s.control = Control{0, 0}; }
  };

  struct SortSegments {
    State s;
    void operator()(std::size_t w) const {
      std::uint64_t const count = s.segments.used();
      std::uint64_t const group = std::clamp<std::uint64_t>(
          count / (groups_per_thread * s.workers), 1, max_group);
      while (true) {
        std::uint64_t const first =
            Kokkos::atomic_fetch_add(&s.control->next_group, group);
        if (first >= count) return;
        for (std::uint64_t i = first; i < std::min(first + group, count); ++i)
          sort(s.segments.bounds(i, s.n), w);
      }
    }
    void sort(SegmentBounds const& bounds, std::size_t w) const {
      if (bounds.size() < 2) return;
      if (s.max_long > 0 && bounds.size() >= s.long_size) {
        std::uint64_t const i = Kokkos::atomic_fetch_add(
            &s.control->long_segments, std::uint64_t{1});
        if (i < s.max_long) s.long_segments[i] = bounds;
        return;
      }
      s.worker.sort_range(s.order, s.data, 0, bounds.begin, bounds.size(),
                          s.bucket_ids, false, w);
    }
  };

  struct SortAlone {
    State s;
    SegmentBounds bounds;
    void operator()(std::size_t) const {
      s.worker.sort_range(s.order, s.data, 0, bounds.begin, bounds.size(),
                          s.bucket_ids, false, 0);
    }
  };

  /// All threads sort a long segment, in the memory that they had before each
  /// for itself. Few blocks of a shorter segment may take more memory than
  /// those of all keys, and then one thread sorts it.
  static void sort_long(Exec const& exec, State const& s,
                        SegmentBounds const& bounds, Arena rest) {
    std::size_t const size  = bounds.size();
    std::size_t const bytes = Whole::workspace_bytes(exec, s.order, size);
    if (round_up(rest.used(), Arena::alignment) + bytes > rest.bytes()) {
      launch_workers("KokkosSort::segmented_sort::sort_alone", exec, 1,
                     SortAlone{s, bounds});
      return;
    }
    Strided<Key> keys     = s.data[0].keys;
    Strided<Value> values = s.data[0].values;
    keys.data += static_cast<std::ptrdiff_t>(bounds.begin) * keys.stride;
    if constexpr (is_value_v<Value>)
      values.data += static_cast<std::ptrdiff_t>(bounds.begin) * values.stride;
    Whole::run(exec, s.order, keys, values, size, rest);
  }
};

}  // namespace KokkosSort::Impl

#endif
