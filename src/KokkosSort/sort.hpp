// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_HPP
#define KOKKOSSORT_SORT_HPP

#include <KokkosSort/detail/forward.hpp>
#include <KokkosSort/detail/options.hpp>

#include <cstddef>

namespace KokkosSort {

/// Sorts keys in place.
///
/// @param exec execution space instance; the work is enqueued on it
/// @param keys rank-1 view of any layout, accessible from `exec`; n = extent(0)
/// @param options in any order, each kind at most once:
///   an order (ascending, the default; descending; a comparator callable on the
///   device as bool(Key, Key) const, a strict weak order; by(projection);
///   bits(begin, end)),
///   an Algorithm tag, a Workspace
///
/// Order: see Ascending. Stable with every algorithm but those whose tag says
/// otherwise; ask stable_sort() for the promise. The result is the same in
/// every run. A comparator that is no strict weak order leaves the keys
/// permuted in some way, never lost and never repeated.
///
/// Extra memory: sort_workspace_size(exec, keys, options...) bytes. Given a
/// Workspace, the call is asynchronous, does not fence and does not allocate;
/// without one it allocates and fences `exec` before it returns.
///
/// @throws std::invalid_argument naming the argument, before anything changes,
/// when the workspace is too small
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, class... Options>
requires Impl::ValidOptions<Options...>
void sort(ExecutionSpace const& exec, Keys const& keys,
          Options const&... options) {
  Impl::forward_sort<Impl::Promise::none>("sort", exec, keys, Impl::NoView{},
                                          options...);
}

/// As above, on the default instance of the view's execution space.
template <Impl::MutableRank1View Keys, class... Options>
requires Impl::ValidOptions<Options...>
void sort(Keys const& keys, Options const&... options) {
  sort(typename Keys::execution_space{}, keys, options...);
}

/// Sorts keys in place and keeps equivalent keys in their order. Otherwise as
/// sort().
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, class... Options>
requires Impl::ValidOptions<Options...>
void stable_sort(ExecutionSpace const& exec, Keys const& keys,
                 Options const&... options) {
  Impl::forward_sort<Impl::Promise::stable>("stable_sort", exec, keys,
                                            Impl::NoView{}, options...);
}

/// As above, on the default instance of the view's execution space.
template <Impl::MutableRank1View Keys, class... Options>
requires Impl::ValidOptions<Options...>
void stable_sort(Keys const& keys, Options const&... options) {
  stable_sort(typename Keys::execution_space{}, keys, options...);
}

/// Bytes of workspace that sort() and stable_sort() need with these arguments.
/// Depends on the extent of the keys, not on what they hold.
template <Impl::ExecutionSpaceInstance ExecutionSpace,
          Impl::MutableRank1View Keys, class... Options>
requires Impl::ValidOptions<Options...> std::size_t sort_workspace_size(
    ExecutionSpace const& exec, Keys const& keys, Options const&... options) {
  return Impl::forward_workspace_size(exec, keys, Impl::NoView{}, options...);
}

}  // namespace KokkosSort

#endif
