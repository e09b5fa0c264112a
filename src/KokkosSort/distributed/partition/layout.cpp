// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <KokkosSort/distributed/partition/layout.hpp>

#include <KokkosSort/distributed/comm/error_text.hpp>

#include <mpi.h>

#include <array>
#include <utility>

namespace KokkosSort::Distributed::Impl {

Layout gather_layout(Communicator const& comm, std::size_t before,
                     std::size_t after) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::array<std::uint64_t, 2> const own{before, after};
  std::vector<std::uint64_t> all(2 * size);
  MPI_Allgather(own.data(), 2, MPI_UINT64_T, all.data(), 2, MPI_UINT64_T,
                comm.get());
  Layout layout;
  std::vector<std::uint64_t> after_counts;
  for (std::size_t r = 0; r < size; ++r) {
    layout.counts.push_back(all[2 * r]);
    after_counts.push_back(all[2 * r + 1]);
  }
  layout.sources      = SendCounts::of_counts(layout.counts);
  layout.destinations = SendCounts::of_counts(after_counts);
  return layout;
}

Layout make_layout(char const* function, Communicator const& comm,
                   std::size_t before, std::size_t after) {
  Layout layout = gather_layout(comm, before, after);
  if (layout.sources.total() != layout.destinations.total())
    throw_agreed(ErrorKind::argument,
                 ErrorText("KokkosSort::")
                     .add(function)
                     .add(": the extents of the output add up to ")
                     .add(layout.destinations.total())
                     .add(" over all ranks, but there are ")
                     .add(layout.sources.total())
                     .add(" keys"));
  return layout;
}

SendCounts incoming(Communicator const& comm, SendCounts const& outgoing) {
  auto const size = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> sent(size), received(size);
  for (int r = 0; r < comm.size(); ++r)
    sent[static_cast<std::size_t>(r)] = outgoing.count(r);
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T,
               comm.get());
  return SendCounts::of_counts(received);
}

AlignedDisplacements arriving(Communicator const& comm,
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
