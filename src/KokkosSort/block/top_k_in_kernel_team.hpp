// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_TOP_K_IN_KERNEL_TEAM_HPP
#define KOKKOSSORT_BLOCK_TOP_K_IN_KERNEL_TEAM_HPP

#include <KokkosSort/block/elements.hpp>
#include <KokkosSort/block/sort_in_kernel_team.hpp>
#include <KokkosSort/core/integer.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosSort::Impl {

/// The first k elements of an order, by a team of any size in a kernel of the
/// caller. Scratch holds the first k so far, and further elements behind them.
/// A sort of both leaves the first k in front. Elements enter in the order of
/// their indices and the sort is stable, so equivalent ones keep that order.
template <class Order, class Value>
class KernelTopK {
  using Key  = typename Order::key_type;
  using Data = Arrays<Key, Value>;
  using Sort = KernelSort<Order, Value>;

  /// New elements per sort, in addition to the first k so far. If k is small,
  /// most of each sort is then new elements.
  static constexpr std::size_t entering  = 512;
  static constexpr std::size_t alignment = 16;

  KOKKOS_INLINE_FUNCTION static constexpr std::size_t room(std::size_t k) {
    return 2 * k + entering;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t array_bytes(
      std::size_t k) {
    return is_value_v<T> ? round_up(room(k) * sizeof(T), alignment) : 0;
  }

 public:
  KOKKOS_INLINE_FUNCTION static constexpr std::size_t scratch_bytes(
      std::size_t k) {
    return k == 0 ? 0
                  : alignment + array_bytes<Key>(k) + array_bytes<Value>(k) +
                        Sort::scratch_bytes(room(k));
  }

  /// Called by the whole team after a barrier that follows the writes to the
  /// elements; ends with a barrier. k is n at most.
  template <class Member>
  KOKKOS_FUNCTION static void select(Member const& member, void* scratch,
                                     Order const& order,
                                     Strided<Key const> const& keys,
                                     Strided<Value const> const& values,
                                     std::size_t n, Data const& result,
                                     std::size_t k) {
    if (k == 0) return;
    auto const address = reinterpret_cast<std::uintptr_t>(scratch);
    std::byte* at      = static_cast<std::byte*>(scratch) +
                    (alignment - address % alignment) % alignment;
    Data held{{reinterpret_cast<Key*>(at)}, {}};
    at += array_bytes<Key>(k);
    if constexpr (is_value_v<Value>)
      held.values = {reinterpret_cast<Value*>(at)};
    at += array_bytes<Value>(k);
    std::size_t const rank = static_cast<std::size_t>(member.team_rank());
    std::size_t const team = static_cast<std::size_t>(member.team_size());
    std::size_t kept       = 0;
    for (std::size_t begin = 0; begin < n;) {
      std::size_t const free  = room(k) - kept;
      std::size_t const count = n - begin < free ? n - begin : free;
      for (std::size_t i = rank; i < count; i += team) {
        held.keys[kept + i] = keys[begin + i];
        if constexpr (is_value_v<Value>)
          held.values[kept + i] = values[begin + i];
      }
      member.team_barrier();
      Sort::sort(member, at, order, held, static_cast<int>(kept + count));
      begin += count;
      kept = k;
    }
    for (std::size_t i = rank; i < k; i += team) {
      result.keys[i] = held.keys[i];
      if constexpr (is_value_v<Value>) result.values[i] = held.values[i];
    }
    member.team_barrier();
  }
};

}  // namespace KokkosSort::Impl

#endif
