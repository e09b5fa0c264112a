// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_EXCHANGE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_EXCHANGE_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/shared_memory_rings.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/transport/open_messages.hpp>
#include <KokkosSort/distributed/transport/point_to_point.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Enqueues the copy of this rank's own part of an exchange.
template <class Exec, class Counts>
void copy_own_part(Exec const& exec, int self, Counts const& send,
                   std::byte const* from, Counts const& receive, std::byte* to,
                   std::size_t width) {
  using Space = typename Exec::memory_space;
  copy_bytes<Space, Space>(exec, to + receive.begin(self) * width,
                           from + send.begin(self) * width,
                           send.count(self) * width);
}

/// Sends part r of `from` to rank r, for all r, and stores data from rank r in
/// part r of `to`. Elements have `width` bytes. Both arrays are contiguous
/// memory of `exec` and do not overlap. A rank copies its own part.
/// Collective. On return `to` is complete in the order of work on `exec`, and
/// `from` may be overwritten in that order. With NCCL the host does not wait.
template <class Exec, class Counts>
void exchange(Communicator& comm, Exec const& exec,
              TransportChoice const& choice, Counts const& send,
              void const* from, Counts const& receive, void* to,
              std::size_t width) {
  int const self               = comm.rank();
  auto const* const from_bytes = static_cast<std::byte const*>(from);
  auto* const to_bytes         = static_cast<std::byte*>(to);
  auto const copy_own          = [&] {
    copy_own_part(exec, self, send, from_bytes, receive, to_bytes, width);
  };
  if constexpr (nccl_is_built_v<Exec>) {
    if (choice.transport == Transport::nccl) {
      copy_own();
      comm.nccl().exchange(exec, self, send, from_bytes, receive, to_bytes,
                           width);
      return;
    }
  }
  if (choice.transport == Transport::staging) {
    auto const is_far = [&](int rank) { return !comm.rings().reaches(rank); };
    auto const sends =
        pieces_of(send, width, self, Direction::send, choice.chunk, is_far);
    auto const receives = pieces_of(receive, width, self, Direction::receive,
                                    choice.chunk, is_far);
    StagedBuffers<Exec> buffers(
        exec, comm.get(), comm.pinned(StagingShape::pinned_bytes(choice.chunk)),
        choice.chunk, from_bytes, to_bytes);
    RingExchange<Exec> near(exec, comm.rings(), choice.chunk, send, from_bytes,
                            receive, to_bytes, width);
    exchange_pieces(comm.get(), sends, receives, buffers, [&] {
      copy_own();
      near.run(comm.get());
    });
  } else {
    fence_with_progress(exec, comm.get(),
                        "KokkosSort::Distributed: the data to send is ready");
    DirectBuffers buffers(from_bytes, to_bytes);
    exchange_pieces(
        comm.get(), pieces_of(send, width, self, Direction::send, choice.chunk),
        pieces_of(receive, width, self, Direction::receive, choice.chunk),
        buffers, copy_own);
  }
}

/// Starts such an exchange. Over MPI all messages are in flight on return, and
/// `to` is complete after messages.wait(), in the order of work on `exec`.
/// Through buffers the host exchanges at once, and by NCCL `exec` does.
template <class Exec, class Counts>
void start_exchange(Communicator& comm, Exec const& exec,
                    TransportChoice const& choice, Counts const& send,
                    std::byte const* from, Counts const& receive, std::byte* to,
                    std::size_t width, OpenMessages& messages) {
  if (choice.transport != Transport::mpi) {
    exchange(comm, exec, choice, send, from, receive, to, width);
    return;
  }
  int const self = comm.rank();
  fence_with_progress(exec, comm.get(),
                      "KokkosSort::Distributed: the data to send is ready");
  messages.start(
      comm.get(), pieces_of(send, width, self, Direction::send, choice.chunk),
      from, pieces_of(receive, width, self, Direction::receive, choice.chunk),
      to);
  copy_own_part(exec, self, send, from, receive, to, width);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
