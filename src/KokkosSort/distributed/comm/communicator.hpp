// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_COMMUNICATOR_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_COMMUNICATOR_HPP

#include <KokkosSort/distributed/comm/nccl.hpp>
#include <KokkosSort/distributed/comm/peer_memory.hpp>
#include <KokkosSort/distributed/comm/shared_memory_rings.hpp>
#include <KokkosSort/distributed/comm/space.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <memory>

namespace KokkosSort::Distributed::Impl {

/// Resources that the library keeps per communicator of the user. The
/// messages of its duplicate meet no others. Staging memory and NCCL's
/// communicator are slow to set up. Two levels have communicators of their own.
class Communicator {
 public:
  /// @param own a duplicate, freed with this object
  explicit Communicator(MPI_Comm own);
  ~Communicator();
  Communicator(Communicator const&)            = delete;
  Communicator& operator=(Communicator const&) = delete;

  /// Leaves the MPI communicator to the caller.
  void disown() { m_comm = MPI_COMM_NULL; }

  MPI_Comm get() const { return m_comm; }
  int rank() const { return m_rank; }
  int size() const { return m_size; }
  NcclLink& nccl() { return m_nccl; }
  SharedMemoryRings& rings() { return m_rings; }
  PeerMemory& peers() { return m_peers; }

  /// Returns at least `bytes` bytes of pinned memory, kept for later calls.
  std::byte* pinned(std::size_t bytes);

  /// Ranks in rows of equal size.
  struct Grid {
    std::unique_ptr<Communicator> row;     ///< the neighbors of this rank
    std::unique_ptr<Communicator> column;  ///< ranks of equal position in a row
  };
  /// Returns the grid of rows of `row_size` ranks, kept for later calls.
  /// Collective.
  Grid& grid(int row_size);

  void release_memory();

 private:
  std::unique_ptr<Communicator> split(int color) const;

  MPI_Comm m_comm = MPI_COMM_NULL;
  int m_rank      = 0;
  int m_size      = 1;
  Kokkos::View<std::byte*, PinnedSpace> m_pinned;
  SharedMemoryRings m_rings;
  NcclLink m_nccl;
  PeerMemory m_peers;
  std::unique_ptr<Grid> m_grid;
};

int ranks_of(MPI_Comm comm);

/// Returns the library's communicator for the user's. The first call makes it,
/// which is collective, as every call of the library is.
/// @throws std::logic_error unless MPI runs; std::invalid_argument if `user` is
/// null or an inter-communicator
Communicator& communicator_of(char const* function, MPI_Comm user);

}  // namespace KokkosSort::Distributed::Impl

#endif
