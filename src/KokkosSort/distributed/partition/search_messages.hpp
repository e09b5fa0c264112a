// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_SEARCH_MESSAGES_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_SEARCH_MESSAGES_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/selection.hpp>

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Counts and displacements in the form that MPI takes.
struct Counts {
  std::vector<int> counts, begins;
  std::uint64_t total = 0;

  /// @throws std::runtime_error if the total exceeds an int
  void add(std::uint64_t count);
};

/// Searches that send their samples at once: one of `count` turns of a round.
struct Turn {
  std::size_t number = 0;
  std::size_t count  = 1;

  bool has(std::size_t search) const { return search % count == number; }
};

/// Samples of one interval per search, for the searches of a turn.
std::uint64_t samples_of(std::vector<Interval> const& asked, Turn const& turn);

/// Turns, a power of two, in which no more than `most` samples are sent at
/// once, or one search per turn. More turns, if another rank needs them, send
/// no more.
std::size_t turns_of(std::vector<Interval> const& asked, std::uint64_t most);

/// Messages of the searches for split points if each rank conducts one search:
/// rank d that for split point d.
class DirectMessages {
 public:
  explicit DirectMessages(Communicator& comm) : m_comm(comm) {}

  /// The search that this rank conducts; -1: none.
  int own() const { return m_comm.rank(); }

  /// Starts the searches. first(r, h) is the first interval of search h on
  /// rank r.
  template <class First>
  void begin(First const&) {}

  /// Prepares one turn: `asked` has one interval of this rank per search, `own`
  /// one per rank of this rank's search. Not collective; throws if send() would
  /// fail.
  void prepare(std::vector<Interval> const& asked,
               std::vector<Interval> const& own, Turn const& turn);
  /// Sends the samples of the turn's searches and receives those of `own` in
  /// rank order. Collective.
  void send(std::byte const* sent, std::byte* received, MPI_Datatype key);
  /// Exchanges the intervals of the next round. Collective.
  void ask(std::vector<Interval> const& own, std::vector<Interval>& asked);

 private:
  Communicator& m_comm;
  Counts m_sends, m_receives;
};

/// Messages of the searches for the split points between rows of ranks. They
/// are routed over the grid, so a rank has only its row and its column as
/// partners. The rank in row h and column h conducts search h. Its messages
/// with row g pass through the rank in row g and column h.
class GridMessages {
 public:
  explicit GridMessages(Communicator::Grid& grid)
      : m_row(*grid.row), m_column(*grid.column) {}

  int own() const {
    return m_row.rank() == m_column.rank() ? m_row.rank() : -1;
  }

  template <class First>
  void begin(First const& first) {
    auto const size = static_cast<std::size_t>(m_row.size());
    m_passed.assign(size, Interval{});
    if (!is_between()) return;
    auto const row = static_cast<std::size_t>(m_column.rank()) * size;
    for (std::size_t i = 0; i < size; ++i)
      m_passed[i] = first(row + i, static_cast<std::size_t>(m_row.rank()));
  }

  void prepare(std::vector<Interval> const& asked,
               std::vector<Interval> const& own, Turn const& turn);
  void send(std::byte const* sent, std::byte* received, MPI_Datatype key);
  void ask(std::vector<Interval> const& own, std::vector<Interval>& asked);

 private:
  int searches() const { return m_column.size(); }

  /// Whether this rank's column has a search.
  bool is_between() const { return m_row.rank() < searches(); }

  Communicator& m_row;
  Communicator& m_column;
  std::vector<Interval> m_passed;  ///< of the column's search, per rank of row
  Counts m_sends, m_arrives, m_receives;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
