// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_BALANCED_HPP
#define KOKKOSSORT_DISTRIBUTED_BALANCED_HPP

#include <mpi.h>

#include <cstddef>

namespace KokkosSort::Distributed {

/// Returns the number of `n` elements that rank `rank` of `size` has if counts
/// differ by at most one. The first ranks have the larger counts.
constexpr std::size_t balanced_count(std::size_t n, int rank, int size) {
  auto const ranks = static_cast<std::size_t>(size);
  return n / ranks + (static_cast<std::size_t>(rank) < n % ranks ? 1 : 0);
}

/// Returns the extent of this rank's output for a balanced result, in which the
/// counts of the ranks differ by at most one. Collective over `comm`.
///
/// @param extent number of elements of this rank's input
///
/// Memory: none. Messages: a reduction of one number. Fences: none.
///
/// @throws std::invalid_argument if the communicator is null or an
/// inter-communicator
std::size_t balanced_extent(MPI_Comm comm, std::size_t extent);

}  // namespace KokkosSort::Distributed

#endif
