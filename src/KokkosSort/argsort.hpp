// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ARGSORT_HPP
#define KOKKOSSORT_ARGSORT_HPP

#include <KokkosSort/detail/forward.hpp>
#include <KokkosSort/detail/options.hpp>

#include <cstddef>

namespace KokkosSort {

/// Finds the order of keys and leaves them untouched: permutation(i) becomes
/// the index of the key that belongs at place i. Always stable: of equivalent
/// keys the lower index comes first. permute() then brings any number of
/// payloads into that order.
///
/// @param permutation rank-1 view of an integral type, as long as `keys`;
///   overwritten, need not be initialised
/// @param keys rank-1 view, may be of const
///
/// Everything else as sort(): options, order, asynchrony. Extra memory:
/// argsort_workspace_size() bytes, among them a copy of the keys.
///
/// @throws std::invalid_argument naming the argument, before anything changes,
/// when the extents differ, the permutation's type cannot hold the indices, or
/// the workspace is too small
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
          class... Options>
requires Impl::ValidOptions<Options...>
void argsort(ExecutionSpace const& exec, Permutation const& permutation,
             Keys const& keys, Options const&... options) {
  Impl::forward_argsort(exec, permutation, keys, options...);
}

/// As above, on the default instance of the keys' execution space.
template <Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
          class... Options>
requires Impl::ValidOptions<Options...>
void argsort(Permutation const& permutation, Keys const& keys,
             Options const&... options) {
  argsort(typename Keys::execution_space{}, permutation, keys, options...);
}

/// Bytes of workspace that argsort() needs with these arguments. Depends on the
/// extents, not on what the views hold.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
          class... Options>
requires Impl::ValidOptions<Options...> std::size_t argsort_workspace_size(
    ExecutionSpace const& exec, Permutation const& permutation,
    Keys const& keys, Options const&... options) {
  return Impl::forward_argsort_workspace_size(exec, permutation, keys,
                                              options...);
}

}  // namespace KokkosSort

#endif
