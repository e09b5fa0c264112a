// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/transport/point_to_point.hpp>

namespace KokkosSort::Distributed::Impl {

void start_send(std::byte const* data, Piece const& piece, MPI_Comm comm,
                MPI_Request* request) {
#if MPI_VERSION >= 4
  MPI_Isend_c(data, static_cast<MPI_Count>(piece.bytes), MPI_BYTE, piece.peer,
              0, comm, request);
#else
  MPI_Isend(data, static_cast<int>(piece.bytes), MPI_BYTE, piece.peer, 0, comm,
            request);
#endif
}

void start_receive(std::byte* data, Piece const& piece, MPI_Comm comm,
                   MPI_Request* request) {
#if MPI_VERSION >= 4
  MPI_Irecv_c(data, static_cast<MPI_Count>(piece.bytes), MPI_BYTE, piece.peer,
              0, comm, request);
#else
  MPI_Irecv(data, static_cast<int>(piece.bytes), MPI_BYTE, piece.peer, 0, comm,
            request);
#endif
}

}  // namespace KokkosSort::Distributed::Impl
