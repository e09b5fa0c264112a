// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TOP_K_HPP
#define KOKKOSSORT_DISTRIBUTED_TOP_K_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/gather_bytes.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/partition/places_search.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/top_k.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <vector>

namespace KokkosSort::Distributed {

/// Finds the first k keys of all ranks, sorted, on every rank. The number k is
/// the extent of `result`. Collective over `comm`.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys, in any order: rank-1 view of any extent and
///   layout, may be of const; untouched
/// @param result rank-1 view of the keys' type, equally long on all ranks;
///   overwritten
/// @param order equal on all ranks; `descending` finds the greatest keys
///
/// Order and stability: the first k keys of Distributed::sort().
///
/// Memory: 2 k keys, and k on the host, whatever the number of ranks is.
///
/// Launches and complexity, messages: KokkosSort::top_k(), one search of
/// Distributed::sort() for a split point, k keys to every rank, and a sort of
/// them.
///
/// Fences: waits for `exec`.
///
/// @throws as Distributed::is_sorted(), before anything changes; also if all
/// ranks together have fewer than k keys, or the extents of `result` differ
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          KokkosSort::Impl::ResultOf<Keys> Result, class Order = Ascending>
  requires KokkosSort::Impl::OrderOption<Order>
void top_k(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
           Result const& result, Order const& order = {}) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Result>,
                "the views must be accessible from the execution space");
  using Key                      = typename Keys::non_const_value_type;
  using Space                    = typename ExecutionSpace::memory_space;
  constexpr char const* function = "Distributed::top_k";
  Impl::Region const region("KokkosSort::", function);
  Impl::Communicator& own = Impl::communicator_of(function, comm);
  std::size_t const k     = result.extent(0);
  Kokkos::View<Key*, Space> least;
  Impl::Dense<ExecutionSpace, Key> dense;
  auto const failure = Impl::capture_exception([&] {
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(order));
    // The counts of MPI_Allgatherv are of type int.
    if (k > std::numeric_limits<int>::max())
      KokkosSort::Impl::invalid_argument(
          function, "result",
          "has extent " + std::to_string(k) + ", but 2147483647 is the most");
    dense = Impl::Dense<ExecutionSpace, Key>(exec, result);
    least = Impl::allocate_on<Key>(exec, "least", std::min(k, keys.extent(0)));
    KokkosSort::top_k(exec, keys, least, order);
    exec.fence(Impl::labeled("KokkosSort::Distributed: candidates are found"));
  });
  Impl::Signature signature =
      Impl::signature_of<ExecutionSpace, Key, Impl::NoValue>(function,
                                                             Exchange{}, order);
  signature.words[Impl::Signature::places] = k;
  Impl::agree_on_error(own, failure, function, signature);
  Impl::run_or_abort(function, own, [&] {
    auto const counts = Impl::gather_layout(own, least.extent(0), 0).sources;
    if (counts.total() < k)
      Impl::throw_agreed(Impl::ErrorKind::argument,
                         Impl::ErrorText("KokkosSort::")
                             .add(function)
                             .add(": argument 'result' has extent ")
                             .add(k)
                             .add(", but all ranks have ")
                             .add(counts.total())
                             .add(" keys"));
    // Each rank's share of the k keys is the front of its candidates.
    std::uint64_t const share =
        Impl::search_places(own, exec, order,
                            static_cast<Key const*>(least.data()), counts, {k})
            .front();
    std::vector<std::byte> mine(share * sizeof(Key));
    Impl::agree_on_error(
        own, Impl::capture_exception([&] {
          Impl::copy_bytes<Kokkos::HostSpace, Space>(exec, mine.data(),
                                                     least.data(), mine.size());
          exec.fence(
              Impl::labeled("KokkosSort::Distributed: keys are on the host"));
        }));
    auto const all = Impl::gather_parts(
        own, mine, Impl::gather_layout(own, share, 0).sources, sizeof(Key));
    Impl::agree_on_error(
        own, Impl::capture_exception([&] {
          Impl::copy_bytes<Space, Kokkos::HostSpace>(exec, dense.data(),
                                                     all.data(), all.size());
          KokkosSort::stable_sort(
              exec, Impl::Unmanaged<ExecutionSpace, Key>(dense.data(), k),
              order);
          dense.store(exec);
          exec.fence(
              Impl::labeled("KokkosSort::Distributed: the result is there"));
        }));
  });
}

}  // namespace KokkosSort::Distributed

#endif
