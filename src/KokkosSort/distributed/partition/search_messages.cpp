// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/partition/search_messages.hpp>

#include <limits>
#include <stdexcept>

namespace KokkosSort::Distributed::Impl {

void Counts::add(std::uint64_t count) {
  if (total + count > std::numeric_limits<int>::max())
    throw std::runtime_error(
        "KokkosSort::Distributed: too many ranks for one round of samples");
  counts.push_back(static_cast<int>(count));
  begins.push_back(static_cast<int>(total));
  total += count;
}

std::uint64_t samples_of(std::vector<Interval> const& asked, Turn const& turn) {
  std::uint64_t sum = 0;
  for (std::size_t h = turn.number; h < asked.size(); h += turn.count)
    sum += asked[h].samples();
  return sum;
}

std::size_t turns_of(std::vector<Interval> const& asked, std::uint64_t most) {
  std::size_t count     = 1;
  auto const is_at_most = [&] {
    for (std::size_t number = 0; number < count; ++number)
      if (samples_of(asked, {number, count}) > most) return false;
    return true;
  };
  while (count < asked.size() && !is_at_most()) count *= 2;
  return count;
}

void DirectMessages::prepare(std::vector<Interval> const& asked,
                             std::vector<Interval> const& own,
                             Turn const& turn) {
  m_sends = m_receives = {};
  for (std::size_t h = 0; h < asked.size(); ++h)
    m_sends.add(turn.has(h) ? asked[h].samples() : 0);
  bool const is_mine = turn.has(static_cast<std::size_t>(this->own()));
  for (Interval const& each : own) m_receives.add(is_mine ? each.samples() : 0);
}

void DirectMessages::send(std::byte const* sent, std::byte* received,
                          MPI_Datatype key) {
  MPI_Alltoallv(sent, m_sends.counts.data(), m_sends.begins.data(), key,
                received, m_receives.counts.data(), m_receives.begins.data(),
                key, m_comm.get());
}

void DirectMessages::ask(std::vector<Interval> const& own,
                         std::vector<Interval>& asked) {
  MPI_Alltoall(own.data(), Interval::words, MPI_UINT64_T, asked.data(),
               Interval::words, MPI_UINT64_T, m_comm.get());
}

void GridMessages::prepare(std::vector<Interval> const& asked,
                           std::vector<Interval> const& own, Turn const& turn) {
  m_sends = m_arrives = m_receives = {};
  auto const size                  = static_cast<std::size_t>(m_row.size());
  for (std::size_t h = 0; h < size; ++h)
    m_sends.add(h < asked.size() && turn.has(h) ? asked[h].samples() : 0);
  // The column's search is the own one, if this rank conducts any.
  bool const is_due = turn.has(static_cast<std::size_t>(m_row.rank()));
  for (Interval const& each : m_passed)
    m_arrives.add(is_due ? each.samples() : 0);
  if (this->own() < 0) return;
  for (std::size_t g = 0; g < own.size(); g += size) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += own[g + i].samples();
    m_receives.add(is_due ? sum : 0);
  }
}

void GridMessages::send(std::byte const* sent, std::byte* received,
                        MPI_Datatype key) {
  int bytes = 0;
  MPI_Type_size(key, &bytes);
  std::vector<std::byte> passed(m_arrives.total *
                                static_cast<std::size_t>(bytes));
  MPI_Alltoallv(sent, m_sends.counts.data(), m_sends.begins.data(), key,
                passed.data(), m_arrives.counts.data(), m_arrives.begins.data(),
                key, m_row.get());
  if (is_between())
    MPI_Gatherv(passed.data(), static_cast<int>(m_arrives.total), key, received,
                m_receives.counts.data(), m_receives.begins.data(), key,
                m_row.rank(), m_column.get());
}

void GridMessages::ask(std::vector<Interval> const& own,
                       std::vector<Interval>& asked) {
  int const words = Interval::words * m_row.size();
  if (is_between())
    MPI_Scatter(own.data(), words, MPI_UINT64_T, m_passed.data(), words,
                MPI_UINT64_T, m_row.rank(), m_column.get());
  std::vector<Interval> all(static_cast<std::size_t>(m_row.size()));
  MPI_Alltoall(m_passed.data(), Interval::words, MPI_UINT64_T, all.data(),
               Interval::words, MPI_UINT64_T, m_row.get());
  asked.assign(all.begin(), all.begin() + searches());
}

}  // namespace KokkosSort::Distributed::Impl
