// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_SEARCH_MESSAGES_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_SEARCH_MESSAGES_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/selection.hpp>

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Counts and displacements as MPI takes them.
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

inline std::uint64_t samples_of(std::vector<Interval> const& intervals) {
  std::uint64_t sum = 0;
  for (Interval const& one : intervals) sum += one.samples();
  return sum;
}

/// What the searches for cuts have to say to each other, where each rank
/// conducts one: rank d that for cut d.
class DirectMessages {
 public:
  explicit DirectMessages(Communicator& comm) : m_comm(comm) {}

  int searches() const { return m_comm.size(); }
  /// The search that this rank conducts; -1: none.
  int own() const { return m_comm.rank(); }

  /// Learns how the searches begin. first(r, h): what search h asks of rank r.
  template <class First>
  void begin(First const&) {}

  /// For one round: `asked` of this rank by each search, and what its own asks
  /// of each rank. Not collective; throws what send() then could not do.
  void prepare(std::vector<Interval> const& asked,
               std::vector<Interval> const& own) {
    m_sends = m_receives = {};
    for (Interval const& one : asked) m_sends.add(one.samples());
    for (Interval const& one : own) m_receives.add(one.samples());
  }
  /// Collective: the samples asked for, those received in the order of ranks.
  void send(std::byte const* sent, std::byte* received, MPI_Datatype key) {
    MPI_Alltoallv(sent, m_sends.counts.data(), m_sends.begins.data(), key,
                  received, m_receives.counts.data(), m_receives.begins.data(),
                  key, m_comm.get());
  }
  /// Collective: what the searches ask next.
  void ask(std::vector<Interval> const& own, std::vector<Interval>& asked) {
    MPI_Alltoall(own.data(), Interval::words, MPI_UINT64_T, asked.data(),
                 Interval::words, MPI_UINT64_T, m_comm.get());
  }

 private:
  Communicator& m_comm;
  Counts m_sends, m_receives;
};

/// The same where only the cuts between rows of ranks are looked for, by way of
/// the grid, so that no rank has to do with more than a row and a column of
/// others. Search h is conducted in row h and column h; what it and row g have
/// to say to each other goes through the rank in row g and column h.
class GridMessages {
 public:
  GridMessages(Communicator::Grid& grid)
      : m_row(*grid.row), m_column(*grid.column) {}

  int searches() const { return m_column.size(); }
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
               std::vector<Interval> const& own) {
    m_sends = m_arrives = m_receives = {};
    for (int j = 0; j < m_row.size(); ++j)
      m_sends.add(j < searches() ? asked[static_cast<std::size_t>(j)].samples()
                                 : 0);
    for (Interval const& one : m_passed) m_arrives.add(one.samples());
    if (own.empty()) return;
    auto const size = static_cast<std::size_t>(m_row.size());
    for (std::size_t g = 0; g < own.size(); g += size) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) sum += own[g + i].samples();
      m_receives.add(sum);
    }
  }

  void send(std::byte const* sent, std::byte* received, MPI_Datatype key) {
    int bytes = 0;
    MPI_Type_size(key, &bytes);
    std::vector<std::byte> passed(m_arrives.total *
                                  static_cast<std::size_t>(bytes));
    MPI_Alltoallv(sent, m_sends.counts.data(), m_sends.begins.data(), key,
                  passed.data(), m_arrives.counts.data(),
                  m_arrives.begins.data(), key, m_row.get());
    if (is_between())
      MPI_Gatherv(passed.data(), static_cast<int>(m_arrives.total), key,
                  received, m_receives.counts.data(), m_receives.begins.data(),
                  key, m_row.rank(), m_column.get());
  }

  void ask(std::vector<Interval> const& own, std::vector<Interval>& asked) {
    int const words = Interval::words * m_row.size();
    if (is_between())
      MPI_Scatter(own.data(), words, MPI_UINT64_T, m_passed.data(), words,
                  MPI_UINT64_T, m_row.rank(), m_column.get());
    std::vector<Interval> all(static_cast<std::size_t>(m_row.size()));
    MPI_Alltoall(m_passed.data(), Interval::words, MPI_UINT64_T, all.data(),
                 Interval::words, MPI_UINT64_T, m_row.get());
    asked.assign(all.begin(), all.begin() + searches());
  }

 private:
  /// Whether this rank's column has a search.
  bool is_between() const { return m_row.rank() < searches(); }

  Communicator& m_row;
  Communicator& m_column;
  std::vector<Interval> m_passed;  ///< what the column's search asks of the row
  Counts m_sends, m_arrives, m_receives;
};

}  // namespace KokkosSort::Distributed::Impl

#endif
