// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_CHOICE_HPP
#define KOKKOSSORT_FRONT_CHOICE_HPP

#include <KokkosSort/algorithm/agreeing/agreeing_sort.hpp>
#include <KokkosSort/algorithm/host/host_sort.hpp>
#include <KokkosSort/algorithm/radix/radix_sort.hpp>
#include <KokkosSort/algorithm/sample/sample_sort.hpp>
#include <KokkosSort/algorithm/small/small_sort.hpp>
#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/gate.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/block/sorted_as.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/core/team_shape.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace KokkosSort::Impl {

/// Memory that the library's choice may take beside the elements.
enum class MemoryBudget {
  ample,    ///< single GPUs and hosts
  compact,  ///< ranks, whose workspace is the array that elements arrive in
};

/// Order of equivalent keys that the function promises.
enum class Promise { none, stable };

/// Choice on hosts: several times as fast on two threads as the teams' sample
/// sort.
template <class Exec, class Order, class Value>
struct HostChoice {
  using type = HostSort<Exec, Order, Value>;
};

/// Two sorters, by length: Short from Short::min_keys to Short::max_keys, and
/// no further than to Long::min_keys. A workspace for more keys suffices for
/// fewer. A call without a workspace takes
/// Long if that needs no memory: an allocation takes longer than it saves.
template <class Exec, class Order, class Value, class Short, class Long>
struct ByLength {
  using Key = typename Order::key_type;

  static constexpr std::string_view name = Long::name;
  static constexpr bool is_stable        = Short::is_stable && Long::is_stable;
  static constexpr bool is_in_place  = Short::is_in_place && Long::is_in_place;
  static constexpr bool is_quadratic = Long::is_quadratic;
  static constexpr bool numbers_only = Long::numbers_only;

  static constexpr std::size_t max_short = [] {
    if constexpr (requires { Long::min_keys; }) {
      return std::min<std::size_t>(Short::max_keys, Long::min_keys);
    } else {
      return Short::max_keys;
    }
  }();

  static bool is_short(std::size_t n) {
    return n > Short::min_keys && n <= max_short;
  }

  static std::size_t workspace_bytes(Exec const& exec, Order const& order,
                                     std::size_t n) {
    if (is_short(n)) return Short::workspace_bytes(exec, order, n);
    std::size_t const bytes = Long::workspace_bytes(exec, order, n);
    return n < max_short ? bytes
                         : std::max(bytes, Short::workspace_bytes(exec, order,
                                                                  max_short));
  }

  /// Bytes of a call that allocates them itself.
  static std::size_t least_bytes(Exec const& exec, Order const& order,
                                 std::size_t n) {
    std::size_t const bytes = Long::workspace_bytes(exec, order, n);
    return is_short(n) && bytes == 0 ? 0 : workspace_bytes(exec, order, n);
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena) {
    if (is_short(n) && arena.bytes() > 0) {
      Short::run(exec, order, keys, values, n, arena);
    } else {
      Long::run(exec, order, keys, values, n, arena);
    }
  }

  /// The same for sorters that take a gate.
  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena& arena,
                  Gate gate) {
    if (is_short(n)) {
      Short::run(exec, order, keys, values, n, arena, gate);
    } else {
      Long::run(exec, order, keys, values, n, arena, gate);
    }
  }
};

/// Sorter of devices, Long but for few keys. Launches dominate their time, and
/// they take 2 or 3 of them instead of 7 to 14. The teams of SmallSort need
/// warps, and would sort fewer than 2,048 elements if these were wider.
template <class Exec, class Order, class Value, class Long>
struct WithSmallSort {
  static constexpr bool is_possible =
      sizeof(typename Order::key_type) >= 4 && sizeof(Value) <= 8 &&
      sizeof(typename Elements<Order, Value>::type) <= 16 &&
      (TeamShape<Exec>::is_host || TeamShape<Exec>::size >= 256);
  using type = std::conditional_t<
      is_possible,
      ByLength<Exec, Order, Value, SmallSort<Exec, Order, Value>, Long>, Long>;
};

/// Sample sort under its own tag. On hosts every length takes the same way,
/// which tests reach with few keys.
template <class Exec, class Order, class Value>
using SampleChoice = typename std::conditional_t<
    TeamShape<Exec>::is_host,
    std::type_identity<SampleSort<Exec, Order, Value>>,
    WithSmallSort<Exec, Order, Value, SampleSort<Exec, Order, Value>>>::type;

/// Choice for many keys on devices. LSD passes sort numbers of up to 32 bits in
/// at most 5 % more time on most inputs. Merge sort of many compared 32-bit
/// keys takes 0.7 to 0.9 of the time of sample sort if the keys differ. It
/// takes up to 4 times as long if they repeat, or if a comparison reads memory
/// (indices of other data).
template <class Exec, class Order, class Value>
struct LongChoice {
  static constexpr std::size_t bytes = sizeof(typename Order::key_type);
  static constexpr bool of_numbers   = is_bits_order_v<Order> && bytes <= 8;

  using type = std::conditional_t<
      of_numbers && bytes <= 4, RadixSort<Exec, Order, Value>,
      SampleSort<Exec, Order, Value, SampleParameters{},
                 of_numbers ? Classifiers::splitters_and_digits
                            : Classifiers::splitters>>;
};

/// Choice for many keys whose function promises no stability. A comparator of
/// numbers may agree with their bits, whose sort then takes less time.
template <class Exec, class Order, class Value>
struct UnstableChoice : LongChoice<Exec, Order, Value> {};

template <class Exec, NumericKey Key, class Less, class Value>
  requires(sizeof(Key) <= 8)
struct UnstableChoice<Exec, LessOrder<Key, Less>, Value> {
  using Order = LessOrder<Key, Less>;
  template <class Which>
  using Long = typename LongChoice<Exec, Which, Value>::type;
  // Few launches take little time if the gate is closed.
  using ByComparator =
      typename WithSmallSort<Exec, Order, Value, Long<Order>>::type;
  using type = AgreeingSort<Exec, Order, Value,
                            Long<BitsOrder<sorted_as_t<Key>>>, ByComparator>;
};

/// Choice on devices. Ranks have no memory for SmallSort and for AgreeingSort.
template <class Exec, class Order, class Value, MemoryBudget budget,
          Promise promise = Promise::none>
struct DeviceChoice {
  using Long = typename std::conditional_t<
      promise == Promise::none && budget == MemoryBudget::ample,
      UnstableChoice<Exec, Order, Value>, LongChoice<Exec, Order, Value>>::type;
  using type =
      typename std::conditional_t<budget == MemoryBudget::ample,
                                  WithSmallSort<Exec, Order, Value, Long>,
                                  std::type_identity<Long>>::type;
};

/// The sorter of a call without a tag: the only place that chooses, for one
/// GPU, hosts and ranks alike.
template <class Exec, class Order, class Value, MemoryBudget budget,
          Promise promise = Promise::none>
using Choice = typename std::conditional_t<
    TeamShape<Exec>::is_host, HostChoice<Exec, Order, Value>,
    DeviceChoice<Exec, Order, Value, budget, promise>>::type;

}  // namespace KokkosSort::Impl

#endif
