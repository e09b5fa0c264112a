// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/communicator.hpp>

#include <KokkosSort/distributed/comm/error_text.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/front/checks.hpp>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Distributed::Impl {

Communicator::Communicator(MPI_Comm own) : m_comm(own) {
  // A rank that left a collective call would keep the others waiting. So an
  // error of MPI ends the job, whatever the user's handler is.
  MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_rank(m_comm, &m_rank);
  MPI_Comm_size(m_comm, &m_size);
}

Communicator::~Communicator() {
  m_grid.reset();
  m_nccl.release();
  if (m_comm == MPI_COMM_NULL) return;
  m_peers.free(m_comm);
  MPI_Comm_free(&m_comm);
}

std::byte* Communicator::pinned(std::size_t bytes) {
  if (m_pinned.extent(0) < bytes) {
    m_pinned = {};
    m_pinned = Kokkos::View<std::byte*, PinnedSpace>(
        Kokkos::view_alloc(labeled("KokkosSort::Distributed::staging"),
                           Kokkos::WithoutInitializing),
        bytes);
  }
  return m_pinned.data();
}

Communicator::Grid& Communicator::grid(int row_size) {
  if (m_grid == nullptr || m_grid->row->size() != row_size) {
    m_grid         = std::make_unique<Grid>();
    m_grid->row    = split(m_rank / row_size);
    m_grid->column = split(m_rank % row_size);
  }
  return *m_grid;
}

void Communicator::release_memory() {
  m_pinned = {};
  m_rings.release();
  m_peers.release();
  if (m_grid == nullptr) return;
  m_grid->row->release_memory();
  m_grid->column->release_memory();
}

std::unique_ptr<Communicator> Communicator::split(int color) const {
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(m_comm, color, m_rank, &part);
  return std::make_unique<Communicator>(part);
}

namespace {

/// All communicators in use. Each is an attribute of the user's communicator
/// and is freed with it, or when MPI_Finalize frees the attributes of
/// MPI_COMM_SELF. Its memory is freed before Kokkos ends. The registry is never
/// destroyed: neither MPI nor Kokkos runs when static destructors do.
class Registry {
 public:
  static Registry& instance() {
    // Static memory: an allocation could fail on one rank, for which the others
    // would wait.
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
      throw_agreed(
          ErrorKind::other,
          ErrorText("KokkosSort::")
              .add(function)
              .add(": a rank has no memory for the library's duplicate "
                   "of argument 'comm'"));
    }
    MPI_Comm_set_attr(user, m_key, m_all.back().get());
    return *m_all.back();
  }

 private:
  /// Adds a communicator if all ranks can.
  bool agree_to_adopt(MPI_Comm own) {
    int is_added = 1;
    try {
      m_all.reserve(m_all.size() + 1);
      Kokkos::push_finalize_hook([] {
        for (auto const& each : instance().m_all) each->release_memory();
      });
      m_all.push_back(std::make_unique<Communicator>(own));
    } catch (std::exception const&) {
      is_added = 0;
    }
    int all = is_added;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, own);
    if (is_added == 1 && all == 0) {
      m_all.back()->disown();
      m_all.pop_back();
    }
    return all == 1;
  }

  Registry() {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &erase_one, &m_key, nullptr);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &erase_all, &m_last_key,
                           nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, m_last_key, nullptr);
  }

  static int erase_one(MPI_Comm, int, void* attribute, void*) {
    std::erase_if(instance().m_all,
                  [&](auto const& each) { return each.get() == attribute; });
    return MPI_SUCCESS;
  }
  static int erase_all(MPI_Comm, int, void*, void*) {
    instance().m_all.clear();
    return MPI_SUCCESS;
  }

  int m_key      = MPI_KEYVAL_INVALID;
  int m_last_key = MPI_KEYVAL_INVALID;
  std::vector<std::unique_ptr<Communicator>> m_all;
};

}  // namespace

int ranks_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

Communicator& communicator_of(char const* function, MPI_Comm user) {
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
