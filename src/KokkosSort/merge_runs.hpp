// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_MERGE_RUNS_HPP
#define KOKKOSSORT_MERGE_RUNS_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/merge_runs_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::merge_runs.
struct MergeRuns : Impl::OnDefaultInstance<MergeRuns> {
  using Impl::OnDefaultInstance<MergeRuns>::operator();

  /// Merges many sorted runs of one array into another array. The call also
  /// goes without `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0); untouched
  /// @param offsets rank-1 view of an integral type, may be of const,
  ///   accessible from `exec`: run r is [offsets(r), offsets(r + 1)). The
  ///   offsets ascend from 0 to n; runs may be empty
  /// @param out rank-1 view of the keys' type, as long as `keys`; overwritten,
  ///   need not be initialized
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: each run is in this order, as sort() leaves it, and
  /// so is the result. Equivalent keys keep their order, those of earlier runs
  /// first.
  ///
  /// Memory: merge_runs_workspace_size(exec, keys, offsets, out, options...)
  /// bytes: n keys if there are more than four runs, 40 bytes per tile of up to
  /// 5,207 keys, 13 per run. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: with R runs 1 + 2 ceil(log4(R)) launches, O(n log
  /// R). Each pass merges runs by fours. Sources: O. Green, R. McColl, D.
  /// Bader, "GPU Merge Path: a GPU merging algorithm" (2012). P. J. Varman et
  /// al., "Merging multiple lists on hierarchical-memory multiprocessors"
  /// (1991).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the extent of `out` is not that of the keys,
  /// - the type of `offsets` cannot hold n,
  /// - `out` overlaps the keys or offsets in memory (as far as contiguity
  ///   shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  /// @pre each run is sorted, and the offsets ascend. Otherwise the call ends
  /// and stays in bounds, but `out` may lack some keys and have others twice.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::IntegerView Offsets, Impl::ResultOf<Keys> Out,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Offsets const& offsets, Out const& out,
                  Options const&... options) const {
    Impl::forward_merge_runs(exec, keys, offsets, out, options...);
  }
};

/// Type of KokkosSort::merge_runs_workspace_size.
struct MergeRunsWorkspaceSize {
  /// Returns the bytes of workspace that merge_runs() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::IntegerView Offsets, Impl::ResultOf<Keys> Out,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys,
                         Offsets const& offsets, Out const&,
                         Options const&... options) const {
    return Impl::merge_runs_bytes<ExecutionSpace, Impl::NoValue>(keys, offsets,
                                                                 options...);
  }
};

/// Type of KokkosSort::merge_runs_by_key.
struct MergeRunsByKey : Impl::OnDefaultInstance<MergeRunsByKey> {
  using Impl::OnDefaultInstance<MergeRunsByKey>::operator();

  /// Merges many sorted runs of keys, and puts each value at the position of
  /// its key. The call also goes without `exec`. Everything that is not stated
  /// here is as for merge_runs().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   may be of const; as long as `keys`; untouched
  /// @param out_values rank-1 view of the same type, as long as `keys`;
  ///   overwritten, need not be initialized
  ///
  /// Order and stability: as merge_runs(); values have no part in the order.
  ///
  /// Memory: merge_runs_by_key_workspace_size(exec, keys, …, options...) bytes,
  /// n keys and n values if there are more than four runs.
  ///
  /// Launches and complexity: as merge_runs().
  ///
  /// Fences: as merge_runs().
  ///
  /// @throws std::invalid_argument as merge_runs(), and if the values are not
  /// as many as the keys, or the results overlap
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::IntegerView Offsets,
            Impl::ResultOf<Keys> OutKeys, Impl::ResultOf<Values> OutValues,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Offsets const& offsets,
                  OutKeys const& out_keys, OutValues const& out_values,
                  Options const&... options) const {
    Impl::forward_merge_runs_by_key(exec, keys, values, offsets, out_keys,
                                    out_values, options...);
  }
};

/// Type of KokkosSort::merge_runs_by_key_workspace_size.
struct MergeRunsByKeyWorkspaceSize {
  /// Returns the bytes of workspace that merge_runs_by_key() needs with these
  /// arguments. Everything else is as for merge_runs_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::IntegerView Offsets,
            Impl::ResultOf<Keys> OutKeys, Impl::ResultOf<Values> OutValues,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys, Values const&,
                         Offsets const& offsets, OutKeys const&,
                         OutValues const&, Options const&... options) const {
    return Impl::merge_runs_bytes<ExecutionSpace, Impl::MovedType<Values>>(
        keys, offsets, options...);
  }
};

}  // namespace Function

/// Merges many sorted runs: see Function::MergeRuns.
inline constexpr Function::MergeRuns merge_runs{};
/// Returns the bytes that merge_runs() needs: see
/// Function::MergeRunsWorkspaceSize.
inline constexpr Function::MergeRunsWorkspaceSize merge_runs_workspace_size{};
/// Merges many sorted runs with values: see Function::MergeRunsByKey.
inline constexpr Function::MergeRunsByKey merge_runs_by_key{};
/// Returns the bytes that merge_runs_by_key() needs: see
/// Function::MergeRunsByKeyWorkspaceSize.
inline constexpr Function::MergeRunsByKeyWorkspaceSize
    merge_runs_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
