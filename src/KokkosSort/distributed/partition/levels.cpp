// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/partition/levels.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace KokkosSort::Distributed::Impl {

int row_size(int ranks) {
  int size = ranks;
  for (int d = 1; d * d <= ranks; ++d)
    if (ranks % d == 0) size = ranks / d;
  return size;
}

bool two_levels_pay(int ranks, std::uint64_t bytes_of_a_rank) {
  constexpr std::uint64_t bytes_per_message = std::uint64_t{200} << 10;
  int const row                             = row_size(ranks);
  int const partners                        = 2 * (row + ranks / row);
  if (ranks <= partners) return false;
  return bytes_of_a_rank <
         bytes_per_message * static_cast<std::uint64_t>(ranks - partners);
}

SendCounts deal_out(Communicator const& comm, SendCounts const& by_row,
                    SendCounts const& destinations) {
  auto const rows = static_cast<std::size_t>(by_row.ranks());
  int const size  = comm.size() / by_row.ranks();
  std::vector<std::uint64_t> own(rows), in_front(rows, 0);
  for (std::size_t g = 0; g < rows; ++g)
    own[g] = by_row.count(static_cast<int>(g));
  MPI_Exscan(own.data(), in_front.data(), by_row.ranks(), MPI_UINT64_T, MPI_SUM,
             comm.get());
  // The scan leaves the result of rank 0 undefined.
  if (comm.rank() == 0) std::fill(in_front.begin(), in_front.end(), 0);
  std::vector<std::uint64_t> bounds;
  for (int r = 0; r < comm.size(); ++r) {
    int const row = r / size;
    auto const at = static_cast<std::size_t>(row);
    std::uint64_t const position =
        destinations.begin(r) - destinations.begin(row * size);
    std::uint64_t const taken =
        position < in_front[at] ? 0
                                : std::min(position - in_front[at], own[at]);
    bounds.push_back(by_row.begin(row) + taken);
  }
  bounds.push_back(by_row.total());
  return SendCounts(std::move(bounds));
}

Layout layout_of_row(Layout const& layout, int row, int size) {
  Layout own;
  for (int i = 0; i < size; ++i)
    own.counts.push_back(layout.destinations.count(row * size + i));
  own.sources      = SendCounts::of_counts(own.counts);
  own.destinations = own.sources;
  return own;
}

}  // namespace KokkosSort::Distributed::Impl
