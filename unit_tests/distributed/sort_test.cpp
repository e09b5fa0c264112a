// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

// Every distribution of elements over ranks, before and after.

namespace KokkosSort::Test::SortTest {

using Workload::Distribution;
using Key  = std::uint64_t;
using Less = KeyTraits<Key>::Less;

/// Sorts keys with their positions as values, from one share to another.
static void check(Ranks const& ranks, std::size_t n, Share before, Share after,
                  Distribution distribution) {
  SCOPED_TRACE(std::string(Workload::name_of(distribution)) + " of " +
               std::to_string(n) + ", shares " +
               std::to_string(static_cast<int>(before)) + " and " +
               std::to_string(static_cast<int>(after)));
  SortCase<Key> const one(ranks, n, before, after, distribution);
  if (before == after) {
    Distributed::sort_by_key(Exec{}, ranks.comm, one.keys, one.places);
    expect_sorted(ranks, to_host(one.keys), to_host(one.places), one.print,
                  Less{});
  } else {
    one.sort(Distributed::stable);
    one.expect_result();
  }
}

TEST(DistributedSort, Shares) {
  Ranks const ranks;
  std::size_t i = 0;
  for (Share const before : shares)
    for (Share const after : shares)
      check(ranks, 20011, before, after,
            i++ % 2 == 0 ? Distribution::uniform : Distribution::two_values);
}

TEST(DistributedSort, Distributions) {
  Ranks const ranks;
  for (auto const& entry : Workload::distributions)
    check(ranks, 30011, Share::balanced, Share::balanced, entry.distribution);
}

TEST(DistributedSort, FewerKeysThanRanks) {
  Ranks const ranks;
  for (std::size_t const n : {0, 1, 2, 3, 15, 16, 17, 33})
    for (Share const before : {Share::balanced, Share::one_has_all})
      check(ranks, n, before, Share::balanced, Distribution::uniform);
}

/// Enough keys for several rounds of samples and several tiles of the merge.
TEST(DistributedSort, ManyKeys) {
  Ranks const ranks;
  check(ranks, 400009, Share::balanced, Share::slope, Distribution::uniform);
  check(ranks, 400009, Share::slope, Share::balanced,
        Distribution::ninety_five_percent_one_value);
  check(ranks, 400009, Share::one_has_all, Share::balanced, Distribution::zero);
}

TEST(DistributedSort, KeysAlone) {
  Ranks const ranks;
  std::size_t const n = 10007;
  for (Share const before : {Share::balanced, Share::slope}) {
    Input<Key> const input(n, Part(before, n, ranks), Distribution::zipf);
    Workload::Fingerprint own;
    for (Key const key : input.keys) own.add(key);
    auto const print = ranks.sum(own);
    auto const keys  = to_device(input.keys);
    DeviceView<Key> const out(
        "out", Distributed::balanced_extent(ranks.comm, keys.extent(0)));
    EXPECT_EQ(out.extent(0), Part(Share::balanced, n, ranks).count);
    Distributed::sort(Exec{}, ranks.comm, keys, out);
    Workload::Fingerprint result;
    for (Key const key : to_host(out)) result.add(key);
    EXPECT_TRUE(ranks.sum(result) == print);
    EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, out));
    // The input view holds this rank's own keys, sorted.
    auto expected = input.keys;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(to_host(keys), expected);
    Distributed::sort(Exec{}, ranks.comm, out);
    EXPECT_TRUE(Distributed::is_sorted(Exec{}, ranks.comm, out));
  }
}

TEST(DistributedSort, Workspace) {
  Ranks const ranks;
  SortCase<Key> const one(ranks, 10007, Share::slope, Share::balanced,
                          Distribution::uniform);
  Exec const exec;
  Workspace<Memory> const workspace(
      exec, Distributed::sort_by_key_workspace_size(exec, ranks.comm, one.keys,
                                                    one.places, one.keys_out,
                                                    one.places_out));
  one.sort(workspace);
  one.expect_result();
}

TEST(DistributedSort, Communicators) {
  Ranks const world;
  for (int round = 0; round < 3; ++round) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world.rank % 2, -world.rank, &comm);
    check(Ranks(comm), 5003, Share::balanced, Share::slope,
          Distribution::uniform);
    check(Ranks(comm), 5003, Share::balanced, Share::balanced,
          Distribution::zipf);
    MPI_Comm_free(&comm);
  }
}

/// A second column of a matrix, and every second element.
TEST(DistributedSort, Strided) {
  Ranks const ranks;
  std::size_t const n = 9001;
  Part const part(Share::balanced, n, ranks);
  Input<Key> const input(n, part, Distribution::uniform);
  auto const print = ranks.sum(fingerprint_of(input.keys, input.places));
  Kokkos::View<Key**, Kokkos::LayoutRight, Memory> const matrix("matrix",
                                                                part.count, 3);
  auto const column = Kokkos::subview(matrix, Kokkos::ALL, 1);
  Kokkos::deep_copy(matrix, 7);
  Kokkos::deep_copy(column, to_device(input.keys));
  auto const places = to_device(input.places);
  Distributed::sort_by_key(Exec{}, ranks.comm, column, places);
  DeviceView<Key> const keys("keys", part.count);
  Kokkos::deep_copy(keys, column);
  expect_sorted(ranks, to_host(keys), to_host(places), print, Less{});
  Kokkos::deep_copy(keys, Kokkos::subview(matrix, Kokkos::ALL, 2));
  for (Key const key : to_host(keys)) EXPECT_EQ(key, 7u);
}

TEST(DistributedIsSorted, BordersCount) {
  Ranks const ranks;
  auto const sorted = [&](std::vector<int> const& own) {
    return Distributed::is_sorted(Exec{}, ranks.comm, to_device(own));
  };
  EXPECT_TRUE(sorted({}));
  EXPECT_TRUE(sorted({ranks.rank, ranks.rank + 1}));
  EXPECT_EQ(sorted({ranks.rank, ranks.rank + 2}), ranks.size == 1);
  EXPECT_EQ(sorted({-ranks.rank}), ranks.size == 1);
  EXPECT_FALSE(sorted({3, 2}));
  // The border lies across ranks without keys.
  bool const has_keys = ranks.rank == 0 || ranks.rank == ranks.size - 1;
  EXPECT_EQ(
      sorted(has_keys ? std::vector<int>{5 - ranks.rank} : std::vector<int>{}),
      ranks.size == 1);
  EXPECT_TRUE(Distributed::is_sorted(
      Exec{}, ranks.comm, to_device(std::vector<int>{-ranks.rank, -ranks.rank}),
      descending));
}

}  // namespace KokkosSort::Test::SortTest
