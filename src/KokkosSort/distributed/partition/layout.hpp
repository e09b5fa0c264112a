// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_LAYOUT_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_LAYOUT_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Number of keys per rank before and after the sort.
struct Layout {
  std::vector<std::uint64_t> counts;  ///< per rank, before
  SendCounts sources;                 ///< the same as positions in the input
  SendCounts destinations;            ///< positions in the global order
};

/// Gathers the extents of all ranks. Collective.
Layout gather_layout(Communicator const& comm, std::size_t before,
                     std::size_t after);

/// Returns the same. Throws on all ranks if the sums differ.
Layout make_layout(char const* function, Communicator const& comm,
                   std::size_t before, std::size_t after);

/// Returns the elements that each rank sends to this one. Collective.
SendCounts incoming(Communicator const& comm, SendCounts const& outgoing);

/// Returns the same with the gaps of the receiver. Collective.
AlignedDisplacements arriving(Communicator const& comm,
                              SendCounts const& outgoing);

}  // namespace KokkosSort::Distributed::Impl

#endif
