// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_GROUP_BY_HPP
#define KOKKOSSORT_GROUP_BY_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/runs_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::group_by.
struct GroupBy : Impl::OnDefaultInstance<GroupBy> {
  using Impl::OnDefaultInstance<GroupBy>::operator();

  /// Finds the groups of equivalent neighbors. Group g consists of the keys
  /// from offsets(g) to in front of offsets(g + 1), as a row of a CRS matrix.
  /// The call also goes without `exec`. Everything that is not stated here is
  /// as for unique().
  ///
  /// @param offsets rank-1 view of an integral type with room for n + 1
  ///   numbers. The first count() + 1 elements are overwritten, the last of
  ///   these by n; the others stay
  /// @param count rank-0 view of an integral type, accessible from `exec`;
  ///   becomes the number of groups
  ///
  /// Order and stability: as unique(); of sorted keys there is one group of
  /// each.
  ///
  /// Memory: group_by_workspace_size(exec, keys, offsets, count, options...)
  /// bytes, as for unique().
  ///
  /// Launches and complexity: as unique().
  ///
  /// Fences: as unique().
  ///
  /// @throws std::invalid_argument as unique(), and likewise for `offsets`
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::IndexView Offsets, Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Offsets const& offsets, Count const& count,
                  Options const&... options) const {
    Impl::forward_group_by(exec, keys, offsets, count, options...);
  }
};

/// Type of KokkosSort::group_by_workspace_size.
struct GroupByWorkspaceSize {
  /// Returns the bytes of workspace that group_by() needs with these arguments.
  /// Everything else is as for unique_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::IndexView Offsets, Impl::CountView Count, class... Options>
    requires Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys,
                         Offsets const&, Count const& count,
                         Options const&... options) const {
    using Result = Impl::RunOffsets<Impl::MovedType<Offsets>>;
    return Impl::runs_bytes<ExecutionSpace, Result>(keys, count, options...);
  }
};

}  // namespace Function

/// Finds the groups of equivalent neighbors: see Function::GroupBy.
inline constexpr Function::GroupBy group_by{};
/// Returns the bytes that group_by() needs: see Function::GroupByWorkspaceSize.
inline constexpr Function::GroupByWorkspaceSize group_by_workspace_size{};

}  // namespace KokkosSort

#endif
