// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_PEER_MEMORY_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_PEER_MEMORY_HPP

#include <KokkosSort/distributed/comm/nccl.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>
#if defined(KOKKOSSORT_ENABLE_NCCL)
#include <cuda.h>
#include <cuda_runtime.h>
#endif

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace KokkosSort::Distributed::Impl {

#if defined(KOKKOSSORT_ENABLE_NCCL)

/// Device memory of each rank that all ranks of the node write into, and an
/// instance of a higher priority that does so beside the caller's. One for all
/// plans of a communicator: each call is done with it when it returns.
class PeerMemory {
 public:
  // Far more devices than a node has.
  static constexpr int most_ranks = 64;
  // A mark for each of the stretches that a payload is cut into.
  static constexpr int most_marks = 64;

  PeerMemory()                             = default;
  PeerMemory(PeerMemory const&)            = delete;
  PeerMemory& operator=(PeerMemory const&) = delete;

  /// Gives this rank at least `bytes` bytes that the others reach, kept for
  /// later calls; what they held is lost. Collective. False, on all ranks, when
  /// any of them is on another node, or has no such memory.
  bool provide(MPI_Comm comm, std::size_t bytes) {
    if (m_state == State::untried) m_state = on_one_node(comm);
    if (m_state == State::failed) return false;
    int is_short = bytes > m_bytes || m_peers.empty() ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &is_short, 1, MPI_INT, MPI_MAX, comm);
    if (is_short == 0) return true;
    close();
    // Memory is freed after all have let go of it.
    MPI_Barrier(comm);
    Exported own  = grow(bytes);
    Verdict worst = open(comm, own);
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, comm);
    if (worst == good) return true;
    close();
    MPI_Barrier(comm);
    release();
    give_back();
    // Memory may do for less another time.
    if (worst == unreachable) m_state = State::failed;
    return false;
  }

  std::byte* own() const { return m_memory; }
  std::byte* of(int rank) const {
    return m_peers[static_cast<std::size_t>(rank)];
  }

  /// The instance that writes.
  Kokkos::Cuda const& side() const { return *m_side; }
  /// What is launched on the side from now on waits for what is on `exec`.
  void side_waits_for(Kokkos::Cuda const& exec) const {
    check(cudaEventRecord(m_marks[0], exec.cuda_stream()));
    check(cudaStreamWaitEvent(m_stream, m_marks[0], 0));
  }
  /// Marks number 0 to most_marks - 1, behind what is on the side now.
  void mark(int number) const {
    check(cudaEventRecord(m_marks[static_cast<std::size_t>(number)], m_stream));
  }
  /// Whether what is before the mark has ended.
  bool has_passed(int number) const {
    cudaError_t const result =
        cudaEventQuery(m_marks[static_cast<std::size_t>(number)]);
    if (result == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    check(result);
    return true;
  }

  /// Before Kokkos ends, which ranks do at different times: lets go of what
  /// needs Kokkos and of other ranks' memory. They may still hold this rank's,
  /// which stays for free().
  void release() {
    close();
    m_side.reset();
    for (cudaEvent_t const mark : m_marks) cudaEventDestroy(mark);
    m_marks.clear();
    if (m_stream != nullptr) cudaStreamDestroy(m_stream);
    m_stream = nullptr;
  }

  /// Gives the memory back, after all ranks have let go of it. Collective.
  void free(MPI_Comm comm) {
    release();
    // The same on all ranks: the first call of provide() tried.
    if (m_state == State::untried) return;
    MPI_Barrier(comm);
    give_back();
  }

 private:
  enum class State { untried, possible, failed };
  // As int, to be reduced: the worst is the least.
  using Verdict                        = int;
  static constexpr Verdict unreachable = 0;
  static constexpr Verdict no_memory   = 1;
  static constexpr Verdict good        = 2;

  /// A handle is of a whole allocation, hence the place in it.
  struct Exported {
    cudaIpcMemHandle_t handle;
    std::size_t offset;
    Verdict verdict;
  };

  static State on_one_node(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int near = 0;
    MPI_Comm_size(node, &near);
    MPI_Comm_free(&node);
    int all = near == size && size <= most_ranks ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
    return all == 1 ? State::possible : State::failed;
  }

  /// Nothing here is an error of the caller's: CUDA must forget it.
  static bool works(cudaError_t result) {
    if (result != cudaSuccess) cudaGetLastError();
    return result == cudaSuccess;
  }

  static void check(cudaError_t result) {
    if (!works(result))
      throw std::runtime_error(std::string("CUDA: ") +
                               cudaGetErrorString(result));
  }

  Exported grow(std::size_t bytes) {
    // CUDA gives out small allocations from common ones.
    constexpr std::size_t least = std::size_t{2} << 20;
    Exported own{};
    own.verdict = no_memory;
    try {
      if (m_bytes < bytes || m_bytes == 0) {
        give_back();
        allocate(std::max(bytes, least));
      }
      if (!m_side) make_side();
    } catch (std::exception const&) {
      return own;
    }
    own.verdict      = unreachable;
    CUdeviceptr all  = 0;
    std::size_t size = 0;
    auto const here  = reinterpret_cast<CUdeviceptr>(m_memory);
    if (cuMemGetAddressRange(&all, &size, here) != CUDA_SUCCESS) return own;
    own.offset = here - all;
    if (works(cudaIpcGetMemHandle(&own.handle, m_memory))) own.verdict = good;
    return own;
  }

  // By CUDA itself: the memory may outlive Kokkos, and that of a pool, from
  // which Kokkos may allocate, has no handle.
  void allocate(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes));
    m_memory = static_cast<std::byte*>(memory);
    m_bytes  = bytes;
  }
  void give_back() {
    if (m_memory != nullptr) works(cudaFree(m_memory));
    m_memory = nullptr;
    m_bytes  = 0;
  }

  void make_side() {
    int least    = 0;
    int greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    check(cudaStreamCreateWithPriority(&m_stream, cudaStreamNonBlocking,
                                       greatest));
    while (m_marks.size() < most_marks) {
      cudaEvent_t mark = nullptr;
      check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
      m_marks.push_back(mark);
    }
    m_side.emplace(m_stream);
  }

  /// Collective.
  Verdict open(MPI_Comm comm, Exported const& own) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::vector<Exported> all(static_cast<std::size_t>(size));
    MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own),
                  MPI_BYTE, comm);
    Verdict worst = good;
    for (Exported const& each : all) worst = std::min(worst, each.verdict);
    if (worst != good) return worst;
    for (int r = 0; r < size; ++r) {
      Exported const& each = all[static_cast<std::size_t>(r)];
      void* mapped         = nullptr;
      if (r != rank &&
          !works(cudaIpcOpenMemHandle(&mapped, each.handle,
                                      cudaIpcMemLazyEnablePeerAccess)))
        return unreachable;
      m_mapped.push_back(mapped);
      m_peers.push_back(
          r == rank ? m_memory : static_cast<std::byte*>(mapped) + each.offset);
    }
    return good;
  }

  void close() {
    for (void* const mapped : m_mapped)
      if (mapped != nullptr) works(cudaIpcCloseMemHandle(mapped));
    m_mapped.clear();
    m_peers.clear();
  }

  State m_state         = State::untried;
  cudaStream_t m_stream = nullptr;
  std::vector<cudaEvent_t> m_marks;
  std::optional<Kokkos::Cuda> m_side;
  std::byte* m_memory = nullptr;
  std::size_t m_bytes = 0;
  std::vector<void*> m_mapped;
  std::vector<std::byte*> m_peers;
};

#else

/// Stands for memory of other ranks where nothing reaches it.
class PeerMemory {
 public:
  void release() {}
  void free(MPI_Comm) {}
};

#endif

}  // namespace KokkosSort::Distributed::Impl

#endif
