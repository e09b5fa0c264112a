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

/// Finds the split points of each rank's sorted keys. Part d of all ranks
/// together is exactly the keys of a range of positions in the global order
/// (key, source rank, source index). One rank conducts the
/// search for one split point. In each round all ranks send it samples of the
/// keys that it still considers. It sorts them stably on `exec`, so ties fall
/// in rank order, and sends each rank its remaining interval.
///
/// A round costs a few thousand keys and three words per rank. There are
/// log n / log(samples / 2 ranks) rounds, whatever the keys are: equal keys
/// cost no more than others. If one rank has far more keys than the others,
/// most samples of every search are from it. Then the searches run in batches,
/// so that it need not send all their samples at once.
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

  /// @param counts keys per rank
  /// @param targets first position of each part in the global order
  /// @param most samples that one rank sends in a round
  /// @return the parts of this rank's keys
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
    return split_at(found, counts[self]);
  }

 private:
  using Order = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<OrderOption const&>()));

  /// Runs the rounds of one batch.
  /// @param wanted intervals of this rank's own search, kept by `selection`,
  ///   which is null if the rank has no search in this batch
  /// @param asked intervals of all searches on this rank
  void search(std::vector<Interval> const& wanted, std::vector<Interval>& asked,
              Selection* selection) {
    // A search that failed is not done, so there is another round, in which the
    // ranks agree on the error.
    std::exception_ptr failure;
    while (!all_done(asked)) {
      std::vector<std::byte> const received = round(wanted, asked, failure);
      failure                               = capture_exception([&] {
        if (selection == nullptr || selection->is_done()) return;
        selection->narrow(sort_samples(received, wanted));
      });
      m_messages.ask(wanted, asked);
    }
  }

  /// On a host a round takes longer than sorting more samples, because the
  /// ranks' threads wait for each other to wake up.
  std::uint64_t least_samples(std::uint64_t total) const {
    return is_host_memory_v<Exec>
               ? Selection::samples_for_two_rounds(
                     static_cast<std::uint64_t>(m_comm.size()), total)
               : Selection::least_samples;
  }

  /// Every search sends its intervals to every rank, so all leave in the same
  /// round.
  static bool all_done(std::vector<Interval> const& asked) {
    return std::all_of(asked.begin(), asked.end(),
                       [](Interval const& each) { return each.step == 0; });
  }

  /// A comparator that contradicts itself may put split points out of order.
  SendCounts split_at(std::vector<Interval> const& found,
                      std::uint64_t count) const {
    std::vector<std::uint64_t> bounds;
    for (Interval const& each : found) bounds.push_back(each.begin);
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

  /// Sends the samples of `asked` and returns those of this rank's own search.
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
    std::vector<std::uint64_t> positions;
    positions.reserve(total);
    for (Interval const& each : asked)
      for (std::uint64_t i = 0; i < each.samples(); ++i)
        positions.push_back(each.sample(i));
    if constexpr (is_host_memory_v<Exec>) {
      for (std::uint64_t i = 0; i < total; ++i)
        std::memcpy(samples.data() + i * sizeof(Key), m_keys + positions[i],
                    sizeof(Key));
    } else {
      copy_bytes<Space, Kokkos::HostSpace>(m_exec, m_positions.data(),
                                           positions.data(),
                                           total * sizeof(std::uint64_t));
      KokkosSort::Impl::gather_rows(
          "KokkosSort::Distributed::take_samples", m_exec,
          KokkosSort::Impl::Strided<std::uint64_t const>{m_positions.data()},
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

  /// Returns the source rank of each sample, in key order.
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
                        Kokkos::subview(m_samples, range), m_order,
                        m_workspace);
    std::vector<std::uint32_t> ranks(total);
    copy_bytes<Kokkos::HostSpace, Space>(m_exec, ranks.data(),
                                         m_permutation.data(),
                                         total * sizeof(std::uint32_t));
    fence_with_progress(m_exec, m_comm.get(),
                        "KokkosSort::Distributed: samples are sorted");
    for (auto& rank : ranks) rank = source[rank];
    return ranks;
  }

  /// Whether the samples need no sort, as is so if all keys are equal or were
  /// sorted already. Other inputs show by the end of the first rank's samples.
  bool are_in_order(std::uint64_t samples) const {
    auto const order = KokkosSort::Impl::pick_order<Key>(m_order);
    for (std::uint64_t i = 1; i < samples; ++i)
      if (order.less(order.encode(m_samples[i]),
                     order.encode(m_samples[i - 1])))
        return false;
    return true;
  }

  /// Reserves memory for `samples` samples and for the sort of `sorted` of
  /// them. The first round needs about as much as later ones.
  void reserve(std::uint64_t samples, std::uint64_t sorted) {
    if (m_samples.extent(0) < samples) {
      m_samples     = allocate<Key>("samples", samples);
      m_permutation = allocate<std::uint32_t>("sample_permutation", samples);
      if constexpr (!is_host_memory_v<Exec>)
        m_positions = allocate<std::uint64_t>("sample_places", samples);
    }
    auto const range = std::make_pair(std::uint64_t{0}, sorted);
    m_workspace.reserve(m_exec,
                        KokkosSort::argsort_workspace_size(
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
  Kokkos::View<std::uint64_t*, Space> m_positions;
  Kokkos::View<Key*, Space> m_samples;
  Kokkos::View<std::uint32_t*, Space> m_permutation;
  KokkosSort::Workspace<Space> m_workspace;
};

/// Runs a search. The ranks agree on the errors of `before` and of the search's
/// construction together, since copying an order may throw.
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

/// Splits the keys between ranks.
/// @param before sorts this rank's keys
template <class Exec, class Key, class OrderOption, class Before>
SendCounts split_by_rank(Communicator& comm, Exec const& exec,
                         OrderOption const& order, Key const* sorted_keys,
                         Layout const& layout, Before const& before) {
  auto targets = layout.destinations.bounds();
  targets.pop_back();
  return search_after<SplitterSearch<Exec, Key, OrderOption, DirectMessages>>(
      before, comm, layout.counts, targets, DirectMessages(comm), exec, order,
      sorted_keys);
}

/// Splits the keys between rows of ranks.
/// @param before sorts this rank's keys
template <class Exec, class Key, class OrderOption, class Before>
SendCounts split_by_row(Communicator& comm, int row_size, Exec const& exec,
                        OrderOption const& order, Key const* sorted_keys,
                        Layout const& layout, Before const& before) {
  std::vector<std::uint64_t> targets;
  for (int r = 0; r < comm.size(); r += row_size)
    targets.push_back(layout.destinations.begin(r));
  return search_after<SplitterSearch<Exec, Key, OrderOption, GridMessages>>(
      before, comm, layout.counts, targets, GridMessages(comm.grid(row_size)),
      exec, order, sorted_keys);
}

}  // namespace KokkosSort::Distributed::Impl

#endif
