// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_COMM_SHARED_MEMORY_RINGS_HPP
#define KOKKOSSORT_DISTRIBUTED_COMM_SHARED_MEMORY_RINGS_HPP

#include <KokkosSort/distributed/comm/send_counts.hpp>
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
#include <cstdio>
#include <limits>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// For each ordered pair of ranks on one node a ring of slots in memory that
/// both see: the one copies in, the other out, and MPI has no part in it.
class SharedMemoryRings {
 public:
  // One slot being filled while the other is being emptied.
  static constexpr std::uint64_t slots = 2;
  // What the slots of one rank take at most: with more partners they are
  // shorter, down to where starting a copy costs as much as the copy.
  static constexpr std::size_t bytes_a_rank = std::size_t{24} << 20;
  static constexpr std::size_t least_slot   = std::size_t{64} << 10;

  /// How many pieces went in and out since the start. Each on a line of its
  /// own: they are written by different processes.
  struct Counters {
    alignas(64) std::atomic<std::uint64_t> filled;
    alignas(64) std::atomic<std::uint64_t> emptied;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  struct Ring {
    Counters* counters = nullptr;
    std::byte* memory  = nullptr;
    std::size_t bytes  = 0;  ///< of a slot

    std::byte* slot(std::uint64_t piece) const {
      return memory + piece % slots * bytes;
    }
  };

  ~SharedMemoryRings() { release(); }

  /// Collective; for slots of up to `slot_bytes`. Ranks of a node that cannot
  /// share memory go without, all of them, and the first of them says so.
  /// @param most ranks of a node that share memory; others go by MPI
  template <class Exec>
  void connect(MPI_Comm comm, std::size_t slot_bytes,
               int most = std::numeric_limits<int>::max()) {
    if (m_asked >= slot_bytes) return;
    release();
    m_asked        = slot_bytes;
    m_slot_bytes   = slot_bytes;
    MPI_Comm node  = MPI_COMM_NULL;
    MPI_Comm whole = MPI_COMM_NULL;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &whole);
    MPI_Comm_rank(whole, &m_own);
    MPI_Comm_split(whole, m_own / most, m_own, &node);
    MPI_Comm_free(&whole);
    MPI_Comm_rank(node, &m_own);
    MPI_Comm_size(node, &m_size);
    if (m_size > 1) {
      if (map<Exec>(node))
        find_places(comm, node);
      else
        report_fall_back();
    }
    MPI_Comm_free(&node);
  }

  bool reaches(int rank) const {
    auto const at = static_cast<std::size_t>(rank);
    return at < m_places.size() && m_places[at] >= 0 && m_places[at] != m_own;
  }
  Ring to(int rank) const {
    return ring(m_own, m_places[static_cast<std::size_t>(rank)]);
  }
  Ring from(int rank) const {
    return ring(m_places[static_cast<std::size_t>(rank)], m_own);
  }

  void release() {
    if (m_unpin != nullptr && m_segment.data() != nullptr)
      m_unpin(m_segment.data());
    m_unpin = nullptr;
    m_places.clear();
    m_segment.release();
    m_asked = 0;
  }

 private:
  std::size_t rings_of_a_rank() const {
    return static_cast<std::size_t>(m_size) - 1;
  }

  template <class Exec>
  bool map(MPI_Comm node) {
    m_slot_bytes = std::min(
        m_slot_bytes,
        std::max(bytes_a_rank / (slots * rings_of_a_rank()), least_slot));
    m_slot_bytes     = (m_slot_bytes + page - 1) / page * page;
    auto const rings = static_cast<std::size_t>(m_size) * rings_of_a_rank();
    m_head           = (rings * sizeof(Counters) + page - 1) / page * page;
    if (!m_segment.map(node, m_head + rings * slots * m_slot_bytes))
      return false;
    using KokkosSort::Impl::HostMemory;
    if (HostMemory<Exec>::pin(m_segment.data(), m_segment.bytes()))
      m_unpin = &HostMemory<Exec>::release;
    return true;
  }

  /// That messages serve, once on each node.
  void report_fall_back() {
    if (m_own == 0 && !m_is_reported)
      std::fprintf(stderr,
                   "KokkosSort::Distributed: the %d ranks of a node find no "
                   "memory to share (/dev/shm is full or absent); data between "
                   "them goes by MPI\n",
                   m_size);
    m_is_reported = true;
  }

  /// The place on this node of each rank of `comm`, -1 for those elsewhere.
  void find_places(MPI_Comm comm, MPI_Comm node) {
    int size = 1;
    MPI_Comm_size(comm, &size);
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    m_places.assign(ranks.size(), -1);
    MPI_Group all       = MPI_GROUP_NULL;
    MPI_Group neighbors = MPI_GROUP_NULL;
    MPI_Comm_group(comm, &all);
    MPI_Comm_group(node, &neighbors);
    MPI_Group_translate_ranks(all, size, ranks.data(), neighbors,
                              m_places.data());
    MPI_Group_free(&all);
    MPI_Group_free(&neighbors);
    for (int& place : m_places)
      if (place == MPI_UNDEFINED) place = -1;
  }

  Ring ring(int from, int to) const {
    std::size_t const at = static_cast<std::size_t>(from) * rings_of_a_rank() +
                           static_cast<std::size_t>(to < from ? to : to - 1);
    // The memory began as zeros, which are counters at their start.
    auto* const counters =
        std::launder(reinterpret_cast<Counters*>(m_segment.data()) + at);
    return {counters, m_segment.data() + m_head + at * slots * m_slot_bytes,
            m_slot_bytes};
  }

  static constexpr std::size_t page = 4096;

  SharedSegment m_segment;
  void (*m_unpin)(void*)   = nullptr;
  std::size_t m_asked      = 0;  ///< 0: not tried yet
  std::size_t m_slot_bytes = 0;
  std::size_t m_head       = 0;
  int m_own                = 0;
  int m_size               = 1;
  bool m_is_reported       = false;
  std::vector<int> m_places;
};

/// The exchange between ranks of a node. Copies in and out run side by side, on
/// an instance each; while neither has anything to do, others get the core.
template <class Exec>
class RingExchange {
  using Space = typename Exec::memory_space;

 public:
  /// @param chunk longest piece, the same on all ranks
  template <class SendParts, class ReceiveParts>
  RingExchange(Exec const& exec, SharedMemoryRings const& rings,
               std::size_t chunk, SendParts const& send, std::byte const* from,
               ReceiveParts const& receive, std::byte* to, std::size_t width)
      : m_exec(exec), m_from(from), m_to(to) {
    for (int r = 0; r < send.ranks(); ++r) {
      if (!rings.reaches(r)) continue;
      add(m_sends, rings.to(r), send.begin(r) * width, send.count(r) * width,
          chunk);
      add(m_receives, rings.from(r), receive.begin(r) * width,
          receive.count(r) * width, chunk);
    }
  }

  /// @param comm on which MPI makes progress meanwhile: messages to other nodes
  ///   are under way
  void run(MPI_Comm comm) {
    if (m_sends.empty() && m_receives.empty()) return;
    fence_with_progress(m_exec, comm,
                        "KokkosSort::Distributed: the data to send is ready");
    auto const instances = instances_of(m_exec, 2);
    while (!m_sends.empty() || !m_receives.empty()) {
      Stream* const in = next(m_sends, m_next_send, [](Stream const& one) {
        return one.pieces -
                   one.ring.counters->emptied.load(std::memory_order_acquire) <
               SharedMemoryRings::slots;
      });
      Stream* const out =
          next(m_receives, m_next_receive, [](Stream const& one) {
            return one.ring.counters->filled.load(std::memory_order_acquire) >
                   one.pieces;
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
      remove_done(m_sends);
      remove_done(m_receives);
    }
  }

 private:
  /// What goes one way between this rank and another.
  struct Stream {
    SharedMemoryRings::Ring ring;
    std::size_t offset, bytes, chunk;
    std::uint64_t pieces;  ///< that this end has done, since the ring is there

    std::size_t piece() const { return std::min(bytes, chunk); }
    std::uint64_t advance() {
      std::size_t const done = piece();
      offset += done;
      bytes -= done;
      return ++pieces;
    }
  };

  void add(std::vector<Stream>& streams, SharedMemoryRings::Ring const& ring,
           std::size_t offset, std::size_t bytes, std::size_t chunk) const {
    if (bytes == 0) return;
    auto const& own =
        &streams == &m_sends ? ring.counters->filled : ring.counters->emptied;
    streams.push_back({ring, offset, bytes, std::min(chunk, ring.bytes),
                       own.load(std::memory_order_relaxed)});
  }

  /// In turns, so that no partner waits for another to be served.
  template <class IsReady>
  static Stream* next(std::vector<Stream>& streams, std::size_t& turn,
                      IsReady const& is_ready) {
    for (std::size_t i = 0; i < streams.size(); ++i) {
      Stream& one = streams[turn++ % streams.size()];
      if (is_ready(one)) return &one;
    }
    return nullptr;
  }

  static void remove_done(std::vector<Stream>& streams) {
    streams.erase(
        std::remove_if(streams.begin(), streams.end(),
                       [](Stream const& one) { return one.bytes == 0; }),
        streams.end());
  }

  Exec m_exec;
  std::byte const* m_from;
  std::byte* m_to;
  std::vector<Stream> m_sends, m_receives;
  std::size_t m_next_send    = 0;
  std::size_t m_next_receive = 0;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
