// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ALGORITHM_NETWORK_IN_PLACE_SORT_HPP
#define KOKKOSSORT_ALGORITHM_NETWORK_IN_PLACE_SORT_HPP

#include <KokkosSort/algorithm/network/network_passes.hpp>
#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/label.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Impl {

/// Entry of a sorter that needs no extra memory. Sorter has the name of its
/// profiling region, `region`, and sort(exec, state) with the state of Network.
template <class Sorter, class Exec, class Order, class Value>
struct InPlaceSort {
  using Key   = typename Order::key_type;
  using Steps = Network<Exec, Order, Value>;
  using State = typename Steps::State;

  static constexpr bool is_in_place  = true;
  static constexpr bool numbers_only = false;

  static std::size_t workspace_bytes(Exec const&, Order const&, std::size_t) {
    return 0;
  }

  static void run(Exec const& exec, Order const& order, Strided<Key> keys,
                  Strided<Value> values, std::size_t n, Arena&) {
    Kokkos::Profiling::ScopedRegion region(labeled(Sorter::region));
    Sorter::sort(exec,
                 State{order, {keys, values}, static_cast<std::int64_t>(n)});
  }
};

}  // namespace KokkosSort::Impl

#endif
