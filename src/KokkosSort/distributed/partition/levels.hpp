// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_DISTRIBUTED_PARTITION_LEVELS_HPP
#define KOKKOSSORT_DISTRIBUTED_PARTITION_LEVELS_HPP

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/layout.hpp>
#include <KokkosSort/distributed/comm/send_counts.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

/// Two levels (Axtmann, Bingmann, Sanders and Schulz, "Practical Massively
/// Parallel Sorting", 2015): ranks form rows of neighbors; keys go to their
/// row first, and within it to their rank. Every key travels twice, but a rank
/// has to do with some 2 sqrt(P) others instead of P - 1.

/// Ranks of a row: the fewest that make rows no more than a row has ranks. With
/// P a prime, P: one level.
inline int row_size(int ranks) {
  int size = ranks;
  for (int d = 1; d * d <= ranks; ++d)
    if (ranks % d == 0) size = ranks / d;
  return size;
}

/// Whether two levels are expected to be faster. What they save is the start of
/// messages, of an exchange and of some eight rounds of samples; what they
/// cost is a second trip of the data, and a second merge. With half a
/// microsecond a message and 50 GB/s the two are equal at
/// 8 * 0.5 us * 50 GB/s = 200 KB for each message saved. Networks differ less
/// in that product than in its factors.
inline bool two_levels_pay(int ranks, std::uint64_t bytes_of_a_rank) {
  constexpr std::uint64_t bytes_a_message = std::uint64_t{200} << 10;
  int const row                           = row_size(ranks);
  int const partners                      = 2 * (row + ranks / row);
  if (ranks <= partners) return false;
  return bytes_of_a_rank <
         bytes_a_message * static_cast<std::uint64_t>(ranks - partners);
}

/// Of the first level: this rank's keys, already cut between rows, by the rank
/// they go to. What a row gets is dealt out in the order (source rank, key), so
/// that each of its ranks gets as many as it is to keep and ties stay in order.
/// Collective.
inline SendCounts deal_out(Communicator const& comm, SendCounts const& by_row,
                           SendCounts const& destinations) {
  auto const rows = static_cast<std::size_t>(by_row.ranks());
  int const size  = comm.size() / by_row.ranks();
  std::vector<std::uint64_t> own(rows), in_front(rows, 0);
  for (std::size_t g = 0; g < rows; ++g)
    own[g] = by_row.count(static_cast<int>(g));
  MPI_Exscan(own.data(), in_front.data(), by_row.ranks(), MPI_UINT64_T, MPI_SUM,
             comm.get());
  // The scan leaves what rank 0 receives undefined.
  if (comm.rank() == 0) std::fill(in_front.begin(), in_front.end(), 0);
  std::vector<std::uint64_t> bounds;
  for (int r = 0; r < comm.size(); ++r) {
    int const row = r / size;
    auto const at = static_cast<std::size_t>(row);
    std::uint64_t const place =
        destinations.begin(r) - destinations.begin(row * size);
    std::uint64_t const taken =
        place < in_front[at] ? 0 : std::min(place - in_front[at], own[at]);
    bounds.push_back(by_row.begin(row) + taken);
  }
  bounds.push_back(by_row.total());
  return SendCounts(std::move(bounds));
}

/// What is left to be done in this rank's row: each rank has as many keys as it
/// is to keep.
inline Layout layout_of_row(Layout const& layout, int row, int size) {
  Layout own;
  for (int i = 0; i < size; ++i)
    own.counts.push_back(layout.destinations.count(row * size + i));
  own.sources      = SendCounts::of_counts(own.counts);
  own.destinations = own.sources;
  return own;
}

}  // namespace KokkosSort::Distributed::Impl

#endif
