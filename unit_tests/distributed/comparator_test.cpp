// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

// Orders and options.

namespace KokkosSort::Test::ComparatorsTest {

using Workload::Distribution;
using Key = std::int32_t;

struct LastDigitLess {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return (a & 15) < (b & 15);
  }
};

struct LastDigit {
  KOKKOS_FUNCTION Key operator()(Key key) const { return key & 15; }
};

struct LastDigitGreater {
  bool operator()(Key a, Key b) const { return (a & 15) > (b & 15); }
};

template <class Less, class... Options>
void check(Less const& less, Options const&... options) {
  SortCase<Key> const one(Ranks{}, 7001, Share::alternating, Share::balanced,
                          Distribution::gaussian);
  one.sort(options...);
  one.expect_result(less);
}

TEST(DistributedOrder, Options) {
  check(std::less<Key>{}, ascending, Algorithm::sample);
  check(std::greater<Key>{}, Distributed::stable, descending);
  check(LastDigitLess{}, LastDigitLess{}, Distributed::stable);
  check(LastDigitLess{}, by(LastDigit{}));
  check(LastDigitGreater{}, Distributed::Exchange{},
        by(LastDigit{}, descending), Algorithm::automatic);
}

/// Returns for two keys that either one precedes the other.
struct Contradiction {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return (a ^ b) % 3 != 0;
  }
};

/// The call ends, on all ranks alike, and nothing is lost.
TEST(DistributedOrder, BrokenComparator) {
  Ranks const ranks;
  SortCase<Key> const one(ranks, 20011, Share::balanced, Share::balanced,
                          Distribution::uniform);
  std::string error;
  try {
    Distributed::sort_by_key(Exec{}, ranks.comm, one.keys, one.places,
                             Contradiction{});
  } catch (std::invalid_argument const& thrown) {
    error = thrown.what();
  }
  EXPECT_TRUE(ranks.same(error));
  EXPECT_TRUE(ranks.sum(fingerprint_of(to_host(one.keys),
                                       to_host(one.places))) == one.print);
}

}  // namespace KokkosSort::Test::ComparatorsTest
