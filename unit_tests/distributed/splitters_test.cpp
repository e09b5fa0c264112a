// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <KokkosSort/distributed/comm/communicator.hpp>
#include <KokkosSort/distributed/partition/levels.hpp>
#include <KokkosSort/distributed/partition/splitter_search.hpp>

#include <algorithm>

// The search for splitters if one rank has nearly all keys.

namespace KokkosSort::Test::SplittersTest {

namespace Impl = Distributed::Impl;
using Impl::Interval;
using Key   = std::uint64_t;
using Space = Kokkos::DefaultExecutionSpace::memory_space;

/// Messages that record the most samples that this rank sends at once.
template <class Messages>
struct Noting : Messages {
  std::uint64_t* most;

  Noting(Messages const& messages, std::uint64_t* to)
      : Messages(messages), most(to) {}

  void prepare(std::vector<Interval> const& asked,
               std::vector<Interval> const& own, Impl::Turn const& turn) {
    *most = std::max(*most, Impl::samples_of(asked, turn));
    Messages::prepare(asked, own, turn);
  }
};

struct Found {
  std::vector<std::uint64_t> bounds;  // of this rank's keys
  std::uint64_t most_sent = 0;        // by rank 0, at once
};

/// Rank 0 has 100,000 keys, each other rank one.
template <class Messages>
static Found find(Impl::Communicator& comm, Messages const& messages,
                  std::size_t searches, std::uint64_t most) {
  std::size_t const many = 100000;
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm.size()), 1);
  counts[0] = many;
  Kokkos::View<Key*, Space> const keys("keys", comm.rank() == 0 ? many : 1);
  auto const own = static_cast<Key>(comm.rank());
  Kokkos::parallel_for(
      "keys",
      Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace>(0, keys.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { keys(i) = 7919 * own + 3 * i; });
  Kokkos::fence("keys are there");
  std::uint64_t const total = many - 1 + counts.size();
  std::vector<std::uint64_t> targets;
  for (std::size_t h = 0; h < searches; ++h)
    targets.push_back(total * h / searches);
  Found found;
  using Watched = Noting<Messages>;
  Impl::SplitterSearch<Kokkos::DefaultExecutionSpace, Key, Ascending, Watched>
      search(comm, Watched(messages, &found.most_sent),
             Kokkos::DefaultExecutionSpace{}, Ascending{}, keys.data());
  found.bounds = search.find(counts, targets, most).bounds();
  // The same limit on all ranks of the next call: rank 0 sends the most.
  MPI_Bcast(&found.most_sent, 1, MPI_UINT64_T, 0, comm.get());
  return found;
}

/// The same cuts, with fewer samples at once.
template <class Messages>
static void compare(Ranks const& ranks, Impl::Communicator& comm,
                    Messages const& messages, std::size_t searches) {
  auto const at_once = find(comm, messages, searches, std::uint64_t{1} << 40);
  for (std::uint64_t const turns : {std::uint64_t{2}, std::uint64_t{1000}}) {
    auto const in_turns =
        find(comm, messages, searches,
             std::max<std::uint64_t>(at_once.most_sent / turns, 1));
    EXPECT_TRUE(ranks.all(in_turns.bounds == at_once.bounds));
    if (ranks.rank != 0 || searches < 4) continue;
    // Search 0 has nothing to look for.
    EXPECT_GE(at_once.most_sent, (searches - 1) * 1000);
    EXPECT_LE(in_turns.most_sent, turns == 2
                                      ? at_once.most_sent * 3 / 4
                                      : at_once.most_sent / (searches - 1));
  }
}

TEST(DistributedSplitters, TurnsFindTheSameCuts) {
  Ranks const ranks;
  auto& comm = Impl::communicator_of("splitters_test", ranks.comm);
  compare(ranks, comm, Impl::DirectMessages(comm),
          static_cast<std::size_t>(ranks.size));
  int const row = Impl::row_size(ranks.size);
  if (row == ranks.size) return;
  compare(ranks, comm, Impl::GridMessages(comm.grid(row)),
          static_cast<std::size_t>(ranks.size / row));
}

}  // namespace KokkosSort::Test::SplittersTest
