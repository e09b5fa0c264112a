// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

// Plans that keep equivalent keys on one rank.

namespace KokkosSort::Test::EqualKeysTest {

using Workload::Distribution;
using Key = std::uint64_t;

/// Rank that gets a key: the first that has any of them by the extents.
template <class Less>
static std::vector<std::size_t> expected_counts(std::vector<Key> all,
                                                Share share, int ranks,
                                                Less const& less) {
  std::sort(all.begin(), all.end(), less);
  auto const shares = counts_of(share, all.size(), ranks);
  std::vector<std::size_t> counts;
  std::size_t begin = 0;  // of the part by the extents
  std::size_t taken = 0;
  for (std::size_t const share_of_rank : shares) {
    std::size_t const end = begin + share_of_rank;
    std::size_t const to =
        end == 0
            ? 0
            : static_cast<std::size_t>(
                  std::upper_bound(all.begin(), all.end(), all[end - 1], less) -
                  all.begin());
    counts.push_back(to - taken);
    taken = to;
    begin = end;
  }
  return counts;
}

template <class Less, class... Options>
static void check(Ranks const& ranks, std::vector<Key> const& all, Share before,
                  Share after, Less const& less, Options const&... options) {
  Part const in(before, all.size(), ranks);
  auto const first = all.begin() + static_cast<std::ptrdiff_t>(in.begin);
  std::vector<Key> const own(first,
                             first + static_cast<std::ptrdiff_t>(in.count));
  std::vector<std::uint64_t> positions;
  for (std::size_t i = 0; i < in.count; ++i) positions.push_back(in.begin + i);
  auto const keys   = to_device(own);
  auto const places = to_device(positions);
  Part const out(after, all.size(), ranks);
  Distributed::Plan<Memory> plan(Exec{}, ranks.comm, keys, out.count,
                                 Distributed::equal_keys_on_one_rank,
                                 options...);
  auto const counts = expected_counts(all, after, ranks.size, less);
  auto const self   = static_cast<std::size_t>(ranks.rank);
  ASSERT_TRUE(ranks.all(plan.extent_out() == counts[self]));
  EXPECT_EQ(plan.first_out(),
            std::accumulate(counts.begin(),
                            counts.begin() + static_cast<std::ptrdiff_t>(self),
                            std::uint64_t{0}));
  DeviceView<Key> const keys_out("keys_out", plan.extent_out());
  DeviceView<std::uint64_t> const places_out("places_out", plan.extent_out());
  plan.apply(Exec{}, gather(keys, keys_out), gather(places, places_out));
  expect_sorted(ranks, to_host(keys_out), to_host(places_out),
                ranks.sum(fingerprint_of(own, positions)), less);
  DeviceView<Key> const back("back", own.size());
  plan.apply_inverse(Exec{}, keys_out, back);
  EXPECT_EQ(to_host(back), own);
}

TEST(DistributedEqualKeys, AllDistributions) {
  Ranks const ranks;
  for (auto const distribution :
       {Distribution::uniform, Distribution::zero, Distribution::two_values,
        Distribution::zipf, Distribution::sqrt_values}) {
    auto const all = KeyTraits<Key>::make(5003, distribution, 1);
    check(ranks, all, Share::balanced, Share::balanced, std::less<Key>{});
    check(ranks, all, Share::slope, Share::last_few, std::greater<Key>{},
          descending);
    check(ranks, all, Share::one_has_all, Share::alternating, std::less<Key>{},
          std::less<Key>{});
  }
}

TEST(DistributedEqualKeys, FewOrNoKeys) {
  Ranks const ranks;
  for (std::size_t const n : {0, 1, 2, 5})
    for (Share const share : shares)
      check(ranks, std::vector<Key>(n, 7), share, share, std::less<Key>{});
}

/// A comparator under which different keys are equivalent.
struct ByTens {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return a / 10 < b / 10;
  }
};

TEST(DistributedEqualKeys, EquivalentByAComparator) {
  Ranks const ranks;
  std::vector<Key> all;
  for (Key i = 0; i < 1000; ++i) all.push_back(i * 7919 % 200);
  check(ranks, all, Share::alternating, Share::balanced, ByTens{}, ByTens{});
}

TEST(DistributedEqualKeys, OptionOfSomeRanks) {
  Ranks const ranks;
  if (ranks.size == 1) return;
  auto const keys = to_device(std::vector<Key>{3, 1, 2});
  expect_error(ranks, "the ranks differ in", [&] {
    if (ranks.rank == 0)
      Distributed::Plan<Memory>(Exec{}, ranks.comm, keys,
                                Distributed::equal_keys_on_one_rank);
    else
      Distributed::Plan<Memory>(Exec{}, ranks.comm, keys);
  });
}

}  // namespace KokkosSort::Test::EqualKeysTest
