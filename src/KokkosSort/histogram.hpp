// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_HISTOGRAM_HPP
#define KOKKOSSORT_HISTOGRAM_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/histogram_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::histogram.
struct Histogram : Impl::OnDefaultInstance<Histogram> {
  using Impl::OnDefaultInstance<Histogram>::operator();

  /// Counts the keys between sorted splitters. counts(i) becomes the number of
  /// keys behind which exactly i splitters do not come, so that a key equal to
  /// a splitter counts above it. The call also goes without `exec`, on the
  /// default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0)
  /// @param splitters view as `keys`, of the same type; s = extent(0)
  /// @param counts rank-1 view of integers of 32 or 64 bits, of extent s + 1,
  ///   accessible from `exec`; overwritten, need not be initialized
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace, which remains unused
  ///
  /// Order and stability: the splitters are in this order, as sort() leaves
  /// them, and may repeat. The keys may be in any order. The result is the same
  /// in every run.
  ///
  /// Memory: none. Up to 4,096 bins are counted in the scratch of teams.
  ///
  /// Launches and complexity: one launch sets the counts to 0, one reads the
  /// keys; O(n log s). Source: binary search.
  ///
  /// Fences: none, the call is asynchronous.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the counts are not one more than the splitters,
  /// - the type of `counts` cannot hold n,
  /// - `counts` overlaps another view in memory (as far as contiguity shows),
  /// - bits(begin, end) does not fit the keys
  /// @pre the splitters are sorted. Otherwise each key counts in some bin.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Splitters, Impl::BinCounts Counts, class... Options>
    requires Impl::SameElements<Keys, Splitters> &&
             Impl::OrderAndWorkspace<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Splitters const& splitters, Counts const& counts,
                  Options const&... options) const {
    Impl::forward_histogram(exec, keys, splitters, counts, options...);
  }
};

}  // namespace Function

/// Counts the keys between splitters: see Function::Histogram.
inline constexpr Function::Histogram histogram{};

}  // namespace KokkosSort

#endif
