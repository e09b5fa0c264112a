// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_STAGING_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_STAGING_HPP

#include <KokkosSort/distributed/transport/point_to_point.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/space.hpp>

#include <mpi.h>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Sizes of the buffers that messages are staged in.
struct StagingShape {
  // One piece in flight, one being copied, and two for partners that lag.
  static constexpr int window = 4;
  // Long enough that the start of a copy does not count, short enough that the
  // first piece leaves early.
  static constexpr std::size_t default_chunk = std::size_t{4} << 20;

  static std::size_t pinned_bytes(std::size_t chunk) {
    return 2 * window * chunk;
  }
};

/// Messages through pinned memory of the host. MPI moves some pieces while
/// others are copied in or out.
template <class Exec>
class StagedBuffers : public StagingShape {
  using Space = typename Exec::memory_space;

 public:
  StagedBuffers(Exec const& exec, MPI_Comm comm, std::byte* pinned,
                std::size_t chunk, std::byte const* from, std::byte* to)
      : m_exec(exec),
        m_comm(comm),
        m_pinned(pinned),
        m_chunk(chunk),
        m_from(from),
        m_to(to) {}

  std::byte const* fill(int slot, Piece const& piece) {
    std::byte* const buffer = buffer_at(window + slot);
    copy_bytes<PinnedSpace, Space>(m_exec, buffer, m_from + piece.offset,
                                   piece.bytes);
    fence_with_progress(m_exec, m_comm,
                        "KokkosSort::Distributed: a piece is staged");
    return buffer;
  }
  std::byte* reserve(int slot, Piece const&) { return buffer_at(slot); }
  void drain(int slot, Piece const& piece) {
    copy_bytes<Space, PinnedSpace>(m_exec, m_to + piece.offset, buffer_at(slot),
                                   piece.bytes);
    fence_with_progress(m_exec, m_comm,
                        "KokkosSort::Distributed: a piece has arrived");
  }

 private:
  std::byte* buffer_at(int slot) const {
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
