// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_SPLITTER_SEARCH_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_SPLITTER_SEARCH_HPP

#include <KokkosSort/algorithm/payload/gather.hpp>
#include <KokkosSort/argsort.hpp>
#include <KokkosSort/distributed/comm/agreement.hpp>
#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>
#include <KokkosSort/distributed/comm/progress.hpp>
#include <KokkosSort/distributed/comm/region.hpp>
#include <KokkosSort/distributed/partition/search_messages.hpp>
#include <KokkosSort/distributed/partition/selection.hpp>
#include <KokkosSort/distributed/comm/space.hpp>
#include <KokkosSort/block/key_order.hpp>
#include <KokkosSort/core/strided.hpp>
#include <KokkosSort/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Cuts each rank's sorted keys so that the parts with one number, over all
/// ranks, are exactly the keys of its places in the global order (key, source
/// rank, source index). The search for a cut is conducted by one rank; in each
/// round all ranks send it samples of what it still looks through, it sorts
/// them on `exec`, stably, so that ties fall in the order of ranks by
/// themselves, and tells each rank what is left.
///
/// A few thousand keys and three words a rank and round, and
/// log n / log(samples / 2 ranks) rounds, whatever the keys are: equal keys
/// cost no more than others. Where one rank has far more keys than the others,
/// most samples of every search come from it: then searches run in batches, so
/// that it need not send the samples of all of them at once.
template <class Exec, class Key, class OrderOption, class Messages>
class SplitterSearch {
  using Space = typename Exec::memory_space;

 public:
  SplitterSearch(Communicator& comm, Messages messages, Exec const& exec,
                 OrderOption const& order, Key const* sorted_keys)
      : m_comm(comm),
        m_messages(std::move(messages)),
        m_exec(exec),
        m_order(order),
        m_keys(sorted_keys) {
    MPI_Type_contiguous(sizeof(Key), MPI_BYTE, &m_key_type);
    MPI_Type_commit(&m_key_type);
  }
  ~SplitterSearch() { MPI_Type_free(&m_key_type); }
  SplitterSearch(SplitterSearch const&)            = delete;
  SplitterSearch& operator=(SplitterSearch const&) = delete;

  /// @param counts keys of each rank
  /// @param targets where in the global order the parts begin
  /// @param most samples that one rank sends in a round
  /// @return this rank's keys, cut into the parts
  SendCounts find(std::vector<std::uint64_t> const& counts,
                  std::vector<std::uint64_t> const& targets,
                  std::uint64_t most = Selection::most_sent) {
    auto const self           = static_cast<std::size_t>(m_comm.rank());
    int const own             = m_messages.own();
    std::uint64_t const total = SendCounts::of_counts(counts).total();
    Selection selection(counts,
                        own < 0 ? 0 : targets[static_cast<std::size_t>(own)],
                        least_samples(total));
    std::uint64_t const step = selection.step();
    std::size_t const batches =
        Selection::batches(counts, step, targets.size(), most);
    std::vector<Interval> const idle(own < 0 ? 0 : counts.size());
    std::vector<Interval> found(targets.size()), asked(targets.size());
    for (std::size_t batch = 0; batch < batches; ++batch) {
      auto const first = [&](std::size_t rank, std::size_t search) {
        return search % batches != batch
                   ? Interval{}
                   : Selection::first(counts, rank, total, step,
                                      targets[search]);
      };
      for (std::size_t h = 0; h < asked.size(); ++h) asked[h] = first(self, h);
      m_messages.begin(first);
      bool const is_mine =
          own >= 0 && static_cast<std::size_t>(own) % batches == batch;
      search(is_mine ? selection.intervals() : idle, asked,
             is_mine ? &selection : nullptr);
      for (std::size_t h = batch; h < found.size(); h += batches)
        found[h] = asked[h];
    }
    return cut(found, counts[self]);
  }

 private:
  using Order = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<OrderOption const&>()));

  /// The rounds of one batch.
  /// @param wanted what this rank's own search asks, kept by `selection`, which
  ///   is null where it has no search in this batch
  /// @param asked what the searches ask of this rank
  void search(std::vector<Interval> const& wanted, std::vector<Interval>& asked,
              Selection* selection) {
    // A search that failed is not done, so that there is another round, in
    // which the ranks agree about it.
    std::exception_ptr failure;
    while (!all_done(asked)) {
      std::vector<std::byte> const received = round(wanted, asked, failure);
      failure                               = capture_exception([&] {
        if (selection == nullptr || selection->is_done()) return;
        auto const ranks = sort_samples(received, wanted);
        selection->narrow(ranks.size(), [&](std::uint64_t m) {
          return static_cast<std::size_t>(ranks[m]);
        });
      });
      m_messages.ask(wanted, asked);
    }
  }

  /// On a host a round costs more than to sort some more samples: the ranks'
  /// threads wait for one another to be woken.
  std::uint64_t least_samples(std::uint64_t total) const {
    return is_host_memory_v<Exec>
               ? Selection::samples_for_two_rounds(
                     static_cast<std::uint64_t>(m_comm.size()), total)
               : Selection::least_samples;
  }

  /// Every rank hears from every search, so all leave in the same round.
  static bool all_done(std::vector<Interval> const& asked) {
    return std::all_of(asked.begin(), asked.end(),
                       [](Interval const& one) { return one.step == 0; });
  }

  /// A comparator that contradicts itself may put cuts out of order.
  SendCounts cut(std::vector<Interval> const& asked,
                 std::uint64_t count) const {
    std::vector<std::uint64_t> bounds;
    for (Interval const& one : asked) bounds.push_back(one.begin);
    bounds.push_back(count);
    if constexpr (!Order::equal_is_identical) {
      bool const ordered = std::is_sorted(bounds.begin(), bounds.end());
      agree_on_error(
          m_comm, capture_exception([&] {
            if (!ordered)
              throw std::invalid_argument(
                  "KokkosSort::Distributed: the comparator is no strict weak "
                  "order");
          }));
    }
    return SendCounts(std::move(bounds));
  }

  /// Sends the samples asked for and receives those that this rank's own search
  /// wanted.
  /// @param failure of this rank in the round before
  std::vector<std::byte> round(std::vector<Interval> const& wanted,
                               std::vector<Interval> const& asked,
                               std::exception_ptr const& failure) {
    std::uint64_t const sends    = samples_of(asked);
    std::uint64_t const receives = samples_of(wanted);
    std::vector<std::byte> sent, received;
    agree_on_error(m_comm, capture_exception([&] {
                     if (failure) std::rethrow_exception(failure);
                     m_messages.prepare(asked, wanted);
                     reserve(std::max(sends, receives), receives);
                     sent = take_samples(asked, sends);
                     received.resize(receives * sizeof(Key));
                   }));
    m_messages.send(sent.data(), received.data(), m_key_type);
    return received;
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
      fence_with_progress(m_exec, m_comm.get(),
                          "KokkosSort::Distributed: samples are on the host");
    }
    return samples;
  }

  /// The ranks that samples came from, in the order of the keys.
  std::vector<std::uint32_t> sort_samples(
      std::vector<std::byte> const& received,
      std::vector<Interval> const& wanted) {
    std::uint64_t const total = received.size() / sizeof(Key);
    std::vector<std::uint32_t> source;
    source.reserve(total);
    for (std::size_t r = 0; r < wanted.size(); ++r)
      source.insert(source.end(), wanted[r].samples(),
                    static_cast<std::uint32_t>(r));
    if (total == 0) return source;
    copy_bytes<Space, Kokkos::HostSpace>(m_exec, m_samples.data(),
                                         received.data(), total * sizeof(Key));
    if constexpr (is_host_memory_v<Exec>) {
      m_exec.fence(labeled("KokkosSort::Distributed: samples are there"));
      if (are_in_order(total)) return source;
    }
    auto const range = std::make_pair(std::uint64_t{0}, total);
    KokkosSort::argsort(m_exec, Kokkos::subview(m_permutation, range),
                        Kokkos::subview(m_samples, range), m_order, m_scratch);
    std::vector<std::uint32_t> ranks(total);
    copy_bytes<Kokkos::HostSpace, Space>(m_exec, ranks.data(),
                                         m_permutation.data(),
                                         total * sizeof(std::uint32_t));
    fence_with_progress(m_exec, m_comm.get(),
                        "KokkosSort::Distributed: samples are sorted");
    for (auto& one : ranks) one = source[one];
    return ranks;
  }

  /// As they are where all keys are equal or sorted already. Others are seen
  /// not to be by the first rank's end.
  bool are_in_order(std::uint64_t samples) const {
    auto const order = KokkosSort::Impl::pick_order<Key>(m_order);
    for (std::uint64_t i = 1; i < samples; ++i)
      if (order.less(order.encode(m_samples[i]),
                     order.encode(m_samples[i - 1])))
        return false;
    return true;
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
    m_scratch.reserve(m_exec, KokkosSort::argsort_workspace_size(
                                  m_exec, Kokkos::subview(m_permutation, range),
                                  Kokkos::subview(m_samples, range), m_order));
  }

  template <class T>
  Kokkos::View<T*, Space> allocate(char const* name, std::uint64_t n) const {
    return Kokkos::View<T*, Space>(
        Kokkos::view_alloc(
            m_exec, Kokkos::WithoutInitializing,
            labeled(std::string("KokkosSort::Distributed::") + name)),
        n);
  }

  Communicator& m_comm;
  Messages m_messages;
  Exec m_exec;
  OrderOption m_order;
  Key const* m_keys;
  MPI_Datatype m_key_type = MPI_DATATYPE_NULL;
  Kokkos::View<std::uint64_t*, Space> m_places;
  Kokkos::View<Key*, Space> m_samples;
  Kokkos::View<std::uint32_t*, Space> m_permutation;
  KokkosSort::Workspace<Space> m_scratch;
};

/// Runs a search. What a rank does before it, and an order that cannot be
/// copied, are agreed about together.
template <class Search, class Before, class... Arguments>
SendCounts search_after(Before const& before, Communicator& comm,
                        std::vector<std::uint64_t> const& counts,
                        std::vector<std::uint64_t> const& targets,
                        Arguments&&... arguments) {
  std::optional<Search> search;
  agree_on_error(comm, capture_exception([&] {
                   before();
                   search.emplace(comm, std::forward<Arguments>(arguments)...);
                 }));
  Region const region("KokkosSort::Distributed::splitters");
  return search->find(counts, targets);
}

/// Cuts between ranks.
/// @param before what this rank does before its keys are sorted
template <class Exec, class Key, class OrderOption, class Before>
SendCounts cut_by_rank(Communicator& comm, Exec const& exec,
                       OrderOption const& order, Key const* sorted_keys,
                       Layout const& layout, Before const& before) {
  auto targets = layout.destinations.bounds();
  targets.pop_back();
  return search_after<SplitterSearch<Exec, Key, OrderOption, DirectMessages>>(
      before, comm, layout.counts, targets, DirectMessages(comm), exec, order,
      sorted_keys);
}

/// Cuts between rows of ranks.
/// @param before as above
template <class Exec, class Key, class OrderOption, class Before>
SendCounts cut_by_row(Communicator& comm, int row_size, Exec const& exec,
                      OrderOption const& order, Key const* sorted_keys,
                      Layout const& layout, Before const& before) {
  std::vector<std::uint64_t> targets;
  for (int r = 0; r < comm.size(); r += row_size)
    targets.push_back(layout.destinations.begin(r));
  return search_after<SplitterSearch<Exec, Key, OrderOption, GridMessages>>(
      before, comm, layout.counts, targets, GridMessages(comm.grid(row_size)),
      exec, order, sorted_keys);
}

/// What each rank sends to this one.
inline SendCounts incoming(Communicator const& comm,
                           SendCounts const& outgoing) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> sent(size), received(size);
  for (int r = 0; r < comm.size(); ++r)
    sent[static_cast<std::size_t>(r)] = outgoing.count(r);
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T,
               comm.get());
  return SendCounts::of_counts(received);
}

/// The same, in slots.
inline AlignedDisplacements arriving(Communicator const& comm,
                                     SendCounts const& outgoing) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> sent, received(2 * size);
  for (int r = 0; r < comm.size(); ++r) {
    sent.push_back(outgoing.begin(r));
    sent.push_back(outgoing.count(r));
  }
  MPI_Alltoall(sent.data(), 2, MPI_UINT64_T, received.data(), 2, MPI_UINT64_T,
               comm.get());
  std::vector<std::uint64_t> begins, counts;
  for (std::size_t r = 0; r < size; ++r) {
    begins.push_back(received[2 * r]);
    counts.push_back(received[2 * r + 1]);
  }
  return AlignedDisplacements(begins, std::move(counts));
}

}  // namespace KokkosSort::Distributed::Impl

#endif
