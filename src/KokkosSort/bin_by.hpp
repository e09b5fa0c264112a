// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BIN_BY_HPP
#define KOKKOSSORT_BIN_BY_HPP

#include <KokkosSort/front/bins_dispatch.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::bin_by.
struct BinBy : Impl::OnDefaultInstance<BinBy> {
  using Impl::OnDefaultInstance<BinBy>::operator();

  /// Orders elements by the number of their bin, and finds each bin, empty ones
  /// included. Bin b consists of the elements permutation(i) with i from
  /// offsets(b) to in front of offsets(b + 1), as a row of a CRS graph.
  /// permute() then brings any number of payloads into that order. The call
  /// also goes without `exec`, on the default instance of the permutation's
  /// execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param permutation rank-1 view of an integral type, as long as `bins`;
  ///   overwritten, need not be initialized
  /// @param offsets rank-1 view of an integral type with one element more than
  ///   there are bins, which are fewer than 2^32 - 1; overwritten
  /// @param bins rank-1 view of an integral type, may be of const: the bin of
  ///   each element. Elements with any other number are in no bin and come
  ///   last; the last offset does not count them
  /// @param options a Workspace or nothing
  ///
  /// Order and stability: by bin; the elements of a bin keep their order. The
  /// result is the same in every run.
  ///
  /// Memory: bin_by_workspace_size(exec, permutation, offsets, bins) bytes, as
  /// for argsort() of numbers of 32 bits. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: those of stable_sort_by_key() for numbers of 32
  /// bits and two more. O(n + m log n) for n elements and m bins, O(n + m) on
  /// hosts.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one the
  /// call fences `exec` before it returns.
  ///
  /// The sort is that of stable_sort_by_key(), the offsets are found by binary
  /// search.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if an extent does not fit or a type is too narrow. It also throws
  /// if a result overlaps another view or the workspace is too small
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::IndexView Permutation, Impl::IndexView Offsets,
            Impl::PermutationView Bins, class... Options>
    requires Impl::OnlyWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Offsets const& offsets, Bins const& bins,
                  Options const&... options) const {
    Impl::forward_bin_by(exec, permutation, offsets, bins, options...);
  }
};

/// Type of KokkosSort::bin_by_workspace_size.
struct BinByWorkspaceSize {
  /// Returns the bytes of workspace that bin_by() needs with these arguments.
  /// The result depends on the extents, not on the elements. No launch, no
  /// fence, no allocation.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::IndexView Permutation, Impl::IndexView Offsets,
            Impl::PermutationView Bins, class... Options>
    requires Impl::OnlyWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Permutation const&,
                         Offsets const&, Bins const& bins,
                         Options const&...) const {
    return Impl::BinsSort<ExecutionSpace, Permutation>::workspace_bytes(
        exec, bins.extent(0));
  }
};

}  // namespace Function

/// Orders elements by their bin and finds each bin: see Function::BinBy.
inline constexpr Function::BinBy bin_by{};
/// Returns the bytes that bin_by() needs: see Function::BinByWorkspaceSize.
inline constexpr Function::BinByWorkspaceSize bin_by_workspace_size{};

}  // namespace KokkosSort

#endif
