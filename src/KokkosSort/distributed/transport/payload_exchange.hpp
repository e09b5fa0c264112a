// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_PAYLOAD_EXCHANGE_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_PAYLOAD_EXCHANGE_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/front/permute_dispatch.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/transport/exchange.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>
#include <KokkosSort/core/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosSort::Distributed::Impl {

using KokkosSort::Impl::Move;
using KokkosSort::Impl::move_list;
using KokkosSort::Impl::Rows;
using KokkosSort::Impl::Strided;

template <class Exec>
using LongRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>;

/// to(index(i), ...) = from(i, ...)
template <class T, class Index>
struct ScatterRows {
  Strided<Index const> index;
  Rows<T const> from;
  Rows<T> to;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::uint64_t i) const {
    auto const row = static_cast<std::size_t>(index[i]);
    for (std::size_t column = 0; column < to.columns; ++column)
      to(row, column) = from(i, column);
  }
};

/// Exchange of a payload by a plan: rows are packed in the order in which they
/// are sent, exchanged, and unpacked. Only rows on the side of the input are at
/// random positions. Both directions gather them, which a device's memory
/// serves twice as fast as a scatter.
template <class Exec, class T>
class PayloadExchange {
 public:
  /// @param sent,received dense buffers
  PayloadExchange(Exec const& exec, Rows<T const> const& from,
                  Rows<T> const& sent, Rows<T> const& received,
                  Rows<T> const& to)
      : m_exec(exec),
        m_from(from),
        m_sent(sent),
        m_received(received),
        m_to(to) {}

  /// Moves rows of the input to the result.
  /// @param sent_from row of the input per position in the send buffer
  /// @param received_at position in the receive buffer per row of the result
  template <class Index>
  void forward(Communicator& comm, TransportChoice const& choice,
               Index const* sent_from, SendCounts const& send,
               Index const* received_at, SendCounts const& receive) const {
    gather(sent_from, m_from, send.total(), m_sent);
    exchange_and_unpack(comm, choice, send, received_at, receive);
  }

  /// Moves rows of the result back to the input.
  /// @param sent_at position in the send buffer per row of the result
  /// @param received_at position in the receive buffer per row of the input
  template <class Index>
  void inverse(Communicator& comm, TransportChoice const& choice,
               Index const* sent_at, SendCounts const& send,
               Index const* received_at, SendCounts const& receive) const {
    if (send.total() > 0)
      Kokkos::parallel_for(
          labeled("KokkosSort::Distributed::pack"),
          LongRange<Exec>(m_exec, 0, send.total()),
          ScatterRows<T, Index>{Strided<Index const>{sent_at}, m_from, m_sent});
    exchange_and_unpack(comm, choice, send, received_at, receive);
  }

 private:
  template <class Index>
  void exchange_and_unpack(Communicator& comm, TransportChoice const& choice,
                           SendCounts const& send, Index const* received_at,
                           SendCounts const& receive) const {
    exchange(comm, m_exec, choice, send, m_sent.data, receive, m_received.data,
             m_to.columns * sizeof(T));
    gather(received_at, KokkosSort::Impl::read_only(m_received),
           receive.total(), m_to);
  }

  template <class Index>
  void gather(Index const* index, Rows<T const> const& from,
              std::uint64_t count, Rows<T> const& to) const {
    if (count > 0)
      KokkosSort::Impl::gather_rows("KokkosSort::Distributed::gather", m_exec,
                                    Strided<Index const>{index}, count,
                                    move_list(Move<T>{from, to}));
  }

  Exec m_exec;
  Rows<T const> m_from;
  Rows<T> m_sent;
  Rows<T> m_received;
  Rows<T> m_to;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
