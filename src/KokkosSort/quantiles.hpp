// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_QUANTILES_HPP
#define KOKKOSSORT_QUANTILES_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/rank_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <span>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::quantiles.
struct Quantiles : Impl::OnDefaultInstance<Quantiles> {
  using Impl::OnDefaultInstance<Quantiles>::operator();

  /// Finds quantiles of keys, and leaves the keys untouched. result(i) becomes
  /// the first key of the order up to which at least the share
  /// probabilities[i] of the keys lies. It is always one of the keys: 0 selects
  /// the first key, 0.5 the lower median, 1 the last key. The call also goes
  /// without `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const, accessible from `exec`; n = extent(0)
  /// @param probabilities numbers in [0, 1] in memory of the host, as a
  ///   std::array or std::vector; not needed any more when the call returns
  /// @param result rank-1 view of as many keys, accessible from `exec`;
  ///   overwritten
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: as stable_sort() of a copy of the keys leaves them.
  /// The result is the same in every run.
  ///
  /// Memory: quantiles_workspace_size(exec, keys, count, options...) bytes: for
  /// 3 % of the keys, with 8 bytes more each. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: per quantile the selection of nth_element(),
  /// which reads the keys once. From about 8 quantiles on a sort of a copy
  /// takes less time.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if a probability is not in [0, 1] or there are no keys. The same
  /// holds if extents differ or the result overlaps the keys. Workspace and
  /// bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::MutableRank1View Result, class... Options>
    requires Impl::SameElements<Result, Keys> && Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  std::span<double const> probabilities, Result const& result,
                  Options const&... options) const {
    Impl::forward_quantiles(exec, keys, probabilities, result, options...);
  }
};

/// Type of KokkosSort::quantiles_workspace_size.
struct QuantilesWorkspaceSize {
  /// Returns the bytes of workspace that quantiles() needs for `count` of them.
  /// No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         std::size_t count, Options const&... options) const {
    return Impl::quantiles_bytes(exec, keys, count, options...);
  }
};

}  // namespace Function

/// Finds quantiles of keys: see Function::Quantiles.
inline constexpr Function::Quantiles quantiles{};
/// Returns the bytes that quantiles() needs: see
/// Function::QuantilesWorkspaceSize.
inline constexpr Function::QuantilesWorkspaceSize quantiles_workspace_size{};

}  // namespace KokkosSort

#endif
