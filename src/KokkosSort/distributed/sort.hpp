// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_SORT_HPP
#define KOKKOSSORT_DISTRIBUTED_SORT_HPP

#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/distributed/options.hpp>
#include <KokkosSort/distributed/detail/sort_over_ranks.hpp>

#include <mpi.h>

namespace KokkosSort::Distributed {

/// Sorts the keys of all ranks in place: rank 0 gets the smallest ones, and
/// every rank keeps its number of keys. Collective over `comm`.
///
/// @param exec execution space instance that does the work, of one type on all
///   ranks
/// @param comm an intra-communicator. The library works on a duplicate, which
///   the first call makes and which lives until `comm` is freed or MPI ends
/// @param keys this rank's keys: rank-1 view of any extent and layout,
///   accessible from `exec`, of a trivially copyable type. A view that is not
///   contiguous costs a copy
/// @param options in any order, each kind at most once: an order and an
///   Algorithm tag as for KokkosSort::sort(), Exchange, stable, all equal on
///   all ranks. A Workspace of the execution space's memory may differ
///
/// Order and stability: (key, source rank, source index), exactly, so equal
/// keys are partitioned like others. The result is the same in every run.
///
/// Memory: sort_workspace_size() bytes, of a Workspace or allocated, and little
/// for samples. That is one array as large as the keys, or the workspace of the
/// local sort if that is larger. Without a Workspace, up to four devices of one
/// node sort 64-bit numbers in place by memory that all of them read. This
/// memory belongs to the communicator and serves later calls.
///
/// Launches and complexity, messages: the local sort, rounds of samples, one
/// exchange and a merge; see docs/distributed.md. The work of a rank depends on
/// the keys it had and gets, not on skew. Only this thread calls MPI, so
/// MPI_THREAD_FUNNELED suffices.
///
/// Fences: waits for `exec`; the result is complete on return.
///
/// @throws std::invalid_argument or std::runtime_error, the same on all ranks,
/// if any rank has a bad argument or too little memory. It is thrown before
/// anything changes, also if the ranks differ in types or options. A rank that
/// passes a null or inter-communicator throws std::invalid_argument alone. If
/// the ranks detect that a comparator is no strict weak order, each keeps its
/// own keys, permuted. With two levels keys may have moved between ranks.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
void sort(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
          Options const&... options) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys>,
                "the keys must be accessible from the execution space");
  using KokkosSort::Impl::NoView;
  Impl::Views<Keys, NoView> const own{keys, {}};
  Impl::forward_sort<ExecutionSpace, typename Keys::value_type, Impl::NoValue>(
      "Distributed::sort", exec, comm, own, own, true, {}, options...);
}

/// Sorts as above, from one view into another. The extents of all ranks'
/// `keys_out` determine the partition of the result and must add up to those of
/// `keys`: balanced_extent() returns the balanced ones.
///
/// @param keys overwritten: this rank's own keys, sorted
/// @param keys_out need not be initialized; must not overlap `keys`
///
/// Memory: one array as large as `keys_out`, or the workspace of the local sort
/// if that is larger. The other properties are those of the form in place.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View KeysOut,
          class... Options>
  requires Impl::ValidOptions<Options...>
void sort(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
          KeysOut const& keys_out, Options const&... options) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, KeysOut>,
                "the keys must be accessible from the execution space");
  static_assert(
      std::is_same_v<typename Keys::value_type, typename KeysOut::value_type>,
      "keys and keys_out must have the same type");
  using KokkosSort::Impl::NoView;
  Impl::forward_sort<ExecutionSpace, typename Keys::value_type, Impl::NoValue>(
      "Distributed::sort", exec, comm, Impl::Views<Keys, NoView>{keys, {}},
      Impl::Views<KeysOut, NoView>{keys_out, {}}, false,
      {Impl::span_of("keys", keys), Impl::span_of("keys_out", keys_out)},
      options...);
}

/// Sorts keys in place, as sort() does, and moves each value with its key. For
/// several payloads, or payloads of rank 2, see Plan.
///
/// @param values rank-1 view as long as `keys`, of any trivially copyable type;
///   must not overlap `keys`
///
/// Memory: sort_by_key_workspace_size() bytes: one array of keys and one of
/// values, or the workspace of the local sort if that is larger. The other
/// properties are those of sort().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
          class... Options>
  requires Impl::ValidOptions<Options...>
void sort_by_key(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
                 Values const& values, Options const&... options) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Values>,
                "keys and values must be accessible from the execution space");
  Impl::Views<Keys, Values> const own{keys, values};
  Impl::forward_sort<ExecutionSpace, typename Keys::value_type,
                     typename Values::value_type>(
      "Distributed::sort_by_key", exec, comm, own, own, true,
      {Impl::span_of("keys", keys), Impl::span_of("values", values)},
      options...);
}

/// Sorts as above, from one pair of views into another; see the second form of
/// sort().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
          Impl::MutableRank1View KeysOut, Impl::MutableRank1View ValuesOut,
          class... Options>
  requires Impl::ValidOptions<Options...>
void sort_by_key(ExecutionSpace const& exec, MPI_Comm comm, Keys const& keys,
                 Values const& values, KeysOut const& keys_out,
                 ValuesOut const& values_out, Options const&... options) {
  static_assert(Impl::is_accessible_v<ExecutionSpace, Keys> &&
                    Impl::is_accessible_v<ExecutionSpace, Values> &&
                    Impl::is_accessible_v<ExecutionSpace, KeysOut> &&
                    Impl::is_accessible_v<ExecutionSpace, ValuesOut>,
                "keys and values must be accessible from the execution space");
  static_assert(
      std::is_same_v<typename Keys::value_type, typename KeysOut::value_type> &&
          std::is_same_v<typename Values::value_type,
                         typename ValuesOut::value_type>,
      "input and output must have the same types");
  Impl::forward_sort<ExecutionSpace, typename Keys::value_type,
                     typename Values::value_type>(
      "Distributed::sort_by_key", exec, comm,
      Impl::Views<Keys, Values>{keys, values},
      Impl::Views<KeysOut, ValuesOut>{keys_out, values_out}, false,
      {Impl::span_of("keys", keys), Impl::span_of("values", values),
       Impl::span_of("keys_out", keys_out),
       Impl::span_of("values_out", values_out)},
      options...);
}

/// Returns the bytes of workspace that sort() needs on this rank, in place or
/// from `keys` to `keys_out`. They depend on the extents and the number of
/// ranks. Not collective; no launch, no message, no fence.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View KeysOut,
          class... Options>
  requires Impl::ValidOptions<Options...>
std::size_t sort_workspace_size(ExecutionSpace const& exec, MPI_Comm comm,
                                Keys const& keys, KeysOut const& keys_out,
                                Options const&... options) {
  using Key = typename Keys::value_type;
  return Impl::SortOverRanks<ExecutionSpace, Key, Impl::NoValue, Options...>(
             exec, options...)
      .bytes_needed(Impl::ranks_of(comm), keys.extent(0), keys_out.extent(0));
}

/// Returns the same for the call in place.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
std::size_t sort_workspace_size(ExecutionSpace const& exec, MPI_Comm comm,
                                Keys const& keys, Options const&... options) {
  return Distributed::sort_workspace_size(exec, comm, keys, keys, options...);
}

/// Returns the same for sort_by_key().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
          Impl::MutableRank1View KeysOut, Impl::MutableRank1View ValuesOut,
          class... Options>
  requires Impl::ValidOptions<Options...>
std::size_t sort_by_key_workspace_size(ExecutionSpace const& exec,
                                       MPI_Comm comm, Keys const& keys,
                                       Values const&, KeysOut const& keys_out,
                                       ValuesOut const&,
                                       Options const&... options) {
  return Impl::SortOverRanks<ExecutionSpace, typename Keys::value_type,
                             typename Values::value_type, Options...>(
             exec, options...)
      .bytes_needed(Impl::ranks_of(comm), keys.extent(0), keys_out.extent(0));
}

/// Returns the same for the call in place.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
          class... Options>
  requires Impl::ValidOptions<Options...>
std::size_t sort_by_key_workspace_size(ExecutionSpace const& exec,
                                       MPI_Comm comm, Keys const& keys,
                                       Values const& values,
                                       Options const&... options) {
  return Distributed::sort_by_key_workspace_size(exec, comm, keys, values, keys,
                                                 values, options...);
}

}  // namespace KokkosSort::Distributed

#endif
