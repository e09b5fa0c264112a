// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_PEER_MEMORY_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_PEER_MEMORY_HPP

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <optional>
#include <vector>

// Handles of CUDA, whose driver header stays out of users' files.
struct CUstream_st;
struct CUevent_st;

namespace KokkosSort::Distributed::Impl {

#if defined(KOKKOSSORT_ENABLE_NCCL)

/// Device memory of each rank that all ranks of the node read and write. An
/// execution space instance of higher priority writes to it while the caller's
/// instance runs other kernels. All calls over a communicator share this
/// memory, because no call uses it after its return.
class PeerMemory {
 public:
  static constexpr bool is_built = true;

  // More devices than any node has.
  static constexpr int most_ranks = 64;
  // One mark per stretch of a payload.
  static constexpr int most_marks = 64;

  PeerMemory()                             = default;
  PeerMemory(PeerMemory const&)            = delete;
  PeerMemory& operator=(PeerMemory const&) = delete;

  /// Gives this rank at least `bytes` bytes that the others can reach, kept
  /// for later calls; previous contents are lost. Collective. Returns false, on
  /// all ranks, if any is on another node or has no such memory.
  bool provide(MPI_Comm comm, std::size_t bytes);

  std::byte* own() const { return m_memory; }
  std::size_t bytes() const { return m_bytes; }
  std::byte* of(int rank) const {
    return m_peers[static_cast<std::size_t>(rank)];
  }

  /// The instance that writes.
  Kokkos::Cuda const& side() const { return *m_side; }
  /// Makes later launches on side() wait for the work on `exec`.
  void side_waits_for(Kokkos::Cuda const& exec) const;
  /// Sets mark `number`, 0 to most_marks - 1, behind the work on side().
  void mark(int number) const;
  /// Whether the work in front of the mark has ended.
  bool has_passed(int number) const;

  /// Lets go of the objects that need Kokkos and of other ranks' memory, before
  /// Kokkos ends, which ranks do at different times. The others may still have
  /// mapped this rank's memory, which free() frees.
  void release();

  /// Frees the memory after all ranks have let go of it. Collective.
  void free(MPI_Comm comm);

 private:
  enum class State { untried, possible, failed };
  struct Exported;

  static State on_one_node(MPI_Comm comm);
  Exported grow(std::size_t bytes);
  void allocate(std::size_t bytes);
  void deallocate();
  void make_side();
  int open(MPI_Comm comm, Exported const& own);
  void close();

  State m_state         = State::untried;
  CUstream_st* m_stream = nullptr;
  std::vector<CUevent_st*> m_marks;
  std::optional<Kokkos::Cuda> m_side;
  std::byte* m_memory = nullptr;
  std::size_t m_bytes = 0;
  std::vector<void*> m_mapped;
  std::vector<std::byte*> m_peers;
};

#else

/// Replaces the memory of other ranks in a build that cannot reach it.
class PeerMemory {
 public:
  static constexpr bool is_built = false;

  bool provide(MPI_Comm, std::size_t) { return false; }
  std::byte* own() const { return nullptr; }
  std::size_t bytes() const { return 0; }
  std::byte* of(int) const { return nullptr; }
  void release() {}
  void free(MPI_Comm) {}
};

#endif

}  // namespace KokkosSort::Distributed::Impl

#endif
