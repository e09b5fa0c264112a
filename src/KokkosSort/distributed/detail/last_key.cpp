// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/detail/last_key.hpp>

#include <mpi.h>

#include <cstring>

namespace KokkosSort::Distributed::Impl {

namespace {

void keep_later(void* earlier, void* later, int* length, MPI_Datatype* type) {
  int bytes = 0;
  MPI_Type_size(*type, &bytes);
  auto* from = static_cast<std::byte*>(earlier);
  auto* to   = static_cast<std::byte*>(later);
  for (int i = 0; i < *length; ++i, from += bytes, to += bytes)
    if (to[0] == std::byte{0})
      std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

}  // namespace

std::vector<std::byte> last_key_in_front(Communicator const& comm,
                                         std::vector<std::byte> const& own) {
  std::vector<std::byte> found(own.size(), std::byte{0});
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(own.size()), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(&keep_later, 0, &op);
  MPI_Exscan(own.data(), found.data(), 1, type, op, comm.get());
  MPI_Op_free(&op);
  MPI_Type_free(&type);
  // The scan leaves the result of rank 0 undefined.
  if (comm.rank() == 0) found[0] = std::byte{0};
  return found;
}

}  // namespace KokkosSort::Distributed::Impl
