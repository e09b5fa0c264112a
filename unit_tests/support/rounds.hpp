// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_ROUNDS_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_ROUNDS_HPP

#include <support/space.hpp>
#include <KokkosSort/block/splitmix64.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

// Arrays that a kernel fills anew in each round, for calls that are repeated.

namespace KokkosSort::Test::Rounds {

using Key   = std::uint32_t;
using Index = std::uint32_t;

#if (defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)) && \
    !defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
inline constexpr bool has_graphs = true;
#else
inline constexpr bool has_graphs = false;
#endif

// Few keys, which a host sorts without a launch, and more.
inline constexpr std::size_t sizes[] = {100, 20'011};

/// Key i of round `round`: few distinct ones, so that stability shows.
KOKKOS_INLINE_FUNCTION Key key_of(std::size_t round, std::size_t i) {
  return static_cast<Key>(Impl::splitmix64((round << 32) + i)) % 5000;
}

struct FillKeys {
  DeviceView<Key> keys;
  std::size_t round;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys(i) = key_of(round, i);
  }
};
struct FillIndex {
  DeviceView<Index> index;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    index(i) = static_cast<Index>(i);
  }
};
using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>;

inline void refresh(Exec const& exec, DeviceView<Key> const& keys,
                    std::size_t round) {
  Kokkos::parallel_for("refresh keys", Policy(exec, 0, keys.extent(0)),
                       FillKeys{keys, round});
}
inline void refresh(Exec const& exec, DeviceView<Index> const& values) {
  Kokkos::parallel_for("refresh values", Policy(exec, 0, values.extent(0)),
                       FillIndex{values});
}

template <class T>
std::vector<T> to_host(DeviceView<T> const& view) {
  auto const mirror =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return {mirror.data(), mirror.data() + mirror.extent(0)};
}

inline std::vector<Key> keys_of(std::size_t round, std::size_t n) {
  std::vector<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key_of(round, i);
  return keys;
}

template <class Less = std::less<Key>>
std::vector<Key> sorted_keys(std::size_t round, std::size_t n, Less less = {}) {
  auto keys = keys_of(round, n);
  std::stable_sort(keys.begin(), keys.end(), less);
  return keys;
}

/// The permutation of a stable sort.
template <class Less = std::less<Key>>
std::vector<Index> order_of(std::size_t round, std::size_t n, Less less = {}) {
  auto const keys = keys_of(round, n);
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return less(keys[a], keys[b]); });
  return order;
}

/// Rounds that are looked at: few of many, the first and the last.
inline bool is_sampled(std::size_t round, std::size_t rounds) {
  return round == 0 || round == 1 || round == rounds / 2 || round + 1 == rounds;
}

/// Keys and values, or a permutation, on one instance.
struct Arrays {
  Exec exec;
  DeviceView<Key> keys;
  DeviceView<Index> values;

  explicit Arrays(std::size_t n, Exec const& on = Exec())
      : exec(on), keys("keys", n), values("values", n) {}

  void refresh(std::size_t round) const {
    Rounds::refresh(exec, keys, round);
    Rounds::refresh(exec, values);
  }
  bool has_sorted(std::size_t round) const {
    exec.fence();
    return to_host(keys) == sorted_keys(round, keys.extent(0));
  }
  bool has_sorted_stably(std::size_t round) const {
    return has_sorted(round) &&
           to_host(values) == order_of(round, keys.extent(0));
  }
  bool has_ordered(std::size_t round) const {
    exec.fence();
    return to_host(keys) == keys_of(round, keys.extent(0)) &&
           to_host(values) == order_of(round, keys.extent(0));
  }
};

}  // namespace KokkosSort::Test::Rounds

#endif
