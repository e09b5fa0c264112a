// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_BLOCK_SPLITTER_CHECKS_HPP
#define KOKKOSSORT_UNIT_TESTS_BLOCK_SPLITTER_CHECKS_HPP

#include <support/oracle.hpp>
#include <support/team.hpp>
#include <KokkosSort/block/key_order.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosSort::Test {

/// Finds buckets by a tree or an array of splitters.
template <class Splitters, class Item>
struct Classify {
  Item const* splitters;
  int log_buckets;
  Item const* items;
  std::uint32_t* buckets;
  int size;

  static constexpr int at_once = 3;

  KOKKOS_FUNCTION void operator()(Member const& member,
                                  std::byte* scratch) const {
    Impl::BitsOrder<Item> const order;
    Splitters loaded(scratch, log_buckets);
    loaded.load(member, splitters, order);
    int const stride = at_once * member.team_size();
    for (int i = at_once * member.team_rank(); i < size; i += stride) {
      Item held[at_once];
      std::uint32_t found[at_once];
      for (int j = 0; j < at_once; ++j)
        held[j] = items[i + j < size ? i + j : size - 1];
      loaded.classify(held, found, order);
      for (int j = 0; j < at_once && i + j < size; ++j)
        buckets[i + j] = found[j];
    }
  }
};

/// Bucket j has splitter[j-1] < x <= splitter[j]. With equal splitters the
/// first bucket has the smaller items, the next one the equal items.
template <class Item>
std::uint32_t expected_bucket(std::vector<Item> const& splitters, Item item) {
  auto const first = std::lower_bound(splitters.begin(), splitters.end(), item);
  auto const last  = std::upper_bound(splitters.begin(), splitters.end(), item);
  return static_cast<std::uint32_t>(first - splitters.begin() +
                                    (last - first > 1 ? 1 : 0));
}

template <int TeamSize, class Splitters, class Item>
void check_splitters(int log_buckets, Distribution distribution, Item values) {
  int const k    = 1 << log_buckets;
  auto splitters = input_keys<Item>(k - 1, distribution);
  for (Item& splitter : splitters) splitter = splitter % values * 3 + 1;
  std::sort(splitters.begin(), splitters.end());
  // Every splitter, its neighbors, and both ends.
  std::vector<Item> items{0, static_cast<Item>(~Item{0})};
  for (Item const splitter : splitters)
    items.insert(items.end(), {splitter - 1, splitter, splitter + 1});
  std::vector<std::uint32_t> expected;
  for (Item const item : items)
    expected.push_back(expected_bucket(splitters, item));

  auto padded = splitters;
  padded.push_back(12345);  // the entry after them is not in use
  Guarded<Item> const given(padded);
  Guarded<Item> const held(items);
  Guarded<std::uint32_t> const buckets(
      std::vector<std::uint32_t>(items.size(), ~0u));
  run_team<TeamSize>(Splitters::scratch_bytes(k),
                     Classify<Splitters, Item>{given.data(), log_buckets,
                                               held.data(), buckets.data(),
                                               static_cast<int>(items.size())});
  EXPECT_TRUE(same_sequence(buckets.values(), expected));
}

/// Checks 2 to 512 buckets of distinct and of repeated splitters.
template <class Splitters, class Item>
void check_all_splitters() {
  Item const many = static_cast<Item>(~Item{0}) / 4;
  for_team_sizes([&](auto team) {
    for (int log_buckets = 1; log_buckets <= 9; ++log_buckets) {
      SCOPED_TRACE(log_buckets);
      auto const check = [&](Distribution distribution, Item values) {
        check_splitters<team(), Splitters>(log_buckets, distribution, values);
      };
      check(Distribution::uniform, many);
      check(Distribution::sqrt_values, many);
      check(Distribution::uniform, 3);
      check(Distribution::zero, many);
    }
  });
}

}  // namespace KokkosSort::Test

#endif
