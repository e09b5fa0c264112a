// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_ARGSORT_HPP
#define KOKKOSSORT_ARGSORT_HPP

#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::argsort.
struct Argsort {
  /// Finds the order of keys and leaves them untouched: permutation(i) becomes
  /// the index of the key that belongs at place i. Always stable: of equivalent
  /// keys the lower index comes first. permute() then brings any number of
  /// payloads into that order.
  ///
  /// @param permutation rank-1 view of an integral type, as long as `keys`;
  ///   accessible from `exec`; overwritten, need not be initialized
  /// @param keys rank-1 view, may be of const, accessible from `exec`
  ///
  /// Everything else as sort(): options, order, asynchrony. Extra memory:
  /// argsort_workspace_size() bytes, among them a copy of the keys.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, when the extents differ, the permutation's type cannot hold the
  /// indices, the permutation overlaps the keys in memory (as far as contiguity
  /// tells), or the workspace is too small
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Permutation const& permutation,
                  Keys const& keys, Options const&... options) const {
    Impl::forward_argsort(exec, permutation, keys, options...);
  }

  /// As above, on the default instance of the keys' execution space.
  template <Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Permutation const& permutation, Keys const& keys,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, permutation, keys, options...);
  }
};

/// Type of KokkosSort::argsort_workspace_size.
struct ArgsortWorkspaceSize {
  /// Bytes of workspace that argsort() needs with these arguments. Depends on
  /// the extents, not on what the views hold.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Permutation, Impl::Rank1View Keys,
            class... Options>
  requires Impl::ValidOptions<Options...> std::size_t operator()(
      ExecutionSpace const& exec, Permutation const& permutation,
      Keys const& keys, Options const&... options) const {
    return Impl::forward_argsort_workspace_size(exec, permutation, keys,
                                                options...);
  }
};

}  // namespace Function

/// Finds the order of keys: see Function::Argsort.
inline constexpr Function::Argsort argsort{};
/// Bytes that argsort() needs: see Function::ArgsortWorkspaceSize.
inline constexpr Function::ArgsortWorkspaceSize argsort_workspace_size{};

}  // namespace KokkosSort

#endif
