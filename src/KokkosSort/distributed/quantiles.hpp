// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_QUANTILES_HPP
#define KOKKOSSORT_DISTRIBUTED_QUANTILES_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/detail/border_keys.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/partition/places_search.hpp>
#include <KokkosSort/front/rank_dispatch.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/sort.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace KokkosSort::Distributed {

namespace Impl {

/// Hash of numbers that must be equal on all ranks.
template <class T>
std::uint64_t hash_of_numbers(std::span<T const> numbers) {
  return hash_of(
      {reinterpret_cast<char const*>(numbers.data()), numbers.size_bytes()});
}

/// Returns the bytes of the keys at positions of the global order, on every
/// rank. Collective.
/// @param wanted in rising order, each once
template <class Exec, class Key, class OrderOption>
std::vector<std::byte> keys_at(Communicator& comm, Exec const& exec,
                               OrderOption const& order, Key const* sorted,
                               SendCounts const& counts,
                               std::vector<std::uint64_t> const& wanted) {
  std::vector<std::uint64_t> targets;
  for (std::uint64_t const place : wanted) {
    if (targets.empty() || targets.back() != place) targets.push_back(place);
    targets.push_back(place + 1);
  }
  auto const begins = search_places(comm, exec, order, sorted, counts, targets);
  // One rank has the key between a position and the next one.
  std::vector<std::byte> keys(wanted.size() * sizeof(Key), std::byte{0});
  agree_on_error(
      comm, capture_exception([&] {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          auto const at = static_cast<std::size_t>(
              std::lower_bound(targets.begin(), targets.end(), wanted[i]) -
              targets.begin());
          if (begins[at] < begins[at + 1])
            copy_to_host(exec, keys.data() + i * sizeof(Key),
                         sorted + begins[at]);
        }
      }));
  MPI_Allreduce(MPI_IN_PLACE, keys.data(), static_cast<int>(keys.size()),
                MPI_BYTE, MPI_BOR, comm.get());
  return keys;
}

/// Finds keys of all ranks by their positions in the global order.
/// @param check checks the arguments
/// @param place_of returns position i, given the number of keys
template <class Exec, class Keys, class Result, class Check, class PlaceOf,
          class Option>
void find_keys(char const* function, Exec const& exec, MPI_Comm user,
               Keys const& keys, Result const& result, std::uint64_t hash,
               Check const& check, PlaceOf const& place_of,
               Option const& order) {
  using Key               = typename Keys::non_const_value_type;
  std::size_t const count = result.extent(0);
  Region const region("KokkosSort::", function);
  Communicator& comm = communicator_of(function, user);
  Kokkos::View<Key*, typename Exec::memory_space> sorted;
  Dense<Exec, Key> dense;
  std::exception_ptr const failure = capture_exception([&] {
    static_cast<void>(KokkosSort::Impl::pick_order<Key>(order));
    check();
    dense  = Dense<Exec, Key>(exec, result);
    sorted = allocate_on<Key>(exec, "sorted_keys", keys.extent(0));
    KokkosSort::Impl::gather_rows(
        "KokkosSort::Distributed::copy", exec, KokkosSort::Impl::SameRow{},
        keys.extent(0),
        KokkosSort::Impl::move_list(KokkosSort::Impl::Move<Key>{
            KokkosSort::Impl::rows_of<Key const>(keys),
            KokkosSort::Impl::rows_of<Key>(sorted)}));
    KokkosSort::sort(exec, sorted, order);
    exec.fence(labeled("KokkosSort::Distributed: the keys are sorted"));
  });
  Signature signature =
      signature_of<Exec, Key, NoValue>(function, Exchange{}, order);
  signature.words[Signature::places] = hash;
  agree_on_error(comm, failure, function, signature);
  run_or_abort(function, comm, [&] {
    SendCounts const counts =
        gather_layout(comm, keys.extent(0), keys.extent(0)).sources;
    std::vector<std::uint64_t> places, wanted;
    for (std::size_t i = 0; i < count; ++i)
      places.push_back(place_of(i, counts.total()));
    wanted = places;
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    if (!wanted.empty() && wanted.back() >= counts.total())
      throw_agreed(ErrorKind::argument,
                   ErrorText("KokkosSort::")
                       .add(function)
                       .add(": position ")
                       .add(wanted.back())
                       .add(" is wanted, but all ranks have ")
                       .add(counts.total())
                       .add(" keys"));
    auto const found =
        keys_at(comm, exec, order, static_cast<Key const*>(sorted.data()),
                counts, wanted);
    std::vector<std::byte> all;
    for (std::uint64_t const place : places) {
      auto const key = found.begin() +
                       (std::lower_bound(wanted.begin(), wanted.end(), place) -
                        wanted.begin()) *
                           static_cast<std::ptrdiff_t>(sizeof(Key));
      all.insert(all.end(), key,
                 key + static_cast<std::ptrdiff_t>(sizeof(Key)));
    }
    copy_bytes<typename Exec::memory_space, Kokkos::HostSpace>(
        exec, dense.data(), all.data(), all.size());
    dense.store(exec);
    exec.fence(labeled("KokkosSort::Distributed: the result is there"));
  });
}

}  // namespace Impl

/// Finds the keys at positions of the global order of all ranks' keys: on every
/// rank result(i) becomes the key at positions[i]. Collective over `comm`.
///
/// @param exec execution space instance that does the work
/// @param keys this rank's keys, in any order: rank-1 view of any extent and
///   layout, may be of const; untouched
/// @param positions numbers in front of the number of keys, in memory of the
///   host, equal on all ranks
/// @param result rank-1 view of as many keys; overwritten
/// @param order equal on all ranks
///
/// Order and stability: exactly the keys that Distributed::sort() puts there.
///
/// Memory: a sorted copy of the keys.
///
/// Launches and complexity, messages: a local sort, and two of the searches of
/// Distributed::sort() per position. As many run at once as there are ranks.
///
/// Fences: waits for `exec`.
///
/// @throws std::invalid_argument, the same on all ranks, before anything
/// changes, if extents differ, a position is not in front of the number of
/// keys, or as Distributed::is_sorted()
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          KokkosSort::Impl::ResultOf<Keys> Result, class Order = Ascending>
  requires KokkosSort::Impl::OrderOption<Order>
void nth_elements(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
                  std::span<std::uint64_t const> positions,
                  Result const& result, Order const& order = {}) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Result>,
                "the views must be accessible from the execution space");
  constexpr char const* function = "Distributed::nth_elements";
  Impl::find_keys(
      function, exec, comm, keys, result, Impl::hash_of_numbers(positions),
      [&] {
        KokkosSort::Impl::check_extent(function, "result", result.extent(0),
                                       "positions", positions.size());
      },
      [&](std::size_t i, std::uint64_t) { return positions[i]; }, order);
}

/// Finds quantiles of all ranks' keys. On every rank result(i) becomes the
/// first key up to which at least the share probabilities[i] of the keys lies,
/// as for KokkosSort::quantiles(). Collective over `comm`.
///
/// @param probabilities numbers in [0, 1] in memory of the host, equal on all
///   ranks
///
/// The other properties are those of nth_elements().
template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
          KokkosSort::Impl::ResultOf<Keys> Result, class Order = Ascending>
  requires KokkosSort::Impl::OrderOption<Order>
void quantiles(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
               std::span<double const> probabilities, Result const& result,
               Order const& order = {}) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Result>,
                "the views must be accessible from the execution space");
  constexpr char const* function = "Distributed::quantiles";
  Impl::find_keys(
      function, exec, comm, keys, result, Impl::hash_of_numbers(probabilities),
      [&] { KokkosSort::Impl::check_shares(function, probabilities, result); },
      [&](std::size_t i, std::uint64_t total) {
        return std::uint64_t{
            KokkosSort::Impl::rank_of_quantile(probabilities[i], total)};
      },
      order);
}

}  // namespace KokkosSort::Distributed

#endif
