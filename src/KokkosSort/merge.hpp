// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_MERGE_HPP
#define KOKKOSSORT_MERGE_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/merge_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::merge.
struct Merge : Impl::OnDefaultInstance<Merge> {
  using Impl::OnDefaultInstance<Merge>::operator();

  /// Merges two sorted arrays of keys into a third one. The call also goes
  /// without `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param a rank-1 view of any layout and any trivially copyable type, may be
  ///   of const; accessible from `exec`
  /// @param b view as `a`, of the same type of key; may be a part of one array
  ///   with it, or the same view
  /// @param out rank-1 view of the same type of key, of as many keys as both;
  ///   overwritten, need not be initialized
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: both arrays are in this order, as sort() leaves them,
  /// and so is the result. Equivalent keys keep their order, those of `a`
  /// first.
  ///
  /// Memory: merge_workspace_size(exec, a, b, out, options...) bytes, 8 per
  /// tile. With CUDA and HIP a tile has 5,888 keys of up to 4 bytes, or 4,352
  /// of 8. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: one launch splits the arrays into tiles, one
  /// merges them; a single tile needs only the second. O(n). Source: O. Green,
  /// R. McColl, D. Bader, "GPU Merge Path: a GPU merging algorithm" (2012).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the extent of `out` is not that of both arrays,
  /// - `out` overlaps one of them in memory (as far as contiguity shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  /// @pre both arrays are sorted. Otherwise the call ends and stays in bounds,
  /// but `out` may lack some keys and have others twice.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, A const& a, B const& b,
                  Out const& out, Options const&... options) const {
    Impl::forward_merge(exec, a, b, out, options...);
  }
};

/// Type of KokkosSort::merge_workspace_size.
struct MergeWorkspaceSize {
  /// Returns the bytes of workspace that merge() needs with these arguments.
  /// The result depends on the extents, not on the elements. No launch, no
  /// fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, A const&, B const&,
                         Out const& out, Options const&... options) const {
    return Impl::merge_bytes<ExecutionSpace, Out, Impl::NoValue>(out,
                                                                 options...);
  }
};

/// Type of KokkosSort::merge_by_key.
struct MergeByKey : Impl::OnDefaultInstance<MergeByKey> {
  using Impl::OnDefaultInstance<MergeByKey>::operator();

  /// Merges two sorted arrays of keys, and puts each value at the position of
  /// its key. The call also goes without `exec`. Everything that is not stated
  /// here is as for merge().
  ///
  /// @param a_values rank-1 view of any layout and any trivially copyable type,
  ///   may be of const; as long as `a_keys`
  /// @param b_values view as `a_values`, as long as `b_keys`
  /// @param out_values rank-1 view of the same type, as long as `out_keys`;
  ///   overwritten, need not be initialized
  ///
  /// Order and stability: as merge(); values have no part in the order.
  ///
  /// Memory: merge_by_key_workspace_size(exec, a_keys, …, options...) bytes.
  ///
  /// Launches and complexity: as merge().
  ///
  /// Fences: as merge().
  ///
  /// @throws std::invalid_argument as merge(), and if the values are not as
  /// many as their keys, or the results overlap
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View AKeys,
            Impl::Rank1View AValues, Impl::Rank1View BKeys,
            Impl::Rank1View BValues, Impl::ResultOf<AKeys> OutKeys,
            Impl::ResultOf<AValues> OutValues, class... Options>
    requires Impl::SameElements<AKeys, BKeys> &&
             Impl::SameElements<AValues, BValues> &&
             Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, AKeys const& a_keys,
                  AValues const& a_values, BKeys const& b_keys,
                  BValues const& b_values, OutKeys const& out_keys,
                  OutValues const& out_values,
                  Options const&... options) const {
    Impl::forward_merge_by_key(exec, a_keys, a_values, b_keys, b_values,
                               out_keys, out_values, options...);
  }
};

/// Type of KokkosSort::merge_by_key_workspace_size.
struct MergeByKeyWorkspaceSize {
  /// Returns the bytes of workspace that merge_by_key() needs with these
  /// arguments. Everything else is as for merge_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View AKeys,
            Impl::Rank1View AValues, Impl::Rank1View BKeys,
            Impl::Rank1View BValues, Impl::ResultOf<AKeys> OutKeys,
            Impl::ResultOf<AValues> OutValues, class... Options>
    requires Impl::SameElements<AKeys, BKeys> &&
             Impl::SameElements<AValues, BValues> &&
             Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, AKeys const&, AValues const&,
                         BKeys const&, BValues const&, OutKeys const& out_keys,
                         OutValues const&, Options const&... options) const {
    return Impl::merge_bytes<ExecutionSpace, OutKeys,
                             Impl::MovedType<OutValues>>(out_keys, options...);
  }
};

}  // namespace Function

/// Merges two sorted arrays: see Function::Merge.
inline constexpr Function::Merge merge{};
/// Returns the bytes that merge() needs: see Function::MergeWorkspaceSize.
inline constexpr Function::MergeWorkspaceSize merge_workspace_size{};
/// Merges two sorted arrays with values: see Function::MergeByKey.
inline constexpr Function::MergeByKey merge_by_key{};
/// Returns the bytes that merge_by_key() needs: see
/// Function::MergeByKeyWorkspaceSize.
inline constexpr Function::MergeByKeyWorkspaceSize
    merge_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
