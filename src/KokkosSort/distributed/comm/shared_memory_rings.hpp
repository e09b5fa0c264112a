// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SHARED_MEMORY_RINGS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SHARED_MEMORY_RINGS_HPP

#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/shared_segment.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/core/host_memory.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Functions that pin host memory for an execution space.
struct Pinning {
  bool (*pin)(void*, std::size_t);
  void (*release)(void*);
};

template <class Exec>
Pinning pinning_of() {
  using Memory = KokkosSort::Impl::HostMemory<Exec>;
  return {&Memory::pin, &Memory::release};
}

/// One ring of slots per ordered pair of ranks on a node, in shared memory. One
/// rank copies in and the other copies out, without MPI.
class SharedMemoryRings {
 public:
  // One slot fills while the other one empties.
  static constexpr std::uint64_t slots = 2;
  // Limit on the slots of one rank. With more partners the slots are shorter,
  // down to the length at which starting a copy takes as long as the copy.
  static constexpr std::size_t bytes_per_rank = std::size_t{24} << 20;
  static constexpr std::size_t least_slot     = std::size_t{64} << 10;

  /// Pieces copied in and out since the start. Each counter has a cache line of
  /// its own, since two processes write them.
  struct Counters {
    alignas(64) std::atomic<std::uint64_t> filled;
    alignas(64) std::atomic<std::uint64_t> emptied;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  struct Ring {
    Counters* counters = nullptr;
    std::byte* memory  = nullptr;
    std::size_t bytes  = 0;  ///< per slot

    std::byte* slot(std::uint64_t piece) const {
      return memory + piece % slots * bytes;
    }
  };

  ~SharedMemoryRings() { release(); }

  /// Sets up slots of up to `slot_bytes`. Collective. If the ranks of a node
  /// cannot share memory, none of them does, and the first one reports it.
  /// @param most ranks of a node that share memory; others use MPI
  void connect(MPI_Comm comm, std::size_t slot_bytes, Pinning const& pinning,
               int most = std::numeric_limits<int>::max());

  bool reaches(int rank) const {
    auto const at = static_cast<std::size_t>(rank);
    return at < m_node_ranks.size() && m_node_ranks[at] >= 0 &&
           m_node_ranks[at] != m_own;
  }
  Ring to(int rank) const {
    return ring(m_own, m_node_ranks[static_cast<std::size_t>(rank)]);
  }
  Ring from(int rank) const {
    return ring(m_node_ranks[static_cast<std::size_t>(rank)], m_own);
  }

  void release();

 private:
  std::size_t rings_per_rank() const {
    return static_cast<std::size_t>(m_size) - 1;
  }

  bool map(MPI_Comm node, Pinning const& pinning);
  void report_fall_back();
  void find_node_ranks(MPI_Comm comm, MPI_Comm node);
  Ring ring(int from, int to) const;

  SharedSegment m_segment;
  void (*m_unpin)(void*)   = nullptr;
  std::size_t m_requested  = 0;  ///< bytes per slot; 0: never connected
  std::size_t m_slot_bytes = 0;
  std::size_t m_head       = 0;
  int m_own                = 0;
  int m_size               = 1;
  bool m_is_reported       = false;
  std::vector<int> m_node_ranks;  ///< per rank of comm; -1: on another node
};

/// Exchange between the ranks of a node. Copies in and out run side by side, on
/// one instance each. If neither has work, the thread yields its core.
template <class Exec>
class RingExchange {
  using Space = typename Exec::memory_space;

 public:
  /// @param chunk longest piece, equal on all ranks
  template <class Send, class Receive>
  RingExchange(Exec const& exec, SharedMemoryRings const& rings,
               std::size_t chunk, Send const& send, std::byte const* from,
               Receive const& receive, std::byte* to, std::size_t width)
      : m_exec(exec), m_from(from), m_to(to) {
    for (int r = 0; r < send.ranks(); ++r) {
      if (!rings.reaches(r)) continue;
      SharedMemoryRings::Ring const out = rings.to(r);
      SharedMemoryRings::Ring const in  = rings.from(r);
      m_sends.add(out, out.counters->filled, send.begin(r) * width,
                  send.count(r) * width, chunk);
      m_receives.add(in, in.counters->emptied, receive.begin(r) * width,
                     receive.count(r) * width, chunk);
    }
  }

  /// Runs the exchange and lets MPI make progress on `comm` meanwhile, since
  /// messages to other nodes are in flight.
  void run(MPI_Comm comm) {
    if (m_sends.is_done() && m_receives.is_done()) return;
    fence_with_progress(m_exec, comm,
                        "KokkosSort::Distributed: the data to send is ready");
    auto const instances = instances_of(m_exec, 2);
    while (!m_sends.is_done() || !m_receives.is_done()) {
      Stream* const in  = m_sends.next([](Stream const& stream) {
        return stream.pieces - stream.ring.counters->emptied.load(
                                   std::memory_order_acquire) <
               SharedMemoryRings::slots;
      });
      Stream* const out = m_receives.next([](Stream const& stream) {
        return stream.ring.counters->filled.load(std::memory_order_acquire) >
               stream.pieces;
      });
      if (in != nullptr)
        copy_bytes<PinnedSpace, Space>(instances[0], in->ring.slot(in->pieces),
                                       m_from + in->offset, in->piece());
      if (out != nullptr)
        copy_bytes<Space, PinnedSpace>(instances[1], m_to + out->offset,
                                       out->ring.slot(out->pieces),
                                       out->piece());
      if (in != nullptr) {
        fence_with_progress(instances[0], comm,
                            "KokkosSort::Distributed: a piece is in its slot");
        in->ring.counters->filled.store(in->advance(),
                                        std::memory_order_release);
      }
      if (out != nullptr) {
        fence_with_progress(instances[1], comm,
                            "KokkosSort::Distributed: a piece has arrived");
        out->ring.counters->emptied.store(out->advance(),
                                          std::memory_order_release);
      }
      if (in == nullptr && out == nullptr) {
        progress(comm);
        std::this_thread::yield();
      }
      m_sends.remove_done();
      m_receives.remove_done();
    }
  }

 private:
  /// Data of one direction between this rank and another.
  struct Stream {
    SharedMemoryRings::Ring ring;
    std::size_t offset, bytes, chunk;
    std::uint64_t pieces;  ///< done at this end since the ring exists

    std::size_t piece() const { return std::min(bytes, chunk); }
    std::uint64_t advance() {
      std::size_t const done = piece();
      offset += done;
      bytes -= done;
      return ++pieces;
    }
  };

  /// Streams of one direction, served in turns, so that no partner starves.
  class Streams {
   public:
    /// @param pieces this end's counter
    void add(SharedMemoryRings::Ring const& ring,
             std::atomic<std::uint64_t> const& pieces, std::size_t offset,
             std::size_t bytes, std::size_t chunk) {
      if (bytes > 0)
        m_all.push_back({ring, offset, bytes, std::min(chunk, ring.bytes),
                         pieces.load(std::memory_order_relaxed)});
    }
    bool is_done() const { return m_all.empty(); }
    /// Returns the next stream that is ready, or null.
    template <class IsReady>
    Stream* next(IsReady const& is_ready) {
      for (std::size_t i = 0; i < m_all.size(); ++i) {
        Stream& stream = m_all[m_turn++ % m_all.size()];
        if (is_ready(stream)) return &stream;
      }
      return nullptr;
    }
    void remove_done() {
      std::erase_if(m_all,
                    [](Stream const& stream) { return stream.bytes == 0; });
    }

   private:
    std::vector<Stream> m_all;
    std::size_t m_turn = 0;
  };

  Exec m_exec;
  std::byte const* m_from;
  std::byte* m_to;
  Streams m_sends, m_receives;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
