// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>
#include <support/events.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Sorts in place, which merge runs in the memory of other ranks where devices
// can read it. Everywhere the result must be that of all keys together.

namespace KokkosSort::Test::PeerMergeTest {

using Workload::Distribution;

template <class Key, class Less, class Order>
void check(Ranks const& ranks, std::size_t n, Share share,
           Distribution distribution, Less const& less, Order const& order) {
  SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " of " +
               std::to_string(n) + ", share " +
               std::to_string(static_cast<int>(share)));
  Part const part(share, n, ranks);
  auto all = KeyTraits<Key>::make(n, distribution, 1);
  std::vector<Key> own(
      all.begin() + static_cast<std::ptrdiff_t>(part.begin),
      all.begin() + static_cast<std::ptrdiff_t>(part.begin + part.count));
  auto const keys = to_device(own);
  Distributed::sort(Exec{}, ranks.comm, keys, order);
  std::stable_sort(all.begin(), all.end(), less);
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(part.begin), part.count,
              own.begin());
  EXPECT_EQ(to_host(keys), own);
}

template <class Key>
void check_both(Ranks const& ranks, std::size_t n, Share share,
                Distribution distribution) {
  check<Key>(ranks, n, share, distribution, std::less<Key>{}, ascending);
  check<Key>(ranks, n, share, distribution, std::greater<Key>{}, descending);
}

TEST(DistributedPeerMerge, SharesAndDistributions) {
  Ranks const ranks;
  for (auto const share : shares)
    for (auto const distribution :
         {Distribution::uniform, Distribution::sorted, Distribution::reversed,
          Distribution::zero, Distribution::staggered, Distribution::zipf})
      check_both<std::uint64_t>(ranks, 20011, share, distribution);
}

TEST(DistributedPeerMerge, FewAndMany) {
  Ranks const ranks;
  for (std::size_t const n : {0, 1, 3, 17, 400009})
    check_both<std::uint64_t>(ranks, n, Share::balanced, Distribution::uniform);
}

TEST(DistributedPeerMerge, TypesOfKeys) {
  Ranks const ranks;
  check_both<std::int64_t>(ranks, 30011, Share::slope, Distribution::uniform);
  check_both<std::uint32_t>(ranks, 30011, Share::slope, Distribution::uniform);
  check_both<double>(ranks, 30011, Share::slope, Distribution::uniform);
}

/// Whether the devices of all ranks can read each other's memory. Collective.
bool reads_peers(Ranks const& ranks) {
  if (Distributed::transport_taken(Exec{}, ranks.comm) !=
      Distributed::Transport::nccl)
    return false;
  Distributed::Impl::PeerMemory memory;
  bool const reads = memory.provide(ranks.comm, 1);
  memory.release();
  memory.free(ranks.comm);
  return reads;
}

/// Two to four ranks whose devices can read each other do without an exchange.
/// Others have one, and so have keys that another sorter takes.
TEST(DistributedPeerMerge, NeedsNoExchange) {
  Ranks const ranks;
  auto const exchanges = [&](auto key) {
    using Key = decltype(key);
    Kokkos::View<Key*, Memory> const keys("keys", 5000);
    Events const events;
    Distributed::sort(Exec{}, ranks.comm, keys);
    auto const& regions = events.regions();
    return std::find(regions.begin(), regions.end(),
                     "KokkosSort::Distributed::exchange") != regions.end();
  };
  bool const in_peers = ranks.size <= 4 && reads_peers(ranks);
  EXPECT_EQ(exchanges(std::uint64_t{}), ranks.size > 1 && !in_peers);
  EXPECT_EQ(exchanges(std::uint32_t{}), ranks.size > 1);
}

/// Later calls need more of the memory that the ranks share, and then less.
TEST(DistributedPeerMerge, CallsThatGrow) {
  Ranks const ranks;
  for (std::size_t const n : {1000, 300007, 50021, 300007})
    check_both<std::uint64_t>(ranks, n, Share::balanced, Distribution::zipf);
}

/// One rank has a workspace. The others then have memory of their own, not
/// memory that all ranks share.
TEST(DistributedPeerMerge, OneRankHasAWorkspace) {
  Ranks const ranks;
  std::size_t const n = 20011;
  Part const part(Share::balanced, n, ranks);
  Input<std::uint64_t> const input(n, part, Distribution::uniform);
  auto const keys = to_device(input.keys);
  Exec const exec;
  std::size_t const bytes =
      Distributed::sort_workspace_size(exec, ranks.comm, keys);
  if (ranks.rank == 0) {
    Distributed::sort(exec, ranks.comm, keys, Workspace<Memory>(exec, bytes));
  } else {
    Distributed::sort(exec, ranks.comm, keys);
  }
  Workload::Fingerprint given, result;
  for (auto const key : input.keys) given.add(key);
  for (auto const key : to_host(keys)) result.add(key);
  EXPECT_TRUE(ranks.sum(result) == ranks.sum(given));
  EXPECT_TRUE(Distributed::is_sorted(exec, ranks.comm, keys));
}

}  // namespace KokkosSort::Test::PeerMergeTest
