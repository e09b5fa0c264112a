// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/transport/open_messages.hpp>

namespace KokkosSort::Distributed::Impl {

OpenMessages::~OpenMessages() {
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  if (is_finalized == 0) wait();
}

void OpenMessages::start(MPI_Comm comm, std::vector<Piece> const& sends,
                         std::byte const* from,
                         std::vector<Piece> const& receives, std::byte* to) {
  m_requests.assign(receives.size() + sends.size(), MPI_REQUEST_NULL);
  MPI_Request* request = m_requests.data();
  for (Piece const& piece : receives)
    start_receive(to + piece.offset, piece, comm, request++);
  for (Piece const& piece : sends)
    start_send(from + piece.offset, piece, comm, request++);
}

void OpenMessages::wait() {
  MPI_Waitall(static_cast<int>(m_requests.size()), m_requests.data(),
              MPI_STATUSES_IGNORE);
  m_requests.clear();
}

}  // namespace KokkosSort::Distributed::Impl
