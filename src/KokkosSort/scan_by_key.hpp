// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SCAN_BY_KEY_HPP
#define KOKKOSSORT_SCAN_BY_KEY_HPP

#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/scan_dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/workspace.hpp>

#include <concepts>
#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::inclusive_scan_by_key.
struct InclusiveScanByKey : Impl::OnDefaultInstance<InclusiveScanByKey> {
  using Impl::OnDefaultInstance<InclusiveScanByKey>::operator();

  /// Sums up the values of each run of equivalent neighbors, from the first key
  /// of the run up to and including each key. The call also goes without
  /// `exec`, on the default instance of the keys' execution space.
  ///
  /// @param exec execution space instance; the work is enqueued on it
  /// @param keys rank-1 view of any layout and any trivially copyable type, may
  ///   be of const; accessible from `exec`; n = extent(0). They need not be
  ///   sorted: neighbors count
  /// @param values rank-1 view, may be of const; as long as `keys`
  /// @param sums rank-1 view of n sums, of a type that the values convert to;
  ///   values are converted before they are combined. It may be the view of
  ///   the values
  /// @param options in any order, each kind at most once: an order (as for
  ///   sort(); ascending is the default), a Workspace
  ///
  /// Order and stability: values are combined from left to right in groups that
  /// n, the runs and the types alone decide. The result is the same bit by bit
  /// in every run of the program, also that of floating-point numbers. It may
  /// differ between a device and a host.
  ///
  /// Memory: inclusive_scan_by_key_workspace_size(exec, keys, values, …) bytes,
  /// 16 per tile of reduce_by_key(), 32 for sums of 8 bytes. A call with a
  /// Workspace allocates nothing.
  ///
  /// Launches and complexity: one launch clears the words of the tiles, one
  /// reads each element once and writes the sums. A single tile needs only the
  /// second. O(n). Source: D. Merrill, M. Garland, "Single-pass parallel prefix
  /// scan with decoupled look-back" (2016). A tile takes prefixes from
  /// groups of tiles, not from those that it happens to find.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one it
  /// fences `exec` before it returns.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if
  /// - the values or sums are not as many as the keys,
  /// - the sums overlap the keys, or values in other places (as far as
  ///   contiguity shows).
  ///
  /// Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums, class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Sums const& sums,
                  Options const&... options) const {
    operator()(exec, keys, values, sums, Reduction<Impl::Plus>{}, options...);
  }

  /// Combines the values of a run by reduction(combine) in place of a sum;
  /// everything else is as above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums, class Combine,
            class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Sums const& sums,
                  Reduction<Combine> const& reduction,
                  Options const&... options) const {
    using Sum = typename Sums::value_type;
    Impl::forward_scan_by_key("inclusive_scan_by_key", exec, keys, values, sums,
                              Impl::InclusiveScan<Sum>{}, reduction,
                              options...);
  }
};

/// Type of KokkosSort::inclusive_scan_by_key_workspace_size.
struct InclusiveScanByKeyWorkspaceSize {
  /// Returns the bytes of workspace that inclusive_scan_by_key() needs with
  /// these arguments, which are those of the call. The result depends on the
  /// extents, not on the elements. No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums, class... Options>
    requires Impl::ReduceOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values, Sums const& sums,
                         Options const&... options) const {
    return operator()(exec, keys, values, sums, Reduction<Impl::Plus>{},
                      options...);
  }

  /// Returns the bytes for a reduction other than a sum.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums, class Combine,
            class... Options>
    requires Impl::ReduceOptions<Options...>
  std::size_t operator()(ExecutionSpace const&, Keys const& keys,
                         Values const& values, Sums const& sums,
                         Reduction<Combine> const& reduction,
                         Options const&... options) const {
    using Sum = typename Sums::value_type;
    return Impl::scan_bytes<ExecutionSpace, Impl::InclusiveScan<Sum>>(
        keys, values, sums, reduction, options...);
  }
};

/// Type of KokkosSort::exclusive_scan_by_key.
struct ExclusiveScanByKey : Impl::OnDefaultInstance<ExclusiveScanByKey> {
  using Impl::OnDefaultInstance<ExclusiveScanByKey>::operator();

  /// Sums up an initial value and the values of each run of equivalent
  /// neighbors. Each sum ends before its own key.
  /// The call also goes without `exec`. Everything that is not stated here is
  /// as for inclusive_scan_by_key().
  ///
  /// @param initial the result of the first key of each run; converted to the
  ///   type of the sums
  ///
  /// Order and stability: as inclusive_scan_by_key(). The initial value comes
  /// first, and is combined last.
  ///
  /// Memory: exclusive_scan_by_key_workspace_size(exec, keys, values, …) bytes,
  /// as many as inclusive_scan_by_key().
  ///
  /// Launches and complexity: as inclusive_scan_by_key().
  ///
  /// Fences: as inclusive_scan_by_key().
  ///
  /// @throws std::invalid_argument as inclusive_scan_by_key()
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums,
            std::convertible_to<typename Sums::value_type> Initial,
            class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Sums const& sums,
                  Initial const& initial, Options const&... options) const {
    operator()(exec, keys, values, sums, initial, Reduction<Impl::Plus>{},
               options...);
  }

  /// Combines the values by reduction(combine) in place of a sum; everything
  /// else is as above.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums,
            std::convertible_to<typename Sums::value_type> Initial,
            class Combine, class... Options>
    requires Impl::ReduceOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Sums const& sums,
                  Initial const& initial, Reduction<Combine> const& reduction,
                  Options const&... options) const {
    using Sum = typename Sums::value_type;
    Impl::forward_scan_by_key(
        "exclusive_scan_by_key", exec, keys, values, sums,
        Impl::ExclusiveScan<Sum>{static_cast<Sum>(initial)}, reduction,
        options...);
  }
};

/// Type of KokkosSort::exclusive_scan_by_key_workspace_size.
struct ExclusiveScanByKeyWorkspaceSize {
  /// Returns the bytes of workspace that exclusive_scan_by_key() needs with
  /// these arguments. Everything else is as for
  /// inclusive_scan_by_key_workspace_size.
  template <Impl::ExecutionSpaceInstance ExecutionSpace, Impl::Rank1View Keys,
            Impl::Rank1View Values, Impl::SumsOf<Values> Sums,
            std::convertible_to<typename Sums::value_type> Initial,
            class... Options>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values, Sums const& sums, Initial const&,
                         Options const&... options) const {
    return InclusiveScanByKeyWorkspaceSize{}(exec, keys, values, sums,
                                             options...);
  }
};

}  // namespace Function

/// Sums up the values of each run up to each key: see
/// Function::InclusiveScanByKey.
inline constexpr Function::InclusiveScanByKey inclusive_scan_by_key{};
/// Returns the bytes that inclusive_scan_by_key() needs: see
/// Function::InclusiveScanByKeyWorkspaceSize.
inline constexpr Function::InclusiveScanByKeyWorkspaceSize
    inclusive_scan_by_key_workspace_size{};
/// Sums up the values of each run before each key: see
/// Function::ExclusiveScanByKey.
inline constexpr Function::ExclusiveScanByKey exclusive_scan_by_key{};
/// Returns the bytes that exclusive_scan_by_key() needs: see
/// Function::ExclusiveScanByKeyWorkspaceSize.
inline constexpr Function::ExclusiveScanByKeyWorkspaceSize
    exclusive_scan_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
