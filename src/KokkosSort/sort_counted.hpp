// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_COUNTED_HPP
#define KOKKOSSORT_SORT_COUNTED_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_counted.
struct SortCounted : Impl::OnDefaultInstance<SortCounted> {
  using Impl::OnDefaultInstance<SortCounted>::operator();

  /// Sorts the first keys in place, whose number is on the device. The host
  /// does not read it. The call also goes without `exec`, on the default
  /// instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type,
  ///   accessible from `exec`; n = extent(0)
  /// @param count rank-0 view of an integral type, accessible from `exec`, as
  ///   unique() and its siblings write it. Keys behind the first count() ones
  ///   do not change. More than n stands for n, a negative number for 0
  /// @param options an order as for sort(), a Workspace
  ///
  /// Order and stability: as segmented_sort(), stable.
  ///
  /// Memory: sort_counted_workspace_size(exec, keys, count, options...) bytes,
  /// those of segmented_sort() for n keys. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: those of segmented_sort() with one segment. They
  /// follow from n, so that few keys in a long view pay for the launches of
  /// many. The work is O(m log m) for m = count() keys. Launches over the
  /// workspace are O(n), but read no keys.
  ///
  /// Fences: as segmented_sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if the count and the keys overlap in memory, or the workspace is
  /// too small. bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::CountSource Count,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Count const& count, Options const&... options) const {
    Impl::forward_segmented_sort("sort_counted", exec, keys, Impl::NoView{},
                                 Impl::CountedFirst<Count>{count}, options...);
  }
};

/// Type of KokkosSort::sort_counted_by_key.
struct SortCountedByKey : Impl::OnDefaultInstance<SortCountedByKey> {
  using Impl::OnDefaultInstance<SortCountedByKey>::operator();

  /// Sorts the first keys in place, whose number is on the device, and puts
  /// each value at the position of its key. The call also goes without `exec`.
  /// Everything that is not stated here is as for sort_counted().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   as long as `keys`
  ///
  /// Order and stability: as sort_counted(), stable.
  ///
  /// Memory: sort_counted_by_key_workspace_size(exec, keys, values, count,
  /// options...) bytes, those of segmented_sort_by_key().
  ///
  /// Launches and complexity: as sort_counted(). Values above 16 bytes and keys
  /// above 32 bytes are all moved at the end, those behind the first count()
  /// ones to their own positions.
  ///
  /// Fences: as sort_counted().
  ///
  /// @throws std::invalid_argument as sort_counted(), and if the extents
  /// differ or the values overlap another view
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            Impl::CountSource Count, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Count const& count,
                  Options const&... options) const {
    Impl::forward_segmented_sort("sort_counted_by_key", exec, keys, values,
                                 Impl::CountedFirst<Count>{count}, options...);
  }
};

/// Type of KokkosSort::sort_counted_workspace_size.
struct SortCountedWorkspaceSize {
  /// Returns the bytes of workspace that sort_counted() needs with these
  /// arguments. The result depends on the extent of the keys alone. No launch,
  /// no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::CountSource Count,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Count const& count, Options const&... options) const {
    return Impl::forward_segmented_size(exec, keys, Impl::NoView{},
                                        Impl::CountedFirst<Count>{count},
                                        options...);
  }
};

/// Type of KokkosSort::sort_counted_by_key_workspace_size.
struct SortCountedByKeyWorkspaceSize {
  /// Returns the bytes of workspace that sort_counted_by_key() needs with these
  /// arguments. Everything else is as for sort_counted_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            Impl::CountSource Count, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values, Count const& count,
                         Options const&... options) const {
    return Impl::forward_segmented_size(
        exec, keys, values, Impl::CountedFirst<Count>{count}, options...);
  }
};

}  // namespace Function

/// Sorts the first keys, whose number is on the device: see
/// Function::SortCounted.
inline constexpr Function::SortCounted sort_counted{};
/// Returns the bytes that sort_counted() needs: see
/// Function::SortCountedWorkspaceSize.
inline constexpr Function::SortCountedWorkspaceSize
    sort_counted_workspace_size{};
/// Sorts the first keys and their values: see Function::SortCountedByKey.
inline constexpr Function::SortCountedByKey sort_counted_by_key{};
/// Returns the bytes that sort_counted_by_key() needs: see
/// Function::SortCountedByKeyWorkspaceSize.
inline constexpr Function::SortCountedByKeyWorkspaceSize
    sort_counted_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
