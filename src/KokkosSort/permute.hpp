// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERMUTE_HPP
#define KOKKOSSORT_PERMUTE_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

/// A payload of permute() that goes from one view to another. gather() returns
/// it.
template <class Source, class Destination>
struct Gather {
  Source source;            ///< read, unchanged
  Destination destination;  ///< overwritten, need not be initialized
};

/// A payload of permute() that is no view. elements() returns it.
template <class T, class Accessor>
struct ElementAccess {
  using value_type           = T;  ///< Type of an element.
  using non_const_value_type = T;  ///< Likewise.
  static constexpr int rank  = 1;  ///< Elements have no columns.

  Accessor accessor;  ///< element i is accessor(i)
  std::size_t count;  ///< number of elements
};

namespace Function {

/// Type of KokkosSort::elements.
struct MakeElements {
  /// Returns a payload of permute() whose element i is accessor(i), such as a
  /// slice of an array of structures. No memory, no launch, no fence.
  ///
  /// @param accessor callable on the device as accessor(std::size_t) const. It
  ///   returns a reference to element i, or a copy if it is only the source of
  ///   gather(). It is copied, so it must be a handle as a view is
  /// @param count number of elements
  template <class Accessor>
  auto operator()(Accessor const& accessor, std::size_t count) const {
    using T = std::remove_cvref_t<decltype(accessor(count))>;
    return ElementAccess<T, Accessor>{accessor, count};
  }
};

/// Type of KokkosSort::gather.
struct MakeGather {
  /// Returns a payload of permute() out of place: destination(i, ...) becomes
  /// source(permutation(i), ...). No memory, no launch, no fence.
  ///
  /// @param source view of rank 1 or 2, may be of const, of any number of rows;
  ///   or elements().
  ///   It may also be a payload in place of the same call: it is read before
  ///   anything in place changes
  /// @param destination view of the same rank and type, and of as many columns
  template <class Source, class Destination>
    requires Impl::Gatherable<Source, Destination>
  Gather<Source, Destination> operator()(Source const& source,
                                         Destination const& destination) const {
    return {source, destination};
  }
};

/// Type of KokkosSort::permute.
struct Permute : Impl::OnDefaultInstance<Permute> {
  using Impl::OnDefaultInstance<Permute>::operator();

  /// Brings any number of payloads into the order that a permutation gives,
  /// such as one of argsort(): v(i, ...) becomes v(permutation(i), ...). The
  /// call also goes without `exec`, on the default instance of the
  /// permutation's execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param permutation rank-1 view of an integral type, may be of const;
  ///   n = extent(0). An index may occur more than once or not at all.
  /// @param arguments payloads, one or more, and at most one Workspace among
  /// them. A payload is gather(source, destination) or a view to permute in
  /// place. A view has rank 1 or 2, any layout and any trivially copyable type.
  /// elements(accessor, count) may stand for a view. Its memory is unknown, so
  /// no check finds its overlaps
  ///
  /// Order and stability: the rows stand as the permutation gives them. A
  /// payload may be the permutation itself.
  ///
  /// Memory: permute_workspace_size() bytes, a copy of the payloads in place;
  /// none for gather(). A call with a Workspace, or with gather() alone,
  /// allocates nothing.
  ///
  /// Launches and complexity: one launch moves all payloads; if any of them is
  /// in place, one more launch copies those back. O(n) per column.
  ///
  /// Fences: none with a Workspace or with gather() alone, the call is
  /// asynchronous. Otherwise it fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the rows of a payload or of a destination are not n,
  /// - a source has no rows, or other columns than its destination,
  /// - a payload or destination overlaps a view that another payload writes (as
  ///   far as contiguity shows),
  /// - a destination overlaps a view that is read (likewise),
  /// - the workspace is too small
  /// @pre 0 <= permutation(i) < rows of every payload and source. If Kokkos is
  /// built with Kokkos_ENABLE_DEBUG_BOUNDS_CHECK, a wrong index ends the
  /// program with a message; otherwise the behavior is undefined.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Permutation, class... Arguments>
    requires Impl::PermuteArguments<Arguments...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Arguments const&... arguments) const {
    Impl::forward_permute(exec, permutation, arguments...);
  }
};

/// Type of KokkosSort::permute_workspace_size.
struct PermuteWorkspaceSize {
  /// Returns the bytes of workspace that permute() needs with these arguments.
  /// The result depends on the extents, not on the elements. No launch, no
  /// fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Permutation, class... Arguments>
    requires Impl::PermuteArguments<Arguments...>
  std::size_t operator()(ExecutionSpace const&, Permutation const& permutation,
                         Arguments const&... arguments) const {
    return Impl::forward_permute_workspace_size(permutation, arguments...);
  }
};

}  // namespace Function

/// Returns a payload of permute() that is no view: see Function::MakeElements.
inline constexpr Function::MakeElements elements{};
/// Returns a payload of permute() out of place: see Function::MakeGather.
inline constexpr Function::MakeGather gather{};
/// Brings payloads into the order of a permutation: see Function::Permute.
inline constexpr Function::Permute permute{};
/// Returns the bytes that permute() needs: see Function::PermuteWorkspaceSize.
inline constexpr Function::PermuteWorkspaceSize permute_workspace_size{};

}  // namespace KokkosSort

#endif
