// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_PEER_PUT_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_PEER_PUT_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/peer_memory.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/transport/put_rows.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosSort::Distributed::Impl {

#if defined(KOKKOSSORT_ENABLE_NCCL)

/// Payloads of one plan between the devices of one node. Kernels read rows at
/// random positions in the payload and write them directly into the memory of
/// the destination rank, without packing. While one stretch is in flight, the
/// stretch before it is fetched from the memory where it arrived. So random
/// reads and writes over the links take the time of the slower of the two, not
/// of both.
class PeerPut {
 public:
  /// Whether to try it in place of NCCL; equal on all ranks. Below 1 MiB per
  /// rank, packing, exchange and unpacking end before the ranks have met.
  static bool suits(Communicator const& comm, TransportChoice const& choice,
                    std::size_t bytes_per_rank);

  /// Prepares the transport. Collective. Returns false, on all ranks, if it is
  /// not available.
  /// @param chunk_bytes bytes per destination rank in a stretch; 0: the default
  template <class Exec, class Index>
  bool prepare(Communicator& comm, Exec const& exec, std::size_t chunk_bytes,
               std::size_t width, Index const* received_at,
               SendCounts const& receive) {
    if (!comm.peers().provide(comm.get(), receive.total() * width))
      return false;
    int const stretches = prepare_stretches(comm, chunk_bytes, width, receive);
    if (static_cast<int>(m_rows_within.size()) != stretches)
      m_rows_within = rows_within(exec, received_at, receive, stretches);
    return true;
  }

  /// Moves the rows, after prepare(). Collective; on return `to` is complete in
  /// the order of work on `exec`.
  /// @param from,to may overlap only if `is_apart` is false
  /// @param is_apart equal on all ranks: they meet once per stretch, or once
  template <class Exec, class T, class Index>
  void forward(Communicator& comm, Exec const& exec,
               KokkosSort::Impl::Rows<T const> const& from,
               Index const* sent_from, SendCounts const& send,
               Index const* received_at, SendCounts const& receive,
               KokkosSort::Impl::Rows<T> const& to, bool is_apart) const {
    auto const puts = puts_of(exec, comm, send, to.columns * sizeof(T));
    auto const run  = [&](auto const& rows, auto const& rows_out) {
      using Element =
          std::remove_pointer_t<std::remove_cvref_t<decltype(rows_out.data)>>;
      int const self = comm.rank();
      // This rank's own part is fetched from the payload, unless the result
      // overwrites it.
      run_stretches(
          comm, exec,
          PutRows<Exec, Element, Index>{sent_from, rows, puts.data(),
                                        comm.size(), self,
                                        comm.size() - (is_apart ? 1 : 0), 0, 0},
          FetchRows<Exec, Element, Index>{
              received_at, reinterpret_cast<Element const*>(comm.peers().own()),
              receive.begin(self), is_apart ? receive.count(self) : 0,
              sent_from + send.begin(self), rows, rows_out, 0, 0},
          is_apart);
    };
    if (is_of_words(from) && is_of_words(to)) {
      run(as_words(from), as_words(to));
    } else {
      run(from, to);
    }
  }

 private:
  /// Exchanges the begins of the parts, once, and returns the number of
  /// stretches. Collective.
  int prepare_stretches(Communicator const& comm, std::size_t chunk_bytes,
                        std::size_t width, SendCounts const& receive);

  /// Returns the number of rows of the result that can be fetched after each
  /// stretch.
  template <class Exec, class Index>
  static std::vector<std::uint64_t> rows_within(Exec const& exec,
                                                Index const* received_at,
                                                SendCounts const& receive,
                                                int stretches) {
    std::vector<std::uint64_t> rows(static_cast<std::size_t>(stretches),
                                    receive.total());
    auto const bounds   = on_device(exec, receive.bounds());
    auto const rows_out = on_device(exec, rows);
    if (receive.total() > 0)
      Kokkos::parallel_for(
          labeled("KokkosSort::Distributed::rows_within"),
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(
              exec, 0, receive.total()),
          RowsWithin<Index>{received_at, bounds.data(), receive.ranks(),
                            stretches, rows_out.data()});
    Kokkos::deep_copy(exec, OnHost<std::uint64_t>(rows.data(), rows.size()),
                      rows_out);
    exec.fence(
        labeled("KokkosSort::Distributed: rows within stretches are known"));
    return rows;
  }

  template <class Exec>
  Kokkos::View<Put*, typename Exec::memory_space> puts_of(
      Exec const& exec, Communicator& comm, SendCounts const& send,
      std::size_t width) const {
    std::vector<Put> puts;
    for (int r = 0; r < comm.size(); ++r)
      puts.push_back(
          {comm.peers().of(r) + m_begins[static_cast<std::size_t>(r)] * width,
           send.begin(r), send.count(r)});
    return on_device(exec, puts);
  }

  template <class T>
  using OnHost = Kokkos::View<T*, Kokkos::HostSpace,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class Exec, class T>
  static Kokkos::View<T*, typename Exec::memory_space> on_device(
      Exec const& exec, std::vector<T> const& values) {
    Kokkos::View<T*, typename Exec::memory_space> copy(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing,
                           labeled("KokkosSort::Distributed::table")),
        values.size());
    Kokkos::deep_copy(exec, copy,
                      OnHost<T const>(values.data(), values.size()));
    exec.fence(labeled("KokkosSort::Distributed: a table is copied"));
    return copy;
  }

  /// All stretches are put without waiting: no position is written twice. The
  /// ranks meet on the host, which waits for the end of each stretch. A kernel
  /// that waited would need space on the device beside those that move rows.
  template <class Exec, class PutKernel, class FetchKernel>
  void run_stretches(Communicator& comm, Exec const& exec, PutKernel put,
                     FetchKernel fetch, bool is_apart) const {
    PeerMemory& peers = comm.peers();
    put.stretches     = static_cast<int>(m_rows_within.size());
    peers.side_waits_for(exec);
    for (put.stretch = 0; put.stretch < put.stretches; ++put.stretch) {
      put_rows(peers.side(), put);
      peers.mark(put.stretch);
    }
    // If the result overwrites the payload, all rows have to be sent before.
    for (int s = is_apart ? 0 : put.stretches - 1; s < put.stretches; ++s) {
      progress_until(comm.get(), [&] { return peers.has_passed(s); });
      MPI_Barrier(comm.get());
      fetch.begin = fetch.end;
      fetch.end   = m_rows_within[static_cast<std::size_t>(s)];
      fetch_rows(exec, fetch, s + 1 == put.stretches);
    }
  }

  std::vector<std::uint64_t> m_begins;  ///< of this rank's parts at each rank
  std::uint64_t m_most_arriving = 0;    ///< rows from other ranks, the maximum
  std::vector<std::uint64_t> m_rows_within;  ///< per stretch
};

#else

/// Replaces the transport in a build whose devices cannot reach each other.
class PeerPut {
 public:
  static bool suits(Communicator const&, TransportChoice const&, std::size_t) {
    return false;
  }
  template <class... Arguments>
  bool prepare(Arguments const&...) {
    return false;
  }
  template <class... Arguments>
  void forward(Arguments const&...) const {}
};

#endif

}  // namespace KokkosSort::Distributed::Impl

#endif
