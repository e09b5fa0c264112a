// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_NCCL_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_NCCL_HPP

#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <mpi.h>
#if defined(KOKKOSSORT_ENABLE_NCCL)
#include <nccl.h>
#endif

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

namespace KokkosSort::Distributed::Impl {

/// NCCL works on this instance's stream. (Only the CUDA backend's instances
/// have this member.)
template <class Exec>
concept HasCudaStream = requires(Exec const& exec) {
  exec.cuda_stream();
};

#if defined(KOKKOSSORT_ENABLE_NCCL)

template <class Exec>
inline constexpr bool nccl_is_built_v = HasCudaStream<Exec>;

/// NCCL's communicator over the ranks of one of MPI, made when first asked for.
/// Collective. Any rank that cannot (two ranks on one device, say) makes it
/// unavailable on all.
class NcclLink {
 public:
  bool is_available(MPI_Comm comm) {
    if (m_state == State::untried) connect(comm);
    return m_state == State::ready;
  }
  std::string const& problem() const { return m_problem; }

  /// That another transport serves, once, on rank 0.
  void report_fall_back(int rank) {
    if (rank == 0 && !m_is_reported)
      std::fprintf(stderr,
                   "KokkosSort::Distributed: NCCL cannot connect the ranks "
                   "(%s); device memory goes by MPI or through the host\n",
                   m_problem.c_str());
    m_is_reported = true;
  }

  void release() {
    if (m_state == State::ready) {
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 14, 0)
      settled(ncclCommFinalize(m_comm), most_wait);
#endif
      ncclCommDestroy(m_comm);
    }
    m_state = State::untried;
  }

  /// One group of sends and receives, enqueued on the instance's stream.
  template <class Exec, class AnyParts>
  void exchange(Exec const& exec, int self, AnyParts const& send,
                std::byte const* from, AnyParts const& receive, std::byte* to,
                std::size_t width) {
    int const size = send.ranks();
    check(ncclGroupStart());
    // Rank r starts with its neighbor, not with rank 0, which all would load.
    for (int step = 1; step < size; ++step) {
      int const target = (self + step) % size;
      int const source = (self + size - step) % size;
      if (send.count(target) > 0) {
        std::size_t const head = head_of(send, target, width);
        check(ncclSend(from + send.begin(target) * width - head,
                       send.count(target) * width + head, ncclUint8, target,
                       m_comm, exec.cuda_stream()));
      }
      if (receive.count(source) > 0) {
        std::size_t const head = head_of(receive, source, width);
        check(ncclRecv(to + receive.begin(source) * width - head,
                       receive.count(source) * width + head, ncclUint8, source,
                       m_comm, exec.cuda_stream()));
      }
    }
    // Ranks exchange addresses at their first messages, which the slowest of
    // them has to reach.
    check(settled(ncclGroupEnd(), std::chrono::hours(24 * 365)));
  }

 private:
  enum class State { untried, ready, failed };

  template <class AnyParts>
  static std::size_t head_of(AnyParts const& parts, int rank,
                             std::size_t width) {
    if constexpr (requires { parts.head(rank, width); }) {
      return parts.head(rank, width);
    } else {
      return 0;
    }
  }

  // The ranks of jobs of thousands are connected in some ten seconds.
  static constexpr std::chrono::seconds most_wait{30};

  /// What a call that did not block has come to; ncclInProgress if that is not
  /// known in time.
  template <class Duration>
  ncclResult_t settled(ncclResult_t result, Duration const& most) const {
    auto const start = std::chrono::steady_clock::now();
    while (result == ncclInProgress) {
      if (std::chrono::steady_clock::now() - start > most) return result;
      std::this_thread::yield();
      ncclResult_t state = ncclSuccess;
      result             = ncclCommGetAsyncError(m_comm, &state);
      if (result == ncclSuccess) result = state;
    }
    return result;
  }

  /// Does not block for longer than that, where NCCL can do so.
  ncclResult_t init(int size, ncclUniqueId id, int rank) {
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 14, 0)
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking     = 0;
    return settled(ncclCommInitRankConfig(&m_comm, size, id, rank, &config),
                   most_wait);
#else
    return ncclCommInitRank(&m_comm, size, id, rank);
#endif
  }

  static void check(ncclResult_t result) {
    // Inside a group: there is more to come.
    if (result != ncclSuccess && result != ncclInProgress)
      throw std::runtime_error(std::string("NCCL: ") +
                               ncclGetErrorString(result));
  }

  void connect(MPI_Comm comm) {
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
      ncclResult_t const result = init(size, id, rank);
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

  State m_state     = State::untried;
  ncclComm_t m_comm = nullptr;
  std::string m_problem;
  bool m_is_reported = false;
};

#else

template <class Exec>
inline constexpr bool nccl_is_built_v = false;

/// Stands for NCCL where the library is built without it.
class NcclLink {
 public:
  void release() {}
};

#endif

}  // namespace KokkosSort::Distributed::Impl

#endif
