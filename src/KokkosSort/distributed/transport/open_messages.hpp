// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_OPEN_MESSAGES_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_OPEN_MESSAGES_HPP

#include <KokkosSort/distributed/transport/point_to_point.hpp>

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Messages that are in flight while the caller does other work, also other
/// exchanges over the same communicator. All are open from start() on, so MPI
/// matches them before any message of a later exchange.
class OpenMessages {
 public:
  OpenMessages() = default;
  /// Waits, since MPI still uses the memory.
  ~OpenMessages();
  OpenMessages(OpenMessages const&)            = delete;
  OpenMessages& operator=(OpenMessages const&) = delete;

  void start(MPI_Comm comm, std::vector<Piece> const& sends,
             std::byte const* from, std::vector<Piece> const& receives,
             std::byte* to);
  void wait();

 private:
  std::vector<MPI_Request> m_requests;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
