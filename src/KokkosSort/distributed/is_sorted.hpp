// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_IS_SORTED_HPP
#define KOKKOSSORT_DISTRIBUTED_IS_SORTED_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/last_key.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/is_sorted.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <vector>

namespace KokkosSort::Distributed {

/// Returns whether the keys of all ranks, rank by rank, are in the order that
/// Distributed::sort() with the same options gives them. Collective; the result
/// is the same on all ranks.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys: rank-1 view of any extent and layout, may be
///   of const; untouched
/// @param option an order, equal on all ranks
///
/// Order and stability: the order decides; equal keys may stand in any order.
///
/// Memory: two keys.
///
/// Launches and complexity, messages: KokkosSort::is_sorted() of this rank's
/// keys and of the two keys at the border. A scan sends one key per rank.
///
/// Fences: waits for `exec`.
///
/// @throws std::invalid_argument, the same on all ranks, if they differ in
/// types or order, or if the order rejects its numbers as bits() does. A rank
/// that passes a null or inter-communicator throws alone
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          class... Option>
  requires KokkosSort::Impl::OrderOption<Option...>
[[nodiscard]] bool is_sorted(ExecutionSpace const& exec, MPI_Comm comm,
                             Keys const& keys, Option const&... option) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys>,
                "the keys must be accessible from the execution space");
  using Key                        = typename Keys::non_const_value_type;
  using Space                      = typename ExecutionSpace::memory_space;
  constexpr char const* function   = "Distributed::is_sorted";
  Impl::Communicator const& shared = Impl::communicator_of(function, comm);
  Kokkos::View<Key*, Space> border;
  auto const failure = Impl::capture_exception([&] {
    // An order is rejected here, where the ranks still agree on errors.
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(option...));
    border = Kokkos::View<Key*, Space>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                           Impl::labeled("KokkosSort::Distributed::border")),
        2);
  });
  Impl::agree_on_error(shared, failure, function,
                       Impl::signature_of<ExecutionSpace, Key, Impl::NoValue>(
                           function, Exchange{}, option...));
  bool is_ordered = true;
  Impl::run_or_abort(function, shared, [&] {
    std::vector<std::byte> last;
    Impl::agree_on_error(shared, Impl::capture_exception([&] {
                           is_ordered =
                               KokkosSort::is_sorted(exec, keys, option...);
                           last = Impl::last_key_message(exec, keys);
                         }));
    std::vector<std::byte> const in_front =
        Impl::last_key_in_front(shared, last);
    Impl::agree_on_error(
        shared, Impl::capture_exception([&] {
          if (keys.extent(0) == 0 || in_front[0] == std::byte{0}) return;
          Impl::copy_bytes<Space, Kokkos::HostSpace>(
              exec, border.data(), in_front.data() + 1, sizeof(Key));
          Impl::copy_bytes<Space, Space>(exec, border.data() + 1, keys.data(),
                                         sizeof(Key));
          is_ordered =
              KokkosSort::is_sorted(exec, border, option...) && is_ordered;
        }));
    int all = is_ordered ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, shared.get());
    is_ordered = all == 1;
  });
  return is_ordered;
}

}  // namespace KokkosSort::Distributed

#endif
