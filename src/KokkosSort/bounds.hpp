// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_BOUNDS_HPP
#define KOKKOSSORT_BOUNDS_HPP

#include <KokkosSort/front/bounds_dispatch.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::lower_bound.
struct LowerBound : Impl::OnDefaultInstance<LowerBound> {
  using Impl::OnDefaultInstance<LowerBound>::operator();

  /// Finds the position of each query in sorted keys: positions(i) becomes the
  /// number of keys that come before queries(i). The call also goes without
  /// `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0)
  /// @param queries view as `keys`, of the same type; m = extent(0)
  /// @param positions rank-1 view of an integral type and of extent m,
  ///   accessible from `exec`; overwritten, need not be initialized
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace, which remains unused
  ///
  /// Order and stability: the keys are in this order, as sort() leaves them.
  /// The queries may be in any order; sorted ones are found faster.
  ///
  /// Memory: none.
  ///
  /// Launches and complexity: one launch, O(m log n). Source: binary search.
  ///
  /// Fences: none, the call is asynchronous.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the positions are not as many as the queries,
  /// - the type of `positions` cannot hold n,
  /// - `positions` overlaps another view in memory (as far as contiguity
  ///   shows),
  /// - bits(begin, end) does not fit the keys
  /// @pre the keys are sorted. Otherwise the positions are some numbers from 0
  /// to n.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Queries, Impl::IndexView Positions,
            class... Options>
    requires Impl::SameElements<Keys, Queries> &&
             Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Queries const& queries, Positions const& positions,
                  Options const&... options) const {
    Impl::forward_bound<Impl::Bound::lower>(
        "lower_bound", "KokkosSort::lower_bound", exec, keys, queries,
        positions, options...);
  }
};

/// Type of KokkosSort::upper_bound.
struct UpperBound : Impl::OnDefaultInstance<UpperBound> {
  using Impl::OnDefaultInstance<UpperBound>::operator();

  /// Finds the end of the keys that are equivalent to each query: positions(i)
  /// becomes the number of keys that do not come after queries(i). Everything
  /// else is as for lower_bound().
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Queries, Impl::IndexView Positions,
            class... Options>
    requires Impl::SameElements<Keys, Queries> &&
             Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Queries const& queries, Positions const& positions,
                  Options const&... options) const {
    Impl::forward_bound<Impl::Bound::upper>(
        "upper_bound", "KokkosSort::upper_bound", exec, keys, queries,
        positions, options...);
  }
};

/// Type of KokkosSort::equal_range.
struct EqualRange : Impl::OnDefaultInstance<EqualRange> {
  using Impl::OnDefaultInstance<EqualRange>::operator();

  /// Finds the keys that are equivalent to each query: those from first(i) to
  /// in front of last(i). Everything else is as for lower_bound().
  ///
  /// @param first view as `positions` of lower_bound()
  /// @param last view of the same type of number as `first`
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Queries, Impl::IndexView First,
            Impl::ResultOf<First> Last, class... Options>
    requires Impl::SameElements<Keys, Queries> &&
             Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Queries const& queries, First const& first, Last const& last,
                  Options const&... options) const {
    Impl::forward_equal_range(exec, keys, queries, first, last, options...);
  }
};

}  // namespace Function

/// Finds the position of each query: see Function::LowerBound.
inline constexpr Function::LowerBound lower_bound{};
/// Finds the end of the keys equivalent to each query: see
/// Function::UpperBound.
inline constexpr Function::UpperBound upper_bound{};
/// Finds the keys equivalent to each query: see Function::EqualRange.
inline constexpr Function::EqualRange equal_range{};

}  // namespace KokkosSort

#endif
