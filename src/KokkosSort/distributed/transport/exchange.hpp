// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_EXCHANGE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_EXCHANGE_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/transport/point_to_point.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/shared_memory_rings.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/distributed/transport/staging.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Sends part r of `from` to rank r, for all r, and puts what comes from rank r
/// into part r of `to`. Elements have `width` bytes; both arrays are contiguous
/// memory of `exec`, and do not overlap. What a rank keeps is copied, not sent.
/// Collective; on return `to` is complete in the order of work on `exec`, and
/// `from` may be written again in that order. By NCCL nothing waits for it.
template <class Exec, class AnyParts>
void exchange(Communicator& comm, Exec const& exec,
              TransportChoice const& route, AnyParts const& send,
              void const* from, AnyParts const& receive, void* to,
              std::size_t width) {
  using Space                  = typename Exec::memory_space;
  int const self               = comm.rank();
  auto const* const from_bytes = static_cast<std::byte const*>(from);
  auto* const to_bytes         = static_cast<std::byte*>(to);
  auto const copy_own          = [&] {
    copy_bytes<Space, Space>(exec, to_bytes + receive.begin(self) * width,
                             from_bytes + send.begin(self) * width,
                             send.count(self) * width);
  };
#if defined(KOKKOSSORT_ENABLE_NCCL)
  if constexpr (nccl_is_built_v<Exec>) {
    if (route.transport == Transport::nccl) {
      copy_own();
      comm.nccl().exchange(exec, self, send, from_bytes, receive, to_bytes,
                           width);
      return;
    }
  }
#endif
  if (route.transport == Transport::staging) {
    auto const is_far = [&](int rank) { return !comm.rings().reaches(rank); };
    auto const sends =
        pieces_of(send, width, self, Direction::send, route.chunk, is_far);
    auto const receives = pieces_of(receive, width, self, Direction::receive,
                                    route.chunk, is_far);
    StagedBuffers<Exec> buffers(
        exec, comm.get(),
        comm.pinned(StagedBuffers<Exec>::pinned_bytes(route.chunk)),
        route.chunk, from_bytes, to_bytes);
    RingExchange<Exec> near(exec, comm.rings(), route.chunk, send, from_bytes,
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
        comm.get(), pieces_of(send, width, self, Direction::send, route.chunk),
        pieces_of(receive, width, self, Direction::receive, route.chunk),
        buffers, copy_own);
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
