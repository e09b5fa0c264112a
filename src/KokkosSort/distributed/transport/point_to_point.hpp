// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_POINT_TO_POINT_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_POINT_TO_POINT_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// One message to or from a rank.
struct Piece {
  int peer;
  std::size_t offset;
  std::size_t bytes;
};

enum class Direction { send, receive };

struct Everyone {
  bool operator()(int) const { return true; }
};

/// Messages of one rank with the peers that `is_wanted` selects, none longer
/// than `chunk`, none to itself. Step s pairs each rank with the one s behind
/// it. The unfinished message of the lowest step is always one of the first
/// that both its ends have open, so a bounded window never deadlocks.
template <class Counts, class IsWanted = Everyone>
std::vector<Piece> pieces_of(Counts const& counts, std::size_t width, int self,
                             Direction direction, std::size_t chunk,
                             IsWanted const& is_wanted = {}) {
  std::vector<Piece> pieces;
  int const size = counts.ranks();
  for (int step = 1; step < size; ++step) {
    int const peer = direction == Direction::send ? (self + step) % size
                                                  : (self + size - step) % size;
    if (!is_wanted(peer)) continue;
    std::size_t const begin = counts.begin(peer) * width;
    std::size_t const bytes = counts.count(peer) * width;
    for (std::size_t done = 0; done < bytes; done += chunk)
      pieces.push_back({peer, begin + done, std::min(chunk, bytes - done)});
  }
  return pieces;
}

#if MPI_VERSION >= 4
/// The large-count bindings take messages of any length.
inline constexpr std::size_t longest_message =
    std::numeric_limits<std::size_t>::max() / 2;
#else
/// Counts are of type int, so longer messages are split.
inline constexpr std::size_t longest_message = std::size_t{1} << 30;
#endif

void start_send(std::byte const* data, Piece const& piece, MPI_Comm comm,
                MPI_Request* request);
void start_receive(std::byte* data, Piece const& piece, MPI_Comm comm,
                   MPI_Request* request);

/// Messages from and to the caller's memory.
class DirectBuffers {
 public:
  // All partners of a small job at once, and a limit on the messages that MPI
  // tracks in a large one.
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

/// Runs all messages of this rank with Buffers::window sends and as many
/// receives open at a time, and drains each receive as it completes.
/// `meanwhile` is called when the first messages are in flight.
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
