// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIQUE_HPP
#define KOKKOSSORT_UNIQUE_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/runs_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::unique.
struct Unique : Impl::OnDefaultInstance<Unique> {
  using Impl::OnDefaultInstance<Unique>::operator();

  /// Copies the first key of each run of equivalent neighbors: of sorted keys,
  /// one of each. The call also goes without `exec`, on the default instance of
  /// the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0). They need not be
  ///   sorted: as for std::unique, neighbors count
  /// @param out rank-1 view of the same type with room for n keys; the first
  ///   count() elements are overwritten, the others stay
  /// @param count rank-0 view of an integral type, accessible from `exec`;
  ///   becomes the number of runs
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: the runs are in the order of the keys. Neighbors are
  /// equivalent if neither comes before the other in the order of the options.
  ///
  /// Memory: unique_workspace_size(exec, keys, out, count, options...) bytes, 8
  /// per tile, and 16 on devices. With CUDA and HIP a tile has 4,096 keys of 4
  /// bytes, or 2,048 of
  /// 8. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: one launch clears the words of the tiles, one
  /// reads each key once and writes the result. A single tile needs only the
  /// second. O(n). Source: D. Merrill, M. Garland, "Single-pass parallel prefix
  /// scan with decoupled look-back" (2016), with one team that sums for all
  /// tiles of a device.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - `out` has no room for n keys,
  /// - the type of `count` cannot hold n,
  /// - views overlap in memory (as far as contiguity shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ResultOf<Keys> Out, Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Out const& out,
                  Count const& count, Options const&... options) const {
    Impl::forward_unique(exec, keys, out, count, options...);
  }
};

/// Type of KokkosSort::unique_workspace_size.
struct UniqueWorkspaceSize {
  /// Returns the bytes of workspace that unique() needs with these arguments.
  /// The result depends on the extents, not on the elements. No launch, no
  /// fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::ResultOf<Keys> Out, Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys, Out const&,
                         Count const& count, Options const&... options) const {
    return Impl::runs_bytes<ExecutionSpace, Impl::NoRunResult>(keys, count,
                                                               options...);
  }
};

/// Type of KokkosSort::unique_by_key.
struct UniqueByKey : Impl::OnDefaultInstance<UniqueByKey> {
  using Impl::OnDefaultInstance<UniqueByKey>::operator();

  /// Copies the first key of each run of equivalent neighbors, and its value.
  /// The call also goes without `exec`. Everything that is not stated here is
  /// as for unique().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   may be of const; as long as `keys`
  /// @param out_keys as `out` of unique()
  /// @param out_values rank-1 view of the values' type with room for n values
  ///
  /// Order and stability: as unique(); values have no part in the order.
  ///
  /// Memory: unique_by_key_workspace_size(exec, keys, values, …) bytes.
  ///
  /// Launches and complexity: as unique(); only the values that are copied are
  /// read.
  ///
  /// Fences: as unique().
  ///
  /// @throws std::invalid_argument as unique(), and if the values are not as
  /// many as the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> OutKeys,
            Impl::ResultOf<Values> OutValues, Impl::CountView Count,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, OutKeys const& out_keys,
                  OutValues const& out_values, Count const& count,
                  Options const&... options) const {
    Impl::forward_unique_by_key(exec, keys, values, out_keys, out_values, count,
                                options...);
  }
};

/// Type of KokkosSort::unique_by_key_workspace_size.
struct UniqueByKeyWorkspaceSize {
  /// Returns the bytes of workspace that unique_by_key() needs with these
  /// arguments. Everything else is as for unique_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> OutKeys,
            Impl::ResultOf<Values> OutValues, Impl::CountView Count,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys, Values const&,
                         OutKeys const&, OutValues const&, Count const& count,
                         Options const&... options) const {
    using Result = Impl::FirstValues<Impl::MovedType<OutValues>>;
    return Impl::runs_bytes<ExecutionSpace, Result>(keys, count, options...);
  }
};

}  // namespace Function

/// Copies the first key of each run: see Function::Unique.
inline constexpr Function::Unique unique{};
/// Returns the bytes that unique() needs: see Function::UniqueWorkspaceSize.
inline constexpr Function::UniqueWorkspaceSize unique_workspace_size{};
/// Copies the first key of each run and its value: see Function::UniqueByKey.
inline constexpr Function::UniqueByKey unique_by_key{};
/// Returns the bytes that unique_by_key() needs: see
/// Function::UniqueByKeyWorkspaceSize.
inline constexpr Function::UniqueByKeyWorkspaceSize
    unique_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
