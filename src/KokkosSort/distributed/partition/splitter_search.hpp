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
/// cost no more than others. One rank may have most of the keys that the
/// searches still consider, so most samples of every search are from it. Then
/// the searches of a round take turns, and memory for samples grows with the
/// ranks, not with their square.
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
  /// @param most samples that one rank sends at once; 0: the default
  /// @return the parts of this rank's keys
  SendCounts find(std::vector<std::uint64_t> const& counts,
                  std::vector<std::uint64_t> const& targets,
                  std::uint64_t most = 0) {
    if (most == 0) most = Selection::most_sent(counts.size());
    std::uint64_t const total = SendCounts::of_counts(counts).total();
    // A repeated target needs no search of its own.
    auto const target = [&](std::size_t h) {
      return h > 0 && targets[h] == targets[h - 1] ? 0 : targets[h];
    };
    int const own = m_messages.own();
    Selection selection(counts,
                        own < 0 ? 0 : target(static_cast<std::size_t>(own)),
                        least_samples(counts, targets.size(), most));
    auto const first = [&](std::size_t rank, std::size_t h) {
      return Selection::first(counts, rank, total, selection.step(), target(h));
    };
    auto const self = static_cast<std::size_t>(m_comm.rank());
    std::vector<Interval> asked(targets.size());
    for (std::size_t h = 0; h < asked.size(); ++h) asked[h] = first(self, h);
    m_messages.begin(first);
    search(selection, asked, most);
    for (std::size_t h = 1; h < asked.size(); ++h)
      if (targets[h] == targets[h - 1]) asked[h] = asked[h - 1];
    return split_at(asked, counts[self]);
  }

 private:
  using Order = decltype(KokkosSort::Impl::pick_order<Key>(
      std::declval<OrderOption const&>()));

  /// Runs the rounds of all searches.
  /// @param selection this rank's own search, done if it has none
  /// @param asked intervals of all searches on this rank
  void search(Selection& selection, std::vector<Interval>& asked,
              std::uint64_t most) {
    // A search that failed is not done, so there is another round, in which the
    // ranks agree on the error.
    std::exception_ptr failure;
    while (!all_done(asked)) {
      std::vector<Interval> const& wanted = selection.intervals();
      // The agreement on errors yields the turns too. One turn, as balanced
      // ranks need, is then prepared.
      Turn turn{0, turns_of(asked, most)};
      turn.count = prepare(wanted, asked, turn, failure);
      for (; turn.number < turn.count; ++turn.number) {
        if (turn.count > 1) prepare(wanted, asked, turn, failure);
        m_messages.send(m_sent.data(), m_received.data(), m_key_type);
        failure = capture_exception([&] {
          if (!selection.is_done() && conducts(turn))
            selection.narrow(sort_samples(wanted));
        });
      }
      m_messages.ask(wanted, asked);
    }
  }

  /// Whether this rank's own search is in a turn.
  bool conducts(Turn const& turn) const {
    int const own = m_messages.own();
    return own >= 0 && turn.has(static_cast<std::size_t>(own));
  }

  /// On a host a round takes longer than sorting more samples, because the
  /// ranks' threads wait for each other to wake up.
  static std::uint64_t least_samples(std::vector<std::uint64_t> const& counts,
                                     std::size_t searches, std::uint64_t most) {
    return is_host_memory_v<Exec>
               ? Selection::samples_for_two_rounds(counts, searches, most)
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

  /// Takes the samples of a turn, with memory for those of this rank's own
  /// search. The ranks agree on the errors.
  /// @param failure of this rank in the turn before
  /// @return the most turns that a rank prepares for
  std::size_t prepare(std::vector<Interval> const& wanted,
                      std::vector<Interval> const& asked, Turn const& turn,
                      std::exception_ptr const& failure) {
    return agree_on_most(m_comm, capture_exception([&] {
                           if (failure) std::rethrow_exception(failure);
                           m_messages.prepare(asked, wanted, turn);
                           std::uint64_t const sends = samples_of(asked, turn);
                           std::uint64_t const receives =
                               conducts(turn) ? samples_of(wanted, {}) : 0;
                           reserve(sends, receives);
                           m_sent.resize(sends * sizeof(Key));
                           m_received.resize(receives * sizeof(Key));
                           take_samples(asked, turn, sends);
                         }),
                         turn.count);
  }

  void take_samples(std::vector<Interval> const& asked, Turn const& turn,
                    std::uint64_t total) {
    if (total == 0) return;
    auto const each_position = [&](auto const& visit) {
      for (std::size_t h = turn.number; h < asked.size(); h += turn.count)
        for (std::uint64_t i = 0; i < asked[h].samples(); ++i)
          visit(asked[h].sample(i));
    };
    if constexpr (is_host_memory_v<Exec>) {
      std::byte* to = m_sent.data();
      each_position([&](std::uint64_t position) {
        std::memcpy(to, m_keys + position, sizeof(Key));
        to += sizeof(Key);
      });
    } else {
      using KokkosSort::Impl::Move;
      using KokkosSort::Impl::Rows;
      std::vector<std::uint64_t> positions;
      positions.reserve(total);
      each_position(
          [&](std::uint64_t position) { positions.push_back(position); });
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
          m_exec, m_sent.data(), m_samples.data(), total * sizeof(Key));
      fence_with_progress(m_exec, m_comm.get(),
                          "KokkosSort::Distributed: samples are on the host");
    }
  }

  /// Returns the source rank of each sample, in key order.
  std::vector<std::uint32_t> sort_samples(std::vector<Interval> const& wanted) {
    std::uint64_t const total = m_received.size() / sizeof(Key);
    std::vector<std::uint32_t> source;
    source.reserve(total);
    for (std::size_t r = 0; r < wanted.size(); ++r)
      source.insert(source.end(), wanted[r].samples(),
                    static_cast<std::uint32_t>(r));
    if (total == 0) return source;
    copy_bytes<Space, Kokkos::HostSpace>(
        m_exec, m_samples.data(), m_received.data(), total * sizeof(Key));
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

  /// Reserves device memory for samples that are sent, and for the sort of
  /// those that arrive. The first round needs about as much as later ones.
  void reserve(std::uint64_t sends, std::uint64_t receives) {
    if constexpr (is_host_memory_v<Exec>) {
      grow(m_samples, "samples", receives);
    } else {
      grow(m_samples, "samples", std::max(sends, receives));
      grow(m_positions, "sample_places", sends);
    }
    grow(m_permutation, "sample_permutation", receives);
    auto const range = std::make_pair(std::uint64_t{0}, receives);
    m_workspace.reserve(m_exec,
                        KokkosSort::argsort_workspace_size(
                            m_exec, Kokkos::subview(m_permutation, range),
                            Kokkos::subview(m_samples, range), m_order));
  }

  template <class T>
  void grow(Kokkos::View<T*, Space>& view, char const* name,
            std::uint64_t n) const {
    if (view.extent(0) >= n) return;
    view = {};
    view = Kokkos::View<T*, Space>(
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
  std::vector<std::byte> m_sent, m_received;
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
