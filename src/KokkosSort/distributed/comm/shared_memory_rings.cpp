// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/comm/shared_memory_rings.hpp>

#include <cstdio>
#include <new>
#include <numeric>

namespace KokkosSort::Distributed::Impl {

namespace {

constexpr std::size_t page = 4096;

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page - 1) / page * page;
}

}  // namespace

void SharedMemoryRings::connect(MPI_Comm comm, std::size_t slot_bytes,
                                Pinning const& pinning, int most) {
  if (m_requested >= slot_bytes) return;
  release();
  m_requested    = slot_bytes;
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
    if (map(node, pinning))
      find_node_ranks(comm, node);
    else
      report_fall_back();
  }
  MPI_Comm_free(&node);
}

void SharedMemoryRings::release() {
  if (m_unpin != nullptr && m_segment.data() != nullptr)
    m_unpin(m_segment.data());
  m_unpin = nullptr;
  m_node_ranks.clear();
  m_segment.release();
  m_requested = 0;
}

bool SharedMemoryRings::map(MPI_Comm node, Pinning const& pinning) {
  std::size_t const limit =
      std::max(bytes_per_rank / (slots * rings_per_rank()), least_slot);
  m_slot_bytes     = whole_pages(std::min(m_slot_bytes, limit));
  auto const rings = static_cast<std::size_t>(m_size) * rings_per_rank();
  m_head           = whole_pages(rings * sizeof(Counters));
  if (!m_segment.map(node, m_head + rings * slots * m_slot_bytes)) return false;
  if (pinning.pin(m_segment.data(), m_segment.bytes()))
    m_unpin = pinning.release;
  return true;
}

/// Reports once per node that messages replace shared memory.
void SharedMemoryRings::report_fall_back() {
  if (m_own == 0 && !m_is_reported)
    std::fprintf(stderr,
                 "KokkosSort::Distributed: the %d ranks of a node find no "
                 "memory to share (/dev/shm is full or absent); data between "
                 "them goes by MPI\n",
                 m_size);
  m_is_reported = true;
}

void SharedMemoryRings::find_node_ranks(MPI_Comm comm, MPI_Comm node) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  m_node_ranks.assign(ranks.size(), -1);
  MPI_Group all       = MPI_GROUP_NULL;
  MPI_Group neighbors = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &all);
  MPI_Comm_group(node, &neighbors);
  MPI_Group_translate_ranks(all, size, ranks.data(), neighbors,
                            m_node_ranks.data());
  MPI_Group_free(&all);
  MPI_Group_free(&neighbors);
  for (int& rank : m_node_ranks)
    if (rank == MPI_UNDEFINED) rank = -1;
}

SharedMemoryRings::Ring SharedMemoryRings::ring(int from, int to) const {
  std::size_t const at = static_cast<std::size_t>(from) * rings_per_rank() +
                         static_cast<std::size_t>(to < from ? to : to - 1);
  // The memory began as zeros, which are valid counters.
  auto* const counters =
      std::launder(reinterpret_cast<Counters*>(m_segment.data()) + at);
  return {counters, m_segment.data() + m_head + at * slots * m_slot_bytes,
          m_slot_bytes};
}

}  // namespace KokkosSort::Distributed::Impl
