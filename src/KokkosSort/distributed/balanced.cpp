// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/balanced.hpp>

#include <KokkosSort/distributed/comm/communicator.hpp>

#include <cstdint>

namespace KokkosSort::Distributed {

std::size_t balanced_extent(MPI_Comm comm, std::size_t extent) {
  Impl::Communicator const& own =
      Impl::communicator_of("Distributed::balanced_extent", comm);
  std::uint64_t total = extent;
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UINT64_T, MPI_SUM, own.get());
  return balanced_count(total, own.rank(), own.size());
}

}  // namespace KokkosSort::Distributed
