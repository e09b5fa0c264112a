// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <distributed/ranks.hpp>

// Types of keys and values.

namespace KokkosSort::Test::TypesTest {

using Workload::Distribution;

template <class Key>
void check_key(Distribution distribution) {
  SCOPED_TRACE(KeyTraits<Key>::name);
  SortCase<Key> const one(Ranks{}, 6007, Share::slope, Share::balanced,
                          distribution);
  one.sort();
  one.expect_result();
}

TEST(DistributedTypes, Keys) {
  check_key<std::uint8_t>(Distribution::uniform);
  check_key<double>(Distribution::specials);
  check_key<UInt128>(Distribution::uniform);
  check_key<Pair>(Distribution::sqrt_values);
  check_key<WideKey>(Distribution::uniform);
}

/// A value too wide to move in every pass.
struct Record {
  std::uint64_t place;
  unsigned char filler[92];
};

TEST(DistributedTypes, WideValues) {
  using Key = std::uint16_t;
  Ranks const ranks;
  std::size_t const n = 5003;
  Input<Key> const input(n, Part(Share::balanced, n, ranks),
                         Distribution::uniform);
  std::vector<Record> records(input.keys.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].place = input.places[i];
    std::memset(records[i].filler, static_cast<int>(input.keys[i] & 127),
                sizeof(records[i].filler));
  }
  auto const keys   = to_device(input.keys);
  auto const values = to_device(records);
  Distributed::sort_by_key(Exec{}, ranks.comm, keys, values);
  auto const keys_out   = to_host(keys);
  auto const values_out = to_host(values);
  std::vector<std::uint64_t> places;
  for (std::size_t i = 0; i < keys_out.size(); ++i) {
    places.push_back(values_out[i].place);
    ASSERT_EQ(values_out[i].filler[91], keys_out[i] & 127);
  }
  expect_sorted(ranks, keys_out, places,
                ranks.sum(fingerprint_of(input.keys, input.places)),
                KeyTraits<Key>::Less{});
}

}  // namespace KokkosSort::Test::TypesTest
