// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_BY_KEY_HPP
#define KOKKOSSORT_SORT_BY_KEY_HPP

#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_by_key.
struct SortByKey {
  /// Sorts keys in place and puts each value where its key goes.
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   as long as `keys`, accessible from `exec`; values above 16 bytes are not
  ///   carried along but gathered once at the end
  ///
  /// Everything else as sort(): options, order, asynchrony, errors. For several
  /// payloads sort an index once and permute(): see argsort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, when the extents differ, the values overlap the keys in memory
  /// (as far as contiguity tells) or the workspace is too small
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Options const&... options) const {
    Impl::forward_sort<Impl::Promise::none>("sort_by_key", exec, keys, values,
                                            options...);
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Values const& values,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, values, options...);
  }
};

/// Type of KokkosSort::stable_sort_by_key.
struct StableSortByKey {
  /// As sort_by_key(), and values of equivalent keys keep their order.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Options const&... options) const {
    Impl::forward_sort<Impl::Promise::stable>("stable_sort_by_key", exec, keys,
                                              values, options...);
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Values const& values,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, values, options...);
  }
};

/// Type of KokkosSort::sort_by_key_workspace_size.
struct SortByKeyWorkspaceSize {
  /// Bytes of workspace that sort_by_key() and stable_sort_by_key() need with
  /// these arguments. Depends on the extents, not on what the views hold.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
  requires Impl::ValidOptions<Options...> std::size_t operator()(
      ExecutionSpace const& exec, Keys const& keys, Values const& values,
      Options const&... options) const {
    return Impl::forward_workspace_size(exec, keys, values, options...);
  }
};

}  // namespace Function

/// Sorts keys and values by the keys: see Function::SortByKey.
inline constexpr Function::SortByKey sort_by_key{};
/// Sorts keys and values by the keys, stable: see Function::StableSortByKey.
inline constexpr Function::StableSortByKey stable_sort_by_key{};
/// Bytes that both need: see Function::SortByKeyWorkspaceSize.
inline constexpr Function::SortByKeyWorkspaceSize sort_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
