// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PAYLOAD_HPP
#define KOKKOSSORT_DISTRIBUTED_PAYLOAD_HPP

#include <KokkosSort/algorithm/gather.hpp>
#include <KokkosSort/detail/permute.hpp>
#include <KokkosSort/distributed/communicator.hpp>
#include <KokkosSort/distributed/exchange.hpp>
#include <KokkosSort/distributed/parts.hpp>
#include <KokkosSort/distributed/route.hpp>
#include <KokkosSort/distributed/space.hpp>
#include <KokkosSort/thread/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
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

/// Rows on their way by a plan: gathered into what is sent, exchanged, and
/// scattered to where they belong.
template <class Exec, class T>
class PayloadExchange {
 public:
  /// @param sent,received dense buffers
  /// @param is_apart whether `to` may be written while `from` is read
  PayloadExchange(Exec const& exec, Rows<T const> const& from,
                  Rows<T> const& sent, Rows<T> const& received,
                  Rows<T> const& to, bool is_apart)
      : m_exec(exec),
        m_from(from),
        m_sent(sent),
        m_received(received),
        m_to(to),
        m_is_apart(is_apart) {}

  /// @param gather for each place of what is sent, its row
  /// @param scatter for each place of what is received, its row
  /// @param total rows of all ranks
  template <class Index>
  void run(Communicator& comm, Route const& route, std::uint64_t total,
           Index const* gather, Parts const& send, Index const* scatter,
           Parts const& receive) const {
    if (route.transport == Transport::nccl && m_is_apart &&
        comm.size() <= most_ranks_in_stretches) {
      run_in_stretches(comm, route, total, gather, send, scatter, receive);
      return;
    }
    pack(m_exec, gather, 0, send.total());
    exchange(comm, m_exec, route, send, m_sent.data, receive, m_received.data,
             width());
    unpack(m_exec, scatter, 0, receive.total());
  }

 private:
  // Each stretch takes two launches a rank.
  static constexpr int most_ranks_in_stretches = 32;
  // Enough that the first and the last, which overlap with nothing, do not
  // count for much; each still long enough for the links' full rate.
  static constexpr std::uint64_t stretches  = 16;
  static constexpr std::uint64_t least_rows = std::uint64_t{1} << 16;

  std::size_t width() const { return m_to.columns * sizeof(T); }

  /// While one stretch of every part is under way, the next one is packed and
  /// the one before unpacked.
  template <class Index>
  void run_in_stretches(Communicator& comm, Route const& route,
                        std::uint64_t total, Index const* gather,
                        Parts const& send, Index const* scatter,
                        Parts const& receive) const {
    auto const ranks = static_cast<std::uint64_t>(comm.size());
    // The same on all ranks: both ends must cut a part alike.
    std::uint64_t const rows =
        std::max(total / (ranks * ranks * stretches) + 1, least_rows);
    std::uint64_t longest = 0;
    for (int r = 0; r < comm.size(); ++r)
      longest = std::max({longest, send.count(r), receive.count(r)});
    std::uint64_t const count = (longest + rows - 1) / rows;
    auto const is_there       = [&](std::uint64_t i) { return i < count; };
    m_exec.fence("KokkosSort::Distributed: the payload is ready");
    auto const instances = instances_of(m_exec, 3);
    for (std::uint64_t step = 0; step < count + 2; ++step) {
      // The exchange first: its kernels need few places on the device, which
      // the others would all take.
      if (is_there(step - 1)) {
        Stretch const sends(send, (step - 1) * rows, rows);
        Stretch const receives(receive, (step - 1) * rows, rows);
        exchange(comm, instances[0], route, sends, m_sent.data, receives,
                 m_received.data, width());
      }
      for (int r = 0; r < comm.size(); ++r) {
        if (is_there(step - 2)) {
          Stretch const done(receive, (step - 2) * rows, rows);
          unpack(instances[1], scatter, done.begin(r), done.count(r));
        }
        if (is_there(step)) {
          Stretch const next(send, step * rows, rows);
          pack(instances[2], gather, next.begin(r), next.count(r));
        }
      }
      for (Exec const& instance : instances)
        instance.fence("KokkosSort::Distributed: a stretch of the payload");
    }
  }

  static Rows<T> from_row(Rows<T> const& rows, std::uint64_t first) {
    Rows<T> part = rows;
    part.data += static_cast<std::ptrdiff_t>(first) * rows.row_stride;
    return part;
  }

  template <class Index>
  void pack(Exec const& exec, Index const* gather, std::uint64_t first,
            std::uint64_t count) const {
    if (count == 0) return;
    KokkosSort::Impl::gather_rows(
        "KokkosSort::Distributed::pack", exec,
        Strided<Index const>{gather + first}, count,
        move_list(Move<T>{m_from, from_row(m_sent, first)}));
  }

  template <class Index>
  void unpack(Exec const& exec, Index const* scatter, std::uint64_t first,
              std::uint64_t count) const {
    if (count == 0) return;
    Kokkos::parallel_for(
        "KokkosSort::Distributed::unpack", LongRange<Exec>(exec, 0, count),
        ScatterRows<T, Index>{
            Strided<Index const>{scatter + first},
            KokkosSort::Impl::read_only(from_row(m_received, first)), m_to});
  }

  Exec m_exec;
  Rows<T const> m_from;
  Rows<T> m_sent;
  Rows<T> m_received;
  Rows<T> m_to;
  bool m_is_apart;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
