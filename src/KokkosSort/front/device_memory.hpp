// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_DEVICE_MEMORY_HPP
#define KOKKOSSORT_FRONT_DEVICE_MEMORY_HPP

#include <cstddef>

namespace KokkosSort {

/// Option of sort(), stable_sort(), sort_by_key() and stable_sort_by_key(). It
/// stands directly behind the views, which are memory of the host, of any size.
/// The call takes at most `bytes` bytes of the memory of `exec`. Chunks are
/// copied there, sorted and copied back. If one chunk does not hold all, a
/// second round sorts pieces of the sorted chunks. So each element crosses to
/// the device once or twice.
///
/// The views must be contiguous. Memory that the device copies directly, as
/// that of Kokkos::SharedHostPinnedSpace, lets both directions of the copies
/// and the sorts take place at once. With other memory the copies take place
/// one after the other. A comparator or projection is also called on the host.
///
/// Order and stability: those of the function, whatever the number of chunks.
///
/// Memory: at most `bytes` bytes of device memory, which the call allocates.
/// More than one chunk takes memory of the host as well, n (K + V) bytes for
/// keys of K and values of V bytes. The call allocates them in pinned memory,
/// unless a Workspace of the host is given. sort_workspace_size(exec, keys,
/// DeviceMemory{bytes}, options...) returns their number.
///
/// Launches and complexity: two sorts per chunk. The split points of a piece
/// take O(r log^2 n) comparisons on the host for r chunks.
///
/// Fences: `exec` before the first copy. The result is in the views when the
/// call returns.
///
/// @throws std::invalid_argument naming the argument, before anything changes,
/// if a view is not contiguous or the workspace is too small. `bytes` must hold
/// 1024 elements and the scratch of their sort. Other errors are those of the
/// function
struct DeviceMemory {
  /// Bytes of the memory of the execution space that the call may take.
  std::size_t bytes;
};

}  // namespace KokkosSort

#endif
