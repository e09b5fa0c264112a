// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/nccl.hpp>

#if defined(KOKKOSSORT_ENABLE_NCCL)
#include <nccl.h>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>
#endif

namespace KokkosSort::Distributed::Impl {

#if defined(KOKKOSSORT_ENABLE_NCCL)

namespace {

// The ranks of jobs of thousands connect in about ten seconds.
constexpr std::chrono::seconds longest_wait{30};

/// Returns the outcome of a call that did not block, or ncclInProgress if it
/// is not known in time.
template <class Duration>
ncclResult_t wait_for(ncclComm_t const& comm, ncclResult_t result,
                      Duration const& longest) {
  auto const start = std::chrono::steady_clock::now();
  while (result == ncclInProgress) {
    if (std::chrono::steady_clock::now() - start > longest) return result;
    std::this_thread::yield();
    ncclResult_t state = ncclSuccess;
    result             = ncclCommGetAsyncError(comm, &state);
    if (result == ncclSuccess) result = state;
  }
  return result;
}

/// Blocks for at most `longest_wait` if this NCCL has the means.
ncclResult_t init(ncclComm_t& comm, int size, ncclUniqueId id, int rank) {
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 14, 0)
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking     = 0;
  ncclResult_t const result =
      ncclCommInitRankConfig(&comm, size, id, rank, &config);
  return wait_for(comm, result, longest_wait);
#else
  return ncclCommInitRank(&comm, size, id, rank);
#endif
}

void check(ncclResult_t result) {
  // Calls inside a group remain in progress until it ends.
  if (result != ncclSuccess && result != ncclInProgress)
    throw std::runtime_error(std::string("NCCL: ") +
                             ncclGetErrorString(result));
}

}  // namespace

bool NcclLink::is_available(MPI_Comm comm) {
  if (m_state == State::untried) connect(comm);
  return m_state == State::ready;
}

void NcclLink::report_fall_back(int rank) {
  if (rank == 0 && !m_is_reported)
    std::fprintf(stderr,
                 "KokkosSort::Distributed: NCCL cannot connect the ranks "
                 "(%s); device memory goes by MPI or through the host\n",
                 m_problem.c_str());
  m_is_reported = true;
}

void NcclLink::release() {
  if (m_state == State::ready) {
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 14, 0)
    wait_for(m_comm, ncclCommFinalize(m_comm), longest_wait);
#endif
    ncclCommDestroy(m_comm);
  }
  m_state = State::untried;
}

void NcclLink::start_group() { check(ncclGroupStart()); }

void NcclLink::enqueue_send(std::byte const* data, std::size_t bytes,
                            int target, CUstream_st* stream) {
  check(ncclSend(data, bytes, ncclUint8, target, m_comm, stream));
}

void NcclLink::enqueue_receive(std::byte* data, std::size_t bytes, int source,
                               CUstream_st* stream) {
  check(ncclRecv(data, bytes, ncclUint8, source, m_comm, stream));
}

void NcclLink::end_group() {
  // Ranks exchange addresses at their first messages, so the group ends when
  // the slowest rank has reached it.
  check(wait_for(m_comm, ncclGroupEnd(), std::chrono::hours(24 * 365)));
}

void NcclLink::connect(MPI_Comm comm) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  ncclUniqueId id{};
  int ok = 1;
  if (rank == 0) ok = ncclGetUniqueId(&id) == ncclSuccess ? 1 : 0;
  MPI_Bcast(&ok, 1, MPI_INT, 0, comm);
  MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, comm);
  if (ok == 1) {
    ncclResult_t const result = init(m_comm, size, id, rank);
    ok                        = result == ncclSuccess ? 1 : 0;
    if (ok == 0)
      m_problem = result == ncclInProgress ? "no connection within 30 s"
                                           : ncclGetErrorString(result);
  }
  MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, comm);
  if (ok == 0 && m_comm != nullptr) ncclCommAbort(m_comm);
  if (ok == 0) m_comm = nullptr;
  if (ok == 0 && m_problem.empty()) m_problem = "another rank failed";
  m_state = ok == 1 ? State::ready : State::failed;
}

#else

bool NcclLink::is_available(MPI_Comm) { return false; }
void NcclLink::report_fall_back(int) {}
void NcclLink::release() {}

#endif

}  // namespace KokkosSort::Distributed::Impl
