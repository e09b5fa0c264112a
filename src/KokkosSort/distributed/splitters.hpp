// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_SPLITTERS_HPP
#define KOKKOSSORT_DISTRIBUTED_SPLITTERS_HPP

#include <KokkosSort/algorithm/gather.hpp>
#include <KokkosSort/argsort.hpp>
#include <KokkosSort/distributed/agreement.hpp>
#include <KokkosSort/distributed/communicator.hpp>
#include <KokkosSort/distributed/parts.hpp>
#include <KokkosSort/distributed/route.hpp>
#include <KokkosSort/distributed/selection.hpp>
#include <KokkosSort/distributed/staging.hpp>
#include <KokkosSort/thread/strided.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Cuts each rank's sorted keys so that the parts for one destination, over all
/// ranks, are exactly the keys of its places in the global order (key, source
/// rank, source index). Rank d looks for the cut in front of destination d; in
/// each round all ranks send it samples of what it still looks through, it
/// sorts them on `exec`, stably, so that ties fall in the order of ranks by
/// themselves, and tells each rank what is left.
///
/// Two all-to-alls of a few thousand keys and three words a rank and round, and
/// log n / log(samples / 2 ranks) rounds, whatever the keys are: equal keys
/// cost no more than others.
template <class Exec, class Key, class OrderOption>
class SplitterSearch {
  using Space = typename Exec::memory_space;

 public:
  SplitterSearch(Communicator& comm, Exec const& exec, OrderOption const& order,
                 Key const* sorted_keys)
      : m_comm(comm), m_exec(exec), m_order(order), m_keys(sorted_keys) {
    MPI_Type_contiguous(sizeof(Key), MPI_BYTE, &m_key_type);
    MPI_Type_commit(&m_key_type);
  }
  ~SplitterSearch() { MPI_Type_free(&m_key_type); }
  SplitterSearch(SplitterSearch const&)            = delete;
  SplitterSearch& operator=(SplitterSearch const&) = delete;

  /// @param counts keys of each rank
  /// @param destinations the global order, cut into what each rank receives
  /// @return this rank's keys, cut by destination
  Parts find(std::vector<std::uint64_t> const& counts,
             Parts const& destinations) {
    auto const self = static_cast<std::size_t>(m_comm.rank());
    auto const size = static_cast<std::size_t>(m_comm.size());
    Selection selection(counts, destinations.begin(m_comm.rank()));
    std::vector<Interval> asked(size);
    for (std::size_t d = 0; d < size; ++d)
      asked[d] =
          Selection::first(counts, self, destinations.total(), selection.step(),
                           destinations.begin(static_cast<int>(d)));
    while (!all_done(asked)) {
      std::vector<std::uint32_t> const ranks = round(selection, asked);
      if (!selection.is_done())
        selection.narrow(ranks.size(), [&](std::uint64_t m) {
          return static_cast<std::size_t>(ranks[m]);
        });
      MPI_Alltoall(selection.intervals().data(), 3, MPI_UINT64_T, asked.data(),
                   3, MPI_UINT64_T, m_comm.get());
    }
    return cut(asked, counts[self]);
  }

 private:
  /// Every rank hears from every search, so all leave in the same round.
  static bool all_done(std::vector<Interval> const& asked) {
    return std::all_of(asked.begin(), asked.end(),
                       [](Interval const& one) { return one.step == 0; });
  }

  /// A comparator that contradicts itself may put cuts out of order.
  Parts cut(std::vector<Interval> const& asked, std::uint64_t count) const {
    std::vector<std::uint64_t> bounds;
    for (Interval const& one : asked) bounds.push_back(one.begin);
    bounds.push_back(count);
    bool const ordered = std::is_sorted(bounds.begin(), bounds.end());
    agree(m_comm, caught([&] {
            if (!ordered)
              throw std::invalid_argument(
                  "KokkosSort::Distributed: the comparator is no strict weak "
                  "order");
          }));
    return Parts(std::move(bounds));
  }

  struct Counts {
    std::vector<int> counts, begins;
    std::uint64_t total = 0;

    void add(std::uint64_t count) {
      if (total + count > std::numeric_limits<int>::max())
        throw std::runtime_error(
            "KokkosSort::Distributed: too many ranks for one round of samples");
      counts.push_back(static_cast<int>(count));
      begins.push_back(static_cast<int>(total));
      total += count;
    }
  };

  /// Sends the samples asked for and sorts those received: the ranks that they
  /// came from, in the order of the keys.
  std::vector<std::uint32_t> round(Selection const& selection,
                                   std::vector<Interval> const& asked) {
    Counts sends, receives;
    std::vector<std::byte> sent, received;
    agree(m_comm, caught([&] {
            for (Interval const& one : asked) sends.add(one.samples());
            for (Interval const& one : selection.intervals())
              receives.add(one.samples());
            reserve(std::max(sends.total, receives.total), receives.total);
            sent = take_samples(asked, sends.total);
            received.resize(receives.total * sizeof(Key));
          }));
    MPI_Alltoallv(sent.data(), sends.counts.data(), sends.begins.data(),
                  m_key_type, received.data(), receives.counts.data(),
                  receives.begins.data(), m_key_type, m_comm.get());
    return sort_samples(received, receives);
  }

  std::vector<std::byte> take_samples(std::vector<Interval> const& asked,
                                      std::uint64_t total) {
    std::vector<std::byte> samples(total * sizeof(Key));
    if (total == 0) return samples;
    using KokkosSort::Impl::Move;
    using KokkosSort::Impl::Rows;
    std::vector<std::uint64_t> places;
    places.reserve(total);
    for (Interval const& one : asked)
      for (std::uint64_t i = 0; i < one.samples(); ++i)
        places.push_back(one.sample(i));
    if constexpr (is_host_memory_v<Exec>) {
      for (std::uint64_t i = 0; i < total; ++i)
        std::memcpy(samples.data() + i * sizeof(Key), m_keys + places[i],
                    sizeof(Key));
    } else {
      copy_bytes<Space, Kokkos::HostSpace>(m_exec, m_places.data(),
                                           places.data(),
                                           total * sizeof(std::uint64_t));
      KokkosSort::Impl::gather_rows(
          "KokkosSort::Distributed::take_samples", m_exec,
          KokkosSort::Impl::Strided<std::uint64_t const>{m_places.data()},
          total,
          KokkosSort::Impl::move_list(
              Move<Key>{Rows<Key const>{m_keys, 1, 1, 1},
                        Rows<Key>{m_samples.data(), 1, 1, 1}}));
      copy_bytes<Kokkos::HostSpace, Space>(
          m_exec, samples.data(), m_samples.data(), total * sizeof(Key));
      m_exec.fence("KokkosSort::Distributed: samples are on the host");
    }
    return samples;
  }

  std::vector<std::uint32_t> sort_samples(
      std::vector<std::byte> const& received, Counts const& receives) {
    std::uint64_t const total = receives.total;
    std::vector<std::uint32_t> ranks(total);
    if (total == 0) return ranks;
    copy_bytes<Space, Kokkos::HostSpace>(m_exec, m_samples.data(),
                                         received.data(), total * sizeof(Key));
    auto const range = std::make_pair(std::uint64_t{0}, total);
    KokkosSort::argsort(m_exec, Kokkos::subview(m_permutation, range),
                        Kokkos::subview(m_samples, range), m_order, m_scratch);
    copy_bytes<Kokkos::HostSpace, Space>(m_exec, ranks.data(),
                                         m_permutation.data(),
                                         total * sizeof(std::uint32_t));
    m_exec.fence("KokkosSort::Distributed: samples are sorted");
    std::vector<std::uint32_t> source(total);
    for (std::size_t r = 0; r < receives.counts.size(); ++r)
      std::fill_n(source.begin() + receives.begins[r], receives.counts[r],
                  static_cast<std::uint32_t>(r));
    for (auto& one : ranks) one = source[one];
    return ranks;
  }

  /// Room for as many samples, of which `sorted` are to be sorted. The first
  /// round takes about what the others need.
  void reserve(std::uint64_t samples, std::uint64_t sorted) {
    if (m_samples.extent(0) < samples) {
      m_samples     = allocate<Key>("samples", samples);
      m_permutation = allocate<std::uint32_t>("sample_permutation", samples);
      if constexpr (!is_host_memory_v<Exec>)
        m_places = allocate<std::uint64_t>("sample_places", samples);
    }
    auto const range = std::make_pair(std::uint64_t{0}, sorted);
    m_scratch.reserve(m_exec, argsort_workspace_size(
                                  m_exec, Kokkos::subview(m_permutation, range),
                                  Kokkos::subview(m_samples, range), m_order));
  }

  template <class T>
  Kokkos::View<T*, Space> allocate(char const* name, std::uint64_t n) const {
    return Kokkos::View<T*, Space>(
        Kokkos::view_alloc(m_exec, Kokkos::WithoutInitializing,
                           std::string("KokkosSort::Distributed::") + name),
        n);
  }

  Communicator& m_comm;
  Exec m_exec;
  OrderOption m_order;
  Key const* m_keys;
  MPI_Datatype m_key_type = MPI_DATATYPE_NULL;
  Kokkos::View<std::uint64_t*, Space> m_places;
  Kokkos::View<Key*, Space> m_samples;
  Kokkos::View<std::uint32_t*, Space> m_permutation;
  KokkosSort::Workspace<Space> m_scratch;
};

/// What each rank sends to this one.
inline Parts incoming(Communicator const& comm, Parts const& outgoing) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> sent(size), received(size);
  for (int r = 0; r < comm.size(); ++r)
    sent[static_cast<std::size_t>(r)] = outgoing.count(r);
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T,
               comm.get());
  return Parts::of_counts(received);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
