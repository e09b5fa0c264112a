// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_TRANSPORT_PEER_PUT_HPP
#define KOKKOSSORT_DISTRIBUTED_TRANSPORT_PEER_PUT_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/distributed_options.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/peer_memory.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/transport/put_rows.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosSort::Distributed::Impl {

#if defined(KOKKOSSORT_ENABLE_NCCL)

/// The payloads of one plan between devices of one node: rows go from where
/// they lie straight into the memory of the rank that gets them, without being
/// brought into order first, and while one stretch of them is under way the
/// stretch before it is fetched from where it has arrived. Fetching from random
/// places and writing over the links then take the time of the slower one, not
/// of both.
class PeerPut {
 public:
  /// Whether to try it, by what all ranks know: in place of NCCL, which moves
  /// memory between devices, too. Less than a MiB a rank is packed, exchanged
  /// and unpacked before the ranks have met.
  static bool suits(Communicator const& comm, TransportChoice const& route,
                    std::size_t bytes_a_rank) {
    return route.transport == Transport::nccl && comm.size() > 1 &&
           bytes_a_rank >= std::size_t{1} << 20;
  }

  /// Gets what the way needs. Collective. False, on all ranks, where there is
  /// none.
  /// @param chunk_bytes what makes a stretch of the part for one rank; 0: as
  ///   much as is worth it
  template <class Exec, class Index>
  bool prepare(Communicator& comm, Exec const& exec, std::size_t chunk_bytes,
               std::size_t width, Index const* received_at,
               SendCounts const& receive) {
    if (!comm.peers().provide(comm.get(), receive.total() * width))
      return false;
    if (m_begins.empty()) {
      m_begins        = begins_at_peers(comm, receive);
      m_most_arriving = most_arriving(comm, receive);
    }
    auto const ranks = static_cast<std::size_t>(comm.size());
    int const stretches =
        stretches_of(m_most_arriving * width,
                     chunk_bytes > 0 ? chunk_bytes * ranks : stretch_bytes);
    if (static_cast<int>(m_rows_within.size()) != stretches)
      m_rows_within = rows_within(exec, received_at, receive, stretches);
    return true;
  }

  /// Moves the rows, after prepare(). Collective; on return `to` is complete in
  /// the order of work on `exec`.
  /// @param from,to may overlap only if `is_apart` is false
  /// @param is_apart the same on all ranks, which meet once per stretch or once
  template <class Exec, class T, class Index>
  void forth(Communicator& comm, Exec const& exec,
             KokkosSort::Impl::Rows<T const> const& from,
             Index const* sent_from, SendCounts const& send,
             Index const* received_at, SendCounts const& receive,
             KokkosSort::Impl::Rows<T> const& to, bool is_apart) const {
    auto const puts = puts_of(exec, comm, send, to.columns * sizeof(T));
    auto const run  = [&](auto const& rows, auto const& rows_out) {
      using Element =
          std::remove_pointer_t<std::remove_cvref_t<decltype(rows_out.data)>>;
      int const self = comm.rank();
      // What stays here is fetched from the payload, if it is still there then.
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
  // A stretch takes the links longer than the ranks to meet, some 20 us. What
  // nothing hides is putting the first one and fetching the last one: of 48 it
  // is little (16 take 2 % longer, 128 as well, for their launches).
  static constexpr std::size_t stretch_bytes = std::size_t{32} << 20;
  static constexpr std::size_t most          = 48;
  static_assert(most <= PeerMemory::most_marks);

  static int stretches_of(std::size_t bytes, std::size_t a_stretch) {
    return static_cast<int>(
        std::clamp<std::size_t>(bytes / a_stretch, 1, most));
  }

  /// Where what this rank sends begins in what each rank receives.
  static std::vector<std::uint64_t> begins_at_peers(Communicator const& comm,
                                                    SendCounts const& receive) {
    std::vector<std::uint64_t> begins(receive.bounds());
    begins.pop_back();
    std::vector<std::uint64_t> at_peers(begins.size());
    MPI_Alltoall(begins.data(), 1, MPI_UINT64_T, at_peers.data(), 1,
                 MPI_UINT64_T, comm.get());
    return at_peers;
  }

  /// Rows that come from another rank, where most of them do.
  static std::uint64_t most_arriving(Communicator const& comm,
                                     SendCounts const& receive) {
    std::uint64_t most = receive.total() - receive.count(comm.rank());
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, comm.get());
    return most;
  }

  /// How many rows of the result can be fetched after each stretch.
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

  /// Every stretch is put without waiting for anyone: no place is written to
  /// twice. The ranks meet on the host, where a stretch's end is waited for,
  /// and not by a kernel, which would have to find room beside those that move
  /// rows.
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
    // Where the payload is overwritten, all of it has to be away before.
    for (int s = is_apart ? 0 : put.stretches - 1; s < put.stretches; ++s) {
      progress_until(comm.get(), [&] { return peers.has_passed(s); });
      MPI_Barrier(comm.get());
      fetch.begin = fetch.end;
      fetch.end   = m_rows_within[static_cast<std::size_t>(s)];
      fetch_rows(exec, fetch, s + 1 == put.stretches);
    }
  }

  std::vector<std::uint64_t> m_begins;
  std::uint64_t m_most_arriving = 0;
  std::vector<std::uint64_t> m_rows_within;
};

#else

/// Stands for the way where devices do not reach one another's memory.
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
  void forth(Arguments const&...) const {}
};

#endif

}  // namespace KokkosSort::Distributed::Impl

#endif
