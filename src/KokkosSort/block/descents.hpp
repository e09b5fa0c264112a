// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BLOCK_DESCENTS_HPP
#define KOKKOSSORT_BLOCK_DESCENTS_HPP

#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Counts the pairs of neighbors that are out of order.
template <class Order, class Keys>
struct CountDescents {
  Order order;
  Keys keys;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i,
                                              std::uint64_t& descents) const {
    if (order.less(order.encode(keys[i + 1]), order.encode(keys[i])))
      ++descents;
  }
};

/// Returns the number of i with keys[i + 1] before keys[i]. Waits for the
/// kernel.
template <class Exec, class Order, class Keys>
std::uint64_t count_descents(Exec const& exec, Order const& order,
                             Keys const& keys, std::size_t n) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
  std::uint64_t descents = 0;
  if (n > 1)
    Kokkos::parallel_reduce(
        labeled("KokkosSort::is_sorted"),
        Policy(exec, std::uint64_t{0}, static_cast<std::uint64_t>(n - 1)),
        CountDescents<Order, Keys>{order, keys}, descents);
  return descents;
}

/// Finds the first key that comes before its predecessor.
template <class Order>
struct FirstDescent {
  Order order;
  Strided<typename Order::key_type const> keys;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i,
                                              std::uint64_t& first) const {
    if (i < first &&
        order.less(order.encode(keys[i]), order.encode(keys[i - 1])))
      first = i;
  }
};

/// Returns the least i with keys[i] before keys[i - 1], or n. Waits for the
/// kernel.
template <class Exec, class Order>
std::uint64_t first_descent(Exec const& exec, Order const& order,
                            Strided<typename Order::key_type const> const& keys,
                            std::size_t n) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;
  std::uint64_t const all = n;
  std::uint64_t first     = all;
  if (n > 1)
    Kokkos::parallel_reduce(labeled("KokkosSort::is_sorted_until"),
                            Policy(exec, std::uint64_t{1}, all),
                            FirstDescent<Order>{order, keys},
                            Kokkos::Min<std::uint64_t>(first));
  return first < all ? first : all;
}

}  // namespace KokkosSort::Impl

#endif
