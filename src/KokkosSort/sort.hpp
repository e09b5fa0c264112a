// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_HPP
#define KOKKOSSORT_SORT_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/front/device_memory.hpp>
#include <KokkosSort/front/chunks_dispatch.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/front/range_calls.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

/// The types of the functions. Each function is an object, so that lookup by
/// arguments never finds a function of that name in namespace Kokkos. Those
/// that work on views also take a call without an execution space instance,
/// which runs on the default instance of the view's execution space.
namespace Function {

/// Type of KokkosSort::sort.
struct Sort : Impl::OnRange<Sort> {
  static constexpr char const* name = "sort";  ///< Name in messages.

  using Impl::OnRange<Sort>::operator();

  /// Sorts keys in place. sort(exec, keys, begin, end, options...) sorts the
  /// keys from index `begin` to in front of `end` alone. Both calls also go
  /// without `exec`, on the default instance of the keys' execution space. The
  /// call with a range and `exec` also takes a
  /// Kokkos::Experimental::DynamicView, which it sorts in a contiguous copy:
  /// it allocates n keys and fences. With a Kokkos::Experimental::OffsetView
  /// the range has its indices. A Kokkos::DualView is synchronized to the
  /// memory of `exec`, sorted there and marked as modified.
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
  /// Order and stability: see Ascending. Stable if the algorithm is, see its
  /// tag; stable_sort() promises it. Without a tag, numbers that a comparator
  /// takes as equivalent may change places. The result is the same in every
  /// run. A comparator that is no strict weak order leaves the keys permuted in
  /// some way, never lost and never repeated. No comparator or projection may
  /// throw: declare it noexcept. On a host one that throws ends the program, or
  /// leaves the call with some keys lost and others repeated.
  ///
  /// Memory: sort_workspace_size(exec, keys, options...) bytes, about n K for
  /// keys of K bytes by the library's choice. Devices take n more for numbers
  /// of 64 bits, a comparator takes 2 n more. A call with a Workspace allocates
  /// nothing.
  ///
  /// Launches and complexity: O(n log n) comparisons, or O(n) per digit of
  /// numbers; n^2 with two baselines, see their tags. docs/memory.md lists the
  /// launches. Their number depends on n and not on the keys. On a
  /// host few keys are sorted on the calling thread, without a launch. That
  /// sort and, unless an Algorithm is named, one of more keys also work inside
  /// a kernel of Serial or OpenMP.
  ///
  /// Fences: none with a Workspace, the call is asynchronous. Without one the
  /// call fences `exec` before it returns, unless the calling thread sorts.
  /// Algorithm::gpu_quick_two_kernels fences several times in either case.
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if the workspace is too small or bits(begin, end) does not fit
  /// the keys. A range must hold 0 <= begin <= end <= n
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Options const&... options) const {
    Impl::forward_sort<Impl::Promise::none>(name, exec, keys, Impl::NoView{},
                                            options...);
  }

  /// Sorts memory of the host by a device, in chunks: see DeviceMemory.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  DeviceMemory const& memory, Options const&... options) const {
    Impl::forward_chunked_sort<Impl::Promise::none>(
        name, exec, keys, Impl::NoView{}, memory, options...);
  }

  /// Sorts the rows of by_columns() in place, see there.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::ColumnsArgument Keys, class... Options>
    requires Impl::ColumnsOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& columns,
                  Options const&... options) const {
    static_assert(!(Impl::AnyView<Options> || ...),
                  "KokkosSort: values move with columns by sort_by_key()");
    Impl::forward_sort_columns(name, exec, columns, options...);
  }
};

/// Type of KokkosSort::stable_sort.
struct StableSort : Impl::OnRange<StableSort> {
  static constexpr char const* name = "stable_sort";  ///< Name in messages.

  using Impl::OnRange<StableSort>::operator();

  /// Sorts keys in place. Calls, parameters, memory, launches, fences and
  /// errors are those of sort().
  ///
  /// Order and stability: as sort(); equivalent keys keep their order. An
  /// algorithm that is not stable does not compile.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Options const&... options) const {
    Impl::forward_sort<Impl::Promise::stable>(name, exec, keys, Impl::NoView{},
                                              options...);
  }

  /// Sorts memory of the host by a device, in chunks: see DeviceMemory.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  DeviceMemory const& memory, Options const&... options) const {
    Impl::forward_chunked_sort<Impl::Promise::stable>(
        name, exec, keys, Impl::NoView{}, memory, options...);
  }
};

/// Type of KokkosSort::sort_workspace_size.
struct SortWorkspaceSize {
  /// Returns the bytes of workspace that sort() and stable_sort() need with
  /// these arguments. The result depends on the extent of the keys, not on
  /// their values. For a range of the keys, give the subview. No launch, no
  /// fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Options const&... options) const {
    return Impl::forward_workspace_size(exec, keys, Impl::NoView{}, options...);
  }

  /// Returns the bytes of host memory that the sort in chunks needs.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         DeviceMemory const& memory,
                         Options const&... options) const {
    return Impl::forward_chunked_size("sort_workspace_size", exec, keys,
                                      Impl::NoView{}, memory, options...);
  }

  /// Returns the same for the rows of by_columns().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::ColumnsArgument Keys, class... Options>
    requires Impl::ColumnsOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& columns,
                         Options const&... options) const {
    return Impl::forward_sort_columns_size(exec, columns, options...);
  }
};

}  // namespace Function

/// Sorts keys in place: see Function::Sort.
inline constexpr Function::Sort sort{};
/// Sorts keys in place, stable: see Function::StableSort.
inline constexpr Function::StableSort stable_sort{};
/// Returns the bytes that both need: see Function::SortWorkspaceSize.
inline constexpr Function::SortWorkspaceSize sort_workspace_size{};

}  // namespace KokkosSort

#endif
