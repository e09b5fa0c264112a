// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMMUNICATOR_HPP
#define KOKKOSSORT_DISTRIBUTED_COMMUNICATOR_HPP

#include <KokkosSort/detail/checks.hpp>
#include <KokkosSort/distributed/nccl.hpp>
#include <KokkosSort/distributed/peer_memory.hpp>
#include <KokkosSort/distributed/rings.hpp>
#include <KokkosSort/distributed/space.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// What the library keeps for one communicator of the user: a duplicate, so
/// that its messages meet no others; memory that copies go through and NCCL's
/// communicator, which are slow to set up; and the communicators of a sort in
/// two levels.
class Communicator {
 public:
  explicit Communicator(MPI_Comm user) {
    MPI_Comm_dup(user, &m_comm);
    adopt();
  }
  ~Communicator() {
    m_grid.reset();
    m_nccl.release();
    m_peers.release();
    MPI_Comm_free(&m_comm);
  }
  Communicator(Communicator const&)            = delete;
  Communicator& operator=(Communicator const&) = delete;

  MPI_Comm get() const { return m_comm; }
  int rank() const { return m_rank; }
  int size() const { return m_size; }
  NcclLink& nccl() { return m_nccl; }
  Rings& rings() { return m_rings; }
  PeerMemory& peers() { return m_peers; }

  /// At least `bytes` bytes of pinned memory, kept for later calls.
  std::byte* pinned(std::size_t bytes) {
    if (m_pinned.extent(0) < bytes) {
      m_pinned = Pinned();
      m_pinned = Pinned(Kokkos::view_alloc("KokkosSort::Distributed::staging",
                                           Kokkos::WithoutInitializing),
                        bytes);
    }
    return m_pinned.data();
  }

  /// The ranks as rows of `row_size` neighbours each.
  struct Grid {
    std::unique_ptr<Communicator> row;     ///< the neighbours of this rank
    std::unique_ptr<Communicator> column;  ///< ranks of the same place in a row
  };
  /// Kept for later calls. Collective.
  Grid& grid(int row_size) {
    if (m_grid == nullptr || m_grid->row->size() != row_size) {
      m_grid         = std::make_unique<Grid>();
      m_grid->row    = split(m_rank / row_size);
      m_grid->column = split(m_rank % row_size);
    }
    return *m_grid;
  }

  void release_memory() {
    m_pinned = Pinned();
    m_rings.release();
    m_peers.release();
    if (m_grid == nullptr) return;
    m_grid->row->release_memory();
    m_grid->column->release_memory();
  }

 private:
  using Pinned = Kokkos::View<std::byte*, PinnedSpace>;

  struct Nothing {};
  explicit Communicator(Nothing) {}

  void adopt() {
    // A rank that fell out of a collective call could only leave the others
    // waiting: an error of MPI ends the job, whatever the user's handler.
    MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(m_comm, &m_rank);
    MPI_Comm_size(m_comm, &m_size);
  }

  std::unique_ptr<Communicator> split(int color) const {
    std::unique_ptr<Communicator> part(new Communicator(Nothing{}));
    MPI_Comm_split(m_comm, color, m_rank, &part->m_comm);
    part->adopt();
    return part;
  }

  MPI_Comm m_comm = MPI_COMM_NULL;
  int m_rank      = 0;
  int m_size      = 1;
  Pinned m_pinned;
  Rings m_rings;
  NcclLink m_nccl;
  PeerMemory m_peers;
  std::unique_ptr<Grid> m_grid;
};

/// All communicators in use. They hang on the users' as an attribute and go
/// with them, or when MPI_Finalize frees what hangs on MPI_COMM_SELF; their
/// memory goes before Kokkos does. Never destroyed itself: by the time of
/// static destructors neither MPI nor Kokkos is there.
class Registry {
 public:
  static Registry& instance() {
    static Registry* const registry = new Registry;
    return *registry;
  }

  Communicator& find(MPI_Comm user) {
    Communicator* found = nullptr;
    int is_known        = 0;
    MPI_Comm_get_attr(user, m_key, &found, &is_known);
    if (is_known != 0) return *found;
    m_all.push_back(std::make_unique<Communicator>(user));
    MPI_Comm_set_attr(user, m_key, m_all.back().get());
    Kokkos::push_finalize_hook([] { instance().release_memory(); });
    return *m_all.back();
  }

  void release(MPI_Comm user) {
    void* found  = nullptr;
    int is_known = 0;
    MPI_Comm_get_attr(user, m_key, &found, &is_known);
    if (is_known != 0) MPI_Comm_delete_attr(user, m_key);
  }

 private:
  Registry() {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &forget_one, &m_key, nullptr);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &forget_all, &m_last_key,
                           nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, m_last_key, nullptr);
  }

  static int forget_one(MPI_Comm, int, void* attribute, void*) {
    auto& all = instance().m_all;
    all.erase(
        std::remove_if(all.begin(), all.end(),
                       [&](auto const& own) { return own.get() == attribute; }),
        all.end());
    return MPI_SUCCESS;
  }
  static int forget_all(MPI_Comm, int, void*, void*) {
    instance().m_all.clear();
    return MPI_SUCCESS;
  }
  void release_memory() {
    for (auto const& own : m_all) own->release_memory();
  }

  int m_key      = MPI_KEYVAL_INVALID;
  int m_last_key = MPI_KEYVAL_INVALID;
  std::vector<std::unique_ptr<Communicator>> m_all;
};

inline int ranks_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

/// The library's communicator for the user's, made at the first call: that is
/// collective, as every call with it is.
inline Communicator& communicator_of(char const* function, MPI_Comm user) {
  int is_initialized = 0;
  int is_finalized   = 0;
  MPI_Initialized(&is_initialized);
  MPI_Finalized(&is_finalized);
  if (is_initialized == 0 || is_finalized != 0)
    throw std::logic_error(std::string("KokkosSort::") + function +
                           ": MPI is not running: call between MPI_Init and "
                           "MPI_Finalize");
  if (user == MPI_COMM_NULL)
    KokkosSort::Impl::invalid_argument(function, "comm", "is MPI_COMM_NULL");
  int is_inter = 0;
  MPI_Comm_test_inter(user, &is_inter);
  if (is_inter != 0)
    KokkosSort::Impl::invalid_argument(
        function, "comm",
        "is an inter-communicator; merge it by MPI_Intercomm_merge");
  return Registry::instance().find(user);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
