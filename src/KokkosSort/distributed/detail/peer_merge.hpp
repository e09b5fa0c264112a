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

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Kernel that copies samples of the runs for the other ranks, adjacent. They
/// are the last of every `step` keys of each run, as FewRuns has them.
template <class Key>
struct SampleRuns {
  static constexpr int most_runs = 4;

  Key const* keys;
  Key* samples;
  std::uint64_t step;
  std::uint64_t begins[most_runs];
  std::uint64_t firsts[most_runs + 1];  // samples before those of each run

  KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t i) const {
    int run = 0;
    while (i >= firsts[run + 1]) ++run;
    samples[i] = keys[begins[run] + (i - firsts[run] + 1) * step - 1];
  }
};

/// Sort over up to four devices of one node. Each rank sorts its keys into
/// memory that the others read. The merge then reads the runs where they are:
/// it is the exchange as well, and no array receives the runs. On two H200,
/// 2^29 keys each, it takes 8.1 ms, where an exchange takes 6.9 and a merge 3.2
/// ms. On four it takes 12.7 instead of 13.4 ms. A call without a workspace
/// would allocate one first, which takes another 17 ms for 2^29 keys.
///
/// Phase 1  sort    into the memory of this rank
/// Phase 2  split   as in SortOverRanks
/// Phase 3  sample  each rank's part, for the rank that will merge it
/// Phase 4  merge   the parts of all ranks, over the links, into the keys
///
/// Each rank copies the samples of its runs. So most steps of the merge's
/// searches for tiles read memory of this rank. Without samples, the searches
/// of four ranks with 2^29 keys each take 8.0 ms instead of 1.7. Probably they
/// exceed the reach of address translation over the links. With two ranks or
/// with fewer keys, samples neither save nor cost time.
template <class Exec, class Key, class Value, class... Options>
class PeerMerge {
  using Local = LocalSort<Exec, Key, Value, Options...>;
  using Arena = KokkosSort::Impl::Arena;
  using Own   = Elements<Key, Value>;
  using Space = typename Exec::memory_space;

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
    Memory memory(arena, own.count);
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
    merge(comm, sorted, send, own, memory);
  }

 private:
  /// Memory of phases 3 and 4, for n keys of this rank.
  struct Memory {
    Arena merge;
    Key* published;  // for the other ranks
    Key* arrived;

    Memory(Arena& arena, std::size_t n) : merge(arena) {
      arena.take<std::byte>(Merge::few_bytes(n));
      published = arena.take<Key>(n / Merge::sample_step);
      arrived   = arena.take<Key>(n / Merge::sample_step);
    }
  };

  std::size_t bytes_for(std::size_t n) const {
    Arena measure;
    static_cast<void>(Memory(measure, n));
    static_cast<void>(m_local.plan_elsewhere(n, measure));
    return measure.used();
  }

  /// Part of a rank's keys that another rank merges.
  struct Part {
    std::uint64_t offset;   // bytes from the begin of the sender's memory
    std::uint64_t samples;  // likewise
    std::uint64_t count;    // keys
  };

  /// Returns from all ranks after all have merged: no rank may sort again into
  /// memory that others still read.
  void merge(Communicator& comm, Key const* sorted, SendCounts const& send,
             Own const& own, Memory& memory) const {
    Region const region("KokkosSort::Distributed::merge");
    auto const ranks = static_cast<std::size_t>(comm.size());
    std::vector<Part> parts(ranks), arriving(ranks);
    // The others wait for the parts of this rank, also after an error.
    std::exception_ptr error = capture_exception(
        [&] { publish(comm, sorted, send, memory.published, parts); });
    MPI_Alltoall(parts.data(), sizeof(Part), MPI_BYTE, arriving.data(),
                 sizeof(Part), MPI_BYTE, comm.get());
    if (!error)
      error = capture_exception(
          [&] { merge_parts(comm, sorted, arriving, own, memory); });
    agree_on_error(comm, error);
  }

  /// Lists the parts of the keys, and copies the other ranks' samples to
  /// `samples`. They are complete on return.
  void publish(Communicator& comm, Key const* sorted, SendCounts const& send,
               Key* samples, std::vector<Part>& parts) const {
    static_assert(Merge::few_ways <= SampleRuns<Key>::most_runs);
    SampleRuns<Key> kernel{sorted, samples, Merge::sample_step, {}, {}};
    auto const offset = [&](Key const* at) {
      return static_cast<std::uint64_t>(reinterpret_cast<std::byte const*>(at) -
                                        comm.peers().own());
    };
    std::uint64_t count = 0;
    for (int r = 0; r < comm.size(); ++r) {
      kernel.begins[r]                   = send.begin(r);
      parts[static_cast<std::size_t>(r)] = {offset(sorted + send.begin(r)),
                                            offset(samples + count),
                                            send.count(r)};
      if (r != comm.rank()) count += send.count(r) / Merge::sample_step;
      kernel.firsts[r + 1] = count;
    }
    if (count == 0) return;
    Kokkos::parallel_for(
        labeled("KokkosSort::Distributed::sample_runs"),
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::uint64_t>>(
            m_exec, std::uint64_t{0}, count),
        kernel);
    m_exec.fence(labeled("KokkosSort::Distributed: the samples are complete"));
  }

  void merge_parts(Communicator& comm, Key const* sorted,
                   std::vector<Part> const& arriving, Own const& own,
                   Memory& memory) const {
    std::vector<typename Merge::Run> runs;
    Key* samples = memory.arrived;
    for (int r = 0; r < comm.size(); ++r) {
      Part const& part = arriving[static_cast<std::size_t>(r)];
      if (part.count == 0) continue;
      // Other ranks' memory may lie in front of this rank's: numbers wrap.
      std::ptrdiff_t const bytes =
          reinterpret_cast<std::intptr_t>(comm.peers().of(r) + part.offset) -
          reinterpret_cast<std::intptr_t>(sorted);
      typename Merge::Run run{
          static_cast<std::uint64_t>(bytes /
                                     static_cast<std::ptrdiff_t>(sizeof(Key))),
          part.count, nullptr};
      std::uint64_t const count = part.count / Merge::sample_step;
      if (r != comm.rank() && count > 0) {
        copy_bytes<Space, Space>(
            m_exec, samples,
            reinterpret_cast<Key const*>(comm.peers().of(r) + part.samples),
            count * sizeof(Key));
        run.samples = samples;
        samples += count;
      }
      runs.push_back(run);
    }
    Own const from{own.count, const_cast<Key*>(sorted), nullptr};
    if (!runs.empty())
      Merge::merge_few(m_exec,
                       KokkosSort::Impl::pick_order<Key>(m_local.order()), runs,
                       from, own, memory.merge);
    fence_with_progress(m_exec, comm.get(),
                        "KokkosSort::Distributed: the runs are merged");
  }

  Exec m_exec;
  Local const& m_local;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
