// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_GATHER_BYTES_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_GATHER_BYTES_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <cstddef>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Returns the messages of all ranks in rank order. They are equally long.
/// Collective.
std::vector<std::byte> gather_bytes(Communicator const& comm,
                                    std::vector<std::byte> const& own);

/// Returns the elements of all ranks in rank order.
/// @param own this rank's elements, of `width` bytes each
/// @param parts number of elements per rank. Collective
std::vector<std::byte> gather_parts(Communicator const& comm,
                                    std::vector<std::byte> const& own,
                                    SendCounts const& parts, std::size_t width);

}  // namespace KokkosSort::Distributed::Impl

#endif
