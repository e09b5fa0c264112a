// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_UNIQUE_HPP
#define KOKKOSSORT_DISTRIBUTED_UNIQUE_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/last_key.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/unique.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed {

/// Copies one of each key, given keys that are sorted over the ranks. It is the
/// first of each run of equivalent keys, on the rank where the run begins.
/// Collective over `comm`.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys, in order over the ranks: rank-1 view of any
///   extent and layout, may be of const; untouched
/// @param out rank-1 view with room for as many keys; as many elements as
///   returned are overwritten
/// @param option the order of the keys, equal on all ranks
/// @return the number of keys that this rank copies
///
/// Order and stability: the results are in order over the ranks.
///
/// Memory: that of KokkosSort::unique() and a few numbers.
///
/// Launches and complexity, messages: KokkosSort::unique(), one search, and a
/// scan that sends one key per rank.
///
/// Fences: waits for `exec`.
///
/// @throws std::invalid_argument, the same on all ranks, before anything
/// changes, as KokkosSort::unique() and Distributed::is_sorted()
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          KokkosSort::Impl::ResultOf<Keys> Out, class... Option>
  requires KokkosSort::Impl::OrderOption<Option...>
std::size_t unique(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
                   Out const& out, Option const&... option) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Out>,
                "the views must be accessible from the execution space");
  using Key = typename Keys::non_const_value_type;
  using Count =
      Kokkos::View<std::uint64_t, typename ExecutionSpace::memory_space>;
  constexpr char const* function = "Distributed::unique";
  Impl::Region const region("KokkosSort::", function);
  Impl::Communicator const& own = Impl::communicator_of(function, comm);
  Count count;
  std::vector<std::byte> last;
  auto const failure = Impl::capture_exception([&] {
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(option...));
    count = Count(Kokkos::view_alloc(
        exec, Impl::labeled("KokkosSort::Distributed::count")));
    KokkosSort::Impl::check_runs_result(function, keys, "out", out, count);
    last = Impl::last_key_message(exec, keys);
  });
  Impl::agree_on_error(own, failure, function,
                       Impl::signature_of<ExecutionSpace, Key, Impl::NoValue>(
                           function, Exchange{}, option...));
  std::uint64_t found = 0;
  Impl::run_or_abort(function, own, [&] {
    auto const in_front = Impl::last_key_in_front(own, last);
    Impl::agree_on_error(
        own, Impl::capture_exception([&] {
          std::size_t const begin =
              Impl::keys_of_run_in_front(exec, keys, in_front, option...);
          KokkosSort::unique(
              exec,
              Kokkos::subview(keys, std::make_pair(begin, keys.extent(0))), out,
              count, option...);
          Impl::copy_to_host(exec, &found, count.data());
        }));
  });
  return found;
}

}  // namespace KokkosSort::Distributed

#endif
