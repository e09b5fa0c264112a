// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOP_K_HPP
#define KOKKOSSORT_TOP_K_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/option_kinds.hpp>
#include <KokkosSort/front/top_k_dispatch.hpp>
#include <KokkosSort/front/views.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::top_k.
struct TopK : Impl::OnDefaultInstance<TopK> {
  using Impl::OnDefaultInstance<TopK>::operator();

  /// Finds the first k = result.extent(0) keys of the order, and leaves the
  /// keys untouched. result(i) becomes the key at position i of the sorted
  /// keys. The greatest k are found by `descending`. The call also goes without
  /// `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const, accessible from `exec`; n = extent(0)
  /// @param result rank-1 view of k <= n keys, accessible from `exec`;
  ///   overwritten, need not be initialized
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: as stable_sort() of a copy of the keys leaves them.
  /// Equivalent keys are in the order of their indices. The result is the same
  /// in every run. A comparator that is no strict weak order
  /// leaves some of the keys in the result.
  ///
  /// Memory: top_k_workspace_size(exec, keys, k, options...) bytes. With few
  /// keys wanted, the candidates of two rounds take about n / 50 keys. If k is
  /// above n / 8, a copy of the keys is sorted. Keys under a comparator take 8
  /// more bytes each, for the index. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: two launches per round, of which there are at
  /// most three, a sort of the candidates, and two more. The keys are read
  /// once. If the sample misleads a round, which about one call in 10^8 meets
  /// by chance, one team selects alone in O(n log n). Source: selection by a
  /// bracket from a sample, R. W. Floyd and R. L. Rivest, "Expected time bounds
  /// for selection" (1975).
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if k exceeds n or the result overlaps the keys in memory (as far
  /// as contiguity shows). Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::MutableRank1View Result, class... Options>
    requires Impl::SameElements<Result, Keys> && Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Result const& result, Options const&... options) const {
    Impl::forward_top_k(exec, keys, result, options...);
  }
};

/// Type of KokkosSort::top_k_counted.
struct TopKCounted : Impl::OnDefaultInstance<TopKCounted> {
  using Impl::OnDefaultInstance<TopKCounted>::operator();

  /// Finds the first keys of the order among the first keys of a view, whose
  /// number is on the device. The host does not read it. The call also goes
  /// without `exec`. Everything else is as top_k().
  ///
  /// @param count rank-0 view of an integral type, accessible from `exec`, as
  ///   unique() and its siblings write it. The keys behind the first count()
  ///   ones have no part. More than n stands for n, a negative number for 0
  /// @param result rank-1 view of k <= n keys. If count() is below k, the
  ///   result has as many keys, and its other elements do not change
  ///
  /// Order and stability: as stable_sort() of a copy of the first keys.
  ///
  /// Memory: top_k_workspace_size(exec, keys, k, options...) bytes.
  ///
  /// Launches and complexity: those of top_k() for n keys. They read the first
  /// count() keys alone.
  ///
  /// Fences: as top_k().
  ///
  /// @throws std::invalid_argument as top_k(), and if the result overlaps the
  /// count
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::CountSource Count, Impl::MutableRank1View Result,
            class... Options>
    requires Impl::SameElements<Result, Keys> && Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Count const& count, Result const& result,
                  Options const&... options) const {
    Impl::forward_top_k_counted(exec, keys, count, result, options...);
  }
};

/// Type of KokkosSort::top_k_by_key.
struct TopKByKey : Impl::OnDefaultInstance<TopKByKey> {
  using Impl::OnDefaultInstance<TopKByKey>::operator();

  /// Finds the first k keys of the order and their values. Keys and values stay
  /// untouched. The call also goes without `exec`. Everything else is as
  /// top_k().
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   may be of const, as long as `keys`
  /// @param result_keys rank-1 view of k <= n keys; overwritten
  /// @param result_values rank-1 view of k values; overwritten
  ///
  /// Order and stability: as stable_sort_by_key() of copies leaves them.
  ///
  /// Memory: top_k_by_key_workspace_size(exec, keys, k, options...) bytes. A
  /// candidate has 8 bytes more than a key, for the index.
  ///
  /// @throws std::invalid_argument as top_k(), and if extents differ, a result
  /// overlaps keys or values, or the results overlap
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::MutableRank1View ResultKeys,
            Impl::MutableRank1View ResultValues, class... Options>
    requires Impl::SameElements<ResultKeys, Keys> &&
             Impl::SameElements<ResultValues, Values> &&
             Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, ResultKeys const& result_keys,
                  ResultValues const& result_values,
                  Options const&... options) const {
    Impl::forward_top_k_by_key(exec, keys, values, result_keys, result_values,
                               options...);
  }
};

/// Type of KokkosSort::arg_top_k.
struct ArgTopK : Impl::OnDefaultInstance<ArgTopK, 1> {
  using Impl::OnDefaultInstance<ArgTopK, 1>::operator();

  /// Finds the indices of the first k keys of the order: positions(i) becomes
  /// the index of the key at position i of the sorted keys. The call also goes
  /// without `exec`. Everything else is as top_k().
  ///
  /// @param positions rank-1 view of an integral type that can hold the
  ///   indices, of extent k <= n; overwritten
  ///
  /// Order and stability: the first k indices of argsort().
  ///
  /// Memory: top_k_by_key_workspace_size(exec, keys, k, options...) bytes.
  ///
  /// @throws std::invalid_argument as top_k(), and if the type of `positions`
  /// cannot hold the indices
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Positions, Impl::Rank1View Keys,
            class... Options>
    requires std::is_integral_v<typename Positions::value_type> &&
             Impl::SearchOptions<Options...>
  void operator()(ExecutionSpace const& exec, Positions const& positions,
                  Keys const& keys, Options const&... options) const {
    Impl::forward_arg_top_k(exec, positions, keys, options...);
  }
};

/// Type of KokkosSort::top_k_workspace_size.
struct TopKWorkspaceSize {
  /// Returns the bytes of workspace that top_k() needs for the first k keys.
  /// The result depends on the extent of the keys, not on their values. No
  /// launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         std::size_t k, Options const&... options) const {
    return Impl::top_k_bytes<false>(exec, keys, k, options...);
  }
};

/// Type of KokkosSort::top_k_by_key_workspace_size.
struct TopKByKeyWorkspaceSize {
  /// Returns the bytes of workspace that top_k_by_key() and arg_top_k() need
  /// for the first k keys. Everything else is as top_k_workspace_size().
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            class... Options>
    requires Impl::SearchOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         std::size_t k, Options const&... options) const {
    return Impl::top_k_bytes<true>(exec, keys, k, options...);
  }
};

}  // namespace Function

/// Finds the first k keys of the order: see Function::TopK.
inline constexpr Function::TopK top_k{};
/// Finds the first k of the first keys, whose number is on the device: see
/// Function::TopKCounted.
inline constexpr Function::TopKCounted top_k_counted{};
/// Finds the first k keys and their values: see Function::TopKByKey.
inline constexpr Function::TopKByKey top_k_by_key{};
/// Finds the indices of the first k keys: see Function::ArgTopK.
inline constexpr Function::ArgTopK arg_top_k{};
/// Returns the bytes that top_k() needs: see Function::TopKWorkspaceSize.
inline constexpr Function::TopKWorkspaceSize top_k_workspace_size{};
/// Returns the bytes that top_k_by_key() and arg_top_k() need: see
/// Function::TopKByKeyWorkspaceSize.
inline constexpr Function::TopKByKeyWorkspaceSize top_k_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
