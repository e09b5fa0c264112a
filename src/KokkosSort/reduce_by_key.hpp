// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_REDUCE_BY_KEY_HPP
#define KOKKOSSORT_REDUCE_BY_KEY_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/reduce_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <utility>

namespace KokkosSort {

/// Returns the combination of values by combine(a, b), a function that is
/// associative and callable on the device. It need not be commutative: `a` is
/// of earlier keys than `b`.
template <class Combine>
Reduction<Combine> reduction(Combine combine) {
  return {std::move(combine)};
}

namespace Function {

/// Type of KokkosSort::reduce_by_key.
struct ReduceByKey : Impl::OnDefaultInstance<ReduceByKey> {
  using Impl::OnDefaultInstance<ReduceByKey>::operator();

  /// Copies the first key of each run of equivalent neighbors, and sums up the
  /// values of the run. The call also goes without `exec`, on the default
  /// instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0). They need not be
  ///   sorted: neighbors count
  /// @param values rank-1 view, may be of const; as long as `keys`
  /// @param out rank-1 view of the keys' type with room for n keys; the first
  ///   count() elements are overwritten, the others stay
  /// @param sums rank-1 view with room for n sums, of a type that the values
  ///   convert to; values are converted before they are combined
  /// @param count rank-0 view of an integral type, accessible from `exec`;
  ///   becomes the number of runs
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: the runs are in the order of the keys. Values are
  /// combined from left to right in groups that n and the types alone decide.
  /// The result is the same bit by bit in every run, also that of
  /// floating-point numbers. It may differ between a device and a host.
  ///
  /// Memory: reduce_by_key_workspace_size(exec, keys, values, …) bytes, 16 per
  /// tile, 24 for sums of 8 bytes. With CUDA and HIP a tile has 5,888 elements
  /// if key and sum have 4 bytes each, and 2,816 if they have 8. A call with a
  /// Workspace allocates nothing.
  ///
  /// Launches and complexity: one launch clears the words of the tiles, one
  /// reads each element once and writes the result. A single tile needs only
  /// the second. O(n). The number of runs is found as for unique(). The tile
  /// that ends a run combines its sums over earlier tiles, a method of this
  /// library.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the values are not as many as the keys,
  /// - `out` or `sums` has no room for n elements,
  /// - the type of `count` cannot hold n,
  /// - views overlap in memory (as far as contiguity shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> Out,
            Impl::SumsOf<Values> Sums, Impl::CountView Count, class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Out const& out, Sums const& sums,
                  Count const& count, Options const&... options) const {
    Impl::forward_reduce_by_key(exec, keys, values, out, sums, count,
                                Reduction<Impl::Plus>{}, options...);
  }

  /// Combines the values of a run by reduction(combine) in place of a sum;
  /// everything else is as above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> Out,
            Impl::SumsOf<Values> Sums, Impl::CountView Count, class Combine,
            class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Out const& out, Sums const& sums,
                  Count const& count, Reduction<Combine> const& reduction,
                  Options const&... options) const {
    Impl::forward_reduce_by_key(exec, keys, values, out, sums, count, reduction,
                                options...);
  }
};

/// Type of KokkosSort::reduce_by_key_workspace_size.
struct ReduceByKeyWorkspaceSize {
  /// Returns the bytes of workspace that reduce_by_key() needs with these
  /// arguments, which are those of the call. The result depends on the extents,
  /// not on the elements. No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> Out,
            Impl::SumsOf<Values> Sums, Impl::CountView Count, class... Options>
    requires Impl::ReduceOptions<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys,
                         Values const& values, Out const&, Sums const& sums,
                         Count const& count, Options const&... options) const {
    return Impl::reduce_bytes<ExecutionSpace>(
        keys, values, sums, count, Reduction<Impl::Plus>{}, options...);
  }

  /// Returns the bytes for a reduction other than a sum.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::ResultOf<Keys> Out,
            Impl::SumsOf<Values> Sums, Impl::CountView Count, class Combine,
            class... Options>
    requires Impl::ReduceOptions<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys,
                         Values const& values, Out const&, Sums const& sums,
                         Count const& count,
                         Reduction<Combine> const& reduction,
                         Options const&... options) const {
    return Impl::reduce_bytes<ExecutionSpace>(keys, values, sums, count,
                                              reduction, options...);
  }
};

}  // namespace Function

/// Sums up the values of each run: see Function::ReduceByKey.
inline constexpr Function::ReduceByKey reduce_by_key{};
/// Returns the bytes that reduce_by_key() needs: see
/// Function::ReduceByKeyWorkspaceSize.
inline constexpr Function::ReduceByKeyWorkspaceSize
    reduce_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
