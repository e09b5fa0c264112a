// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/peer_memory.hpp>

#if defined(KOKKOSSORT_ENABLE_NCCL)

#include <cuda.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>

namespace KokkosSort::Distributed::Impl {

namespace {

// Ordered for a reduction: the worst is the least.
using Verdict                   = int;
constexpr Verdict unreachable   = 0;
constexpr Verdict out_of_memory = 1;
constexpr Verdict good          = 2;

/// Clears the error of a failed call, which the caller's code must not find.
bool succeeds(cudaError_t result) {
  if (result != cudaSuccess) static_cast<void>(cudaGetLastError());
  return result == cudaSuccess;
}

void check(cudaError_t result) {
  if (!succeeds(result))
    throw std::runtime_error(std::string("CUDA: ") +
                             cudaGetErrorString(result));
}

}  // namespace

/// The handle is that of a whole allocation, hence the offset.
struct PeerMemory::Exported {
  cudaIpcMemHandle_t handle;
  std::size_t offset;
  Verdict verdict;
};

bool PeerMemory::provide(MPI_Comm comm, std::size_t bytes) {
  if (m_state == State::untried) m_state = on_one_node(comm);
  if (m_state == State::failed) return false;
  int is_short = bytes > m_bytes || m_peers.empty() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &is_short, 1, MPI_INT, MPI_MAX, comm);
  if (is_short == 0) return true;
  close();
  // Memory is freed only after all ranks have let go of it.
  MPI_Barrier(comm);
  Exported const own = grow(bytes);
  Verdict worst      = open(comm, own);
  MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MIN, comm);
  if (worst == good) return true;
  close();
  MPI_Barrier(comm);
  release();
  deallocate();
  // A later call may need less memory.
  if (worst == unreachable) m_state = State::failed;
  return false;
}

void PeerMemory::side_waits_for(Kokkos::Cuda const& exec) const {
  check(cudaEventRecord(m_marks[0], exec.cuda_stream()));
  check(cudaStreamWaitEvent(m_stream, m_marks[0], 0));
}

void PeerMemory::mark(int number) const {
  check(cudaEventRecord(m_marks[static_cast<std::size_t>(number)], m_stream));
}

bool PeerMemory::has_passed(int number) const {
  cudaError_t const result =
      cudaEventQuery(m_marks[static_cast<std::size_t>(number)]);
  if (result == cudaErrorNotReady) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  check(result);
  return true;
}

void PeerMemory::release() {
  close();
  m_side.reset();
  for (cudaEvent_t const mark : m_marks) cudaEventDestroy(mark);
  m_marks.clear();
  if (m_stream != nullptr) cudaStreamDestroy(m_stream);
  m_stream = nullptr;
}

void PeerMemory::free(MPI_Comm comm) {
  release();
  // The state is equal on all ranks: provide() is collective.
  if (m_state == State::untried) return;
  MPI_Barrier(comm);
  deallocate();
}

PeerMemory::State PeerMemory::on_one_node(MPI_Comm comm) {
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

PeerMemory::Exported PeerMemory::grow(std::size_t bytes) {
  // CUDA serves smaller allocations from common ones.
  constexpr std::size_t least = std::size_t{2} << 20;
  Exported own{};
  own.verdict = out_of_memory;
  try {
    if (m_bytes < bytes || m_bytes == 0) {
      deallocate();
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
  if (succeeds(cudaIpcGetMemHandle(&own.handle, m_memory))) own.verdict = good;
  return own;
}

// Not by Kokkos: the memory may outlive it, and memory of a pool, from which
// Kokkos may allocate, has no handle.
void PeerMemory::allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes));
  m_memory = static_cast<std::byte*>(memory);
  m_bytes  = bytes;
}

void PeerMemory::deallocate() {
  if (m_memory != nullptr) succeeds(cudaFree(m_memory));
  m_memory = nullptr;
  m_bytes  = 0;
}

void PeerMemory::make_side() {
  int least    = 0;
  int greatest = 0;
  check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  check(
      cudaStreamCreateWithPriority(&m_stream, cudaStreamNonBlocking, greatest));
  while (m_marks.size() < most_marks) {
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    m_marks.push_back(mark);
  }
  m_side.emplace(m_stream);
}

/// Maps the other ranks' memory. Collective.
Verdict PeerMemory::open(MPI_Comm comm, Exported const& own) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  std::vector<Exported> all(static_cast<std::size_t>(size));
  MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own), MPI_BYTE,
                comm);
  Verdict worst = good;
  for (Exported const& each : all) worst = std::min(worst, each.verdict);
  if (worst != good) return worst;
  for (int r = 0; r < size; ++r) {
    Exported const& each = all[static_cast<std::size_t>(r)];
    void* mapped         = nullptr;
    if (r != rank && !succeeds(cudaIpcOpenMemHandle(
                         &mapped, each.handle, cudaIpcMemLazyEnablePeerAccess)))
      return unreachable;
    m_mapped.push_back(mapped);
    m_peers.push_back(
        r == rank ? m_memory : static_cast<std::byte*>(mapped) + each.offset);
  }
  return good;
}

void PeerMemory::close() {
  for (void* const mapped : m_mapped)
    if (mapped != nullptr) succeeds(cudaIpcCloseMemHandle(mapped));
  m_mapped.clear();
  m_peers.clear();
}

}  // namespace KokkosSort::Distributed::Impl

#endif
