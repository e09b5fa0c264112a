// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ARGSORT_HPP
#define KOKKOSSORT_ARGSORT_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::argsort.
struct Argsort : Impl::OnDefaultInstance<Argsort, 1> {
  using Impl::OnDefaultInstance<Argsort, 1>::operator();

  /// Finds the order of keys and leaves them untouched: permutation(i) becomes
  /// the index of the key at position i of the sorted keys. permute() then
  /// brings any number of payloads into that order. The call also goes without
  /// `exec`, on the default instance of the keys' execution space. Parameters
  /// `exec` and `options` are those of sort().
  ///
  /// @param permutation rank-1 view of an integral type, as long as `keys`;
  ///   accessible from `exec`; overwritten, need not be initialized
  /// @param keys rank-1 view, may be of const, accessible from `exec`
  ///
  /// Order and stability: as sort(), always stable: the lower index of
  /// equivalent keys comes first. An algorithm that is not stable does not
  /// compile.
  ///
  /// Memory: argsort_workspace_size(exec, permutation, keys, options...) bytes.
  /// The library's choice takes about n (2 K + I) for keys of K and indices of
  /// I bytes, with a copy of the keys. A comparator takes 2 n more. A call with
  /// a Workspace allocates nothing.
  ///
  /// Launches and complexity: as sort(), and two launches that copy the keys
  /// and fill the permutation.
  ///
  /// Fences: as sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes. The errors are those of sort_by_key() for the permutation in
  /// place of the values, and a type of the permutation that cannot hold the
  /// indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Keys const& keys, Options const&... options) const {
    Impl::forward_argsort(exec, permutation, keys, options...);
  }

  /// Finds the order of the rows of by_columns(), see there.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::ColumnsArgument Keys,
            class... Options>
    requires Impl::ColumnsOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Keys const& columns, Options const&... options) const {
    Impl::forward_argsort_columns(exec, permutation, columns, options...);
  }
};

/// Type of KokkosSort::argsort_workspace_size.
struct ArgsortWorkspaceSize {
  /// Returns the bytes of workspace that argsort() needs with these arguments.
  /// The result depends on the extents, not on the elements. No launch, no
  /// fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec,
                         Permutation const& permutation, Keys const& keys,
                         Options const&... options) const {
    return Impl::forward_argsort_workspace_size(exec, permutation, keys,
                                                options...);
  }

  /// Returns the same for the rows of by_columns().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::ColumnsArgument Keys,
            class... Options>
    requires Impl::ColumnsOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec,
                         Permutation const& permutation, Keys const& columns,
                         Options const&... options) const {
    return Impl::forward_argsort_columns_size(exec, permutation, columns,
                                              options...);
  }
};

}  // namespace Function

/// Finds the order of keys: see Function::Argsort.
inline constexpr Function::Argsort argsort{};
/// Returns the bytes that argsort() needs: see Function::ArgsortWorkspaceSize.
inline constexpr Function::ArgsortWorkspaceSize argsort_workspace_size{};

}  // namespace KokkosSort

#endif
