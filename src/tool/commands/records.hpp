// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_COMMANDS_RECORDS_HPP
#define KOKKOSSORT_TOOL_COMMANDS_RECORDS_HPP

#include <tool/commands/sort.hpp>
#include <tool/commands/ties.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

namespace KokkosSort::Tool {

inline constexpr std::size_t chunk_bytes = sizeof(std::uint64_t);

/// Up to eight bytes as a big-endian number: its order is the order of the
/// bytes. Complemented for a descending sort, which then is an ascending one
/// and as stable.
inline std::uint64_t chunk_of(const unsigned char* bytes, std::size_t size,
                              bool descending) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < std::min(size, chunk_bytes); ++i)
    value |= static_cast<std::uint64_t>(bytes[i])
             << (8 * (chunk_bytes - 1 - i));
  return descending ? ~value : value;
}

/// Sorts pairs by key on this rank alone, by the algorithm asked for, stably.
void sort_pairs(const SortJob& job, const Numbers& keys, const Numbers& values);

/// Bytes of the indices, the first chunks and the workspace that sorts these;
/// ties are counted when they are known.
std::uint64_t pairs_memory(const SortJob& job);

#if defined(KOKKOSSORT_ENABLE_MPI)
// Several ranks. Records stay where they were read while their keys are sorted;
// they travel once, on their way to the file.

using HostNumbers = Kokkos::View<std::uint64_t*, Kokkos::HostSpace>;

/// Bytes of host memory that these take, besides the records.
std::uint64_t record_places_memory(const SortJob& job);
std::uint64_t write_exchanged_memory(const SortJob& job);

/// The place of each of this rank's records among those of all ranks in order.
/// Collective.
HostNumbers record_places(const SortJob& job, const unsigned char* records);

/// Sends each record to the rank whose part of the output has its place, and
/// writes. `places` ascend; index(i) is the record that goes to places(i).
/// Collective.
void write_exchanged(const SortJob& job, const unsigned char* records,
                     const HostNumbers& places, const HostNumbers& index);
#endif

}  // namespace KokkosSort::Tool

#endif
