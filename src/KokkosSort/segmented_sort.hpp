// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SEGMENTED_SORT_HPP
#define KOKKOSSORT_SEGMENTED_SORT_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/segment_views.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::segments.
struct MakeSegments {
  /// Describes segments by views of their begins and ends, in place of offsets.
  /// Segment i consists of the positions from begins(i) to in front of ends(i).
  /// Both views are as long as there are segments, and have the same integral
  /// type of 32 or 64 bits.
  ///
  /// Segments must not overlap, and begins must not decrease. Positions
  /// between two segments belong to none, and their keys do not move.
  template <Impl::OffsetsView Begins, Impl::OffsetsView Ends>
  Segments<Begins, Ends> operator()(Begins const& begins,
                                    Ends const& ends) const {
    static_assert(std::is_same_v<typename Begins::non_const_value_type,
                                 typename Ends::non_const_value_type>,
                  "KokkosSort: begins and ends must have the same type");
    return {begins, ends};
  }
};

/// Type of KokkosSort::counted.
struct MakeCounted {
  /// Restricts a segmented sort to the first segments, whose number is in a
  /// rank-0 view of an integral type. The host does not read it: the launches
  /// follow from the extents. Other segments are neither read nor sorted. A
  /// number beyond the extent stands for all segments.
  template <Impl::UncountedSegments Others, Impl::CountSource Count>
  Counted<Others, Count> operator()(Others const& segments,
                                    Count const& count) const {
    return {segments, count};
  }
};

/// Type of KokkosSort::segmented_sort.
struct SegmentedSort : Impl::OnDefaultInstance<SegmentedSort> {
  using Impl::OnDefaultInstance<SegmentedSort>::operator();

  /// Sorts each segment of the keys in place. Segments have any lengths, mixed
  /// at will: short ones are packed many to a team, and all teams together
  /// partition long ones. The call also goes without `exec`, on the default
  /// instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type,
  ///   accessible from `exec`; n = extent(0)
  /// @param offsets rank-1 view of integers of 32 or 64 bits, as the row map of
  ///   a CRS graph, or segments(begins, ends); accessible from `exec`.
  ///   counted() has the first segments of either. Segment i consists of the
  ///   positions from offsets(i) to in front of offsets(i + 1). Offsets must
  ///   not decrease or exceed n. The host does not read them, so only builds
  ///   with KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK check that. Keys outside all
  ///   segments do not move
  /// @param options an order as for sort(), a Workspace
  ///
  /// Order and stability: see Ascending; stable. The result is the same in
  /// every run. A comparator that is no strict weak order leaves the keys of a
  /// segment permuted in some way.
  ///
  /// Memory: segmented_sort_workspace_size(exec, keys, offsets, options...)
  /// bytes, about n K for keys of K bytes. Devices take up to 2 n more for
  /// other keys than numbers of up to 32 bits. A call with a Workspace
  /// allocates nothing.
  ///
  /// Launches and complexity: O(m log m) for each segment of m keys. The
  /// launches depend on the extents alone: 5, and 4 for each of up to 4 levels
  /// of the partition. A host takes 2, and those of sort() for each segment
  /// that holds more than a quarter of a thread's share.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one the
  /// call fences `exec` before it returns.
  ///
  /// The levels of long segments are those of N. Leischner, V. Osipov,
  /// P. Sanders, "GPU sample sort" (2009). Short segments are ranked by
  /// comparisons within cells, as in the leaves of sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if offsets and keys overlap in memory or begins and ends differ
  /// in extent. Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::SegmentsArgument Offsets,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Offsets const& offsets, Options const&... options) const {
    Impl::forward_segmented_sort("segmented_sort", exec, keys, Impl::NoView{},
                                 offsets, options...);
  }
};

/// Type of KokkosSort::stable_segmented_sort.
struct StableSegmentedSort : Impl::OnDefaultInstance<StableSegmentedSort> {
  using Impl::OnDefaultInstance<StableSegmentedSort>::operator();

  /// Sorts each segment of the keys in place, as segmented_sort(), which is
  /// stable as well. This name states that the caller depends on it.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::SegmentsArgument Offsets,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Offsets const& offsets, Options const&... options) const {
    Impl::forward_segmented_sort("stable_segmented_sort", exec, keys,
                                 Impl::NoView{}, offsets, options...);
  }
};

/// Type of KokkosSort::segmented_sort_workspace_size.
struct SegmentedSortWorkspaceSize {
  /// Returns the bytes of workspace that segmented_sort() and
  /// stable_segmented_sort() need with these arguments. The result depends on
  /// the extents, not on the elements. No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::SegmentsArgument Offsets,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Offsets const& offsets,
                         Options const&... options) const {
    return Impl::forward_segmented_size(exec, keys, Impl::NoView{}, offsets,
                                        options...);
  }
};

}  // namespace Function

/// Describes segments by begins and ends: see Function::MakeSegments.
inline constexpr Function::MakeSegments segments{};
/// Restricts a sort to the first segments: see Function::MakeCounted.
inline constexpr Function::MakeCounted counted{};
/// Sorts each segment of the keys: see Function::SegmentedSort.
inline constexpr Function::SegmentedSort segmented_sort{};
/// Sorts each segment, stable: see Function::StableSegmentedSort.
inline constexpr Function::StableSegmentedSort stable_segmented_sort{};
/// Returns the bytes that both need: see Function::SegmentedSortWorkspaceSize.
inline constexpr Function::SegmentedSortWorkspaceSize
    segmented_sort_workspace_size{};

}  // namespace KokkosSort

#endif
