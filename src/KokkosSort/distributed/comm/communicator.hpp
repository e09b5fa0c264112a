// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_COMMUNICATOR_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_COMMUNICATOR_HPP

#include <KokkosSort/front/checks.hpp>
#include <KokkosSort/distributed/comm/error_text.hpp>
#include <KokkosSort/distributed/comm/nccl.hpp>
#include <KokkosSort/distributed/comm/peer_memory.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/comm/shared_memory_rings.hpp>
#include <KokkosSort/distributed/comm/space.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
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
  /// @param own a duplicate, freed with this
  explicit Communicator(MPI_Comm own) : m_comm(own) {
    // A rank that fell out of a collective call could only leave the others
    // waiting: an error of MPI ends the job, whatever the user's handler.
    MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(m_comm, &m_rank);
    MPI_Comm_size(m_comm, &m_size);
  }
  ~Communicator() {
    m_grid.reset();
    m_nccl.release();
    if (m_comm == MPI_COMM_NULL) return;
    m_peers.free(m_comm);
    MPI_Comm_free(&m_comm);
  }
  /// Leaves the communicator of MPI to the caller.
  void disown() { m_comm = MPI_COMM_NULL; }
  Communicator(Communicator const&)            = delete;
  Communicator& operator=(Communicator const&) = delete;

  MPI_Comm get() const { return m_comm; }
  int rank() const { return m_rank; }
  int size() const { return m_size; }
  NcclLink& nccl() { return m_nccl; }
  SharedMemoryRings& rings() { return m_rings; }
  PeerMemory& peers() { return m_peers; }

  /// At least `bytes` bytes of pinned memory, kept for later calls.
  std::byte* pinned(std::size_t bytes) {
    if (m_pinned.extent(0) < bytes) {
      m_pinned = Pinned();
      m_pinned =
          Pinned(Kokkos::view_alloc(labeled("KokkosSort::Distributed::staging"),
                                    Kokkos::WithoutInitializing),
                 bytes);
    }
    return m_pinned.data();
  }

  /// The ranks as rows of `row_size` neighbors each.
  struct Grid {
    std::unique_ptr<Communicator> row;     ///< the neighbors of this rank
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

  std::unique_ptr<Communicator> split(int color) const {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(m_comm, color, m_rank, &part);
    return std::make_unique<Communicator>(part);
  }

  MPI_Comm m_comm = MPI_COMM_NULL;
  int m_rank      = 0;
  int m_size      = 1;
  Pinned m_pinned;
  SharedMemoryRings m_rings;
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
    // In memory that is there: a rank that found none would be missed by all.
    alignas(Registry) static std::byte memory[sizeof(Registry)];
    static Registry* const registry = new (memory) Registry;
    return *registry;
  }

  Communicator& find(char const* function, MPI_Comm user) {
    Communicator* found = nullptr;
    int is_known        = 0;
    MPI_Comm_get_attr(user, m_key, &found, &is_known);
    if (is_known != 0) return *found;
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(user, &own);
    if (!agree_to_adopt(own)) {
      MPI_Comm_free(&own);
      throw_agreed(ErrorKind::other,
                   ErrorText("KokkosSort::")
                       .add(function)
                       .add(": a rank has no memory for what the library keeps "
                            "with argument 'comm'"));
    }
    MPI_Comm_set_attr(user, m_key, m_all.back().get());
    return *m_all.back();
  }

  void release(MPI_Comm user) {
    void* found  = nullptr;
    int is_known = 0;
    MPI_Comm_get_attr(user, m_key, &found, &is_known);
    if (is_known != 0) MPI_Comm_delete_attr(user, m_key);
  }

 private:
  /// Adds a communicator, if all ranks can.
  bool agree_to_adopt(MPI_Comm own) {
    int is_there = 1;
    try {
      m_all.reserve(m_all.size() + 1);
      Kokkos::push_finalize_hook([] { instance().release_memory(); });
      m_all.push_back(std::make_unique<Communicator>(own));
    } catch (std::exception const&) {
      is_there = 0;
    }
    int all = is_there;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, own);
    if (is_there == 1 && all == 0) {
      m_all.back()->disown();
      m_all.pop_back();
    }
    return all == 1;
  }

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
  return Registry::instance().find(function, user);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
