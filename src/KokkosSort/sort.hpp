// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_HPP
#define KOKKOSSORT_SORT_HPP

#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/options.hpp>

#include <concepts>
#include <cstddef>

namespace KokkosSort {

/// The types of the functions. Each function is an object, so that no call of
/// it, qualified or not, finds a function of that name in namespace Kokkos by
/// its arguments.
namespace Function {

/// Type of KokkosSort::sort.
struct Sort {
  /// Sorts keys in place.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type,
  ///   accessible from `exec`; n = extent(0)
  /// @param options in any order, each kind at most once:
  ///   an order (ascending, the default; descending; a comparator callable on
  ///   the device as bool(Key, Key) const, a strict weak order;
  ///   by(projection); bits(begin, end)),
  ///   an Algorithm tag, a Workspace
  ///
  /// Order: see Ascending. Stable with every algorithm but those whose tag says
  /// otherwise; ask stable_sort() for the promise. The result is the same in
  /// every run. A comparator that is no strict weak order leaves the keys
  /// permuted in some way, never lost and never repeated. No comparator or
  /// projection may throw: declare it noexcept. On a host one that does ends
  /// the program, or leaves the call with some keys lost and others repeated.
  ///
  /// Extra memory: sort_workspace_size(exec, keys, options...) bytes. Given a
  /// Workspace, the call is asynchronous, does not fence and does not allocate;
  /// without one it allocates and fences `exec` before it returns. On a host
  /// few keys are sorted on the calling thread, with neither; that and, unless
  /// an Algorithm is named, a sort of more keys also work inside a kernel of
  /// Serial or OpenMP.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, when the workspace is too small or bits(begin, end) does not fit
  /// the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Options const&... options) const {
    Impl::forward_sort<Impl::Promise::none>("sort", exec, keys, Impl::NoView{},
                                            options...);
  }

  /// As above, on the default instance of the view's execution space.
  template <Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, options...);
  }

  /// Sorts the keys from index `begin` to in front of `end` alone, as a call
  /// with that subview does.
  ///
  /// @throws std::invalid_argument unless 0 <= begin <= end <= extent(0)
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, std::integral Begin, std::integral End,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    (*this)(exec, Impl::range_of("sort", keys, begin, end), options...);
  }

  /// As above, on the default instance of the view's execution space.
  template <Impl::MutableRank1View Keys, std::integral Begin, std::integral End,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Begin begin, End end,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, begin, end, options...);
  }
};

/// Type of KokkosSort::stable_sort.
struct StableSort {
  /// Sorts keys in place and keeps equivalent keys in their order. Otherwise as
  /// sort().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Options const&... options) const {
    Impl::forward_sort<Impl::Promise::stable>("stable_sort", exec, keys,
                                              Impl::NoView{}, options...);
  }

  /// As above, on the default instance of the view's execution space.
  template <Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, options...);
  }

  /// Sorts the keys from index `begin` to in front of `end` alone, as a call
  /// with that subview does.
  ///
  /// @throws std::invalid_argument unless 0 <= begin <= end <= extent(0)
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, std::integral Begin, std::integral End,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, Begin begin,
                  End end, Options const&... options) const {
    (*this)(exec, Impl::range_of("stable_sort", keys, begin, end), options...);
  }

  /// As above, on the default instance of the view's execution space.
  template <Impl::MutableRank1View Keys, std::integral Begin, std::integral End,
            class... Options>
  requires Impl::ValidOptions<Options...>
  void operator()(Keys const& keys, Begin begin, End end,
                  Options const&... options) const {
    (*this)(typename Keys::execution_space{}, keys, begin, end, options...);
  }
};

/// Type of KokkosSort::sort_workspace_size.
struct SortWorkspaceSize {
  /// Bytes of workspace that sort() and stable_sort() need with these
  /// arguments. Depends on the extent of the keys, not on what they hold. For a
  /// range of the keys, give the subview.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
  requires Impl::ValidOptions<Options...> std::size_t operator()(
      ExecutionSpace const& exec, Keys const& keys,
      Options const&... options) const {
    return Impl::forward_workspace_size(exec, keys, Impl::NoView{}, options...);
  }
};

}  // namespace Function

/// Sorts keys in place: see Function::Sort.
inline constexpr Function::Sort sort{};
/// Sorts keys in place, stable: see Function::StableSort.
inline constexpr Function::StableSort stable_sort{};
/// Bytes that both need: see Function::SortWorkspaceSize.
inline constexpr Function::SortWorkspaceSize sort_workspace_size{};

}  // namespace KokkosSort

#endif
