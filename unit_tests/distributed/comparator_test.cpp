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
  Ranks const ranks;
  std::size_t const n = 7001;
  Input<Key> const input(n, Part(Share::alternating, n, ranks),
                         Distribution::gaussian);
  auto const print    = ranks.sum(fingerprint_of(input.keys, input.places));
  auto const keys     = to_device(input.keys);
  auto const places   = to_device(input.places);
  std::size_t const m = Part(Share::balanced, n, ranks).count;
  DeviceView<Key> const keys_out("keys_out", m);
  DeviceView<std::uint64_t> const places_out("places_out", m);
  Distributed::sort_by_key(Exec{}, ranks.comm, keys, places, keys_out,
                           places_out, options...);
  expect_sorted(ranks, to_host(keys_out), to_host(places_out), print, less);
}

TEST(DistributedOrder, Options) {
  check(std::less<Key>{}, ascending, Algorithm::sample);
  check(std::greater<Key>{}, Distributed::stable, descending);
  check(LastDigitLess{}, LastDigitLess{}, Distributed::stable);
  check(LastDigitLess{}, by(LastDigit{}));
  check(LastDigitGreater{}, Distributed::Exchange{},
        by(LastDigit{}, descending), Algorithm::automatic);
}

/// Claims of two keys that either comes first.
struct Contradiction {
  KOKKOS_FUNCTION bool operator()(Key a, Key b) const {
    return (a ^ b) % 3 != 0;
  }
};

/// The call ends, on all ranks alike, and nothing is lost.
TEST(DistributedOrder, BrokenComparator) {
  Ranks const ranks;
  std::size_t const n = 20011;
  Input<Key> const input(n, Part(Share::balanced, n, ranks),
                         Distribution::uniform);
  auto const print  = ranks.sum(fingerprint_of(input.keys, input.places));
  auto const keys   = to_device(input.keys);
  auto const places = to_device(input.places);
  std::string error;
  try {
    Distributed::sort_by_key(Exec{}, ranks.comm, keys, places, Contradiction{});
  } catch (std::invalid_argument const& thrown) {
    error = thrown.what();
  }
  EXPECT_TRUE(ranks.same(error));
  EXPECT_TRUE(ranks.sum(fingerprint_of(to_host(keys), to_host(places))) ==
              print);
}

}  // namespace KokkosSort::Test::ComparatorsTest
