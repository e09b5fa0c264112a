// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_SORT_BY_KEY_HPP
#define KOKKOSSORT_SORT_BY_KEY_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/front/device_memory.hpp>
#include <KokkosSort/front/calls.hpp>
#include <KokkosSort/front/chunks_dispatch.hpp>
#include <KokkosSort/front/columns_dispatch.hpp>
#include <KokkosSort/front/dispatch.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/workspace.hpp>

#include <cstddef>

namespace KokkosSort {

namespace Function {

/// Type of KokkosSort::sort_by_key.
struct SortByKey : Impl::OnDefaultInstance<SortByKey> {
  using Impl::OnDefaultInstance<SortByKey>::operator();

  /// Sorts keys in place and puts each value at the position of its key. The
  /// call also goes without `exec`. Parameters `exec`, `keys` and `options` are
  /// those of sort(). For several payloads sort an index once by argsort() and
  /// permute() them.
  ///
  /// @param values rank-1 view of any layout and any trivially copyable type,
  ///   as long as `keys`, accessible from `exec`
  ///
  /// Order and stability: as sort(); values have no part in the order.
  ///
  /// Memory: sort_by_key_workspace_size(exec, keys, values, options...) bytes,
  /// about n (K + V) for keys of K and values of V bytes by the library's
  /// choice. Devices take n more for keys of 64 bits, a comparator takes 2 n
  /// more. A call with a Workspace allocates nothing.
  ///
  /// Launches and complexity: as sort(). Values above 16 bytes and keys above
  /// 32 bytes keep their positions while an index is sorted; they are moved
  /// once at the end. The library's choice on hosts does so above 48 and 256
  /// bytes.
  ///
  /// Fences: as sort().
  ///
  /// @throws std::invalid_argument naming the argument, before anything
  /// changes, if the extents differ or the values overlap the keys in memory
  /// (as far as contiguity shows). Workspace and bits(begin, end) as for sort()
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Options const&... options) const {
    Impl::forward_sort<Impl::Promise::none>("sort_by_key", exec, keys, values,
                                            options...);
  }

  /// Sorts memory of the host by a device, in chunks: see DeviceMemory.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, DeviceMemory const& memory,
                  Options const&... options) const {
    Impl::forward_chunked_sort<Impl::Promise::none>("sort_by_key", exec, keys,
                                                    values, memory, options...);
  }

  /// Sorts the rows of by_columns() and moves any values with them, see there.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::ColumnsArgument Keys, Impl::MutablePayloadView Values,
            class... MoreValuesAndOptions>
    requires Impl::ColumnsOptions<MoreValuesAndOptions...>
  void operator()(ExecutionSpace const& exec, Keys const& columns,
                  Values const& values,
                  MoreValuesAndOptions const&... more) const {
    Impl::forward_sort_columns("sort_by_key", exec, columns, values, more...);
  }
};

/// Type of KokkosSort::stable_sort_by_key.
struct StableSortByKey : Impl::OnDefaultInstance<StableSortByKey> {
  using Impl::OnDefaultInstance<StableSortByKey>::operator();

  /// Sorts keys and values by the keys. Calls, parameters, memory, launches,
  /// fences and errors are those of sort_by_key().
  ///
  /// Order and stability: as sort_by_key(); equivalent keys keep their order,
  /// and so do their values. An algorithm that is not stable does not compile.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, Options const&... options) const {
    Impl::forward_sort<Impl::Promise::stable>("stable_sort_by_key", exec, keys,
                                              values, options...);
  }

  /// Sorts memory of the host by a device, in chunks: see DeviceMemory.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  void operator()(ExecutionSpace const& exec, Keys const& keys,
                  Values const& values, DeviceMemory const& memory,
                  Options const&... options) const {
    Impl::forward_chunked_sort<Impl::Promise::stable>(
        "stable_sort_by_key", exec, keys, values, memory, options...);
  }
};

/// Type of KokkosSort::sort_by_key_workspace_size.
struct SortByKeyWorkspaceSize {
  /// Returns the bytes of workspace that sort_by_key() and stable_sort_by_key()
  /// need with these arguments. The result depends on the extents, not on the
  /// elements. No launch, no fence, no allocation.
  ///
  /// @throws std::invalid_argument if bits(begin, end) does not fit the keys
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values,
                         Options const&... options) const {
    return Impl::forward_workspace_size(exec, keys, values, options...);
  }

  /// Returns the bytes of host memory that the sort in chunks needs.
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::MutableRank1View Keys, Impl::MutableRank1View Values,
            class... Options>
    requires Impl::ValidOptions<Options...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& keys,
                         Values const& values, DeviceMemory const& memory,
                         Options const&... options) const {
    return Impl::forward_chunked_size("sort_by_key_workspace_size", exec, keys,
                                      values, memory, options...);
  }

  /// Returns the same for the rows of by_columns().
  template <Impl::ExecutionSpaceInstance ExecutionSpace,
            Impl::ColumnsArgument Keys, Impl::MutablePayloadView Values,
            class... MoreValuesAndOptions>
    requires Impl::ColumnsOptions<MoreValuesAndOptions...>
  std::size_t operator()(ExecutionSpace const& exec, Keys const& columns,
                         Values const& values,
                         MoreValuesAndOptions const&... more) const {
    return Impl::forward_sort_columns_size(exec, columns, values, more...);
  }
};

}  // namespace Function

/// Sorts keys and values by the keys: see Function::SortByKey.
inline constexpr Function::SortByKey sort_by_key{};
/// Sorts keys and values by the keys, stable: see Function::StableSortByKey.
inline constexpr Function::StableSortByKey stable_sort_by_key{};
/// Returns the bytes that both need: see Function::SortByKeyWorkspaceSize.
inline constexpr Function::SortByKeyWorkspaceSize sort_by_key_workspace_size{};

}  // namespace KokkosSort

#endif
