// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SEGMENTED_TOP_K_HPP
#define KOKKOSSORT_SEGMENTED_TOP_K_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/segmented_top_k_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/workspace.hpp>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::segmented_top_k.
struct SegmentedTopK : Impl::OnDefaultInstance<SegmentedTopK> {
  using Impl::OnDefaultInstance<SegmentedTopK>::operator();

  /// Finds the first k keys of each segment, in order, and leaves the keys
  /// untouched. The call also goes without `exec`, on the default instance of
  /// the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`
  /// @param offsets segments as for segmented_sort(); they may overlap here
  /// @param result rank-2 view of the keys' type, one row per segment and
  ///   k = extent(1) columns. Row i becomes the first keys of segment i. If the
  ///   segment has fewer than k keys, the others of the row do not change
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace, which remains unused
  ///
  /// Order and stability: as stable_sort() of a copy of each segment.
  ///
  /// Memory: none. A team holds about 4 k + 1,024 keys in scratch.
  ///
  /// Launches and complexity: one launch. One team per segment reads it once,
  /// as top_k_team(). A segment of millions of keys occupies a single team;
  /// top_k() finds the first keys of one long array faster.
  ///
  /// Fences: none, the call is asynchronous.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the result does not have one row per segment,
  /// - a team would need more than 40 KiB of scratch for k keys. That is the
  ///   case for more than about 2,050 of 4 bytes or 950 of 8, and for any of
  ///   more than 32 bytes,
  /// - the result overlaps another view in memory (as far as contiguity shows),
  /// - bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::SegmentsArgument Offsets, Impl::RowsOf<Keys> Result,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Offsets const& offsets, Result const& result,
                  Options const&... options) const {
    Impl::forward_segmented_top_k(exec, keys, offsets, result, options...);
  }
};

/// Type of KokkosSort::segmented_top_k_by_key.
struct SegmentedTopKByKey : Impl::OnDefaultInstance<SegmentedTopKByKey> {
  using Impl::OnDefaultInstance<SegmentedTopKByKey>::operator();

  /// Finds the first k keys of each segment, in order, and their values. The
  /// call also goes without `exec`. Everything that is not stated here is as
  /// for segmented_top_k().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   may be of const; as long as `keys`
  /// @param result_values rank-2 view of the values' type, of the extents of
  ///   `result`
  ///
  /// Order and stability: as segmented_top_k(); values have no part in the
  /// order.
  ///
  /// Memory: none. A team holds about 4 k + 1,024 keys and values in scratch.
  ///
  /// Launches and complexity: as segmented_top_k().
  ///
  /// Fences: as segmented_top_k().
  ///
  /// @throws std::invalid_argument as segmented_top_k(), and if the values are
  /// not as many as the keys, or extents of the results differ. Keys and values
  /// count for the bound on scratch: k is at most about 950 for 4 bytes each
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SegmentsArgument Offsets,
            Impl::RowsOf<Keys> Result, Impl::RowsOf<Values> ResultValues,
            class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Offsets const& offsets,
                  Result const& result, ResultValues const& result_values,
                  Options const&... options) const {
    Impl::forward_segmented_top_k_by_key(exec, keys, values, offsets, result,
                                         result_values, options...);
  }
};

}  // namespace Function

/// Finds the first keys of each segment: see Function::SegmentedTopK.
inline constexpr Function::SegmentedTopK segmented_top_k{};
/// Finds the first keys of each segment with their values: see
/// Function::SegmentedTopKByKey.
inline constexpr Function::SegmentedTopKByKey segmented_top_k_by_key{};

}  // namespace KokkosSort

#endif
