// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_BALANCED_HPP
#define KOKKOSSORT_DISTRIBUTED_BALANCED_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Distributed {

/// How many of `n` elements rank `rank` of `size` has where counts differ by at
/// most one (the first ranks have the larger ones).
constexpr std::size_t balanced_count(std::size_t n, int rank, int size) {
  auto const ranks = static_cast<std::size_t>(size);
  return n / ranks + (static_cast<std::size_t>(rank) < n % ranks ? 1 : 0);
}

/// The extent that this rank's output needs for a balanced result: the global
/// number of elements over the ranks, counts that differ by at most one.
/// Collective over `comm`; a reduction of one number.
/// @throws std::invalid_argument for a communicator that is null or an
/// inter-communicator
inline std::size_t balanced_extent(MPI_Comm comm, std::size_t extent) {
  Impl::Communicator const& own =
      Impl::communicator_of("Distributed::balanced_extent", comm);
  std::uint64_t total = extent;
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UINT64_T, MPI_SUM, own.get());
  return balanced_count(total, own.rank(), own.size());
}

}  // namespace KokkosSort::Distributed

#endif
