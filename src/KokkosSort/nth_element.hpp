// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_NTH_ELEMENT_HPP
#define KOKKOSSORT_NTH_ELEMENT_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/rank_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::nth_element.
struct NthElement : Impl::OnDefaultInstance<NthElement> {
  using Impl::OnDefaultInstance<NthElement>::operator();

  /// Partitions keys in place by the one of rank nth. keys(nth) becomes the key
  /// that a sort would put there. No key in front of it follows it in the
  /// order, and no key behind it precedes it. The call also goes without
  /// `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type,
  ///   accessible from `exec`; n = extent(0)
  /// @param nth rank below n, counted from 0
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: the order of the keys on either side is not
  /// specified, but the same in every run.
  ///
  /// Memory: nth_element_workspace_size(exec, keys, nth, options...) bytes.
  /// Lists of keys to swap take 8 min(nth, n - nth) bytes, and twice as many
  /// from 2^32 keys on. The selection uses the same memory before, for 3 % of
  /// the keys with 8 bytes more each. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: the number of launches depends on n alone. The
  /// keys are read twice, and those on the wrong side of nth are swapped as
  /// they are read. Some arrangements need a third read of up to all keys. If a
  /// sample misleads, which one call in 10^8 meets by chance, one team selects
  /// alone in O(n log n). Sources: selection by brackets from samples, R. W.
  /// Floyd and R. L. Rivest, "Expected time bounds for selection" (1975);
  /// partition from both ends, P. Tsigas and Y. Zhang, "A simple, fast parallel
  /// implementation of Quicksort and its performance evaluation on SUN
  /// Enterprise 10000" (2003).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if nth is not below n. Workspace and bits(begin, end) as for
  /// sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, std::size_t nth,
                  Options const&... options) const {
    Impl::forward_nth_element(exec, keys, nth, options...);
  }
};

/// Type of KokkosSort::partial_sort.
struct PartialSort : Impl::OnDefaultInstance<PartialSort> {
  using Impl::OnDefaultInstance<PartialSort>::operator();

  /// Sorts the first k keys of the order into the first k positions, in place.
  /// The call also goes without `exec`. Everything else is as nth_element().
  ///
  /// @param k number of keys that are sorted, n at most
  ///
  /// Order and stability: the first k keys as sort() leaves them. The order of
  /// the others is not specified, but the same in every run.
  ///
  /// Memory: partial_sort_workspace_size(exec, keys, k, options...) bytes, the
  /// larger of the needs of nth_element() and of a sort of k keys.
  ///
  /// Launches and complexity: those of nth_element(), and of a sort of k keys.
  ///
  /// @throws std::invalid_argument as nth_element(), and if k exceeds n
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys, std::size_t k,
                  Options const&... options) const {
    Impl::forward_partial_sort(exec, keys, k, options...);
  }
};

/// Type of KokkosSort::argpartition.
struct Argpartition : Impl::OnDefaultInstance<Argpartition, 1> {
  using Impl::OnDefaultInstance<Argpartition, 1>::operator();

  /// Finds a permutation that partitions keys by the one of rank nth, and
  /// leaves the keys untouched. positions(nth) becomes the index of the key
  /// that argsort() would put there. The indices of the keys before it precede
  /// it. The call also goes without `exec`. Everything else is as
  /// nth_element().
  ///
  /// @param positions rank-1 view of an integral type that can hold the
  ///   indices, as long as `keys`; overwritten
  /// @param keys rank-1 view as for nth_element(), may be of const
  ///
  /// Order and stability: keys(positions(nth)) is preceded by the nth keys that
  /// a stable sort puts first. The order on either side is not specified, but
  /// the same in every run.
  ///
  /// Memory: argpartition_workspace_size(exec, keys, options...) bytes: for 3 %
  /// of the keys, with 8 bytes more each.
  ///
  /// Launches and complexity: two launches fewer than nth_element(). The keys
  /// are read twice.
  ///
  /// @throws std::invalid_argument as nth_element(), and if extents differ, the
  /// views overlap or the type of `positions` cannot hold the indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Positions, Impl::Rank1View Keys,
            class... Options>
    requires std::is_integral_v<typename Positions::value_type> &&
             Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Positions const& positions,
                  Keys const& keys, std::size_t nth,
                  Options const&... options) const {
    Impl::forward_argpartition(exec, positions, keys, nth, options...);
  }
};

/// Type of KokkosSort::nth_element_workspace_size.
struct NthElementWorkspaceSize {
  /// Returns the bytes of workspace that nth_element() needs. No launch, no
  /// fence, no allocation.
  ///
  /// @throws std::invalid_argument if nth is not below n or bits(begin, end)
  /// does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         std::size_t nth, Options const&... options) const {
    return Impl::nth_element_bytes("nth_element_workspace_size", exec, keys,
                                   nth, options...);
  }
};

/// Type of KokkosSort::partial_sort_workspace_size.
struct PartialSortWorkspaceSize {
  /// Returns the bytes of workspace that partial_sort() needs. Everything else
  /// is as nth_element_workspace_size().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         std::size_t k, Options const&... options) const {
    return Impl::partial_sort_bytes(exec, keys, k, options...);
  }
};

/// Type of KokkosSort::argpartition_workspace_size.
struct ArgpartitionWorkspaceSize {
  /// Returns the bytes of workspace that argpartition() needs, whatever nth.
  /// Everything else is as nth_element_workspace_size().
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Options const&... options) const {
    return Impl::argpartition_bytes(exec, keys, options...);
  }
};

}  // namespace Function

/// Partitions keys by the one of a rank: see Function::NthElement.
inline constexpr Function::NthElement nth_element{};
/// Sorts the first keys of the order: see Function::PartialSort.
inline constexpr Function::PartialSort partial_sort{};
/// Finds a permutation that partitions keys: see Function::Argpartition.
inline constexpr Function::Argpartition argpartition{};
/// Returns the bytes that nth_element() needs: see
/// Function::NthElementWorkspaceSize.
inline constexpr Function::NthElementWorkspaceSize nth_element_workspace_size{};
/// Returns the bytes that partial_sort() needs: see
/// Function::PartialSortWorkspaceSize.
inline constexpr Function::PartialSortWorkspaceSize
    partial_sort_workspace_size{};
/// Returns the bytes that argpartition() needs: see
/// Function::ArgpartitionWorkspaceSize.
inline constexpr Function::ArgpartitionWorkspaceSize
    argpartition_workspace_size{};

}  // namespace KokkosSort

#endif
