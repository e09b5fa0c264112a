// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SET_OPERATIONS_HPP
#define KOKKOSSORT_SET_OPERATIONS_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/set_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::set_union.
struct SetUnion : Impl::OnDefaultInstance<SetUnion> {
  using Impl::OnDefaultInstance<SetUnion>::operator();

  /// Finds the union of two sorted arrays of keys, as std::set_union. If m
  /// equivalent keys are in `a` and n in `b`, the result has max(m, n). They
  /// are all of `a` and the last n - m of `b`. The call also goes without
  /// `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param a rank-1 view of any layout and any trivially copyable type, may be
  ///   of const; accessible from `exec`
  /// @param b view as `a`, of the same type of key; may be a part of one array
  ///   with it, or the same view
  /// @param out rank-1 view of the same type of key with room for as many keys
  ///   as both; the first count() elements are overwritten, the others stay
  /// @param count rank-0 view of an integral type, accessible from `exec`;
  ///   becomes the number of keys of the union
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: both arrays are in this order, as sort() leaves them,
  /// and so is the result. Equivalent keys keep their order, those of `a`
  /// first.
  ///
  /// Memory: set_union_workspace_size(exec, a, b, out, count, options...)
  /// bytes, 16 per tile, and 24 on devices. With CUDA and HIP a tile has 5,888
  /// keys of up to 4 bytes, or 4,352 of 8. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: one launch splits the arrays into tiles, one
  /// writes the result. A single tile needs only the second. O(n) for n keys of
  /// both arrays. Source: the multiset operations along balanced paths of S.
  /// Baxter, "Modern GPU" (2013); D. Merrill, M. Garland, "Single-pass parallel
  /// prefix scan with decoupled look-back" (2016).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - `out` has no room for the greatest result,
  /// - the type of `count` cannot hold its number,
  /// - `out` or `count` overlaps another view in memory (as far as contiguity
  ///   shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  /// @pre both arrays are sorted. Otherwise the call ends and stays in bounds,
  /// but the result is unspecified.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, Impl::CountView Count,
            class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, A const& a, B const& b,
                  Out const& out, Count const& count,
                  Options const&... options) const {
    Impl::forward_set_operation("set_union", Impl::rule_of_union, exec, a, b,
                                out, count, options...);
  }
};

/// Type of KokkosSort::set_intersection.
struct SetIntersection : Impl::OnDefaultInstance<SetIntersection> {
  using Impl::OnDefaultInstance<SetIntersection>::operator();

  /// Finds the intersection of two sorted arrays of keys, as
  /// std::set_intersection. If m equivalent keys are in `a` and n in `b`, the
  /// result has the first min(m, n) of `a`. Everything else is as for
  /// set_union().
  ///
  /// @param out view as for set_union(), with room for as many keys as the
  ///   shorter array
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, Impl::CountView Count,
            class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, A const& a, B const& b,
                  Out const& out, Count const& count,
                  Options const&... options) const {
    Impl::forward_set_operation("set_intersection", Impl::rule_of_intersection,
                                exec, a, b, out, count, options...);
  }
};

/// Type of KokkosSort::set_difference.
struct SetDifference : Impl::OnDefaultInstance<SetDifference> {
  using Impl::OnDefaultInstance<SetDifference>::operator();

  /// Finds the keys of one sorted array that are not in another one, as
  /// std::set_difference. If m equivalent keys are in `a` and n in `b`, the
  /// result has the last max(m - n, 0) of `a`. Everything else is as for
  /// set_union().
  ///
  /// @param out view as for set_union(), with room for as many keys as `a`
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, Impl::CountView Count,
            class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, A const& a, B const& b,
                  Out const& out, Count const& count,
                  Options const&... options) const {
    Impl::forward_set_operation("set_difference", Impl::rule_of_difference,
                                exec, a, b, out, count, options...);
  }
};

/// Type of KokkosSort::set_symmetric_difference.
struct SetSymmetricDifference
    : Impl::OnDefaultInstance<SetSymmetricDifference> {
  using Impl::OnDefaultInstance<SetSymmetricDifference>::operator();

  /// Finds the keys that are in one of two sorted arrays alone, as
  /// std::set_symmetric_difference. If m equivalent keys are in `a` and n in
  /// `b`, the result has |m - n|, the last ones of the array that has more.
  /// Everything else is as for set_union().
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, Impl::CountView Count,
            class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, A const& a, B const& b,
                  Out const& out, Count const& count,
                  Options const&... options) const {
    Impl::forward_set_operation("set_symmetric_difference",
                                Impl::rule_of_symmetric_difference, exec, a, b,
                                out, count, options...);
  }
};

/// Type of KokkosSort::set_union_workspace_size, and of those of the other set
/// operations.
struct SetWorkspaceSize {
  /// Returns the bytes of workspace that the set operation needs with these
  /// arguments. The result depends on the extents, not on the elements. No
  /// launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View A,
            Impl::Rank1View B, Impl::ResultOf<A> Out, Impl::CountView Count,
            class... Options>
    requires Impl::SameElements<A, B> && Impl::OrderAndWorkspace<Options...>
  std::size_t operator()(ExecutionSpace const&, A const& a, B const& b,
                         Out const& out, Count const& count,
                         Options const&... options) const {
    return Impl::set_bytes<ExecutionSpace>(a, b, out, count, options...);
  }
};

}  // namespace Function

/// Finds the union of two sorted arrays: see Function::SetUnion.
inline constexpr Function::SetUnion set_union{};
/// Returns the bytes that set_union() needs: see Function::SetWorkspaceSize.
inline constexpr Function::SetWorkspaceSize set_union_workspace_size{};
/// Finds the intersection of two sorted arrays: see Function::SetIntersection.
inline constexpr Function::SetIntersection set_intersection{};
/// Returns the bytes that set_intersection() needs: see
/// Function::SetWorkspaceSize.
inline constexpr Function::SetWorkspaceSize set_intersection_workspace_size{};
/// Finds the keys of one sorted array that are not in another one: see
/// Function::SetDifference.
inline constexpr Function::SetDifference set_difference{};
/// Returns the bytes that set_difference() needs: see
/// Function::SetWorkspaceSize.
inline constexpr Function::SetWorkspaceSize set_difference_workspace_size{};
/// Finds the keys that are in one of two sorted arrays alone: see
/// Function::SetSymmetricDifference.
inline constexpr Function::SetSymmetricDifference set_symmetric_difference{};
/// Returns the bytes that set_symmetric_difference() needs: see
/// Function::SetWorkspaceSize.
inline constexpr Function::SetWorkspaceSize
    set_symmetric_difference_workspace_size{};

}  // namespace KokkosSort

#endif
