// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_CHUNKS_CHUNKED_SORT_HPP
#define KOKKOSSORT_ALGORITHM_CHUNKS_CHUNKED_SORT_HPP

#include <KokkosSort/algorithm/chunks/chunks_tuning.hpp>
#include <KokkosSort/algorithm/chunks/run_borders_thread.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/copy_bytes.hpp>
#include <KokkosSort/core/label.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace KokkosSort::Impl {

/// Sort of host memory in chunks that the memory of `Exec` holds:
///
/// 1. Each chunk is copied there, sorted, and copied to a run of the scratch on
///    the host.
/// 2. Split points divide the runs into pieces of a chunk's size that follow
///    each other in the order. The parts of a piece are copied, sorted again,
///    and copied to the user's array.
///
/// The chunks pass through lanes, instances with memory of their own. So both
/// directions of the copies and the sorts take place at once. A piece is sorted
/// and not merged: on a device the sort takes less time than the copies.
///
/// This is external merge sort with one level of runs (Knuth, The Art of
/// Computer Programming, volume 3, section 5.4). The split points make the
/// pieces independent (Varman et al., Merging multiple lists on
/// hierarchical-memory multiprocessors, 1991).
template <class Sorter, class Exec, class Order, class Value>
class ChunkedSort {
  using Key  = typename Order::key_type;
  using Rows = Arrays<Key, Value>;

 public:
  /// Number of keys per chunk, and the memory of each lane.
  struct Plan {
    std::size_t chunk      = 0;
    std::size_t lanes      = 1;
    std::size_t lane_bytes = 0;

    std::size_t bytes() const { return lanes * lane_bytes; }
  };

  /// Returns the plan that needs the least memory.
  static Plan smallest(Exec const& exec, Order const& order, std::size_t n) {
    return plan_of(exec, order, std::min(n, ChunksTuning::smallest_chunk), 1);
  }

  /// Returns a plan of few chunks within `bytes` bytes, which hold smallest().
  static Plan plan(Exec const& exec, Order const& order, std::size_t n,
                   std::size_t bytes) {
    Plan const whole = plan_of(exec, order, n, 1);
    if (whole.bytes() <= bytes) return whole;
    std::size_t low = std::min(n, ChunksTuning::smallest_chunk), high = n;
    std::size_t const lanes =
        plan_of(exec, order, low, most_lanes).bytes() <= bytes ? most_lanes : 1;
    while (high - low > 1) {
      std::size_t const middle = low + (high - low) / 2;
      bool const fits = plan_of(exec, order, middle, lanes).bytes() <= bytes;
      (fits ? low : high) = middle;
    }
    return plan_of(exec, order, low, lanes);
  }

  /// Returns the bytes of host memory that run() takes as its scratch.
  static std::size_t scratch_bytes(std::size_t n, Plan const& plan) {
    if (plan.chunk >= n) return 0;
    return measured_bytes(
        [&](Arena& arena) { take_arrays<Key, Value>(arena, n); });
  }

  /// Sorts contiguous rows of host memory. The result is there on return.
  static void run(Exec const& exec, Order const& order, Rows const& rows,
                  std::size_t n, Plan const& plan, void* device,
                  Arena& scratch) {
    ChunkedSort sort(exec, order, plan, device);
    if (plan.chunk >= n) {
      sort.load(0, rows, 0, n, 0);
      sort.sort_and_store(0, n, rows, 0);
      sort.fence();
      return;
    }
    Rows const runs = take_arrays<Key, Value>(scratch, n);
    sort.make_runs(rows, runs, n);
    sort.merge_runs(runs, rows, n);
  }

 private:
  using Memory = typename Exec::memory_space;

  static constexpr std::size_t most_lanes =
      is_host_memory_v<Exec> ? 1 : ChunksTuning::lanes;

  struct Lane {
    Exec exec;
    Rows rows;
    void* scratch;
    std::size_t scratch_bytes;
  };

  static Plan plan_of(Exec const& exec, Order const& order, std::size_t chunk,
                      std::size_t lanes) {
    std::size_t const bytes = measured_bytes([&](Arena& arena) {
      take_arrays<Key, Value>(arena, chunk);
      arena.take<std::byte>(Arena::alignment +
                            Sorter::workspace_bytes(exec, order, chunk));
    });
    return {chunk, lanes, round_up(bytes, Arena::alignment)};
  }

  ChunkedSort(Exec const& exec, Order const& order, Plan const& plan,
              void* device)
      : m_order(order), m_chunk(plan.chunk) {
    // The host's data may be the result of work on this instance.
    exec.fence(labeled("KokkosSort: the host's keys are complete"));
    for (Exec const& instance : instances_of(exec, plan.lanes)) {
      auto* const begin =
          static_cast<std::byte*>(device) + m_lanes.size() * plan.lane_bytes;
      Arena arena(begin, plan.lane_bytes);
      Rows const rows     = take_arrays<Key, Value>(arena, m_chunk);
      auto* const scratch = arena.take<std::byte>(0);
      m_lanes.push_back(
          {instance, rows, scratch,
           plan.lane_bytes - static_cast<std::size_t>(scratch - begin)});
    }
  }

  void make_runs(Rows const& rows, Rows const& runs, std::size_t n) {
    for (std::size_t begin = 0; begin < n; begin += m_chunk) {
      std::size_t const count = std::min(m_chunk, n - begin);
      load(begin / m_chunk, rows, begin, count, 0);
      sort_and_store(begin / m_chunk, count, runs, begin);
    }
    fence();
  }

  void merge_runs(Rows const& runs, Rows const& rows, std::size_t n) {
    RunBorders<Order> borders(m_order, runs.keys.data, n, m_chunk);
    for (std::size_t begin = 0; begin < n; begin += m_chunk) {
      std::size_t const count = std::min(m_chunk, n - begin);
      auto const from         = borders.places();
      borders.advance(count);
      std::size_t at = 0;
      for (std::size_t run = 0; run < from.size(); ++run) {
        std::size_t const part = borders.places()[run] - from[run];
        load(begin / m_chunk, runs, from[run], part, at);
        at += part;
      }
      sort_and_store(begin / m_chunk, count, rows, begin);
    }
    fence();
  }

  Lane const& lane(std::size_t chunk) const {
    return m_lanes[chunk % m_lanes.size()];
  }

  /// Enqueues the copy of host rows [begin, begin + count) to position `at`.
  void load(std::size_t chunk, Rows const& from, std::size_t begin,
            std::size_t count, std::size_t at) const {
    auto const copy = [&](auto const& to, auto const& source) {
      copy_bytes<Memory, Kokkos::HostSpace>(lane(chunk).exec, to.data + at,
                                            source.data + begin,
                                            count * sizeof(*to.data));
    };
    copy(lane(chunk).rows.keys, from.keys);
    if constexpr (is_value_v<Value>) copy(lane(chunk).rows.values, from.values);
  }

  void sort_and_store(std::size_t chunk, std::size_t count, Rows const& to,
                      std::size_t begin) const {
    Lane const& its = lane(chunk);
    Arena arena(its.scratch, its.scratch_bytes);
    if (count > 1)
      Sorter::run(its.exec, m_order, its.rows.keys, its.rows.values, count,
                  arena);
    auto const copy = [&](auto const& target, auto const& from) {
      copy_bytes<Kokkos::HostSpace, Memory>(its.exec, target.data + begin,
                                            from.data,
                                            count * sizeof(*target.data));
    };
    copy(to.keys, its.rows.keys);
    if constexpr (is_value_v<Value>) copy(to.values, its.rows.values);
  }

  void fence() const {
    for (Lane const& its : m_lanes)
      its.exec.fence(labeled("KokkosSort: the chunks are on the host"));
  }

  Order m_order;
  std::size_t m_chunk;
  std::vector<Lane> m_lanes;
};

}  // namespace KokkosSort::Impl

#endif
