// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_STAGING_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_STAGING_HPP

#include <KokkosSort/distributed/transport/point_to_point.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/space.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Messages by way of pinned memory of the host. While MPI moves some pieces,
/// others are copied in or out.
template <class Exec>
class StagedBuffers {
  using Space = typename Exec::memory_space;

 public:
  // One piece under way, one being copied, and some for partners that lag.
  static constexpr int window = 4;
  // Long enough that a copy's start does not count, short enough that the
  // first one is soon on its way.
  static constexpr std::size_t default_chunk = std::size_t{4} << 20;

  static std::size_t pinned_bytes(std::size_t chunk) {
    return 2 * window * chunk;
  }

  StagedBuffers(Exec const& exec, MPI_Comm comm, std::byte* pinned,
                std::size_t chunk, std::byte const* from, std::byte* to)
      : m_exec(exec),
        m_comm(comm),
        m_pinned(pinned),
        m_chunk(chunk),
        m_from(from),
        m_to(to) {}

  std::byte const* fill(int slot, Piece const& piece) {
    std::byte* const room = place(window + slot);
    copy_bytes<PinnedSpace, Space>(m_exec, room, m_from + piece.offset,
                                   piece.bytes);
    fence_with_progress(m_exec, m_comm,
                        "KokkosSort::Distributed: a piece is staged");
    return room;
  }
  std::byte* reserve(int slot, Piece const&) { return place(slot); }
  void drain(int slot, Piece const& piece) {
    copy_bytes<Space, PinnedSpace>(m_exec, m_to + piece.offset, place(slot),
                                   piece.bytes);
    fence_with_progress(m_exec, m_comm,
                        "KokkosSort::Distributed: a piece has arrived");
  }

 private:
  std::byte* place(int slot) const {
    return m_pinned + static_cast<std::size_t>(slot) * m_chunk;
  }

  Exec m_exec;
  MPI_Comm m_comm;
  std::byte* m_pinned;
  std::size_t m_chunk;
  std::byte const* m_from;
  std::byte* m_to;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
