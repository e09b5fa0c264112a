// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/gather_bytes.hpp>

#include <mpi.h>

namespace KokkosSort::Distributed::Impl {

std::vector<std::byte> gather_bytes(Communicator const& comm,
                                    std::vector<std::byte> const& own) {
  std::vector<std::byte> all(own.size() *
                             static_cast<std::size_t>(comm.size()));
  auto const bytes = static_cast<int>(own.size());
  MPI_Allgather(own.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE,
                comm.get());
  return all;
}

std::vector<std::byte> gather_parts(Communicator const& comm,
                                    std::vector<std::byte> const& own,
                                    SendCounts const& parts,
                                    std::size_t width) {
  std::vector<std::byte> all(parts.total() * width);
  std::vector<int> counts, begins;
  for (int r = 0; r < parts.ranks(); ++r) {
    counts.push_back(static_cast<int>(parts.count(r)));
    begins.push_back(static_cast<int>(parts.begin(r)));
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(width), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Allgatherv(own.data(), counts[static_cast<std::size_t>(comm.rank())],
                 type, all.data(), counts.data(), begins.data(), type,
                 comm.get());
  MPI_Type_free(&type);
  return all;
}

}  // namespace KokkosSort::Distributed::Impl
