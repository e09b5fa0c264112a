// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_RECORDS_HPP
#define KOKKOSSORT_TOOL_COMMANDS_RECORDS_HPP

#include <tool/commands/sort.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>

namespace KokkosSort::Tool {

// Records stay where they were read while their keys are sorted. They move
// once, on their way to the file.

using HostNumbers = Kokkos::View<std::uint64_t*, Kokkos::HostSpace>;

/// Returns the order of this rank's records by their keys: record order(i) is
/// at position i. Stable, by the algorithm of the request.
HostNumbers order_of_records(const SortJob& job, const unsigned char* records);

/// Bytes of memory that order_of_records() takes, besides the records.
std::uint64_t order_of_records_memory(const SortJob& job);

#if defined(KOKKOSSORT_ENABLE_MPI)
// Several ranks.

/// Bytes of host memory that these take, besides the records.
std::uint64_t record_places_memory(const SortJob& job);
std::uint64_t order_of_places_memory(const SortJob& job);
std::uint64_t write_exchanged_memory(const SortJob& job);

/// Returns the position of each of this rank's records in the order of the
/// records of all ranks. Collective.
HostNumbers record_places(const SortJob& job, const unsigned char* records);

/// As order_of_records(), by the records' places.
HostNumbers order_of_places(const SortJob& job, const HostNumbers& places);

/// Sends each record to the rank whose part of the output has its place, and
/// writes. `places` ascend, and record index(i) goes to places(i). Collective.
void write_exchanged(const SortJob& job, const unsigned char* records,
                     const HostNumbers& places, const HostNumbers& index);
#endif

}  // namespace KokkosSort::Tool

#endif
