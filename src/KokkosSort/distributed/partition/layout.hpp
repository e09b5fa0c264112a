// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_LAYOUT_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_LAYOUT_HPP

#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// How many keys each rank has before and after.
struct Layout {
  std::vector<std::uint64_t> counts;  ///< before, of each rank
  SendCounts sources;                 ///< the same as places in the input
  SendCounts destinations;            ///< places in the global order
};

/// Collective. Throws on all ranks alike where the sums differ.
inline Layout make_layout(char const* function, Communicator const& comm,
                          std::size_t before, std::size_t after) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::array<std::uint64_t, 2> const own{before, after};
  std::vector<std::uint64_t> all(2 * size);
  MPI_Allgather(own.data(), 2, MPI_UINT64_T, all.data(), 2, MPI_UINT64_T,
                comm.get());
  Layout layout;
  std::vector<std::uint64_t> after_counts;
  for (std::size_t r = 0; r < size; ++r) {
    layout.counts.push_back(all[2 * r]);
    after_counts.push_back(all[2 * r + 1]);
  }
  layout.sources      = SendCounts::of_counts(layout.counts);
  layout.destinations = SendCounts::of_counts(after_counts);
  if (layout.sources.total() != layout.destinations.total())
    throw_agreed(ErrorKind::argument,
                 ErrorText("KokkosSort::")
                     .add(function)
                     .add(": the extents of the output add up to ")
                     .add(layout.destinations.total())
                     .add(" over all ranks, but there are ")
                     .add(layout.sources.total())
                     .add(" keys"));
  return layout;
}

}  // namespace KokkosSort::Distributed::Impl

#endif
