// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SEGMENTED_SORT_BY_KEY_HPP
#define KOKKOSSORT_SEGMENTED_SORT_BY_KEY_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::segmented_sort_by_key.
struct SegmentedSortByKey : Impl::OnDefaultInstance<SegmentedSortByKey> {
  using Impl::OnDefaultInstance<SegmentedSortByKey>::operator();

  /// Sorts each segment of the keys in place and puts each value at the
  /// position of its key. The call also goes without `exec`. Parameters `exec`,
  /// `keys`, `offsets` and `options` are those of segmented_sort().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   as long as `keys`, accessible from `exec`
  ///
  /// Order and stability: as segmented_sort(), stable; values have no part in
  /// the order.
  ///
  /// Memory: segmented_sort_by_key_workspace_size(exec, keys, values, offsets,
  /// options...) bytes, about n (K + V) for keys of K and values of V bytes.
  /// Devices take up to 4 n more. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: as segmented_sort(). Values above 16 bytes and
  /// keys above 32 bytes keep their positions while an index is sorted. Three
  /// more launches move them at the end.
  ///
  /// Fences: as segmented_sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if the extents differ, or the values overlap the keys or the
  /// offsets in memory. Other errors are those of segmented_sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            Impl::SegmentsArgument Offsets, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Offsets const& offsets,
                  Options const&... options) const {
    Impl::forward_segmented_sort("segmented_sort_by_key", exec, keys, values,
                                 offsets, options...);
  }
};

/// Type of KokkosSort::stable_segmented_sort_by_key.
struct StableSegmentedSortByKey
    : Impl::OnDefaultInstance<StableSegmentedSortByKey> {
  using Impl::OnDefaultInstance<StableSegmentedSortByKey>::operator();

  /// Sorts keys and values of each segment, as segmented_sort_by_key(), which
  /// is stable as well. This name states that the caller depends on it.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            Impl::SegmentsArgument Offsets, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Offsets const& offsets,
                  Options const&... options) const {
    Impl::forward_segmented_sort("stable_segmented_sort_by_key", exec, keys,
                                 values, offsets, options...);
  }
};

/// Type of KokkosSort::segmented_sort_by_key_workspace_size.
struct SegmentedSortByKeyWorkspaceSize {
  /// Returns the bytes of workspace that segmented_sort_by_key() and
  /// stable_segmented_sort_by_key() need with these arguments. The result
  /// depends on the extents, not on the elements. No launch, no fence, no
  /// allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            Impl::SegmentsArgument Offsets, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values, Offsets const& offsets,
                         Options const&... options) const {
    return Impl::forward_segmented_size(exec, keys, values, offsets,
                                        options...);
  }
};

}  // namespace Function

/// Sorts keys and values of each segment: see Function::SegmentedSortByKey.
inline constexpr Function::SegmentedSortByKey segmented_sort_by_key{};
/// The same, stable: see Function::StableSegmentedSortByKey.
inline constexpr Function::StableSegmentedSortByKey
    stable_segmented_sort_by_key{};
/// Returns the bytes that both need: see
/// Function::SegmentedSortByKeyWorkspaceSize.
inline constexpr Function::SegmentedSortByKeyWorkspaceSize
    segmented_sort_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
