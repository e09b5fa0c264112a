// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SEGMENTED_ARGSORT_HPP
#define KOKKOSSORT_SEGMENTED_ARGSORT_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/segmented_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::segmented_argsort.
struct SegmentedArgsort : Impl::OnDefaultInstance<SegmentedArgsort, 1> {
  using Impl::OnDefaultInstance<SegmentedArgsort, 1>::operator();

  /// Finds the order of the keys within each segment and leaves them untouched:
  /// permutation(i) becomes the index of the key at position i once all
  /// segments are sorted. Indices count from the first key of the view, so that
  /// permute() brings payloads into that order. Positions outside all segments
  /// get their own index. The call also goes without `exec`, on the default
  /// instance of the permutation's execution space. Parameters `exec`,
  /// `offsets` and `options` are those of segmented_sort().
  ///
  /// @param permutation rank-1 view of an integral type, as long as `keys`;
  ///   accessible from `exec`; overwritten, need not be initialized
  /// @param keys rank-1 view, may be of const, accessible from `exec`
  ///
  /// Order and stability: as segmented_sort(), stable: the lower index of
  /// equivalent keys comes first.
  ///
  /// Memory: segmented_argsort_workspace_size(exec, permutation, keys, offsets,
  /// options...) bytes: those of segmented_sort_by_key() with the permutation
  /// as values, and a copy of the keys. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: as segmented_sort(), and two launches that copy
  /// the keys and fill the permutation.
  ///
  /// Fences: as segmented_sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes. The errors are those of segmented_sort_by_key() for the
  /// permutation in place of the values, and a type of the permutation that
  /// cannot hold the indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            Impl::SegmentsArgument Offsets, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Keys const& keys, Offsets const& offsets,
                  Options const&... options) const {
    Impl::forward_segmented_argsort("segmented_argsort", exec, permutation,
                                    keys, offsets, options...);
  }
};

/// Type of KokkosSort::segmented_argsort_workspace_size.
struct SegmentedArgsortWorkspaceSize {
  /// Returns the bytes of workspace that segmented_argsort() needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            Impl::SegmentsArgument Offsets, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec,
                         Permutation const& permutation, Keys const& keys,
                         Offsets const& offsets,
                         Options const&... options) const {
    return Impl::forward_segmented_argsort_size(exec, permutation, keys,
                                                offsets, options...);
  }
};

}  // namespace Function

/// Finds the order within each segment: see Function::SegmentedArgsort.
inline constexpr Function::SegmentedArgsort segmented_argsort{};
/// Returns the bytes that segmented_argsort() needs: see
/// Function::SegmentedArgsortWorkspaceSize.
inline constexpr Function::SegmentedArgsortWorkspaceSize
    segmented_argsort_workspace_size{};

}  // namespace KokkosSort

#endif
