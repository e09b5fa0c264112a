// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERMUTE_HPP
#define KOKKOSSORT_PERMUTE_HPP

#include <KokkosSort/front/options.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>

#include <cstddef>

namespace KokkosSort {

/// A payload of permute() that goes from one view to another. Made by gather().
template <class Source, class Destination>
struct Gather {
  Source source;            ///< read, unchanged
  Destination destination;  ///< overwritten, need not be initialized
};

namespace Function {

/// Type of KokkosSort::gather.
struct MakeGather {
  /// A payload of permute() out of place: destination(i, ...) becomes
  /// source(permutation(i), ...).
  ///
  /// @param source view of rank 1 or 2, may be of const, of any number of rows;
  ///   it may also be a payload in place of the same call: it is read before
  ///   anything in place changes
  /// @param destination view of the same rank and type, and of as many columns
  template <class Source, class Destination>
  requires Impl::Gatherable<Source, Destination> Gather<Source, Destination>
  operator()(Source const& source, Destination const& destination) const {
    return {source, destination};
  }
};

/// Type of KokkosSort::permute.
struct Permute {
  /// Brings any number of payloads into the order that a permutation tells,
  /// such as one of argsort(): v(i, ...) becomes v(permutation(i), ...).
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param permutation rank-1 view of an integral type, may be of const;
  ///   n = extent(0). An index may occur more than once or not at all.
  /// @param arguments payloads, one or more: a view of rank 1 or 2, any layout
  ///   and any trivially copyable type, permuted in place; or gather(source,
  ///   destination). Among them a Workspace, at most one.
  ///
  /// One launch moves all payloads; if any of them is in place, one more launch
  /// copies those back. A payload may be the permutation itself.
  ///
  /// Extra memory: a copy of the payloads in place, permute_workspace_size()
  /// bytes; none for gather(). Given a Workspace, or with gather() alone, the
  /// call is asynchronous, does not fence and does not allocate; otherwise it
  /// allocates and fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, when the rows of a payload or of a destination are not n, a
  /// source has no rows or other columns than its destination, a payload or
  /// destination overlaps what another one writes or a destination what is read
  /// (as far as contiguity tells), or the workspace is too small
  /// @pre 0 <= permutation(i) < rows of every payload and source. Where Kokkos
  /// is built with Kokkos_ENABLE_DEBUG_BOUNDS_CHECK a wrong index ends the
  /// program with a message; elsewhere the behavior is undefined.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Permutation, class... Arguments>
  requires Impl::PermuteArguments<Arguments...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Arguments const&... arguments) const {
    Impl::forward_permute(exec, permutation, arguments...);
  }

  /// As above, on the default instance of the permutation's execution space.
  template <Impl::PermutationView Permutation, class... Arguments>
  requires Impl::PermuteArguments<Arguments...>
  void operator()(Permutation const& permutation,
                  Arguments const&... arguments) const {
    (*this)(typename Permutation::execution_space{}, permutation, arguments...);
  }
};

/// Type of KokkosSort::permute_workspace_size.
struct PermuteWorkspaceSize {
  /// Bytes of workspace that permute() needs with these arguments. Depends on
  /// the extents, not on what the views hold.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::PermutationView Permutation, class... Arguments>
  requires Impl::PermuteArguments<Arguments...> std::size_t operator()(
      ExecutionSpace const&, Permutation const& permutation,
      Arguments const&... arguments) const {
    return Impl::forward_permute_workspace_size(permutation, arguments...);
  }
};

}  // namespace Function

/// A payload of permute() out of place: see Function::MakeGather.
inline constexpr Function::MakeGather gather{};
/// Brings payloads into the order of a permutation: see Function::Permute.
inline constexpr Function::Permute permute{};
/// Bytes that permute() needs: see Function::PermuteWorkspaceSize.
inline constexpr Function::PermuteWorkspaceSize permute_workspace_size{};

}  // namespace KokkosSort

#endif
