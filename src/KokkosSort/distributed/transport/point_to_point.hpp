// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_POINT_TO_POINT_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_POINT_TO_POINT_HPP

#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// One message: part of what goes to, or comes from, one rank.
struct Piece {
  int peer;
  std::size_t offset;
  std::size_t bytes;
};

enum class Direction { send, receive };

struct Everyone {
  bool operator()(int) const { return true; }
};

/// The messages of one rank with those that `is_wanted` names, none longer than
/// `chunk`, those to itself left out. Step s of all ranks pairs each with the
/// one s further: at any time the unfinished message of the lowest step is one
/// of the first that both its ends have open, so that a bounded window never
/// locks up.
template <class AnyParts, class IsWanted = Everyone>
std::vector<Piece> pieces_of(AnyParts const& parts, std::size_t width, int self,
                             Direction direction, std::size_t chunk,
                             IsWanted const& is_wanted = {}) {
  std::vector<Piece> pieces;
  int const size = parts.ranks();
  for (int step = 1; step < size; ++step) {
    int const peer = direction == Direction::send ? (self + step) % size
                                                  : (self + size - step) % size;
    if (!is_wanted(peer)) continue;
    std::size_t const begin = parts.begin(peer) * width;
    std::size_t const bytes = parts.count(peer) * width;
    for (std::size_t done = 0; done < bytes; done += chunk)
      pieces.push_back({peer, begin + done, std::min(chunk, bytes - done)});
  }
  return pieces;
}

#if MPI_VERSION >= 4
/// With the bindings for large counts one message may have any length.
inline constexpr std::size_t longest_message =
    std::numeric_limits<std::size_t>::max() / 2;
inline void start_send(std::byte const* data, Piece const& piece, MPI_Comm comm,
                       MPI_Request* request) {
  MPI_Isend_c(data, static_cast<MPI_Count>(piece.bytes), MPI_BYTE, piece.peer,
              0, comm, request);
}
inline void start_receive(std::byte* data, Piece const& piece, MPI_Comm comm,
                          MPI_Request* request) {
  MPI_Irecv_c(data, static_cast<MPI_Count>(piece.bytes), MPI_BYTE, piece.peer,
              0, comm, request);
}
#else
/// Counts are int: longer messages are cut.
inline constexpr std::size_t longest_message = std::size_t{1} << 30;
inline void start_send(std::byte const* data, Piece const& piece, MPI_Comm comm,
                       MPI_Request* request) {
  MPI_Isend(data, static_cast<int>(piece.bytes), MPI_BYTE, piece.peer, 0, comm,
            request);
}
inline void start_receive(std::byte* data, Piece const& piece, MPI_Comm comm,
                          MPI_Request* request) {
  MPI_Irecv(data, static_cast<int>(piece.bytes), MPI_BYTE, piece.peer, 0, comm,
            request);
}
#endif

/// Messages straight from and to the caller's memory.
class DirectBuffers {
 public:
  // All partners of a small job at once; a bound on what MPI must keep track of
  // in a large one.
  static constexpr int window = 32;

  DirectBuffers(std::byte const* from, std::byte* to)
      : m_from(from), m_to(to) {}

  std::byte const* fill(int, Piece const& piece) {
    return m_from + piece.offset;
  }
  std::byte* reserve(int, Piece const& piece) { return m_to + piece.offset; }
  void drain(int, Piece const&) {}

 private:
  std::byte const* m_from;
  std::byte* m_to;
};

/// Runs all messages of this rank, Buffers::window sends and as many receives
/// open at a time, and handles each as it completes. `meanwhile` is called once
/// the first are under way.
template <class Buffers, class Meanwhile>
void exchange_pieces(MPI_Comm comm, std::vector<Piece> const& sends,
                     std::vector<Piece> const& receives, Buffers& buffers,
                     Meanwhile const& meanwhile) {
  constexpr int window = Buffers::window;
  std::vector<MPI_Request> requests(2 * window, MPI_REQUEST_NULL);
  std::vector<std::size_t> piece_of(2 * window, 0);
  std::size_t next_send    = 0;
  std::size_t next_receive = 0;
  auto const open          = [&](int slot) {
    auto const at = static_cast<std::size_t>(slot);
    if (slot < window) {
      if (next_receive == receives.size()) return;
      piece_of[at]       = next_receive;
      Piece const& piece = receives[next_receive++];
      start_receive(buffers.reserve(slot, piece), piece, comm, &requests[at]);
    } else {
      if (next_send == sends.size()) return;
      piece_of[at]       = next_send;
      Piece const& piece = sends[next_send++];
      start_send(buffers.fill(slot - window, piece), piece, comm,
                          &requests[at]);
    }
  };
  for (int slot = 0; slot < 2 * window; ++slot) open(slot);
  meanwhile();
  for (;;) {
    int slot = MPI_UNDEFINED;
    MPI_Waitany(2 * window, requests.data(), &slot, MPI_STATUS_IGNORE);
    if (slot == MPI_UNDEFINED) break;
    if (slot < window)
      buffers.drain(slot, receives[piece_of[static_cast<std::size_t>(slot)]]);
    open(slot);
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
