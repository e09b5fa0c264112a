// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if defined(KOKKOSSORT_ENABLE_NCCL)

#include <KokkosSort/distributed/transport/peer_put.hpp>

#include <algorithm>

namespace KokkosSort::Distributed::Impl {

namespace {

// A stretch keeps the links busy for longer than the ranks take to meet, about
// 20 us. Only the put of the first stretch and the fetch of the last one are
// not hidden; with 48 stretches they are short. Both 16 and 128 stretches take
// 2 % longer; those of 128 take it for their launches.
constexpr std::size_t stretch_bytes = std::size_t{32} << 20;
constexpr std::size_t most          = 48;
static_assert(most <= PeerMemory::most_marks);

}  // namespace

bool PeerPut::suits(Communicator const& comm, TransportChoice const& choice,
                    std::size_t bytes_per_rank) {
  return choice.transport == Transport::nccl && comm.size() > 1 &&
         bytes_per_rank >= std::size_t{1} << 20;
}

int PeerPut::prepare_stretches(Communicator const& comm,
                               std::size_t chunk_bytes, std::size_t width,
                               SendCounts const& receive) {
  auto const ranks = static_cast<std::size_t>(comm.size());
  if (m_begins.empty()) {
    m_begins.resize(ranks);
    MPI_Alltoall(receive.bounds().data(), 1, MPI_UINT64_T, m_begins.data(), 1,
                 MPI_UINT64_T, comm.get());
    m_most_arriving = receive.total() - receive.count(comm.rank());
    MPI_Allreduce(MPI_IN_PLACE, &m_most_arriving, 1, MPI_UINT64_T, MPI_MAX,
                  comm.get());
  }
  std::size_t const bytes =
      chunk_bytes > 0 ? chunk_bytes * ranks : stretch_bytes;
  return static_cast<int>(
      std::clamp<std::size_t>(m_most_arriving * width / bytes, 1, most));
}

}  // namespace KokkosSort::Distributed::Impl

#endif
