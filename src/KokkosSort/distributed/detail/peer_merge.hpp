// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_DETAIL_PEER_MERGE_HPP
#define KOKKOSSORT_DISTRIBUTED_DETAIL_PEER_MERGE_HPP

#include <KokkosSort/core/arena.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/comm/peer_memory.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/detail/local_sort.hpp>
#include <KokkosSort/distributed/detail/merge_passes.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>
#include <KokkosSort/distributed/transport/transport_choice.hpp>

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Sort over up to four devices of one node. Each rank sorts its keys into
/// memory that the others read. The merge then reads the runs where they are:
/// it is the exchange as well, and no array receives the runs. On two H200,
/// 2^29 keys each, it takes 8.1 ms, where an exchange takes 6.9 and a merge 3.2
/// ms. On four it takes 20.8 ms instead of 13.4, but only 6.4 instead of 6.9
/// with 2^28 keys. A call without a workspace would allocate one first, which
/// takes another 17 ms for 2^29 keys.
///
/// Phase 1  sort    into the memory of this rank
/// Phase 2  split   as in SortOverRanks
/// Phase 3  merge   the parts of all ranks, over the links, into the keys
template <class Exec, class Key, class Value, class... Options>
class PeerMerge {
  using Local = LocalSort<Exec, Key, Value, Options...>;
  using Arena = KokkosSort::Impl::Arena;
  using Own   = Elements<Key, Value>;

  using Order = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<Local const&>().order()));
  using Merge = MergePasses<Exec, Order, Value>;

 public:
  /// Keys without values, whose sort can leave its result elsewhere. The
  /// distance of two ranks' keys must be a number of keys.
  static constexpr bool is_possible = [] {
    if constexpr (PeerMemory::is_built && !is_value_v<Value> &&
                  !is_host_memory_v<Exec> &&
                  Arena::alignment % sizeof(Key) == 0) {
      return Local::sorts_elsewhere && Merge::merges_few;
    } else {
      return false;
    }
  }();

  /// Whether one merge takes the runs of so many ranks; equal on all ranks.
  static bool suits(int ranks, Exchange const& setting) {
    return ranks > 1 && ranks <= static_cast<int>(Merge::few_ways) &&
           setting.levels != 2;
  }

  PeerMerge(Exec const& exec, Local const& local)
      : m_exec(exec), m_local(local) {}

  /// Provides the memory for n keys of this rank. Collective. Returns false, on
  /// all ranks, if there is none or if a rank has a workspace.
  /// @param is_free whether this rank has no workspace
  bool provide(Communicator& comm, TransportChoice const& choice, bool is_free,
               std::size_t n) const {
    if (choice.transport != Transport::nccl) return false;
    int all = is_free ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm.get());
    return all == 1 && comm.peers().provide(comm.get(), bytes_for(n));
  }

  /// Sorts over all ranks, in place. Collective, after provide().
  void run(Communicator& comm, Layout const& layout, Own const& own) const {
    Arena arena(comm.peers().own(), bytes_for(own.count));
    Arena merging = arena;
    arena.take<std::byte>(Merge::few_bytes(own.count));
    auto const plan         = m_local.plan_elsewhere(own.count, arena);
    Key const* const sorted = plan.sorted();
    auto const sort         = [&] {
      Region const region("KokkosSort::Distributed::local_sort");
      m_local.run_elsewhere(m_exec, plan, own);
      // Also if the search does not read the keys, the other ranks will.
      m_exec.fence(labeled("KokkosSort::Distributed: the keys are sorted"));
    };
    SendCounts const send =
        split_by_rank(comm, m_exec, m_local.order(), sorted, layout, sort);
    agree_on_error(comm, capture_exception(
                             [&] { merge(comm, sorted, send, own, merging); }));
  }

 private:
  std::size_t bytes_for(std::size_t n) const {
    Arena measure;
    measure.take<std::byte>(Merge::few_bytes(n));
    static_cast<void>(m_local.plan_elsewhere(n, measure));
    return measure.used();
  }

  /// Returns from all ranks after all have merged, as agree_on_error() does
  /// next: no rank may sort again into memory that others still read.
  void merge(Communicator& comm, Key const* sorted, SendCounts const& send,
             Own const& own, Arena& arena) const {
    Region const region("KokkosSort::Distributed::merge");
    struct Part {
      std::uint64_t offset;  // bytes from the begin of the sender's memory
      std::uint64_t count;   // keys
    };
    auto const ranks = static_cast<std::size_t>(comm.size());
    std::vector<Part> parts(ranks), arriving(ranks);
    auto const* const memory = comm.peers().own();
    auto const offset        = static_cast<std::uint64_t>(
        reinterpret_cast<std::byte const*>(sorted) - memory);
    for (int r = 0; r < comm.size(); ++r)
      parts[static_cast<std::size_t>(r)] = {
          offset + send.begin(r) * sizeof(Key), send.count(r)};
    MPI_Alltoall(parts.data(), sizeof(Part), MPI_BYTE, arriving.data(),
                 sizeof(Part), MPI_BYTE, comm.get());
    std::vector<typename Merge::Run> runs;
    for (int r = 0; r < comm.size(); ++r) {
      Part const& part = arriving[static_cast<std::size_t>(r)];
      // Other ranks' memory may lie in front of this rank's: numbers wrap.
      std::ptrdiff_t const bytes =
          reinterpret_cast<std::intptr_t>(comm.peers().of(r) + part.offset) -
          reinterpret_cast<std::intptr_t>(sorted);
      if (part.count > 0)
        runs.push_back({static_cast<std::uint64_t>(
                            bytes / static_cast<std::ptrdiff_t>(sizeof(Key))),
                        part.count});
    }
    Own const from{own.count, const_cast<Key*>(sorted), nullptr};
    if (!runs.empty())
      Merge::merge_few(m_exec,
                       KokkosSort::Impl::pick_order<Key>(m_local.order()), runs,
                       from, own, arena);
    fence_with_progress(m_exec, comm.get(),
                        "KokkosSort::Distributed: the runs are merged");
  }

  Exec m_exec;
  Local const& m_local;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
