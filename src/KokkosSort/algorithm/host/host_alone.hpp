// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_ALONE_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_ALONE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/algorithm/host/host_tuning.hpp>
#include <KokkosSort/core/host_caller.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace KokkosSort::Impl {

/// Host sort on the calling thread: no launch, no fence and no Kokkos memory.
/// It serves few elements, whose sort takes less time than a launch, and
/// callers that must not launch. Stable; gives the result of HostSort.
///
/// ReadsKeys: the keys are not modified, only the values are put in order.
template <class Order, class Value, bool ReadsKeys = false>
class HostAlone {
  using Key       = typename Order::key_type;
  using Element   = typename Elements<Order, Value>::type;
  using Tuning    = HostSortTuning<sizeof(Element)>;
  using Partition = HostPartition<Order, Value, Tuning>;
  using Data      = Arrays<Key, Value>;
  using GivenKeys = Strided<std::conditional_t<ReadsKeys, Key const, Key>>;

 public:
  /// Returns whether the stack has room for the buffers of n elements.
  static bool fits_stack(std::size_t n) {
    // Prevents overflow of the sum below.
    if (n > max_stack_bytes / (2 * sizeof(Element))) return false;
    return is_leaf(n) && measured_bytes([&](Arena& arena) {
                           plan_leaf(arena, n);
                         }) <= max_stack_bytes;
  }

  static void run(Order const& order, GivenKeys const& keys,
                  Strided<Value> const& values, std::size_t n) {
    if constexpr (has_bits_v<Order> && !ReadsKeys) {
      if (n <= max_inserted) {
        insert_all(order, keys, values, n);
        return;
      }
    }
    if (fits_stack(n)) {
      run_on_stack(order, keys, values, n);
    } else {
      run_on_heap(order, keys, values, n);
    }
  }

 private:
  // So few elements move less than they would to a buffer and back.
  static constexpr std::size_t max_inserted =
      std::is_floating_point_v<Key> ? 4 : 5;

  static void insert_all(Order const& order, Strided<Key> const& keys,
                         Strided<Value> const& values, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
      Key const key    = keys[i];
      auto const item  = order.encode(key);
      std::size_t hole = i;
      [[maybe_unused]] Value value{};
      if constexpr (is_value_v<Value>) value = values[i];
      for (; hole > 0 && order.less(item, order.encode(keys[hole - 1]));
           --hole) {
        keys[hole] = keys[hole - 1];
        if constexpr (is_value_v<Value>) values[hole] = values[hole - 1];
      }
      keys[hole] = key;
      if constexpr (is_value_v<Value>) values[hole] = value;
    }
  }

  struct State {
    HostWorker<Order, Value, Tuning> worker;
    Data buffer;  // as long as the caller's arrays
    HostBucketId* bucket_ids = nullptr;
    Key* copy                = nullptr;  // of keys that are not modified
  };

  static constexpr bool is_leaf(std::size_t n) {
    return n <= Partition::leaf_capacity;
  }

  static State plan_leaf(Arena& arena, std::size_t n) {
    State s{};
    s.worker.take_leaf(arena, n);
    if constexpr (ReadsKeys) s.copy = arena.take<Key>(n);
    return s;
  }

  static State plan(Arena& arena, std::size_t n) {
    if (is_leaf(n)) return plan_leaf(arena, n);
    State s{};
    s.worker.take(arena, 1);
    s.buffer = take_arrays<Key, Value>(arena, n);
    if constexpr (Partition::keeps_bucket_ids)
      s.bucket_ids = arena.take<HostBucketId>(n);
    if constexpr (ReadsKeys) s.copy = arena.take<Key>(n);
    return s;
  }

  // The function is not inlined, so that large arrays do not reserve the stack
  // block.
  [[gnu::noinline]] static void run_on_stack(Order const& order,
                                             GivenKeys const& keys,
                                             Strided<Value> const& values,
                                             std::size_t n) {
    alignas(Arena::alignment) std::byte block[max_stack_bytes];
    Arena arena(block, sizeof(block));
    State const s  = plan_leaf(arena, n);
    Data const own = own_arrays(s, keys, values, n);
    s.worker.sort_alone(order, own, n);
  }

  static void run_on_heap(Order const& order, GivenKeys const& keys,
                          Strided<Value> const& values, std::size_t n) {
    struct Release {
      void operator()(void* memory) const {
        ::operator delete(memory, std::align_val_t{Arena::alignment});
      }
    };
    std::size_t const bytes = measured_bytes([&](Arena& a) { plan(a, n); });
    std::unique_ptr<void, Release> const block(
        ::operator new(bytes, std::align_val_t{Arena::alignment}));
    Arena arena(block.get(), bytes);
    State const s      = plan(arena, n);
    Data const data[2] = {own_arrays(s, keys, values, n), s.buffer};
    s.worker.sort_range(order, data, 0, 0, n, s.bucket_ids, false, 0);
  }

  /// Returns the arrays to sort: the caller's, or a copy of keys that must not
  /// be modified.
  static Data own_arrays(State const& s, GivenKeys const& keys,
                         Strided<Value> const& values,
                         [[maybe_unused]] std::size_t n) {
    if constexpr (ReadsKeys) {
      for (std::size_t i = 0; i < n; ++i) s.copy[i] = keys[i];
      return Data{Strided<Key>{s.copy}, values};
    } else {
      return Data{keys, values};
    }
  }
};

}  // namespace KokkosSort::Impl

#endif
