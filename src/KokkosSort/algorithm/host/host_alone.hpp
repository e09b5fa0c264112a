// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_HOST_HOST_ALONE_HPP
#define KOKKOSSORT_ALGORITHM_HOST_HOST_ALONE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/algorithm/host/host_leaves.hpp>
#include <KokkosSort/algorithm/host/host_partition.hpp>
#include <KokkosSort/algorithm/host/host_survey_thread.hpp>
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
    if constexpr (ranks_few) {
      if (n <= max_ranked) {
        sort_few(order, keys, values, n);
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
  // Few elements of at most 64 bytes are ranked on the stack, in 2 KiB. Values
  // may be as large as the caller likes.
  static constexpr bool ranks_few =
      has_bits_v<Order> && !ReadsKeys && sizeof(Element) <= 64;

  template <class Count>
  static void rank_all(Order const& order, Strided<Key> const& keys,
                       Strided<Value> const& values, Count n) {
    typename Order::item_type items[max_ranked];
    unsigned ranks[max_ranked];
    for (std::size_t i = 0; i < n; ++i) items[i] = order.encode(keys[i]);
    count_ranks([&](std::size_t i) { return items[i]; }, n, ranks);
    for (std::size_t i = 0; i < n; ++i) keys[ranks[i]] = order.decode(items[i]);
    if constexpr (is_value_v<Value>) {
      Value moved[max_ranked];
      for (std::size_t i = 0; i < n; ++i) moved[i] = values[i];
      for (std::size_t i = 0; i < n; ++i) values[ranks[i]] = moved[i];
    }
  }

  /// Sorts two or three keys in registers.
  static void exchange(Order const& order, Strided<Key> const& keys,
                       std::size_t n) {
    using Item          = typename Order::item_type;
    auto const in_order = [&](Item& a, Item& b) {
      bool const swaps = order.less(b, a);
      Item const first = swaps ? b : a;
      b                = swaps ? a : b;
      a                = first;
    };
    Item first  = order.encode(keys[0]);
    Item second = order.encode(keys[1]);
    in_order(first, second);
    if (n == 3) {
      Item third = order.encode(keys[2]);
      in_order(second, third);
      in_order(first, second);
      keys[2] = order.decode(third);
    }
    keys[0] = order.decode(first);
    keys[1] = order.decode(second);
  }

  /// Sorts up to max_ranked elements. More than five may be in order. Loops
  /// over fewer have constant bounds: five 64-bit keys take a third of the
  /// time.
  static void sort_few(Order const& order, Strided<Key> const& keys,
                       Strided<Value> const& values, std::size_t n) {
    if (n < 2) return;
    if constexpr (!is_value_v<Value>)
      if (n <= 3) return exchange(order, keys, n);
    auto const rank = [&](auto count) { rank_all(order, keys, values, count); };
    if (n == 4) return rank(std::integral_constant<std::size_t, 4>{});
    if (n == 5) return rank(std::integral_constant<std::size_t, 5>{});
    HostSurvey const of_all = survey<Partition::swaps_equal>(order, keys, 1, n);
    if (of_all.ascending) return;
    if (of_all.descending) return reverse(Data{keys, values}, n, 0, n / 2);
    rank(n);
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
