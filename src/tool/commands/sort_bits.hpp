// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_SORT_BITS_HPP
#define KOKKOSSORT_TOOL_COMMANDS_SORT_BITS_HPP

// The sorts take minutes to compile. Four files therefore instantiate one type
// each, so that they build in parallel.

#include <tool/commands/sort.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>

namespace KokkosSort::Tool {

template <class T>
using DeviceView = Kokkos::View<T*, Kokkos::DefaultExecutionSpace::device_type>;

/// Sorts in ascending order over all ranks, by the algorithm of the request.
/// Collective.
template <class Bits>
void sort_bits(const SortJob& job, const DeviceView<Bits>& keys);

/// Returns the bytes of host memory that sort_bits() takes besides the keys:
/// none if the device has its own.
template <class Bits>
std::uint64_t sort_bits_memory(const SortJob& job);

}  // namespace KokkosSort::Tool

#endif
