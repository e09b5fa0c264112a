// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_EXCHANGE_HPP
#define KOKKOSSORT_DISTRIBUTED_EXCHANGE_HPP

#include <KokkosSort/distributed/communicator.hpp>
#include <KokkosSort/distributed/parts.hpp>
#include <KokkosSort/distributed/point_to_point.hpp>
#include <KokkosSort/distributed/route.hpp>
#include <KokkosSort/distributed/staging.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosSort::Distributed::Impl {

/// Sends part r of `from` to rank r, for all r, and puts what comes from rank r
/// into part r of `to`. Elements have `width` bytes; both arrays are contiguous
/// memory of `exec`, and do not overlap. What a rank keeps is copied, not sent.
/// Collective; on return `to` is complete in the order of work on `exec`, and
/// `from` may be written again in that order.
template <class Exec>
void exchange(Communicator& comm, Exec const& exec, Route const& route,
              Parts const& send, void const* from, Parts const& receive,
              void* to, std::size_t width) {
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
  auto const sends = pieces_of(send, width, self, Direction::send, route.chunk);
  auto const receives =
      pieces_of(receive, width, self, Direction::receive, route.chunk);
  if (route.transport == Transport::staging) {
    StagedBuffers<Exec> buffers(
        exec, comm.pinned(StagedBuffers<Exec>::pinned_bytes(route.chunk)),
        route.chunk, from_bytes, to_bytes);
    exchange_pieces(comm.get(), sends, receives, buffers, copy_own);
  } else {
    exec.fence("KokkosSort::Distributed: the data to send is ready");
    DirectBuffers buffers(from_bytes, to_bytes);
    exchange_pieces(comm.get(), sends, receives, buffers, copy_own);
  }
}

}  // namespace KokkosSort::Distributed::Impl

#endif
